import Engine
import Replays
import Semantics
import TestSupport
import Testing

/// Traces of walks, without a complete search that proves one to be shortest: each method of shrinking separately.
@Suite("Traces of walks")
struct ShrinkerTests {
  /// Parts that each come round in a hundred states, and are ready at one of them.
  private static func parts(_ count: Int) -> String {
    "spec Parts\n"
      + (0..<count).map { part in
        """
        var a\(part): 0..<10 = 0
        var b\(part): 0..<10 = 0
        var ready\(part) = false
        on turn\(part)(by: 1...3) { a\(part) = (a\(part) + by) % 10 }
        on push\(part) when a\(part) == 4 { b\(part) = (b\(part) + 1) % 10 }
        on rest\(part) when a\(part) == 9 { b\(part) = 0 }
        on latch\(part) when b\(part) == 2 && a\(part) == 5 { ready\(part) = true }

        """
      }.joined()
      + "invariant never { !(\((0..<count).map { "ready\($0)" }.joined(separator: " && "))) }\n"
  }

  /// Returns a violation as a walk found it.
  private func walked(_ text: String, seed: UInt64) throws -> (Machine, Violation) {
    let machine = try Machine(try SpecText.checked(text))
    let options = WalkOptions(seed: seed, walks: 200, steps: 400)
    let result = RandomWalks(machine, starts: try machine.starts(), options: options).run()
    return (machine, try #require(result.violations.first).violation)
  }

  /// - Parameters:
  ///   - states: those of a search for a shorter path between states of the trace; 0 for no such search.
  ///   - proof: the limits of the search that proves a trace to be shortest.
  private func shrunk(
    _ machine: Machine, _ violation: Violation, states: Int = Shrinker.Budget().shortcutStates,
    proof: Int = 0
  ) throws -> Shrinker.Shrunk {
    var budget = Shrinker.Budget()
    (budget.proofStates, budget.lastProofStates) = (proof, proof)
    budget.shortcutStates = states
    return Shrinker(machine, starts: try machine.starts(), budget: budget).shrink(violation)
  }

  private func events(_ violation: Violation, _ machine: Machine) -> [String] {
    violation.path.steps.map { machine.spec.text($0.instance) }
  }

  /// Each part takes two turns to 4, two pushes, one turn to 5, and the latch.
  @Test(
    "of independent parts shrink to the sum of their shortest ways, by searches of as few states as one part has",
    arguments: [1, 2, 3])
  func parts(_ seed: UInt64) throws {
    let (machine, violation) = try walked(Self.parts(3), seed: seed)
    #expect(violation.length > 60)
    for states in [512, 16_384] {
      let result = try shrunk(machine, violation, states: states)
      #expect(result.violation.length == 18 && !result.isProvedShortest)
    }
  }

  /// A walk with useless steps, about half of all.
  private static let noise = """
    spec Noise
    var noise: 0...999 = 0
    var hits: 0...5 = 0
    on rustle when noise < 999 { noise += 1 }
    on hit when hits < 5 { hits += 1 }
    invariant few { hits < 5 }
    """

  @Test("lose each step that nothing needs, wherever it stands")
  func noise() throws {
    let (machine, violation) = try walked(Self.noise, seed: 1)
    #expect(violation.length > 7)
    let result = try shrunk(machine, violation, states: 0)
    #expect(events(result.violation, machine) == Array(repeating: "hit", count: 5))
  }

  @Test("are not the shortest because the search for a shorter one saw too little")
  func smallProof() throws {
    let (machine, violation) = try walked(Self.noise, seed: 1)
    let result = try shrunk(machine, violation, proof: 16)
    #expect(result.violation.length == 5)
  }

  @Test("keep what was chosen in the steps that stay")
  func outcomes() throws {
    let (machine, violation) = try walked(
      """
      spec Draw
      var noise: 0...999 = 0
      var hits: 0...3 = 0
      on draw when hits < 3 && noise < 900 {
        choose n in 0...3
        if n == 3 { hits += 1 } else { noise += n }
      }
      invariant few { hits < 3 }
      """, seed: 1)
    #expect(violation.length > 5)
    let result = try shrunk(machine, violation, states: 0)
    #expect(
      result.violation.path.steps.map { $0.choices.map(\.value) } == [
        [.int(3)], [.int(3)], [.int(3)],
      ])
  }

  @Test("may come back to states that were cut out with a loop")
  func loops() throws {
    let (machine, violation) = try walked(
      """
      spec Ring
      var place: 0..<4 = 0
      var hits: 0...3 = 0
      on go(by: 1...3) { place = (place + by) % 4 }
      on hit when place == 2 && hits < 3 { hits += 1; place = 0 }
      invariant few { hits < 3 }
      """, seed: 1)
    #expect(violation.length > 12)
    let result = try shrunk(machine, violation, states: 0)
    // From each hit to the next, at most all places and the hit.
    #expect(result.violation.length <= 12)
    #expect(events(result.violation, machine).filter { $0 == "hit" }.count == 3)
  }

  @Test("become shorter by events that are not in them")
  func shortcuts() throws {
    let text = """
      spec Leap
      var n: 0...41 = 0
      on step when n < 41 { n += 1 }
      on leap when n == 3 { n = 40 }
      invariant low { n < 41 }
      """
    let (machine, violation) = try #require(
      try (1...20).lazy.map { try walked(text, seed: $0) }.first { $0.1.length == 41 })
    let result = try shrunk(machine, violation)
    #expect(events(result.violation, machine) == ["step", "step", "step", "leap", "step"])
  }

  @Test("have the smallest arguments that show the finding, one by one")
  func arguments() throws {
    let (machine, violation) = try walked(
      """
      spec Arguments
      var last: 0...99 = 0
      var hits: 0...3 = 0
      on send(to: 0...99, size: 0...99) {
        last = to
        if to > 60 && hits < 3 { hits += 1 }
      }
      invariant few { hits < 3 }
      """, seed: 1)
    let result = try shrunk(machine, violation)
    #expect(
      events(result.violation, machine) == Array(repeating: "send(to: 61, size: 0)", count: 3))
  }
}
