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
    for seed in seeds {
      let spec = try SpecText.checked(RandomSpec(seed: seed).text)
      let machine = try Machine(spec)
      let starts = try machine.starts()
      guard starts.count <= 200,
        let expected = ReferenceSearch.run(machine, from: starts, maximumStates: 150)
      else { continue }
      let found = ExhaustiveSearch(machine, threads: 1 + Int(seed % 3)).run(from: starts)
      let (lines, wanted) = (found.lines(in: spec), expected.lines(in: spec))
      if lines == wanted { continue }
      let missing = wanted.filter { !lines.contains($0) }.joined(separator: "\n")
      let wrong = lines.filter { !wanted.contains($0) }.joined(separator: "\n")
      Issue.record("seed \(seed): expected\n\(missing)\nand found\n\(wrong)")
      return
    }
  }
}
