import Foundation
import Semantics
import TestSupport
import Testing

/// Specs whose counts and verdicts were found by other means: published figures, or a naive enumeration that shares
/// nothing with this tool.
@Suite("Known answers")
struct KnownAnswerTests {
  static let folder = RepositoryFolder.tests("EngineTests").appending(path: "KnownAnswers")

  /// The expected results for one world in `expected.json`.
  struct Answer: Decodable {
    var states: Int
    var transitions: Int
    var depth: Int
    var starts: Int?
    /// The number of states that differ in more than symmetric names.
    var orbits: Int?
    /// The length of the trace of each property that fails; null for a goal that is not reached, and for an
    /// `eventually`, whose trace has a length that depends on its loop.
    var violated: [String: Int?]
  }

  /// A world of a spec with its known results.
  struct Case: CustomTestStringConvertible {
    var spec: String
    var world: String
    var answer: Answer
    var testDescription: String { "\(spec), world \(world)" }
  }

  static let cases = cases(in: "expected.json")

  /// Larger sizes of published cases: each world is named by its settings.
  ///
  /// Worlds with more orbits than the environment variable `TRAYCHECK_LARGE` take too long for daily runs.
  static let largeCases = cases(in: "expected-large.json")

  static let searchedLargeCases: [Case] = {
    let limit = ProcessInfo.processInfo.environment["TRAYCHECK_LARGE"].flatMap { Int($0) }
    return largeCases.filter { $0.answer.orbits ?? $0.answer.states <= limit ?? 25_000 }
  }()

  private static func cases(in file: String) -> [Case] {
    guard let data = try? Data(contentsOf: folder.appending(path: file)),
      let answers = try? JSONDecoder().decode([String: [String: Answer]].self, from: data)
    else { return [] }
    return answers.sorted { $0.key < $1.key }.flatMap { spec, worlds in
      worlds.sorted { $0.key < $1.key }.map { Case(spec: spec, world: $0.key, answer: $0.value) }
    }
  }

  @Test("are there for every spec in the folder")
  func coverTheFolder() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let specs = Set(files.filter { $0.hasSuffix(".tray") }.map { String($0.dropLast(5)) })
    #expect(!specs.isEmpty)
    #expect(specs == Set(Self.cases.map(\.spec)))
    #expect(specs == Set(Self.cases.filter { $0.world == "default" }.map(\.spec)))
    #expect(!Self.largeCases.isEmpty && specs.isSuperset(of: Self.largeCases.map(\.spec)))
  }

  @Test("are found", arguments: cases)
  func areFound(_ known: Case) throws {
    let found = try search(Self.spec(known))
    Self.expect(known.answer, of: found)
    // The default world expects no violation, so each one is unexpected.
    let unexpected = known.world == "default" ? Set(known.answer.violated.keys) : []
    #expect(aboutStates(Set(found.judgement.unexpected), found) == aboutStates(unexpected, found))
    #expect(found.judgement.missing == [])
  }

  @Test("of large worlds are found", arguments: searchedLargeCases)
  func ofLargeWorldsAreFound(_ known: Case) throws {
    Self.expect(known.answer, of: try search(Self.large(known)))
  }

  @Test("of large worlds are of worlds that there can be", arguments: largeCases)
  func ofLargeWorldsCompile(_ known: Case) throws { _ = try Self.large(known) }

  private static func large(_ known: Case) throws -> CheckedSpec {
    let world = "\nworld large { \(known.world) }\n"
    return try SpecText.checked(text(known) + world, world: "large", name: "\(known.spec).tray")
  }

  static func spec(_ known: Case) throws -> CheckedSpec {
    let world = known.world == "default" ? nil : known.world
    return try SpecText.checked(text(known), world: world, name: "\(known.spec).tray")
  }

  private static func text(_ known: Case) throws -> String {
    try String(contentsOf: folder.appending(path: "\(known.spec).tray"), encoding: .utf8)
  }

  private static func expect(_ answer: Answer, of found: SearchedSpec) {
    let statistics = found.result.statistics
    #expect(found.result.completion == .exhaustive)
    #expect(statistics.states == answer.states)
    #expect(statistics.transitions == answer.transitions)
    #expect(statistics.depth == answer.depth)
    if let starts = answer.starts { #expect(statistics.starts == starts) }
    if let orbits = answer.orbits { #expect(statistics.storedStates == orbits) }
    #expect(violated(found) == answer.violated.filter { !isAboutRuns($0.key, found.spec) })
    #expect(found.judgement.failedScenarios == [])
  }

  private func aboutStates(_ names: Set<String>, _ found: SearchedSpec) -> Set<String> {
    names.filter { !Self.isAboutRuns($0, found.spec) }
  }

  /// The violated properties, with the lengths of their traces; several violations of one kind count as their
  /// shortest.
  private static func violated(_ found: SearchedSpec) -> [String: Int?] {
    var lengths: [String: Int?] = [:]
    for violation in found.violations {
      let name = violation.name(in: found.spec)
      if isAboutRuns(name, found.spec) { continue }
      if case .some(.some(let known)) = lengths[name], known <= violation.length { continue }
      lengths[name] = .some(violation.length)
    }
    for verdict in found.result.properties {
      if case .notReached = verdict.status {
        lengths[found.spec.properties[verdict.property].name] = .some(nil)
      }
    }
    return lengths
  }

  /// Whether a name is that of a property of whole runs, which `LivenessKnownAnswerTests` is about.
  static func isAboutRuns(_ name: String, _ spec: CheckedSpec) -> Bool {
    switch spec.properties.first(where: { $0.name == name })?.kind {
    case .eventually, .possible: true
    default: false
    }
  }
}
