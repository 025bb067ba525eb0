import Semantics
import SpecLanguage
import Traces

/// What is done to an implementation, one thing after the other from a fresh start.
package struct DrivenPath: Hashable, Sendable {
  package var steps: [DrivenStep]

  package init(_ steps: [DrivenStep]) { self.steps = steps }
}

/// An event that is driven: done to the implementation from outside.
package struct DrivenStep: Hashable, Sendable {
  package var instance: EventInstance
  /// Whether it is to be possible there. If not, its `when` is false, and nothing must come of it.
  package var isPossible: Bool

  package init(_ instance: EventInstance, isPossible: Bool = true) {
    self.instance = instance
    self.isPossible = isPossible
  }

  /// What happened when it was done.
  func occurrence(isRefused: Bool) -> StateEstimator.Occurrence {
    isRefused ? .refused([instance]) : .event([instance])
  }

  /// The same event of a spec with another number of names; nil if that has not all of them.
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
  /// The first step that no run of the spec takes behind those before it; nil if there is none, or nobody can tell.
  ///
  /// Where the spec leaves something open, an implementation may go another way than a path was made for. This is
  /// another thing: the path is a mistake, or was made for another spec.
  package func impossibleStep(in interface: Interface) -> DrivenStep? {
    var interface = interface
    interface.heard = []
    var estimator = StateEstimator(interface, keepsHistory: false)
    guard case .fits = estimator.follow(.start, Reply()) else { return nil }
    for step in steps {
      switch try? estimator.reach().possibility(of: step.instance) {
      case .never? where step.isPossible, .always? where !step.isPossible: return step
      case .undefined?, nil: return nil
      default: break
      }
      guard case .fits = estimator.follow(step.occurrence(isRefused: !step.isPossible), Reply())
      else {
        return nil
      }
    }
    return nil
  }
}
