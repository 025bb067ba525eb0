/// How the path of a violation of `eventually` goes on for ever.
package struct Lasso: Sendable {
  /// How many steps lead to the state in which the loop begins. What is left of the path is the loop,
  /// and ends in the same state; if nothing is left, the run stops there for ever.
  package var loopStart: Int
  /// How many steps lead to the state in which the premise holds and from which on the body never
  /// does.
  package var since: Int
  /// Why the loop is fair, for each action that has to be treated fairly.
  package var reasons: [Reason]

  /// Why a run that goes through the loop for ever is fair to an action.
  package struct Reason: Sendable, Hashable {
    package var action: FairAction
    package var kind: Kind

    package init(action: FairAction, kind: Kind) {
      self.action = action
      self.kind = kind
    }

    package enum Kind: Sendable, Hashable {
      /// It happens in the loop, by that step of the path, counted from 0.
      case happens(step: Int)
      /// It is possible in no state of the loop.
      case neverPossible
      /// It is not possible in the state after so many steps, which is enough for weak fairness.
      case notPossible(after: Int)
    }
  }

  package init(loopStart: Int, since: Int, reasons: [Reason]) {
    self.loopStart = loopStart
    self.since = since
    self.reasons = reasons
  }
}

/// The states at and behind the end of a violation of `possible`, from which no path leads out.
package struct DeadEnd: Sendable {
  /// How many states there are in it; nil where names are interchanged, since of the states of an orbit
  /// not all need be reachable.
  package var states: Int?
  /// The events that can happen in some of them, in the order of the text.
  package var events: [Int]

  package init(states: Int?, events: [Int]) {
    self.states = states
    self.events = events
  }
}

/// What a spec does not say and under which a violated `eventually` would hold.
package enum FairnessSuggestion: Sendable, Hashable {
  case fairness(MissingFairness)
  /// The event does not happen for ever: `assuming no …`.
  case absence(Int)
}

/// Fairness that a spec does not ask for.
package struct MissingFairness: Sendable, Hashable {
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
