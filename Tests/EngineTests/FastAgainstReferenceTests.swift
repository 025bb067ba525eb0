import Engine
import SpecLanguage
import TestSupport
import Testing

/// The engine against the definition of the language: on random specs both have to find the same
/// states, steps, verdicts and traces.
///
/// `TRAYCHECK_SEEDS=0..<100000 swift test --filter FastAgainstReferenceTests` tries other seeds, for a
/// night; `TRAYCHECK_SEEDS=5000..` goes on until something differs.
@Suite("The engine agrees with the reference evaluator")
struct FastAgainstReferenceTests {
  @Test("on random specs", arguments: SeedPortions.all(usual: 2000))
  func agrees(_ seeds: Range<UInt64>) throws {
    for seed in seeds where try !agrees(on: RandomSpec(seed: seed).text, seed) { return }
  }

  /// Most of their state is about interchangeable names.
  @Test("on small random specs about fairness", arguments: SeedPortions.all(usual: 400))
  func agreesWithSymmetry(_ seeds: Range<UInt64>) throws {
    for seed in seeds where try !agrees(on: RandomFairSpec(seed: seed).text, seed) { return }
  }

  private func agrees(on text: String, _ seed: UInt64) throws -> Bool {
    let spec = try SpecText.checked(text)
    let machine = try Machine(spec)
    let starts = try machine.starts()
    guard starts.count <= 200,
      let expected = ReferenceSearch.run(machine, from: starts, maximumStates: 150)
    else { return true }
    let found = ExhaustiveSearch(machine, threads: 1 + Int(seed % 3)).run(from: starts)
    let (lines, wanted) = (statesOnly(found, spec), statesOnly(expected, spec))
    if lines == wanted { return true }
    let missing = wanted.filter { !lines.contains($0) }.joined(separator: "\n")
    let wrong = lines.filter { !wanted.contains($0) }.joined(separator: "\n")
    Issue.record("seed \(seed): expected\n\(missing)\nand found\n\(wrong)")
    return false
  }

  /// The lines of a result but for those of properties of whole runs, which other tests are about.
  private func statesOnly(_ result: SearchResult, _ spec: CheckedSpec) -> [String] {
    let aboutRuns = spec.properties.map(\.name).filter { KnownAnswerTests.isAboutRuns($0, spec) }
    return result.lines(in: spec).filter { line in
      !aboutRuns.contains { line.hasPrefix("\($0): ") }
    }
  }
}
