import Foundation
import Semantics
import Testing

/// The specs in `EngineTests/KnownAnswers`, whose counts and verdicts were found by other means.
package enum KnownAnswers {
  package static let folder = RepositoryFolder.tests("EngineTests").appending(path: "KnownAnswers")

  /// The expected results for one world in `expected.json`.
  package struct Answer: Decodable {
    package var states: Int
    package var transitions: Int
    package var depth: Int
    package var starts: Int?
    /// The number of states that differ in more than symmetric names.
    package var orbits: Int?
    /// The length of the trace of each property that fails; null for a goal that is not reached, and for an
    /// `eventually`, whose trace has a length that depends on its loop.
    package var violated: [String: Int?]
  }

  /// A world of a spec with its known results.
  package struct Case: CustomTestStringConvertible {
    package var spec: String
    package var world: String
    package var answer: Answer
    package var testDescription: String { "\(spec), world \(world)" }
  }

  package static let cases = cases(in: "expected.json")

  /// Larger sizes of published cases: each world is named by its settings.
  package static let largeCases = cases(in: "expected-large.json")

  private static func cases(in file: String) -> [Case] {
    guard let data = try? Data(contentsOf: folder.appending(path: file)),
      let answers = try? JSONDecoder().decode([String: [String: Answer]].self, from: data)
    else { return [] }
    return answers.sorted { $0.key < $1.key }.flatMap { spec, worlds in
      worlds.sorted { $0.key < $1.key }.map { Case(spec: spec, world: $0.key, answer: $0.value) }
    }
  }

  package static func large(_ known: Case) throws -> CheckedSpec {
    let world = "\nworld large { \(known.world) }\n"
    return try SpecText.checked(text(known) + world, world: "large", name: "\(known.spec).tray")
  }

  package static func spec(_ known: Case) throws -> CheckedSpec {
    let world = known.world == "default" ? nil : known.world
    return try SpecText.checked(text(known), world: world, name: "\(known.spec).tray")
  }

  private static func text(_ known: Case) throws -> String {
    try String(contentsOf: folder.appending(path: "\(known.spec).tray"), encoding: .utf8)
  }

  /// Returns whether a name is that of a liveness property, which `LivenessKnownAnswerTests` covers.
  package static func isAboutRuns(_ name: String, _ spec: CheckedSpec) -> Bool {
    switch spec.properties.first(where: { $0.name == name })?.kind {
    case .eventually, .possible: true
    default: false
    }
  }
}
