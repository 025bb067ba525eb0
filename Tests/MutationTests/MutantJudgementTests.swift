import Foundation
import Mutation
import Reports
import TestSupport
import Testing

@testable import TrayKit

/// The judgement of edits, which searches as little as it can, against the plain check of each edited text.
///
/// `TRAYCHECK_MUTANTS=all swift test --filter MutantJudgementTests` tries all edits.
@Suite("Edits are judged as a check of the edited text would") struct MutantJudgementTests {
  private static let step =
    ProcessInfo.processInfo.environment["TRAYCHECK_MUTANTS"] == "all" ? 1 : 11

  @Test("in the examples of the references", arguments: specs.indices)
  func inExamples(_ index: Int) throws {
    let text = Self.specs[index]
    let folder = try ScratchFolder()
    var request = MutateRequest(paths: [try folder.write(text, to: "spec.tray")])
    request.sample = Self.step == 1 ? nil : 30
    let report = try request.outcome().report
    guard let spec = report.specs.first else { return }
    for (place, mutant) in spec.mutants.enumerated()
    where (place + index).isMultiple(of: Self.step) {
      if let difference = try PlainJudge.mismatch(mutant, of: text) {
        Issue.record("\(difference)")
      }
    }
  }

  /// The whole specs in the references of the language and the commands that pass.
  static let specs: [String] = {
    let text = ["Specs/Language.md", "Sources/TrayKit/TrayKit.docc/Commands.md"].map { path in
      let file = RepositoryFolder.root.appending(path: path)
      return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    }.joined(separator: "\n")
    var found: [String] = []
    var open: [String]?
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("```") {
        if let lines = open { found.append(lines.joined(separator: "\n") + "\n") }
        open = open == nil && line.hasPrefix("```tray") && !line.contains("status") ? [] : nil
      } else {
        open?.append(line)
      }
    }
    return found.filter { !$0.contains("use \"") }
  }()
}
