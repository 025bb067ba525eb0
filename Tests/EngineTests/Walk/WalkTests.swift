import Engine
import SpecLanguage
import TestSupport
import Testing

@Suite("Random walks")
struct WalkTests {
  /// What walks say, for comparing.
  private func text(_ result: WalkResult, _ spec: CheckedSpec) -> [String] {
    let tally = result.tally
    var lines = [
      "\(tally.walks) walks, \(tally.steps) steps, \(tally.deadEnds) dead ends, "
        + "\(tally.states) states, \(tally.newStatesOfOddWalks) new",
      "events \(tally.events), rules \(tally.rules)",
    ]
    lines += tally.found.map { "\($0.value.walk)/\($0.value.step): \($0.key)" }.sorted()
    lines += result.violations.map {
      "\($0.place.walk)/\($0.place.step): \($0.violation.name(in: spec)) "
        + "after \($0.violation.length)"
    }
    return lines
  }

  private func walk(
    _ machine: Machine, _ options: WalkOptions, usesPlan: Bool = true
  ) throws -> [String] {
    let walks = RandomWalks(
      machine, starts: try machine.starts(), options: options, usesPlan: usesPlan)
    return text(walks.run(), machine.spec)
  }

  @Test("do the same by tables as by the reference evaluator", arguments: 0..<8)
  func agreeWithReference(_ portion: Int) throws {
    for seed in portion * 60..<(portion + 1) * 60 {
      let spec = try SpecText.checked(RandomSpec(seed: UInt64(seed)).text)
      let machine = try Machine(spec)
      guard try machine.starts().count <= 200 else { continue }
      let options = WalkOptions(seed: UInt64(seed), walks: 20, steps: 12)
      let found = try walk(machine, options)
      let wanted = try walk(machine, options, usesPlan: false)
      if found != wanted {
        Issue.record(
          """
          seed \(seed): by tables
          \(found.filter { !wanted.contains($0) }.joined(separator: "\n"))
          by reference
          \(wanted.filter { !found.contains($0) }.joined(separator: "\n"))
          """)
        return
      }
    }
  }
}
