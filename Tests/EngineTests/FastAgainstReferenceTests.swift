import Engine
import Foundation
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
  /// The seeds to try, in portions that run beside each other.
  static let portions: [Range<UInt64>] = {
    let asked = ProcessInfo.processInfo.environment["TRAYCHECK_SEEDS"] ?? "0..<2000"
    let bounds = asked.components(separatedBy: "..")
    let first = UInt64(bounds[0]) ?? 0
    let last = bounds.count > 1 ? UInt64(bounds[1].drop { $0 == "<" }) ?? .max : .max
    let portion = max(1, min((last - first) / 8, 1 << 20))
    return stride(from: first, to: last, by: UInt64.Stride(portion)).prefix(1 << 16).map {
      $0..<min($0 + portion, last)
    }
  }()

  @Test("on random specs", arguments: portions)
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
