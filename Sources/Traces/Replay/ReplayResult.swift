import Engine
import SpecLanguage

/// What became of a counterexample in the spec as it is now.
package struct ReplayResult: Sendable {
  package enum Verdict: Sendable {
    /// It shows, after so many events.
    case stillViolates(Violation)
    /// The trace runs through, and nothing is wrong.
    case fixed
    /// Something in the trace cannot happen any more; events are counted from 1, 0 is the start.
    case noLongerPossible(step: Int, Obstacle)
    /// The spec has no such property, event or rule.
    case propertyGone(what: String, name: String, nearest: String?)
  }

  /// What keeps a trace from going on.
  package enum Obstacle: Error, Sendable {
    case unknownEvent(String, nearest: String?)
    case unknownParameter(String, event: String, nearest: String?)
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

  package var verdict: Verdict
  /// The way as far as it goes.
  package var path: Path
  /// The event that was tried at its end, if it led nowhere.
  package var attempt: EventInstance?

  package init(verdict: Verdict, path: Path, attempt: EventInstance? = nil) {
    self.verdict = verdict
    self.path = path
    self.attempt = attempt
  }
}
