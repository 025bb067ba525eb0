import Semantics

/// Decides properties for all states of a set, and for all steps from them.
struct SetJudge {
  typealias Node = SetStore.Node
  typealias Obstacle = SetRun.Obstacle

  let run: SetRun
  let set: Node
  var machine: Machine { run.machine }
  var store: SetStore { run.store }

  /// The levels of the states of a spec: first the columns outside of maps, then the entries by their keys, so that
  /// the columns of one name are together.
  static func columns(of parts: StateParts) -> [Int] {
    (0..<parts.count).sorted { (parts.keys[$0] ?? -1, $0) < (parts.keys[$1] ?? -1, $1) }
  }

  // MARK: Properties of states

  /// Whether an invariant holds in all states; a fault counts as false.
  func holds(_ property: Property) throws(Obstacle) -> Bool {
    run.beginEvent()
    if case .same(let steps) = property.sentence { return try holds(steps) }
    return try within(property.range) { () throws(Obstacle) in
      let split = try split(set, by: property.body)
      return split.no == SetStore.none && split.fault == SetStore.none
    }
  }

  private func holds(_ steps: EventEquivalence) throws(Obstacle) -> Bool {
    var holds = true
    for arguments in steps.choices {
      try run.forEachCase(of: set, .init(locals: [])) { (evaluator) throws(Fault) in
        try steps.difference(
          for: arguments, in: evaluator.state, of: machine.spec, footprint: evaluator.footprint)
          == nil
      } _: { (each) throws(Obstacle) in
        if case .success(true) = each.outcome { return }
        holds = false
      }
    }
    return holds
  }

  private func split(_ set: Node, by root: RootExpression) throws(Obstacle) -> SetRun.Split {
    try run.triedSplit(
      set, by: root.expression,
      .init(locals: Array(repeating: .none, count: root.frameSize)))
  }

  private func within<Result>(
    _ range: SourceRange, _ body: () throws(Obstacle) -> Result
  ) throws(Obstacle) -> Result {
    do throws(Obstacle) {
      return try body()
    } catch {
      if case .formless(let formless) = error, formless.range == nil {
        throw .formless(.init(reason: formless.reason, range: range))
      }
      throw error
    }
  }

  // MARK: Steps

  /// The violations in states without a step.
  func ends() throws(Obstacle) -> Set<Certificate.SafetyClaim> {
    var stuck = set
    for instance in machine.instances {
      if stuck == SetStore.none { return [] }
      stuck = try run.stuck(instance, in: stuck)
    }
    run.beginEvent()
    var wrong: Set<Certificate.SafetyClaim> = []
    for terminal in machine.spec.terminals {
      let split = try split(stuck, by: terminal)
      // It is then unknown whether it may be an end.
      if split.fault != SetStore.none { wrong.formUnion([.deadlock, .fault]) }
      stuck = split.no
    }
    if stuck != SetStore.none { wrong.insert(.deadlock) }
    return wrong
  }

  /// The step properties among some that a step violates, each with the event.
  func violated(_ properties: [Int]) throws(Obstacle) -> [Int: EventInstance] {
    var violated: [Int: EventInstance] = [:]
    if properties.isEmpty { return violated }
    let (steps, before) = remembering(self.variables(readOldBy: properties).contains)
    for instance in machine.instances {
      let asked = properties.filter { violated[$0] == nil && isAbout($0, instance.event) }
      if asked.isEmpty { continue }
      for (label, part) in try steps.react(to: instance, in: before).all {
        for property in asked where violated[property] == nil {
          let holds = try within(machine.spec.properties[property].range) {
            () throws(Obstacle) in
            try self.holds(property, of: label, instance, behind: part, steps)
          }
          if !holds { violated[property] = instance }
        }
      }
    }
    return violated
  }

  private func isAbout(_ property: Int, _ event: Int) -> Bool {
    guard case .transition(let patterns, _) = machine.spec.properties[property].kind else {
      return false
    }
    return patterns.contains { $0.event == nil || $0.event == event }
  }

  /// The variables whose old values step properties may read.
  private func variables(readOldBy properties: [Int]) -> Set<Int> {
    var variables: Set<Int> = []
    for property in properties {
      let declared = machine.spec.properties[property]
      var parts = [declared.body.expression]
      if case .transition(_, let filter?) = declared.kind { parts.append(filter) }
      for part in parts where part.reads.old { variables.formUnion(part.reads.variables) }
    }
    return variables
  }

  /// A run over sets of states that include the old values of some variables.
  func remembering(_ isWanted: (Int) -> Bool) -> (run: SetRun, before: Node) {
    let all = run.numbers.parts
    var columns: [Int] = []
    var copies: [Int] = []
    for column in store.columns {
      if all.columns.indices.contains(where: { isWanted($0) && all.columns[$0].contains(column) }) {
        columns.append(all.count + column)
        copies.append(column)
      }
      columns.append(column)
      copies.append(column)
    }
    let other = SetStore(columns)
    return (
      SetRun(machine, other, run.numbers, addsContents: false, keepsSignals: true),
      store.copied(set, to: other, copies)
    )
  }

  private func holds(
    _ property: Int, of label: SetRun.Label, _ instance: EventInstance, behind set: Node,
    _ steps: SetRun
  ) throws(Obstacle) -> Bool {
    let declared = machine.spec.properties[property]
    guard case .transition(let patterns, let filter) = declared.kind else { return true }
    let signals = label.frame.signals
    var evaluator = Evaluator(signals: signals, frameSize: declared.body.frameSize)
    let taken = Step(
      instance: instance, rule: label.rule, choices: [], signals: signals, state: [])
    do throws(Fault) {
      // Patterns read no state.
      guard try evaluator.matches(taken, patterns) else { return true }
    } catch {
      return false
    }
    let frame = SetRun.Frame(locals: evaluator.locals, signals: signals)
    var about = set
    if let filter {
      let split = try steps.triedSplit(set, by: filter, frame)
      if split.fault != SetStore.none { return false }
      about = split.yes
    }
    let split = try steps.triedSplit(about, by: declared.body.expression, frame)
    return split.no == SetStore.none && split.fault == SetStore.none
  }
}
