import Engine
import Semantics

/// Finds a short trace for a violation that came about in a long one:
/// `Shrinker(machine, starts: …).shrink(violation)`.
///
/// In comes a violation with its path, out comes one of the same finding, never a longer one. What
/// may be spent is counted in states and steps, so that the result depends on nothing else. Nothing
/// is lost on the way: whoever interrupts gets the best so far.
package final class Shrinker {
  /// What may be spent.
  package struct Budget: Sendable {
    /// States of the search that proves a trace to be shortest; 0 switches it off.
    package var proofStates = 500_000
    /// States of the search that is made at last, if the first was too small.
    package var lastProofStates = 4_000_000
    /// States of a search for a shorter path between states of the trace.
    package var shortcutStates = 16_384
    /// States of all of these searches.
    package var allShortcutStates = 2_000_000
    /// Events that are tried by the reference evaluator.
    package var replayedEvents = 200_000

    package init() {}
  }

  /// A violation after shrinking.
  package struct Shrunk: Sendable {
    package var violation: Violation
    /// The length of the trace that was to be shrunk.
    package var originalLength: Int

    /// There is no shorter trace to the same finding.
    package var isProvedShortest: Bool { violation.isProvedShortest }
  }

  let machine: Machine
  let starts: [[Value]]
  let budget: Budget
  let paths: ShortestPaths
  private var pathsByEvents: [Set<Int>: ShortestPaths] = [:]

  /// - Parameters:
  ///   - starts: all starts of the machine.
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
  /// - Parameter isInterrupted: asked often; true ends it with the best so far.
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

  /// Searches in which nothing but some events can happen.
  func paths(by events: Set<Int>) -> ShortestPaths {
    if let known = pathsByEvents[events] { return known }
    let paths = ShortestPaths(machine.confined(to: events))
    pathsByEvents[events] = paths
    return paths
  }

  /// How many states may be stored where so many were planned: fewer where a state takes long.
  static func affordable(_ states: Int, for finding: Finding, _ paths: ShortestPaths) -> Int {
    guard states / max(1, paths.machine.instances.count / 100) >= 16 else { return 0 }
    // What runs by the reference evaluator takes as long as five hundred of what does not.
    let cost = paths.machine.instances.count / 100 + 5 * paths.referenceCount(for: finding)
    let affordable = states / max(1, cost)
    // A search of hardly any states finds nothing, and takes as long as planning it.
    return affordable < 16 ? 0 : affordable
  }
}

extension Finding {
  /// Whether a state, or an event there, shows it. Searches for short paths look for such findings.
  ///
  /// A loop is more than its states, and a search from each state is needed to know that there is no way
  /// out. The search that found these makes them short.
  var isShrinkable: Bool {
    switch kind.subject {
    case .trap, .run: false
    case .event, .step, .end, .state: true
    }
  }
}
