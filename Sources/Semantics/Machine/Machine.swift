/// A spec under the constants of one world as a finite machine: starts, event instances, and how
/// each state reacts to each of them.
///
/// The reactions here are those of the reference evaluator, which defines what a spec means. How
/// states are stored and in which order they are visited is not decided here. A machine never
/// changes, so all threads share it.
package final class Machine: Sendable {
  package let spec: CheckedSpec
  /// It is that of the variables in their order. Everything that keeps or compares packed states
  /// takes it from here.
  package let layout: StateLayout
  /// All events with all choices of their parameters, in the order of the text and of the values.
  /// Plans and searches name an instance by its place here. Time passing (`tick`) is the
  /// last event, if there is a timer.
  package let instances: [EventInstance]

  /// Makes the machine; throws where the state does not fit into any layout.
  ///
  /// Making the instances takes time and memory for each of them, the product of the sizes of an
  /// event's parameter types. Where the deadline of the thread ends meanwhile they are cut short, so
  /// who set the deadline asks for its limit before the machine is used.
  ///
  /// - Throws: `StateLayout.TypeSizeError` with the variable that did not fit.
  package init(_ spec: CheckedSpec) throws(StateLayout.TypeSizeError) {
    self.spec = spec
    layout = try StateLayout(spec.variables)
    instances = spec.events.enumerated().flatMap { index, event in
      Type.watchedCombinations(event.parameters.map(\.type.watchedValues))
        .map { EventInstance(event: index, arguments: $0) }
    }
  }

  private init(_ machine: Machine, instances: [EventInstance]) {
    spec = machine.spec
    layout = machine.layout
    self.instances = instances
  }

  /// The same machine, restricted to some events.
  ///
  /// Starts, states and their layout are the same, so the machines can exchange packed states. The search for a
  /// shorter trace uses this to restrict the events.
  package func confined(to events: Set<Int>) -> Machine {
    Machine(self, instances: instances.filter { events.contains($0.event) })
  }
}

/// An event with its arguments. Instances are equal if the events are the same and the arguments are equal, including
/// symmetric names.
package struct EventInstance: Hashable, Sendable {
  /// The index of the event in the spec.
  package var event: Int
  /// One for each parameter, in their order.
  package var arguments: [Value]

  package init(event: Int, arguments: [Value]) {
    self.event = event
    self.arguments = arguments
  }
}

/// A decision of `choose` within a step: the name in the text, its value, and the type that determines how the value
/// is printed.
package struct Choice: Hashable, Sendable {
  package var name: String
  package var type: Type
  package var value: Value
}

/// One step: the event, and the state after it. The state before it is not included.
///
/// Two steps are equal if all their parts are, including the order of signals. The language does not observe that
/// order, so callers that need different steps sort the signals first.
package struct Step: Hashable, Sendable {
  package var instance: EventInstance
  /// The rule that applied, for an event with rules.
  ///
  /// The index of the rule in its event; nil for an event with statements instead of rules.
  package var rule: Int?
  package var choices: [Choice]
  package var signals: [EmittedSignal]
  package var state: [Value]

  package init(
    instance: EventInstance, rule: Int?, choices: [Choice], signals: [EmittedSignal],
    state: [Value]
  ) {
    self.instance = instance
    self.rule = rule
    self.choices = choices
    self.signals = signals
    self.state = state
  }
}

/// The reaction of a state to an event instance.
package struct Reaction: Sendable {
  /// A mistake that shows at this instance.
  package struct Problem: Sendable {
    /// A gap, an overlap, or a fault of the event. The rules of an overlap are given by their indices, ascending.
    /// Each of them was followed nevertheless, so there are steps as well.
    package let finding: Finding
    /// The fault, if the problem is one. Its finding names the rule if the fault is in the body of a rule. It names
    /// no rule for a guard, a condition, or an event without rules.
    package var fault: Fault?
    /// The state at the fault, if it is one.
    package var state: [Value]?

    init(_ finding: Finding) { self.finding = finding }

    init(
      _ kind: Finding.Kind, _ fault: Fault, of instance: EventInstance, rule: Int? = nil,
      in state: [Value]
    ) {
      finding = Finding(kind, event: instance.event, rule: rule, at: fault.range)
      self.fault = fault
      self.state = state
    }
  }

  /// Whether the guard holds. False also if the guard has no value: then there is a problem, and no steps.
  package var isPossible = false
  package var steps: [Step] = []
  package var problems: [Problem] = []
  /// Loops whose outcome depends on their order.
  package var orderDependent: Set<SourceRange> = []

  /// The limit that stopped the tool, so there may be more steps and problems; nil if these are all.
  package var limit: Fault? {
    problems.lazy.compactMap(\.fault).first(where: \.isLimit)
  }
}
