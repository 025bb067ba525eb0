import Foundation
import Semantics
import TestSupport
import Testing

/// Specs whose counts and verdicts were found by other means: published figures, or a naive enumeration that shares
/// nothing with this tool.
@Suite("Known answers")
struct KnownAnswerTests {
  /// Worlds with more orbits than the environment variable `TRAYCHECK_LARGE` take too long for daily runs.
  static let searchedLargeCases: [KnownAnswers.Case] = {
    let limit = ProcessInfo.processInfo.environment["TRAYCHECK_LARGE"].flatMap { Int($0) }
    return KnownAnswers.largeCases.filter {
      $0.answer.orbits ?? $0.answer.states <= limit ?? 25_000
    }
  }()

  @Test("are there for every spec in the folder")
  func coverTheFolder() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: KnownAnswers.folder.path)
    let specs = Set(files.filter { $0.hasSuffix(".tray") }.map { String($0.dropLast(5)) })
    #expect(!specs.isEmpty)
    #expect(specs == Set(KnownAnswers.cases.map(\.spec)))
    #expect(specs == Set(KnownAnswers.cases.filter { $0.world == "default" }.map(\.spec)))
    let large = KnownAnswers.largeCases
    #expect(!large.isEmpty && specs.isSuperset(of: large.map(\.spec)))
  }

  @Test("are found", arguments: KnownAnswers.cases)
  func areFound(_ known: KnownAnswers.Case) throws {
    let found = try search(KnownAnswers.spec(known))
    Self.expect(known.answer, of: found)
    // The default world expects no violation, so each one is unexpected.
    let unexpected = known.world == "default" ? Set(known.answer.violated.keys) : []
    #expect(aboutStates(Set(found.judgement.unexpected), found) == aboutStates(unexpected, found))
    #expect(found.judgement.missing == [])
  }

  @Test("of large worlds are found", arguments: searchedLargeCases)
  func ofLargeWorldsAreFound(_ known: KnownAnswers.Case) throws {
    Self.expect(known.answer, of: try search(KnownAnswers.large(known)))
  }

  @Test("of large worlds are of worlds that there can be", arguments: KnownAnswers.largeCases)
  func ofLargeWorldsCompile(_ known: KnownAnswers.Case) throws { _ = try KnownAnswers.large(known) }

  private static func expect(_ answer: KnownAnswers.Answer, of found: SearchedSpec) {
    let statistics = found.result.statistics
    #expect(found.result.completion == .exhaustive)
    #expect(statistics.states == answer.states)
    #expect(statistics.transitions == answer.transitions)
    #expect(statistics.depth == answer.depth)
    if let starts = answer.starts { #expect(statistics.starts == starts) }
    if let orbits = answer.orbits { #expect(statistics.storedStates == orbits) }
    #expect(
      violated(found) == answer.violated.filter { !KnownAnswers.isAboutRuns($0.key, found.spec) })
    #expect(found.judgement.failedScenarios == [])
  }

  private func aboutStates(_ names: Set<String>, _ found: SearchedSpec) -> Set<String> {
    names.filter { !KnownAnswers.isAboutRuns($0, found.spec) }
  }

  /// The violated properties, with the lengths of their traces; several violations of one kind count as their
  /// shortest.
  private static func violated(_ found: SearchedSpec) -> [String: Int?] {
    var lengths: [String: Int?] = [:]
    for violation in found.violations {
      let name = violation.name(in: found.spec)
      if KnownAnswers.isAboutRuns(name, found.spec) { continue }
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
}
