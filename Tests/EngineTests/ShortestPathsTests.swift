import Engine
import Semantics
import TestSupport
import Testing

@Suite("The shortest way to a finding")
struct ShortestPathsTests {
  private static let grid = """
    var x: 0...9 = 0
    var y: 0...9 = 0
    on right when x < 9 { x += 1 }
    on up when y < 9 { y += 1 }
    on home { x = 0; y = 0 }
    invariant low { x + y < 7 }
    invariant left { x < 9 }
    """

  @Test("is the one that an exhaustive search of everything finds", arguments: 0..<4)
  func agrees(_ portion: Int) throws {
    var compared = 0
    for seed in UInt64(portion * 10)..<UInt64(portion * 10 + 10) {
      let spec = try SpecText.checked(RandomSpec(seed: seed).text)
      let machine = try Machine(spec)
      let starts = try machine.starts()
      guard starts.count <= 200,
        let expected = ReferenceSearch.run(machine, from: starts, maximumStates: 150)
      else { continue }
      let paths = ShortestPaths(machine)
      for wanted in expected.violations where !wanted.isFault {
        compared += 1
        let finding = wanted.finding
        let found = paths.violation(
          of: finding, from: starts, within: .init(length: wanted.length, states: 10_000))
        #expect(found.isExhaustive)
        #expect(
          found.violation.map { spec.pathText($0.path) } == spec.pathText(wanted.path),
          "seed \(seed): \(finding)")
        #expect(found.violation?.attempt == wanted.attempt, "seed \(seed): \(finding)")
        let shorter = paths.violation(
          of: finding, from: starts, within: .init(length: wanted.length - 1, states: 10_000))
        #expect(shorter.violation == nil && shorter.isExhaustive, "seed \(seed): \(finding)")
      }
    }
    #expect(compared > 3)
  }

  @Test("is not told beyond the wanted length, and then it is certain that none is shorter")
  func lengths() throws {
    let (paths, starts, finding) = try grid("low")
    let short = paths.violation(of: finding, from: starts, within: .init(length: 6, states: 1_000))
    #expect(short.violation == nil && short.isExhaustive)
    let whole = paths.violation(of: finding, from: starts, within: .init(length: 7, states: 1_000))
    #expect(whole.violation?.length == 7 && whole.isExhaustive)
  }

  @Test("is not looked for beyond so many states, and then nothing is certain")
  func states() throws {
    let (paths, starts, finding) = try grid("low")
    let found = paths.violation(of: finding, from: starts, within: .init(length: 20, states: 10))
    #expect(found.violation == nil && !found.isExhaustive)
  }

  @Test("ends at an interruption")
  func interruption() throws {
    let (paths, starts, finding) = try grid("low")
    let found = paths.violation(
      of: finding, from: starts, within: .init(length: 20, states: 1_000), isInterrupted: { true })
    #expect(found.violation == nil && !found.isExhaustive)
  }

  @Test("from a state on a trace, the finding comes before later states")
  func shortcutToFinding() throws {
    let (paths, _, finding) = try grid("low")
    let shortcut = paths.shortcut(
      to: finding, from: [state(3, 3)], past: [state(2, 3), state(3, 4)],
      within: .init(length: 2, states: 1_000))
    guard case .violation(let violation) = shortcut else {
      Issue.record("\(String(describing: shortcut))")
      return
    }
    #expect(violation.length == 1)
  }

  @Test("from a state on a trace, the way saves as many steps as possible")
  func shortcutToState() throws {
    let (paths, _, finding) = try grid("left")
    let targets = [(0, 1), (0, 2), (0, 3), (0, 0), (1, 0), (2, 0)].map { state($0, $1) }
    let shortcut = paths.shortcut(
      to: finding, from: [state(0, 0)], past: targets, within: .init(length: 15, states: 40))
    guard case .state(let place, let path) = shortcut else {
      Issue.record("\(String(describing: shortcut))")
      return
    }
    #expect(place == 5)
    #expect(path.steps.count == 2)
    #expect(path.end == state(2, 0))
  }

  private func state(_ x: Int, _ y: Int) -> [Value] { [.int(x), .int(y)] }

  private func grid(
    _ property: String
  ) throws -> (paths: ShortestPaths, starts: [[Value]], finding: Finding) {
    let machine = try Machine(SpecText.checked(Self.grid))
    let index = try #require(machine.spec.properties.firstIndex { $0.name == property })
    return (ShortestPaths(machine), try machine.starts(), Finding(.invariant, property: index))
  }
}

extension Violation {
  /// Whether it is a fault. If several faults have one place, a complete search reports only the first.
  fileprivate var isFault: Bool { finding.isFault }
}

extension CheckedSpec {
  fileprivate func pathText(_ path: Path) -> [String] {
    [stateText(path.start)]
      + path.steps.map { "\(text($0.instance)) \($0.rule ?? -1) \(stateText($0.state))" }
  }
}
