import Engine
import Replays
import Semantics
import TestSupport
import Testing

/// Traces in which several things go on beside each other, with too many states for a proof.
@Suite("Traces of independent parts")
struct ShrinkerGroupTests {
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

  /// A violation as a walk came to it.
  private func walked(_ text: String, seed: UInt64) throws -> (Machine, Violation) {
    let machine = try Machine(try SpecText.checked(text))
    let options = WalkOptions(seed: seed, walks: 200, steps: 400)
    let result = RandomWalks(machine, starts: try machine.starts(), options: options).run()
    return (machine, try #require(result.violations.first).violation)
  }

  private func shrunk(_ machine: Machine, _ violation: Violation) throws -> Shrinker.Shrunk {
    var budget = Shrinker.Budget()
    budget.proofStates = 0
    return Shrinker(machine, starts: try machine.starts(), budget: budget).shrink(violation)
  }

  /// Each part takes two turns to 4, two pushes, one turn to 5, and the latch.
  @Test("shrink part by part to the sum of their shortest ways", arguments: [1, 2, 3])
  func parts(_ seed: UInt64) throws {
    let (machine, violation) = try walked(Self.parts(3), seed: seed)
    #expect(violation.length > 60)
    let result = try shrunk(machine, violation)
    #expect(result.violation.length == 18 && !result.isProvedShortest)
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
    let events = result.violation.path.steps.map { machine.spec.text($0.instance) }
    #expect(events == Array(repeating: "send(to: 61, size: 0)", count: 3))
  }
}
