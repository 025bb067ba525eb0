import Basics
import Engine
import Semantics

/// Finds a short trace for a violation with a long one: `Shrinker(machine, starts: …).shrink(violation)`.
///
/// The input is a violation with its path, the output one of the same finding that is never longer. The budget is
/// counted in states and steps, so that the result depends on nothing else. An interrupted run returns the best result
/// so far.
package final class Shrinker {
  /// The budget of shrinking.
  package struct Budget: Sendable {
    /// The number of states in the search that proves a trace to be shortest; 0 disables it.
    package var proofStates = 500_000
    /// The number of states in the final search, if the first one was too small.
    package var lastProofStates = 4_000_000
    /// The number of states in each search for a shorter path between states of the trace.
    package var shortcutStates = 16_384
    /// The number of states in all of these searches together.
    package var allShortcutStates = 2_000_000
    /// The number of events that the reference interpreter tries.
    package var replayedEvents = 200_000

    package init() {}
  }

  /// A violation after shrinking.
  package struct Shrunk: Sendable {
    @Boxed package var violation: Violation
    /// The length of the original trace.
    package var originalLength: Int

    /// Whether there is no shorter trace to the same finding.
    package var isProvedShortest: Bool { violation.isProvedShortest }
  }

  let machine: Machine
  let starts: [[Value]]
  let budget: Budget
  let paths: ShortestPaths
  private var pathsByEvents: [Set<Int>: ShortestPaths] = [:]

  /// Creates a shrinker.
  ///
  /// - Parameters:
  ///   - starts: all initial states of the machine.
  ///   - paths: searches of the machine, if it was planned before.
  package init(
    _ machine: Machine, starts: [[Value]], budget: Budget = Budget(), paths: ShortestPaths? = nil
  ) {
    self.machine = machine
    self.starts = starts
    self.budget = budget
    self.paths = paths ?? ShortestPaths(machine)
  }

  /// Shrinks a violation.
  ///
  /// - Parameter isInterrupted: polled often; true ends the run with the best result so far.
  package func shrink(
    _ original: Violation, isInterrupted: @escaping () -> Bool = { false }
  ) -> Shrunk {
    let finding = original.finding
    let untouched = Shrunk(violation: original, originalLength: original.length)
    let isStop =
      finding.kind == .eventually && original.lasso?.loopStart == original.path.steps.count
    guard finding.isShrinkable || isStop else { return untouched }
    let replay = Replay(machine, starts: starts, finding: finding)
    guard replay.confirms(original) else { return untouched }
    var pass = ShrinkingPass(self, original, finding, replay, isInterrupted)
    pass.cutLoops()
    if isInterrupted() || !pass.prove(states: budget.proofStates) {
      pass.truncate()
      pass.runToFixpoint()
      pass.proveAtLast()
    }
    guard pass.best.length <= original.length, replay.confirms(pass.best) else { return untouched }
    var shrunk = Shrunk(violation: pass.best, originalLength: original.length)
    shrunk.violation.isProvedShortest = pass.isProved
    return shrunk
  }

  /// Searches in which only some events can happen.
  func paths(by events: Set<Int>) -> ShortestPaths {
    if let known = pathsByEvents[events] { return known }
    let paths = ShortestPaths(machine.confined(to: events))
    pathsByEvents[events] = paths
    return paths
  }

  /// The affordable number of states for a planned one: it is smaller if a state takes long.
  static func affordable(_ states: Int, for finding: Finding, _ paths: ShortestPaths) -> Int {
    guard states / max(1, paths.machine.instances.count / 100) >= 16 else { return 0 }
    // A step of the reference interpreter takes as long as five hundred others.
    let cost = paths.machine.instances.count / 100 + 5 * paths.referenceCount(for: finding)
    let affordable = states / max(1, cost)
    // A search of very few states finds nothing, and takes as long as planning it.
    return affordable < 16 ? 0 : affordable
  }
}

extension Finding {
  /// Whether a state, or an event in it, shows the finding. Searches for short paths can find only those.
  ///
  /// A loop is more than its states, and the proof that there is no escape needs a search from each state. The searches
  /// that find these keep them short.
  var isShrinkable: Bool {
    switch kind.subject {
    case .trap, .run: false
    case .event, .step, .end, .state: true
    }
  }
}
