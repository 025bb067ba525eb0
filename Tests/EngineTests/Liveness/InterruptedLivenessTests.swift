import Basics
import Semantics
import Synchronization
import TestSupport
import Testing

@Suite("An interruption while runs are followed")
struct InterruptedLivenessTests {
  /// Interrupts from a certain question on.
  private final class Patience: Sendable {
    private let left: Mutex<Int>

    init(_ questions: Int) { left = Mutex(questions) }

    func isOver() -> Bool {
      left.withLock {
        $0 -= 1
        return $0 < 0
      }
    }
  }

  private static let spec = """
    var n: 0..<6 = 0
    fair on up { n = (n + 1) % 6 }
    on stay(times: 0..<4) { n = n }
    possible home { n == 0 }
    possible away { n == 5 }
    eventually comesHome whenever n == 3 { n == 0 }
    eventually staysAway whenever n == 3 { n == 7 }
    """

  @Test("leaves open what was not found out, and makes nothing wrong", arguments: 0..<24)
  func leavesOpen(_ questions: Int) throws {
    let patience = Patience(questions)
    let found = try search(Self.spec, under: Deadline(isInterrupted: { patience.isOver() }))
    for name in ["home", "away", "comesHome"] {
      #expect(["holds", "undecided"].contains(found.verdict(name)), "\(name)")
    }
    #expect(found.verdict("staysAway") != "holds")
  }
}
