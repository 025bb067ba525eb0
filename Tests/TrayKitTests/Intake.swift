import Foundation
import Reports
import Semantics
import TestSupport
import Testing
import TrayKit

/// Hands texts in any condition to the tool, and knows what holds of its answer whatever the text.
enum Intake {
  /// Checks a file with these bytes, within limits that keep specs small that happen to be valid.
  static func check(
    _ contents: some Sequence<UInt8>, timeLimit: Duration = .milliseconds(500)
  ) throws -> CheckOutcome {
    let folder = try ScratchFolder()
    let url = folder.url.appending(path: "input.tray")
    try Data(contents).write(to: url)
    var request = CheckRequest(paths: [url.path])
    request.maximumStates = 50
    request.maximumValues = 1 << 10
    request.timeLimit = timeLimit
    request.allowances = [.noProperties]
    return try SynchronousAPI.check(request)
  }

  /// Checks these bytes and expects an answer in order: see `complaint(about:)`.
  @discardableResult
  static func expectOrderly(
    _ contents: some Sequence<UInt8>, _ name: String = "",
    timeLimit: Duration = .milliseconds(500),
    sourceLocation: Testing.SourceLocation = #_sourceLocation
  ) throws -> CheckOutcome {
    let outcome = try check(contents, timeLimit: timeLimit)
    if let complaint = try complaint(about: outcome) {
      let text = String(decoding: Array(contents).prefix(2000), as: UTF8.self)
      Issue.record("\(complaint)\n\(name)\n\(text)", sourceLocation: sourceLocation)
    }
    return outcome
  }

  /// What is wrong with an answer: its status, a place outside the file, more text than anybody
  /// reads, or characters that garble a terminal. Nil if it is in order.
  static func complaint(about outcome: CheckOutcome) throws -> String? {
    guard (0...3).contains(outcome.status.rawValue) else { return "status \(outcome.status)" }
    let diagnostics = outcome.report.specs.flatMap(\.diagnostics)
    if (outcome.status == .specError) != diagnostics.contains(where: { $0.severity == .error }) {
      return "status \(outcome.status) and \(diagnostics.count) diagnostics"
    }
    let errorCount = diagnostics.count { $0.severity == .error }
    if errorCount > 100 || diagnostics.count - errorCount > 100 {
      return "\(errorCount) errors among \(diagnostics.count) diagnostics"
    }
    for diagnostic in diagnostics {
      for range in [diagnostic.range] + diagnostic.notes.map(\.range)
      where !isInside(range, diagnostic.file) {
        return "'\(diagnostic.message)' is at \(range) of \(diagnostic.file.bytes.count) bytes"
      }
    }
    let errors = outcome.diagnostics()
    if errors.utf8.count > 100_000 { return "\(errors.utf8.count) bytes of errors" }
    let text = errors + outcome.text()
    if text.utf8.contains(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }) {
      return "there are control characters in\n\(text)"
    }
    return try outcome.rendered(as: .json).isEmpty ? "no JSON" : nil
  }

  private static func isInside(_ range: SourceRange, _ file: SourceFile) -> Bool {
    0 <= range.start && range.start <= range.end && range.end <= file.bytes.count
  }
}
