/// A spec under the constants of one world as a finite machine: starts, event instances, and how
/// each state reacts to each of them.
///
/// The reactions here are those of the reference evaluator, which defines what a spec means. How
/// states are stored and in which order they are visited is not decided here. A machine is data
/// without any work going on: it is copied freely and read by all threads.
package struct Machine: Sendable {
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

  /// The same machine in which nothing but some events can happen.
  ///
  /// Starts, states and their layout are the same, so packed states of one machine are those of the
  /// other. It is how a shorter trace is looked for among fewer events.
  package func confined(to events: Set<Int>) -> Machine {
    Machine(self, instances: instances.filter { events.contains($0.event) })
  }
}

/// An event with its arguments. Equal instances are the same event with equal arguments: for
/// symmetric names, with the same names.
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

/// What a `choose` decided on the way through a step: the name in the text and its value, with the
/// type that tells how the value is written.
package struct Choice: Hashable, Sendable {
  package var name: String
  package var type: Type
  package var value: Value
}

/// One step: what happened, and the state after it. The state before it is not part of it.
///
/// Two steps are equal if everything in them is, the order of signals included. In which order
/// signals were sent is no difference to the language; who asks for different steps sorts them
/// before.
package struct Step: Hashable, Sendable {
  package var instance: EventInstance
  /// The rule that applied, for an event with rules.
  ///
  /// By its index among those of the event; nil for an event that has statements instead.
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

/// How a state reacts to an event instance.
package struct Reaction: Sendable {
  /// A mistake that shows at this instance.
  package struct Problem: Sendable {
    /// A gap, an overlap, or a fault of the event. The rules of an overlap are by their indices,
    /// ascending; each of them was followed all the same, so that there are steps as well.
    package let finding: Finding
    /// What has no value, if it is a fault. The finding names its rule if it is in the body of one;
    /// no rule, if it is in a guard, in a condition, or in the body of an event without rules.
    package var fault: Fault?
    /// The state just then, if it is a fault.
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

  /// The guard holds. False also where the guard has no value: then a problem says so, and there
  /// are no steps.
  package var isPossible = false
  package var steps: [Step] = []
  package var problems: [Problem] = []
  /// Loops whose outcome depends on their order.
  package var orderDependent: Set<SourceRange> = []

  /// Where the tool goes no further, so that there may be other steps and problems; nil if these are all.
  package var limit: Fault? {
    problems.lazy.compactMap(\.fault).first(where: \.isLimit)
  }
}
