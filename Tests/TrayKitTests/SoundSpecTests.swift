import Foundation
import TestSupport
import Testing
import TrayKit

/// Realistic specs without gaps: each is checked separately, and none has a note. Their properties are not about each
/// of their events.
@Suite("A sound spec") struct SoundSpecTests {
  /// A spec with its name, from a file in which `////` precedes each.
  struct Sample: CustomTestStringConvertible, Sendable {
    var name: String
    var text: String
    var testDescription: String { name }
  }

  static let files = ["a", "b", "c", "d", "e", "f"]

  static func samples(_ file: String) throws -> [Sample] {
    let folder = RepositoryFolder.tests("TrayKitTests").appending(path: "Sound")
    let text = try String(contentsOf: folder.appending(path: "\(file).txt"), encoding: .utf8)
    return text.components(separatedBy: "//// ").dropFirst().map { part in
      let lines = part.split(separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
      return Sample(name: String(lines[0]), text: String(lines.last ?? ""))
    }
  }

  @Test("passes a strict run", arguments: files)
  func isSilent(_ file: String) throws {
    let samples = try Self.samples(file)
    #expect(samples.count >= 9)
    for sample in samples {
      let folder = try ScratchFolder()
      var request = CheckRequest(paths: [try folder.write(sample.text, to: "sample.tray")])
      request.counterexampleFolder = nil
      request.isStrict = true
      request.allowedUnasked = [.unnoticed]
      let outcome = try request.outcome()
      #expect(
        outcome.status == .success, "\(sample.name)\n\(outcome.diagnostics())\(outcome.text())")
    }
  }
}
