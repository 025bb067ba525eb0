import Basics
import Foundation
import Reports
import Semantics
import TestSupport
import Testing

@testable import TrayKit

/// Random sessions: the answers to an editor fit the current texts.
@Suite struct EditingSessionTests {
  @Test(
    "a library and its user: completions where words or names fit, renaming there and back, the diagnostics of a check",
    arguments: SeedPortions.all(usual: Weekly.isNow ? 500 : 6))
  func librarySessions(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      var session = try LibrarySession(seed)
      for _ in 0..<3 { try session.complete() }
      try session.rename()
      for _ in 0..<4 { try session.edit() }
      #expect(try session.editor.end())
    }
  }

  @Test(
    "a text with another name in it, or in the one style, says the same",
    arguments: SeedPortions.all(usual: 2))
  func sameMeaning(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      var random = SplitMix64(seed: seed)
      let spec = RandomSpec(seed: seed).text
      let folder = try ScratchFolder()
      let uri = folder.url.appending(path: "spec.tray").absoluteString
      let editor = try EditorSession()
      editor.open(uri, spec)
      let verdicts = try verdicts(spec, in: folder)
      for version in 2..<6 {
        let scalars = Array(spec.unicodeScalars)
        let place = LibrarySession.position(
          Int.random(in: 0..<scalars.count, using: &random), in: scalars, "utf-16")
        let answer = try editor.request(
          "textDocument/rename",
          ["textDocument": ["uri": uri], "position": place, "newName": "other\(version)"])
        guard let edits = answer["result"] as? EditorSession.Message else { continue }
        let renamed = try EditorSession.text(spec, after: edits, of: uri)
        #expect(try self.verdicts(renamed, in: folder) == verdicts, "\(renamed)")
      }
      let answer = try editor.request("textDocument/formatting", ["textDocument": ["uri": uri]])
      let formatted = try EditorSession.text(spec, after: answer["result"], of: uri)
      #expect(try self.verdicts(formatted, in: folder) == verdicts, "\(formatted)")
      #expect(try editor.end())
    }
  }

  /// The findings of a check, without names.
  private func verdicts(_ text: String, in folder: ScratchFolder) throws -> [[String]] {
    try folder.write(text, to: "spec.tray")
    var request = CheckRequest(paths: [folder.url.appending(path: "spec.tray").path])
    request.counterexampleFolder = nil
    request.savesCounterexamples = false
    request.maximumStates = 20_000
    let report = try request.outcome().report
    return report.specs.flatMap(\.verdicts).map { world in
      ["\(world.statistics.states) \(world.statistics.transitions) \(world.status)"]
        + world.properties.map { "\($0.status)" } + world.scenarios.map { "\($0.status)" }
        + world.violations.map { "\($0.length)" }
    }
  }
}
