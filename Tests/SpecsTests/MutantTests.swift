import Foundation
import Reports
import TestSupport
import Testing

@testable import TrayKit

/// A careless edit of a spec in `Specs` shows as the violation that a person expects.
///
/// The edits stand in `Mutants`, a file for each spec. In all of them the text `old`, which the spec has
/// once, becomes `new`; in the default world `violated` is the name of what is then violated, after
/// `steps` events (-1 where a goal is never reached).
///
/// `TRAYCHECK_MUTANTS=all swift test --filter MutantTests` tries all of them, not only the first of each
/// spec.
@Suite struct MutantTests {
  /// How many edits of each spec are tried.
  private static let usual =
    ProcessInfo.processInfo.environment["TRAYCHECK_MUTANTS"] == "all" ? Int.max : 2

  struct Mutant: Decodable, Sendable, CustomTestStringConvertible {
    var description: String
    var old: String
    var new: String
    var violated: String
    var steps: Int
    var testDescription: String { description }
  }

  @Test("each spec has ten careless edits at least, in ten different places", arguments: Spec.all)
  func tenEach(_ spec: Spec) throws {
    let mutants = try spec.mutants
    #expect(Set(mutants.map(\.old)).count >= 10)
    #expect(Set(mutants.map(\.violated)).count >= 5)
  }

  @Test("a careless edit is found, with the shortest trace", arguments: try Spec.all.flatMap(pairs))
  func careless(_ spec: Spec, _ mutant: Mutant) throws {
    let text = try spec.text
    try #require(
      text.components(separatedBy: mutant.old).count == 2, "the spec has the text to edit once")
    let folder = try Spec.scratchFolder()
    let file = try folder.write(
      text.replacingOccurrences(of: mutant.old, with: mutant.new), to: "mutant.tray")

    var request = CheckRequest(paths: [file])
    request.worlds = ["default"]
    request.properties = [mutant.violated]
    let outcome = try SynchronousAPI.check(request)

    #expect(outcome.status == .violation, "\(outcome.diagnostics())")
    let world = try #require(outcome.report.specs.first?.worlds.first)
    #expect(world.judgement.unexpected == [mutant.violated])
    if mutant.steps >= 0 {
      #expect(world.result.violations.first?.length == mutant.steps)
    } else {
      #expect(world.result.violations.isEmpty)
    }
  }

  private static func pairs(_ spec: Spec) throws -> [(Spec, Mutant)] {
    try spec.mutants.prefix(usual).map { (spec, $0) }
  }
}

extension Spec {
  var mutants: [MutantTests.Mutant] {
    get throws {
      let file = RepositoryFolder.tests("SpecsTests").appending(path: "Mutants/\(name).json")
      return try JSONDecoder().decode([MutantTests.Mutant].self, from: Data(contentsOf: file))
    }
  }
}
