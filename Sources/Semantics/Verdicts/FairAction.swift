/// An action that a fair run must not postpone indefinitely: an event with its arguments, or one of its rules, by the
/// word before `on` or `rule`.
package struct FairAction: Hashable, Sendable {
  package var instance: EventInstance
  /// Nil for the event as a whole.
  package var rule: Int?
  /// The answer to `fair` and `strongly fair`; never `none`.
  package var fairness: Fairness

  package init(instance: EventInstance, rule: Int?, fairness: Fairness) {
    self.instance = instance
    self.rule = rule
    self.fairness = fairness
  }

  /// Whether a step performs the action.
  package func happens(by step: Step) -> Bool {
    step.instance == instance && (rule == nil || step.rule == rule)
  }
}

extension Machine {
  /// All fair events and rules with all choices of their parameters, in the order of the instances, an
  /// event before its rules.
  package var fairActions: [FairAction] {
    instances.flatMap { instance in
      let event = spec.events[instance.event]
      var actions: [FairAction] = []
      let fairness = event.fairness(of: instance.arguments)
      if fairness != .none {
        actions.append(FairAction(instance: instance, rule: nil, fairness: fairness))
      }
      for (index, rule) in event.rules.enumerated() where rule.fairness != .none {
        actions.append(FairAction(instance: instance, rule: index, fairness: rule.fairness))
      }
      return actions
    }
  }
}

extension Event {
  /// The strongest fairness of the event with these arguments.
  package func fairness(of arguments: [Value]) -> Fairness {
    promises.reduce(fairness) { strongest, promise in
      guard strongest < promise.fairness else { return strongest }
      var evaluator = Evaluator(frameSize: promise.frameSize)
      let fits = promise.arguments.allSatisfy { place, pattern in
        (try? evaluator.matches(pattern, arguments[place])) ?? false
      }
      return fits ? promise.fairness : strongest
    }
  }
}

extension Fairness: Comparable {
  package static func < (left: Fairness, right: Fairness) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .none: 0
    case .weak: 1
    case .strong: 2
    }
  }
}

extension CheckedSpec {
  /// Whether some part of an event is fair, and therefore done by the system.
  package func callsFair(_ event: Int) -> Bool {
    events[event].fairness != .none || !events[event].promises.isEmpty
      || events[event].rules.contains { $0.fairness != .none }
  }
}
