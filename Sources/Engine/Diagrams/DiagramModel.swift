import Semantics

/// The reason why a search by diagrams gave no result.
enum DiagramObstacle: Error {
  /// A part of the spec cannot be expressed as steps between diagrams, or not within the limits; in words.
  case unsuited(String)
  /// It needs more work than allowed.
  case tooLarge
  /// The deadline of the thread is over.
  case stopped
  /// Two computations of the same result disagree.
  case contradiction(Finding, String)

  init(_ failure: DiagramStore.Failure) {
    switch failure {
    case .stopped: self = .stopped
    case .memory: self = .unsuited("its diagrams take more memory than there is")
    case .work: self = .tooLarge
    case .nodes: self = .unsuited("its diagrams have more nodes than can be numbered")
    }
  }
}

/// A machine as diagrams: its starts and steps, and the conditions of findings.
///
/// It is made of the circuits of events and properties, without tables. The store holds everything in it.
final class DiagramModel {
  typealias Node = DiagramStore.Node

  /// One outcome of an event instance.
  struct Outcome {
    var instance: Int
    var event: Int
    var rule: Int?
    /// The states in which it happens.
    var happens: Node
    var steps: Node
    /// The transition properties that it matches, and where.
    var matches: [(property: Int, condition: Node)]
  }

  typealias Run = DiagramSource.Run<Node>

  let machine: Machine
  let properties: Set<Int>
  let store: DiagramStore
  let levels: DiagramLevels
  let steps: DiagramSteps
  let starts: Node
  private(set) var outcomes: [Outcome] = []
  /// The states of each finding: those before its event, or, if it has none, those that have the finding themselves.
  private(set) var conditions: [(finding: Finding, condition: Node)] = []
  /// For each property of runs, its conditions, by the choices of its parameters.
  private(set) var runs: [Int: [Run]] = [:]
  /// The states in which a step leads to an invalid state, which must be unreachable.
  private(set) var lost: Node
  private(set) var records: CoverageRecords?
  var functions: DiagramFunctions

  /// - Parameters:
  ///   - memory: the memory limit of the diagrams, in bytes.
  ///   - pace: the total work limit.
  init(
    _ machine: Machine, starts: [[Value]], properties: Set<Int>, memory: Int, pace: DiagramPace,
    questions: CoveragePoints? = nil
  ) throws(DiagramObstacle) {
    self.machine = machine
    self.properties = properties
    let source = try DiagramSource(machine, properties, questions)
    records = source.records
    pace.add(source.circuit.gates.count)
    guard let wide = DiagramLevels(machine, source.circuit) else {
      throw .unsuited("a variable has too many values for a level of a diagram")
    }
    let draft = try DiagramDraft(source, wide, starts, memory: memory, pace: pace)
    (store, levels) = (draft.store, draft.levels)
    var functions = draft.functions
    let builder = DiagramStepBuilder(store, levels)
    for (place, outcome) in draft.outcomes.enumerated() {
      let (instance, reaction) = (source.outcomes[place].instance, source.outcomes[place].outcome)
      outcomes.append(
        Outcome(
          instance: instance, event: machine.instances[instance].event, rule: reaction.rule,
          happens: outcome.happens,
          steps: builder.steps(where: outcome.happens, outcome.codes),
          matches: reaction.matches.map { ($0.property, functions.node(of: $0.matches)) }))
      if let failure = store.failure { throw DiagramObstacle(failure) }
    }
    lost = builder.lost
    steps = DiagramSteps(store, joining: Self.traits(of: outcomes, machine))
    self.starts = store.set(of: try Self.packed(starts, machine, levels))
    self.functions = functions
    addConditions(source)
    for (property, conditions) in source.runs {
      runs[property] = conditions.map {
        Run(
          premise: functions.node(of: $0.premise), body: functions.node(of: $0.body),
          faults: functions.node(of: $0.faults))
      }
    }
    keep()
    if let failure = store.failure { throw DiagramObstacle(failure) }
  }

  private static func packed(
    _ starts: [[Value]], _ machine: Machine, _ levels: DiagramLevels
  ) throws(DiagramObstacle) -> [[UInt16]] {
    var packed: [[UInt16]] = []
    for start in starts {
      guard let values = levels.values(of: machine.layout.pack(start)) else {
        throw .unsuited("a start is no state of the diagram")
      }
      packed.append(values)
    }
    return packed
  }

  /// The traits that distinguish the outcomes of an event.
  static func traits(
    of outcomes: [Outcome], _ machine: Machine
  ) -> [DiagramSteps.Outcome] {
    var numbers: [Value: Int] = [:]
    var last = -1
    var ordinal = 0
    return outcomes.map { outcome in
      ordinal = outcome.instance == last ? ordinal + 1 : 0
      last = outcome.instance
      let arguments = machine.instances[outcome.instance].arguments.map { value in
        let number = numbers[value] ?? numbers.count
        numbers[value] = number
        return number
      }
      return DiagramSteps.Outcome(
        event: outcome.event, traits: [outcome.rule ?? -1, ordinal] + arguments,
        steps: outcome.steps)
    }
  }

  private func addConditions(_ source: DiagramSource) {
    var parts: [Finding: [Node]] = [:]
    var order: [Finding] = []
    func add(_ finding: Finding, _ condition: Node) {
      if condition == DiagramStore.none { return }
      if parts[finding] == nil { order.append(finding) }
      parts[finding, default: []].append(condition)
    }
    for (_, reaction) in source.reactions {
      for suspicion in reaction.suspicions {
        add(suspicion.finding, functions.node(of: suspicion.happens))
      }
    }
    for check in source.checks { add(check.finding, functions.node(of: check.happens)) }
    var open = store.not(
      any(source.reactions.map { functions.node(of: $0.1.canHappen) }))
    for terminal in source.terminals {
      var faulted = DiagramStore.none
      for fault in terminal.faults {
        let happens = store.and(open, functions.node(of: fault.happens))
        add(Finding(.terminalFault, at: fault.range), happens)
        faulted = store.or(faulted, functions.node(of: fault.happens))
      }
      let isOver = store.or(faulted, functions.node(of: terminal.holds))
      open = store.and(open, store.not(isOver))
    }
    add(Finding(.deadlock), open)
    conditions = order.map { ($0, any(parts[$0] ?? [])) }
  }

  /// Returns the states in which one of some conditions holds.
  func any(_ conditions: [Node]) -> Node {
    var rest = conditions
    while rest.count > 1 {
      rest = stride(from: 0, to: rest.count, by: 2).map {
        $0 + 1 < rest.count ? store.or(rest[$0], rest[$0 + 1]) : rest[$0]
      }
    }
    return rest.first ?? DiagramStore.none
  }

  /// Holds all nodes of the model.
  private func keep() {
    var nodes = [lost, starts] + steps.parts + conditions.map(\.condition)
    for outcome in outcomes {
      nodes += [outcome.happens, outcome.steps] + outcome.matches.map(\.condition)
    }
    for run in runs.values.joined() { nodes += [run.premise, run.body, run.faults] }
    for node in nodes { _ = store.kept(node) }
    // The functions of other wires are not kept, and computed again on demand.
    functions.forget()
  }

  /// The steps backwards.
  private(set) lazy var backwards: DiagramSteps = {
    let backwards = steps.reversed()
    for part in backwards.parts { _ = store.kept(part) }
    return backwards
  }()

  /// The value of each level in a state.
  func values(of state: [Value]) -> [UInt16]? { levels.values(of: machine.layout.pack(state)) }

  /// The state for the values of the levels.
  func state(of values: [UInt16]) -> [Value] {
    machine.layout.unpack(levels.words(of: values, count: machine.layout.wordCount))
  }
}
