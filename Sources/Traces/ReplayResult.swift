import Semantics

/// The replay of a counterexample in the current version of its spec.
package struct ReplayResult: Sendable {
  /// The verdict on the trace in the current version of the spec.
  package enum Verdict: Sendable {
    /// The violation still happens, after the events of its path.
    indirect case stillViolates(Violation)
    /// The trace is possible, and there is no violation.
    case fixed
    /// Some event of the trace is impossible. Events are counted from 1, and 0 is the start.
    indirect case noLongerPossible(step: Int, Obstacle)
    /// The trace is possible, and it is unknown whether there is a violation.
    case undecided(UnjudgedReason)
    /// The spec no longer has something that the counterexample names.
    case gone(MissingDeclarationError)
  }

  /// A declaration that the spec no longer has.
  package struct MissingDeclarationError: Error, Sendable {
    package enum Kind: Sendable {
      /// The property of the violation, or its event or rule.
      case property
      case world
      /// A constant that the file sets.
      case constant
    }

    package var kind: Kind
    /// The kind of the declaration, such as `event`.
    package var what: String
    package var name: String
    package var nearest: String?

    package init(_ kind: Kind, _ what: String, _ name: String, nearest: String?) {
      self.kind = kind
      self.what = what
      self.name = name
      self.nearest = nearest
    }

    /// A sentence with the nearest existing name.
    package var text: String {
      "the spec has no \(what) '\(name)' any more"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
  }

  /// The reason why a trace cannot continue.
  package indirect enum Obstacle: Error, Sendable {
    case unknownEvent(String, nearest: String?)
    case unknownParameter(String, event: String, nearest: String?)
    /// The property has no such parameter.
    case unknownArgument(String, property: String, nearest: String?)
    /// An argument, or the value of a variable at the start, is no longer valid.
    case unreadable(name: String, reason: String)
    /// No initial state has these values: those of the file, and those of the first initial state.
    case otherStart([(name: String, wanted: String, found: String)])
    /// The guard of the event is false.
    case refused(EventInstance)
    /// No rule applies to the event.
    case gap(EventInstance)
    case fault(Fault, EventInstance, state: [Value])
    /// The parameter types of an event have no values.
    case noArguments(event: String)
    /// The number of states to follow exceeds this limit.
    case tooManyStates(Int)
    /// A constant of the file no longer fits the spec.
    case constant(String)
  }

  /// The reason why a possible trace is not judged.
  package enum UnjudgedReason: Sendable {
    /// Too many states are reachable from its end to decide whether a goal is reachable.
    case noEscapeSeen
    /// The number of paths to follow exceeds this limit.
    case tooManyPaths(Int)
    /// The loop is still open after this number of rounds.
    case endless(rounds: Int)
    /// The verdict depends on events that 'explore while' leaves out.
    case beyondBound
    /// The deadline of the thread ended.
    case stopped
    /// The number of values of the property's parameters exceeds this limit.
    case tooManyValues(Int)
    /// An evaluation on the path fails, or reaches a limit of the tool.
    indirect case fault(Fault, Place)

    /// The place of a fault.
    package enum Place: Sendable {
      case property(Int)
      case event(Int)
      case terminal
    }
  }

  /// The reason why a possible trace no longer violates an `eventually` or `possible`.
  package enum FixReason: Sendable {
    /// The steps from this index on do not return to their first state; with the obstacle to repeating them, if there
    /// is one.
    indirect case open(from: Int, again: Obstacle?)
    /// Nothing triggers the property on the path.
    case unasked
    /// The goal is reached after this number of steps.
    case answered(after: Int)
    /// The loop contains a step, given by its index, that the property assumes not to repeat forever.
    case excluded(step: Int)
    /// The loop violates the fairness of this action.
    case unfair(FairAction)
    /// A goal state is reachable, in this number of steps if it is known.
    case escape(steps: Int?)
  }

  package var verdict: Verdict
  /// The reason why the violation is fixed, if it is more than the absence of a violation.
  package var fix: FixReason?
  /// The number of steps before the loop, if the path closes one.
  package var loop: Int?
  /// The path as far as it is possible.
  package var path: Path
  /// The event that was tried at its end without an outcome; nil if there is none.
  package var attempt: EventInstance?

  package init(verdict: Verdict, path: Path, attempt: EventInstance? = nil, loop: Int? = nil) {
    self.verdict = verdict
    self.loop = loop
    self.path = path
    self.attempt = attempt
  }
}
