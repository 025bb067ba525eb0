import Semantics

/// What became of a counterexample in the spec as it is now.
package struct ReplayResult: Sendable {
  /// What the trace shows in the spec as it is now.
  package enum Verdict: Sendable {
    /// It shows, after so many events.
    case stillViolates(Violation)
    /// The trace runs through, and nothing is wrong.
    case fixed
    /// Something in the trace cannot happen any more; events are counted from 1, 0 is the start.
    case noLongerPossible(step: Int, Obstacle)
    /// The trace runs through, and it is not known whether it is a violation.
    case undecided(UnjudgedReason)
    /// The spec no longer has something that the counterexample names.
    case gone(MissingDeclarationError)
  }

  /// What the spec no longer has.
  package struct MissingDeclarationError: Error, Sendable {
    package enum Kind: Sendable {
      /// The property that it is about, or its event or rule.
      case property
      case world
      /// A constant that it sets.
      case constant
    }

    package var kind: Kind
    /// What it is, such as `event`.
    package var what: String
    package var name: String
    package var nearest: String?

    package init(_ kind: Kind, _ what: String, _ name: String, nearest: String?) {
      self.kind = kind
      self.what = what
      self.name = name
      self.nearest = nearest
    }

    /// In a sentence, with the nearest name that there is.
    package var text: String {
      "the spec has no \(what) '\(name)' any more"
        + (nearest.map { "; did you mean '\($0)'?" } ?? "")
    }
  }

  /// What keeps a trace from going on.
  package enum Obstacle: Error, Sendable {
    case unknownEvent(String, nearest: String?)
    case unknownParameter(String, event: String, nearest: String?)
    /// The property has no such parameter.
    case unknownArgument(String, property: String, nearest: String?)
    /// An argument, or the value of a variable at the start, is none any more.
    case unreadable(name: String, reason: String)
    /// No start has these values: the file's, and those of the first start.
    case otherStart([(name: String, wanted: String, found: String)])
    /// The guard of the event is false.
    case refused(EventInstance)
    /// No rule applies to the event.
    case gap(EventInstance)
    case fault(Fault, EventInstance, state: [Value])
    /// The parameter types of an event have no values.
    case noArguments(event: String)
    /// More states than this would have to be followed.
    case tooManyStates(Int)
    /// A constant of the file no longer fits the spec.
    case constant(String)
  }

  /// Why a trace that runs through is not judged.
  package enum UnjudgedReason: Sendable {
    /// Too many states can be reached from its end to see whether one is as it should be.
    case noEscapeSeen
    /// There are more paths than this to follow.
    case tooManyPaths(Int)
    /// The loop is still open after so many rounds.
    case endless(rounds: Int)
    /// The deadline of the thread was over.
    case stopped
    /// The parameters of the property have more values than this.
    case tooManyValues(Int)
    /// Something has no value somewhere on the way, or the tool goes no further there.
    case fault(Fault, Place)

    /// Where a fault is.
    package enum Place: Sendable {
      case property(Int)
      case event(Int)
      case terminal
    }
  }

  /// Why a trace that runs through is no violation of an `eventually` or `possible` any more.
  package enum FixReason: Sendable {
    /// The steps from the one with that place on do not lead back to where they began; with what keeps
    /// them from being repeated, if something does.
    case open(from: Int, again: Obstacle?)
    /// Nothing has to come: no state on the way is one that the property begins with.
    case unasked
    /// What has to come does, after so many steps.
    case answered(after: Int)
    /// What the property assumes not to happen for ever is a step of the loop, by its place.
    case excluded(step: Int)
    /// The loop puts that off for ever, which has to happen.
    case unfair(FairAction)
    /// A state in which the property holds can be reached, in so many steps if that is known.
    case escape(steps: Int?)
  }

  package var verdict: Verdict
  /// Why it is fixed, if more is to be said than that nothing is wrong.
  package var fix: FixReason?
  /// If the path closes a loop, how many of its steps come before that.
  package var loop: Int?
  /// The path as far as it goes.
  package var path: Path
  /// The event that was tried at its end, if it led nowhere.
  package var attempt: EventInstance?

  package init(verdict: Verdict, path: Path, attempt: EventInstance? = nil, loop: Int? = nil) {
    self.verdict = verdict
    self.loop = loop
    self.path = path
    self.attempt = attempt
  }
}
