import Analysis
import Foundation
import Reports
import Semantics
import SpecLanguage
import TestSupport
import Testing

@testable import TrayKit

/// What `diff` says of a careless edit: where it is, what it breaks, and the shortest way that only one
/// of the versions has.
///
/// `TRAYCHECK_MUTANTS=all swift test --filter MutantDiffTests` tries all edits.
@Suite struct MutantDiffTests {
  private static let usual =
    ProcessInfo.processInfo.environment["TRAYCHECK_MUTANTS"] == "all" ? Int.max : 1

  @Test(
    "an edit is told by its declaration, its verdict and its shortest trace",
    arguments: try Spec.all.flatMap { spec in
      try spec.mutants.prefix(usual).map { (spec, $0) }
    })
  func edit(_ spec: Spec, _ mutant: MutantTests.Mutant) throws {
    let text = try spec.text
    let folder = try Spec.scratchFolder()
    let old = try folder.write(text, to: "old.tray")
    let new = try folder.write(
      text.replacingOccurrences(of: mutant.old, with: mutant.new), to: "new.tray")

    var request = DiffRequest(old: old, new: new)
    request.worlds = ["default"]
    let outcome = try SynchronousAPI.diff(request)

    let report = outcome.text()
    #expect(outcome.status == .violation, "\(outcome.diagnostics())\(report)")
    let diff = try #require(outcome.report.specs.first)
    let told = Set(try #require(diff.declarations).changes.map(\.what))
    #expect(told == Self.edited(mutant, in: text), "\(report)")
    #expect(diff.declarations?.renames.isEmpty == true, "\(report)")
    try requireVerdict(mutant, diff, report)
    requireShortTrace(mutant, diff, in: text, report)
  }

  /// The declarations that the edit is in.
  private static func edited(_ mutant: MutantTests.Mutant, in text: String) -> Set<String> {
    let (old, new) = (Array(mutant.old.utf8), Array(mutant.new.utf8))
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let suffix = min(
      zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count,
      min(old.count, new.count) - prefix)
    let start = text.components(separatedBy: mutant.old)[0].utf8.count + prefix
    let end = max(start + 1, start + old.count - prefix - suffix)
    let outline = SpecOutline(Parser.parse(SourceFile(path: "old", text: text)).spec)
    return Set(
      outline.declarations.filter { $0.range.start < end && $0.range.end > start }.map(\.title))
  }

  private func requireVerdict(
    _ mutant: MutantTests.Mutant, _ diff: SpecDiff, _ report: String
  ) throws {
    let verdict = try #require(
      diff.verdicts.first { $0.change.name == mutant.violated && !$0.change.new.isGood },
      "\(report)")
    if mutant.steps >= 0 {
      #expect(verdict.change.new.violation?.length == mutant.steps, "\(report)")
    } else {
      #expect(verdict.newText == "not reached")
    }
  }

  /// The text of the property of that name.
  private func declaration(of property: String, in text: String) -> Substring {
    let outline = SpecOutline(Parser.parse(SourceFile(path: "old", text: text)).spec)
    let declaration = outline.declarations.first { $0.title.hasSuffix(" \(property)") }
    guard let range = declaration?.range else { return "" }
    return Substring(text.utf8.dropFirst(range.start).prefix(range.end - range.start))
  }

  private func requireShortTrace(
    _ mutant: MutantTests.Mutant, _ diff: SpecDiff, in text: String, _ report: String
  ) {
    let shortest = diff.worlds.flatMap(\.result.differences).map(\.length).min()
    guard let shortest, mutant.steps >= 0 else { return }
    let isAboutSteps = diff.verdicts.contains {
      guard $0.change.name == mutant.violated, let violation = $0.change.new.violation else {
        return false
      }
      return violation.lasso == nil && violation.trap == nil
    }
    // What is 'enabled' in the last state may differ before any step does.
    let ahead = declaration(of: mutant.violated, in: text).contains("enabled(") ? 1 : 0
    if isAboutSteps { #expect(shortest <= max(1, mutant.steps + ahead), "\(report)") }
  }
}
