import Foundation
import TestSupport

extension Workbench.Answer {
  /// The inconsistencies of an answer: its status, its output, and its report; nil if there is none.
  ///
  /// - Parameters:
  ///   - format: in which form the report is printed.
  ///   - junit: the content of the file for `--report junit=FILE`.
  func complaint(format: Format, junit: [UInt8]? = nil) -> String? {
    guard [0, 1, 2, 3, 64].contains(status) else { return "status \(status)" }
    if seconds > Self.mostSeconds { return "it takes \(seconds) s" }
    if let problem = Self.textProblem(output) ?? Self.textProblem(errors) { return problem }
    if errors.isEmpty, status == 2 || status == 64 { return "status \(status) and no error" }
    if status == 0, let line = errorLines.first { return "status 0 and the error '\(line)'" }
    if status == 2, errorLines.isEmpty { return "status 2, and no line of it is an error" }
    if status == 64 { return nil }
    switch format {
    case .json:
      guard let told = try? JSONDecoder().decode(ReportedStatus.self, from: Data(output)) else {
        return "no JSON"
      }
      if told.exitStatus != status { return "JSON says \(told.exitStatus), and not \(status)" }
    case .text:
      // Long facts are on lines of their own below it.
      let line = lines(of: output).last { !$0.isEmpty && !$0.hasPrefix(" ") } ?? ""
      let word: [Int32: String] = [
        0: "✓ Passed: ", 1: "✗ Failed: ", 2: " checked: ", 3: "? Inconclusive: ",
      ]
      if !line.contains(word[status] ?? "") {
        return "status \(status), and the last line is '\(line)'"
      }
    case .other: break
    }
    guard let junit else { return nil }
    let reader = JUnitReader(String(decoding: junit, as: UTF8.self))
    if let problem = reader.problems.first { return "JUnit: \(problem)" }
    return reader.isRed == (status != 0) ? nil : "status \(status), JUnit is red: \(reader.isRed)"
  }

  enum Format { case json, text, other }

  /// No input and no limit is so large that it may take longer.
  private static let mostSeconds = 6.0

  private struct ReportedStatus: Decodable { var exitStatus: Int32 }

  /// Lines with an error, except those quoted from a file.
  private var errorLines: [Substring] {
    lines(of: errors).filter {
      !$0.hasPrefix(" ")
        && ($0.contains("error: ") || $0.hasPrefix("Error: ")
          || $0.contains(#/^✗ .* has [0-9]+ errors?/#))
    }
  }

  private func lines(of bytes: [UInt8]) -> [Substring] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
  }

  /// The reason why a terminal, or a reader of UTF-8, cannot show a text unchanged; nil if it can.
  private static func textProblem(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return "no UTF-8" }
    if let byte = bytes.first(where: { $0 < 0x20 && $0 != 0x0A && $0 != 0x09 || $0 == 0x7F }) {
      return "there is a control character, \(byte)"
    }
    guard bytes.contains(where: { $0 >= 0x80 }) else { return nil }
    let scalar = text.unicodeScalars.first { scalar in
      switch scalar.value {
      case 0x80...0x9F, 0x200E, 0x200F, 0x061C, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    return scalar.map {
      "there is a character that turns text around, U+\(String($0.value, radix: 16))"
    }
  }

  /// The output without times.
  var timelessOutput: [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(output.count)
    for line in output.split(separator: 0x0A, omittingEmptySubsequences: false) {
      let isTimed = Self.timedKeys.contains { key in
        line.drop { $0 == 0x20 }.starts(with: key)
      }
      if !isTimed { kept += line + [0x0A] }
    }
    return kept
  }

  private static let timedKeys = [
    "\"seconds\"", "\"earlierSeconds\"", "\"threads\"", "\"isCached\"", "\"storeBytes\"",
    "\"bytesPerState\"",
  ]
  .map { Array($0.utf8) }
}
