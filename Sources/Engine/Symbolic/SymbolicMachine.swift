import Semantics

/// Builds the reactions and properties of a machine as wires of one circuit. They share the circuit, so a condition
/// that many events use is computed once. The planner consumes it; it is for one thread.
package struct SymbolicMachine {
  package typealias Wire = Circuit.Wire

  let spec: CheckedSpec
  let layout: SymbolicLayout
  /// The transition properties to check after each event.
  let stepProperties: [[StepProperty]]
  /// The properties in steps that do not change their variables, by index.
  var unchangedSteps: [Int: UnchangedStep] = [:]
  /// The variables by their fields.
  private let variables: [StateField: Int]
  /// The monitors with their variables.
  private let monitors: [(variable: Int, monitor: Monitor)]
  /// The variables as read from the bits of a state, to which the evaluator is reset for each reaction and property.
  let state: [Symbolic]
  package var evaluator: SymbolicEvaluator
  /// An evaluator without content, for the time in which an execution has the other one. With two owners, the circuit
  /// would be copied.
  private let placeholder: SymbolicEvaluator
  /// Whether reactions are compared with one another, and not planned.
  var comparesSteps = false
  /// The events whose outcomes include their signals.
  var signalledEvents: Set<Int> = []

  package init(_ machine: Machine, transitions: [Int]) {
    spec = machine.spec
    layout = SymbolicLayout(layout: machine.layout)
    stepProperties = machine.spec.events.indices.map { event in
      transitions.compactMap { StepProperty($0, of: machine.spec, after: event) }
    }
    variables = Dictionary(
      machine.layout.nodes.enumerated().flatMap { index, node in node.fields.map { ($0, index) } },
      uniquingKeysWith: { first, _ in first })
    monitors = spec.variables.enumerated().compactMap { index, variable in
      variable.monitor.map { (index, $0) }
    }
    // All fields must be included, however many they are: missing ones would count as zero.
    var algebra = SymbolicAlgebra(circuit: Circuit(maximumGates: .max))
    state = layout.read(&algebra)
    evaluator = SymbolicEvaluator(algebra: algebra, state: state, layout: machine.layout)
    placeholder = SymbolicEvaluator(
      algebra: SymbolicAlgebra(circuit: Circuit(maximumGates: 2)), state: [],
      layout: machine.layout)
  }

  package var circuit: Circuit { evaluator.algebra.circuit }

  /// The reason why the last request cannot be expressed as wires; nil if it can. Reading it clears the reason for
  /// the next request. A full circuit stays full until more is allowed.
  mutating func failure() -> String? {
    defer { evaluator.algebra.unsupported = nil }
    if let reason = evaluator.algebra.unsupported { return reason }
    return evaluator.circuit.isFull ? "it would take too many gates, or too long to find them" : nil
  }

  // MARK: Properties of single states

  /// Returns the states in which an expression holds, and those in which it has no value.
  ///
  /// - Returns: the wire, without meaning where one of the faults happens; or the reason why there are no wires.
  package mutating func property(
    _ root: RootExpression
  ) -> Result<(holds: Wire, faults: [SymbolicEvaluator.PossibleFault]), SymbolicFailure> {
    condition(root.expression, frame: [], size: root.frameSize)
  }

  /// Returns the states in which a condition on a state holds if its first names have these values, and those in which
  /// it has no value.
  mutating func condition(
    _ expression: Expression, frame: [Value], size: Int
  ) -> Result<(holds: Wire, faults: [SymbolicEvaluator.PossibleFault]), SymbolicFailure> {
    begin(frame: frame.map { evaluator.algebra.constant($0) }, size: size)
    let holds = evaluator.holds(expression)
    if let reason = failure() { return .failure(SymbolicFailure(reason: reason)) }
    return .success((holds, evaluator.faults))
  }

  /// Resets the evaluator to the state that is read from the bits, without signals or faults.
  mutating func begin(frame: [Symbolic], size: Int) {
    evaluator.reset(frame: frame, size: size)
    evaluator.state = state
    evaluator.previous = state
    evaluator.signals = []
  }

  // MARK: Reactions

  /// The reaction to an event instance, with at most that many gates.
  ///
  /// The wires of an instance that fails stay in the circuit, unused.
  ///
  /// - Parameters:
  ///   - instance: its arguments become constants, so much of the body is decided while it is built.
  ///   - maximumGates: also bounds the work.
  mutating func react(
    to instance: EventInstance, maximumGates: Int
  ) -> Result<SymbolicReaction, SymbolicFailure> {
    evaluator.circuit.allow(maximumGates)
    let arguments = instance.arguments.map { evaluator.algebra.constant($0) }
    let reaction = react(to: instance, frame: arguments)
    if let reason = failure() { return .failure(SymbolicFailure(reason: reason)) }
    return .success(reaction)
  }

  /// The reaction to an event with these arguments; without meaning after a failure.
  ///
  /// - Parameter instance: the instance for findings and transition properties.
  mutating func react(to instance: EventInstance, frame: [Symbolic]) -> SymbolicReaction {
    let event = spec.events[instance.event]
    begin(frame: frame, size: event.frameSize)
    var reaction = SymbolicReaction(canHappen: Circuit.truth)
    let holds = event.guardExpression.map { evaluator.holds($0) } ?? Circuit.truth
    reaction.canHappen = evaluator.circuit.or(holds, evaluator.faulted)
    for fault in evaluator.faults {
      note(
        Finding(.guardFault, event: instance.event, at: fault.range), fault.happens, &reaction)
    }
    evaluator.faults = []
    let isSound = evaluator.circuit.not(evaluator.faulted)
    evaluator.path = evaluator.circuit.and(holds, isSound)
    switch event.body {
    case .tick: tick(instance, &reaction)
    case .statements(let body): follow(body, instance, nil, evaluator.path, &reaction)
    case .rules(let bindings, let rules): apply(rules, bindings, instance, &reaction)
    }
    return reaction
  }

  /// Converts the faults since the last call into suspicions about an event, or one of its rules.
  private mutating func noteFaults(_ event: Int, _ rule: Int?, _ reaction: inout SymbolicReaction) {
    for fault in evaluator.faults {
      reaction.suspicions.append(
        .init(
          finding: Finding(.fault, event: event, rule: rule, at: fault.range),
          happens: fault.happens))
    }
    evaluator.faults = []
  }

  /// Exactly one rule has to apply; every rule that applies is followed.
  ///
  /// `otherwise` applies where no other rule does, and so never overlaps. Conditions of all rules are evaluated in
  /// the state before the event. Where one of them faults, no rule is followed.
  private mutating func apply(
    _ rules: [Rule], _ bindings: [(slot: Int, Expression)], _ instance: EventInstance,
    _ reaction: inout SymbolicReaction
  ) {
    let possible = evaluator.path
    for (slot, value) in bindings { evaluator.locals[slot] = evaluator.evaluate(value) }
    var applies: [(rule: Int, wire: Wire)] = []
    for (index, rule) in rules.enumerated() where !rule.isOtherwise {
      applies.append((index, evaluator.hold(rule.conditions[...])))
    }
    noteFaults(instance.event, nil, &reaction)
    let isSound = evaluator.circuit.not(evaluator.faulted)
    let path = evaluator.circuit.and(possible, isSound)
    let any = evaluator.circuit.any(applies.map(\.wire))
    let none = evaluator.circuit.not(any)
    noteOverlaps(applies, path, instance.event, &reaction)
    if let otherwise = rules.firstIndex(where: \.isOtherwise) {
      applies.append((otherwise, none))
    } else {
      note(Finding(.gap, event: instance.event), evaluator.circuit.and(path, none), &reaction)
    }
    let locals = evaluator.locals
    for (rule, wire) in applies {
      let happens = evaluator.circuit.and(path, wire)
      if happens == Circuit.falsity || evaluator.algebra.hasFailed { continue }
      evaluator.locals = locals
      evaluator.faulted = Circuit.falsity
      follow(rules[rule].body, instance, rule, happens, &reaction)
    }
  }

  /// Adds a suspicion, unless it is false in all states.
  mutating func note(
    _ finding: Finding, _ happens: Wire, _ reaction: inout SymbolicReaction
  ) {
    if happens != Circuit.falsity {
      reaction.suspicions.append(.init(finding: finding, happens: happens))
    }
  }

  /// With few rules, each pair that applies is recorded; with more, the pair is found later.
  ///
  /// Each pair of overlapping rules is its own mistake, so each pair is a wire: true where exactly these two apply.
  /// If three or more apply, there is one suspicion for all, and the reference evaluator finds the rules.
  private mutating func noteOverlaps(
    _ applies: [(rule: Int, wire: Wire)], _ path: Wire, _ event: Int,
    _ reaction: inout SymbolicReaction
  ) {
    var (any, several) = (Circuit.falsity, Circuit.falsity)
    for (_, wire) in applies {
      several = evaluator.circuit.or(several, evaluator.circuit.and(any, wire))
      any = evaluator.circuit.or(any, wire)
    }
    guard applies.count <= 8 else {
      return note(
        Finding(.overlap, event: event), evaluator.circuit.and(path, several), &reaction)
    }
    var three = Circuit.falsity
    for (place, second) in applies.enumerated() {
      for first in applies[..<place] {
        let both = evaluator.circuit.and(first.wire, second.wire)
        if both == Circuit.falsity { continue }
        var others = Circuit.falsity
        for other in applies where other.rule != first.rule && other.rule != second.rule {
          others = evaluator.circuit.or(others, other.wire)
        }
        three = evaluator.circuit.or(three, evaluator.circuit.and(both, others))
        let onlyThese = evaluator.circuit.and(both, evaluator.circuit.not(others))
        note(
          Finding(.overlap, event: event, rules: [first.rule, second.rule]),
          evaluator.circuit.and(path, onlyThese), &reaction)
      }
    }
    note(Finding(.overlap, event: event), evaluator.circuit.and(path, three), &reaction)
  }

  /// Runs a body where `path` holds.
  ///
  /// Each remaining branch becomes an outcome where it has no fault.
  private mutating func follow(
    _ body: [Statement], _ instance: EventInstance, _ rule: Int?, _ path: Wire,
    _ reaction: inout SymbolicReaction
  ) {
    evaluator.signals = []
    evaluator.path = path
    var execution = SymbolicExecution(placeholder)
    swap(&execution.evaluator, &evaluator)
    let branches = execution.differentSteps(
      execution.run(body, from: [execution.start(path: path)]))
    reaction.orders += execution.orders
    swap(&execution.evaluator, &evaluator)
    noteFaults(instance.event, rule, &reaction)
    for branch in branches where !evaluator.algebra.hasFailed {
      let isSound = evaluator.circuit.not(branch.faulted)
      let happens = evaluator.circuit.and(branch.path, isSound)
      if happens == Circuit.falsity { continue }
      finish(
        branch.state, branch.signals, instance, rule, happens: happens, &reaction)
    }
    evaluator.state = state
    evaluator.signals = []
  }

  /// Makes an outcome of a branch: its writes, and the verdicts of transition properties on the step.
  mutating func finish(
    _ after: [Symbolic], _ signals: [SymbolicEvaluator.Signal], _ instance: EventInstance,
    _ rule: Int?, happens: Wire, _ reaction: inout SymbolicReaction
  ) {
    if comparesSteps {
      return reaction.steps.append(
        .init(rule: rule, happens: happens, after: after, signals: signals))
    }
    let after = monitored(after, instance, happens: happens)
    var outcome = SymbolicReaction.Outcome(
      rule: rule, happens: happens,
      writes: layout.writes(from: state, to: after, &evaluator.algebra), matches: [])
    if signalledEvents.contains(instance.event) { outcome.signals = told(signals) }
    let saved = evaluator.locals
    let arguments = instance.arguments.map { evaluator.algebra.constant($0) }
    evaluator.state = after
    evaluator.previous = state
    evaluator.signals = signals
    let changed = Set(outcome.writes.compactMap { variables[$0.field] })
    for property in stepProperties[instance.event] {
      check(property, arguments, changed: changed, &outcome, &reaction)
    }
    evaluator.state = state
    evaluator.locals = saved
    reaction.outcomes.append(outcome)
  }
}

extension SymbolicMachine {
  /// Signals with their arguments as fields.
  private mutating func told(_ signals: [SymbolicEvaluator.Signal]) -> [SymbolicReaction.Signal] {
    signals.compactMap { sent in
      guard let layout = try? StateLayout(types: spec.signals[sent.signal].fields.map(\.type))
      else {
        evaluator.algebra.refuse("a signal that is too large")
        return nil
      }
      return SymbolicReaction.Signal(
        signal: sent.signal, layout: layout, isEmitted: sent.isEmitted,
        fields: SymbolicLayout(layout: layout).fields(
          of: sent.arguments, alive: sent.isEmitted, &evaluator.algebra))
    }
  }

  /// The updates of monitors in the state after a step, as in `CheckedSpec.monitored`.
  private mutating func monitored(
    _ after: [Symbolic], _ instance: EventInstance, happens: Wire
  ) -> [Symbolic] {
    if monitors.isEmpty { return after }
    let isTick = spec.events[instance.event].isTick
    let (locals, path) = (evaluator.locals, evaluator.path)
    var result = after
    evaluator.state = after
    evaluator.path = happens
    for (index, monitor) in monitors {
      let root = isTick ? monitor.onTick : monitor.onEvent
      evaluator.locals = Array(repeating: .nothing, count: root.frameSize)
      let outer = evaluator.faulted
      evaluator.faulted = Circuit.falsity
      var next = after[index]
      let faults = evaluator.collectingFaults { next = $0.evaluate(root.expression) }
      evaluator.faulted = outer
      let hasNone = evaluator.circuit.any(faults.map(\.happens))
      result[index] = evaluator.algebra.select(hasNone, after[index], next)
    }
    (evaluator.locals, evaluator.path) = (locals, path)
    evaluator.state = state
    return result
  }
}

extension SymbolicEvaluator {
  /// Returns the states in which all conditions of a rule hold. Binds the names of its groups.
  ///
  /// Conditions are evaluated in order, each where those before it hold, and so are the `let` lines between them.
  fileprivate mutating func hold(_ conditions: ArraySlice<RuleCondition>) -> Wire {
    guard let condition = conditions.first else { return Circuit.truth }
    switch condition {
    case .test(let expression):
      let test = holds(expression)
      if test == Circuit.falsity { return test }
      let rest = only(where: test) { $0.hold(conditions.dropFirst()) }
      return circuit.and(test, rest)
    case .bind(let bindings):
      for (slot, value) in bindings { locals[slot] = evaluate(value) }
      return hold(conditions.dropFirst())
    }
  }
}
