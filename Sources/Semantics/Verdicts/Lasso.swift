/// The loop at the end of a violation of `eventually`.
package struct Lasso: Sendable {
  /// The number of steps to the state in which the loop begins. The rest of the path is the loop, and ends in the
  /// same state. If the rest is empty, the run stops there forever.
  package var loopStart: Int
  /// The number of steps to the state in which the premise holds and after which the body never does.
  package var since: Int
  /// For each fair action, the reason why the loop is fair to it.
  package var reasons: [Reason]

  /// The reason why an infinite run of the loop is fair to an action.
  package struct Reason: Sendable, Hashable {
    package var action: FairAction
    package var kind: Kind

    package init(action: FairAction, kind: Kind) {
      self.action = action
      self.kind = kind
    }

    package enum Kind: Sendable, Hashable {
      /// It happens in the loop, in that step of the path, counted from 0.
      case happens(step: Int)
      /// It is enabled in no state of the loop.
      case neverPossible
      /// It is not enabled in the state after this number of steps, which is enough for weak fairness.
      case notPossible(after: Int)
    }
  }

  package init(loopStart: Int, since: Int, reasons: [Reason]) {
    self.loopStart = loopStart
    self.since = since
    self.reasons = reasons
  }
}

/// The states reachable from the end of a violation of `possible`, which no path leaves.
package struct DeadEnd: Sendable {
  /// The number of its states; nil after symmetry reduction, since not all states of an orbit need be reachable.
  package var states: Int?
  /// The events that are enabled in some of them, in the order of the text.
  package var events: [Int]

  package init(states: Int?, events: [Int]) {
    self.states = states
    self.events = events
  }
}

/// A missing assumption under which a violated `eventually` would hold.
package enum FairnessSuggestion: Sendable, Hashable {
  case fairness(FairnessDemand)
  /// The event does not happen infinitely often: `assuming no …`.
  case absence(Int)
}

/// The fairness of an event or a rule, as a spec can ask for it.
package struct FairnessDemand: Sendable, Hashable {
  package var event: Int
  /// Nil for the event as a whole.
  package var rule: Int?
  /// `weak` or `strong`.
  package var fairness: Fairness

  package init(event: Int, rule: Int?, fairness: Fairness) {
    self.event = event
    self.rule = rule
    self.fairness = fairness
  }
}
