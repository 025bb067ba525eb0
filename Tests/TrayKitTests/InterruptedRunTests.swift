import Foundation
import Reports
import Synchronization
import TestSupport
import Testing
import TrayKit

/// Runs that are interrupted at any moment are never a success, unless they are done.
@Suite struct InterruptedRunTests {
  /// Turns true when it was asked so many times.
  private final class Countdown: Sendable {
    private let left: Atomic<Int>
    init(_ count: Int) { left = Atomic(count) }
    var isOver: Bool { left.subtract(1, ordering: .relaxed).newValue < 0 }
  }

  private static let spec = """
    spec Lamp
    var level: 0...3 = 0
    on turn when level < 3 { level += 1 }
    on off { level = 0 }
    invariant low { level < 4 }
    world w1 { }
    world w2 { }
    """

  @Test(
    "whenever a run is interrupted, it is not decided or whole",
    arguments: [0, 1, 2, 3, 4, 6, 8, 12, 20, 50], [[], ["w1"]])
  func anyMoment(_ count: Int, _ worlds: [String]) throws {
    let folder = try ScratchFolder()
    for name in ["a", "b", "c"] {
      try folder.write(Self.spec.replacing("Lamp", with: "Lamp\(name)"), to: "\(name).tray")
    }
    var request = CheckRequest(paths: [folder.url.path])
    request.worlds = worlds
    request.threads = 1
    let countdown = Countdown(count)
    let outcome = try SynchronousAPI.check(request, isInterrupted: { countdown.isOver })
    let verdicts = outcome.report.specs.flatMap(\.verdicts)
    let isWhole =
      verdicts.count == (worlds.isEmpty ? 9 : 3) && verdicts.allSatisfy { $0.completion.exhaustive }
    #expect(outcome.status == (isWhole ? .success : .inconclusive))
    #expect(isWhole || outcome.diagnostics().contains("error: interrupted: "))
    #expect(isWhole == !(try outcome.rendered(as: .junit).contains("<error")))
  }
}
