import Semantics
import SpecLanguage
import Traces

/// A sequence of events to drive from a fresh start.
package struct DrivenPath: Hashable, Sendable {
  package var steps: [DrivenStep]

  package init(_ steps: [DrivenStep]) { self.steps = steps }
}

/// An event to drive: an action on the implementation from outside.
package struct DrivenStep: Hashable, Sendable {
  package var instance: EventInstance
  /// Whether it must be possible there. If not, its `when` is false, and it must have no effect.
  package var isPossible: Bool

  package init(_ instance: EventInstance, isPossible: Bool = true) {
    self.instance = instance
    self.isPossible = isPossible
  }

  /// The occurrence after it was driven.
  func occurrence(isRefused: Bool) -> Follower.Occurrence {
    isRefused ? .refused([instance]) : .event([instance])
  }

  /// The same event of a spec with another instance count; nil if that lacks some of the names.
  func translated(from interface: Interface, to other: Interface) -> DrivenStep? {
    if interface.additionalNames == other.additionalNames { return self }
    var step = self
    let events = (interface.spec.events[instance.event], other.spec.events[instance.event])
    for (place, value) in instance.arguments.enumerated() {
      let text = events.0.parameters[place].type.text(value)
      guard let value = try? ValueReader.read(text, as: events.1.parameters[place].type) else {
        return nil
      }
      step.instance.arguments[place] = value
    }
    return step
  }
}

extension DrivenPath {
  /// The first step that no run of the spec takes after the earlier ones; nil if there is none, or if it is unknown.
  ///
  /// This is not a choice of the spec that the implementation resolves differently: the path is wrong, or was made
  /// for another spec.
  package func impossibleStep(in interface: Interface) -> DrivenStep? {
    var interface = interface
    interface.heard = []
    var follower = Follower(interface, keepsHistory: false)
    guard case .fits = follower.follow(.start, Reply()) else { return nil }
    for step in steps {
      switch try? follower.reach().possibility(of: step.instance) {
      case .never? where step.isPossible, .always? where !step.isPossible: return step
      case .undefined?, nil: return nil
      default: break
      }
      guard case .fits = follower.follow(step.occurrence(isRefused: !step.isPossible), Reply())
      else {
        return nil
      }
    }
    return nil
  }
}
