import Semantics

/// The states of a spec and the steps between them that can be driven, breadth-first, with what each step covers.
final class SuiteGraph {
  struct Edge {
    var instance: Int
    var target: Int
    var way: Follower.Way
    /// Numbers of items, without those of pairs.
    var items: [Int]
    /// Nothing else can come of the event.
    var isCertain: Bool
  }

  struct Refusal {
    var item: Int
    var instance: Int
  }

  private let interface: Interface
  private let goals: Set<SuiteGoal>
  private let evaluator: ReferenceEvaluator
  /// The instances that are driven.
  let instances: [EventInstance]
  private(set) var states: [[Value]] = []
  private var ids: [[Value]: Int] = [:]
  /// What can be driven in a state, for those that were asked for again.
  private var known: [Int: (edges: [Edge], refusals: [Refusal])] = [:]
  private(set) var starts: [Int] = []
  /// By number; the text's come first.
  private(set) var items: [SuiteItem] = []
  private var numbers: [SuiteItem: Int] = [:]
  /// Items that can be covered, by number.
  private(set) var coverable: Set<Int> = []
  /// All states were looked at.
  private(set) var isWhole = false
  /// A limit ended the search.
  private(set) var isCut = false

  init(_ interface: Interface, _ goals: Set<SuiteGoal>) {
    self.interface = interface
    self.goals = goals
    evaluator = ReferenceEvaluator(interface.spec)
    instances = interface.machine.instances.filter { !interface.hidden.contains($0.event) }
    for item in SuiteItems.all(goals, interface) { _ = number(of: item) }
  }

  func number(of item: SuiteItem) -> Int {
    if let known = numbers[item] { return known }
    numbers[item] = items.count
    items.append(item)
    return items.count - 1
  }

  var hasPairs: Bool { goals.contains(.pairs) }

  /// The number of a pair; nil if pairs are no goal.
  func pair(_ first: Follower.Way?, _ second: Follower.Way) -> Int? {
    guard let first, goals.contains(.pairs) else { return nil }
    return numbers[.pair(first, second)]
  }

  /// Looks at states until all is found that there may be, or a limit is reached: half of the time, as the paths have to be
  /// found as well.
  func explore(maximumStates: Int) {
    for start in interface.starts { starts.append(id(of: start)) }
    starts = Array(Set(starts)).sorted()
    Watch.during(Watch.current?.half()) { explore(upTo: maximumStates) }
  }

  private func explore(upTo maximumStates: Int) {
    let needsAll = goals.contains(.transitions)
    let wanted = items.count
    // By state, for pairs.
    var incoming: [Set<Follower.Way>] = []
    var outgoing: [Set<Follower.Way>] = []
    var next = 0
    while next < states.count {
      if Watch.isOver || states.count > maximumStates {
        isCut = true
        return
      }
      if !needsAll, coverable.count == wanted { return }
      let (edges, refusals) = look(at: next)
      for edge in edges { coverable.formUnion(edge.items) }
      coverable.formUnion(refusals.map(\.item))
      if hasPairs {
        while incoming.count < states.count { incoming.append([]) }
        outgoing.append(Set(edges.map(\.way)))
        notePairs(incoming[next], outgoing[next])
        for edge in edges where incoming[edge.target].insert(edge.way).inserted {
          if edge.target <= next { notePairs([edge.way], outgoing[edge.target]) }
        }
      }
      next += 1
    }
    isWhole = true
  }

  private func notePairs(_ incoming: Set<Follower.Way>, _ outgoing: Set<Follower.Way>) {
    for first in incoming {
      for second in outgoing {
        if let pair = pair(first, second) { coverable.insert(pair) }
      }
    }
  }

  /// The number of a state that was found; nil for any other.
  func number(ofState state: [Value]) -> Int? { ids[state] }

  /// What the last event of a run covers.
  func items(of trail: Trail) -> Set<Int> {
    guard let (step, before) = trail.last, let way = trail.way else { return [] }
    let reaction = evaluator.react(to: step.instance, in: before)
    guard
      let outcome = reaction.steps.firstIndex(where: {
        $0.state == step.state && $0.rule == step.rule && $0.signals == step.signals
      })
    else { return [] }
    var result: Set<Int> = []
    if let pair = pair(trail.earlier, way) { result.insert(pair) }
    let instance = instances.firstIndex(of: step.instance)
    if let state = ids[before], let instance {
      result.formUnion(items(of: step, from: before, way, state, instance, outcome))
    } else {
      for arm in goals.contains(.branches) ? evaluator.arms(of: step, from: before) : [] {
        if let known = numbers[.branch(arm)] { result.insert(known) }
      }
      if let rule = numbers[.rule(way)] { result.insert(rule) }
    }
    return result
  }

  /// What is covered where an event is refused.
  func refusals(of instance: EventInstance, in state: [Value]) -> [Int] {
    goals.contains(.refusals) ? refusal(of: instance, in: state).map { [$0] } ?? [] : []
  }

  private func id(of state: [Value]) -> Int {
    if let known = ids[state] { return known }
    ids[state] = states.count
    states.append(state)
    return states.count - 1
  }

  /// The steps from a state, looked for when they are first asked for.
  func edges(of state: Int) -> [Edge] { remembered(state).edges }

  /// The events that are refused in a state and count as something to cover.
  func refusals(of state: Int) -> [Refusal] { remembered(state).refusals }

  private func remembered(_ state: Int) -> (edges: [Edge], refusals: [Refusal]) {
    if let known = known[state] { return known }
    let looked = look(at: state)
    known[state] = looked
    return looked
  }

  /// Finds the steps from a state, those that are certain first, and the events that are refused there.
  private func look(at index: Int) -> (edges: [Edge], refusals: [Refusal]) {
    let state = states[index]
    var found: [Edge] = []
    var refused: [Int: Int] = [:]
    for (number, instance) in instances.enumerated() {
      let reaction = evaluator.react(to: instance, in: state)
      if !reaction.isPossible {
        if goals.contains(.refusals), reaction.problems.isEmpty,
          let item = refusal(of: instance, in: state), refused[item] == nil
        {
          refused[item] = number
        }
        continue
      }
      // Where the spec does not say what comes of it, nothing is driven.
      guard reaction.problems.isEmpty else { continue }
      for (place, step) in reaction.steps.enumerated() {
        let way = Follower.Way(event: instance.event, rule: step.rule)
        found.append(
          Edge(
            instance: number, target: id(of: step.state), way: way,
            items: items(of: step, from: state, way, index, number, place),
            isCertain: reaction.steps.count == 1))
      }
    }
    return (
      found.filter(\.isCertain) + found.filter { !$0.isCertain },
      refused.sorted { $0.key < $1.key }.map { Refusal(item: $0.key, instance: $0.value) }
    )
  }

  private func items(
    of step: Step, from state: [Value], _ way: Follower.Way, _ index: Int, _ instance: Int,
    _ outcome: Int
  ) -> [Int] {
    var result: [Int] = []
    if goals.contains(.rules) { result.append(number(of: .rule(way))) }
    if goals.contains(.branches) {
      for arm in evaluator.arms(of: step, from: state) {
        if let known = numbers[.branch(arm)] { result.append(known) }
      }
    }
    if goals.contains(.transitions) {
      result.append(number(of: .transition(state: index, instance: instance, outcome: outcome)))
    }
    return result
  }

  /// Which refusal it is; nil if several parts of the guard are false at once and are told apart.
  private func refusal(of instance: EventInstance, in state: [Value]) -> Int? {
    guard let condition = interface.spec.events[instance.event].guardExpression else { return nil }
    let parts = condition.conjuncts
    if parts.count == 1 { return numbers[.refusal(event: instance.event, part: nil)] }
    var isFalse: [Int] = []
    for (place, part) in parts.enumerated() {
      var evaluator = evaluator.evaluator(for: instance, in: state)
      // A part behind one that is false may have no value.
      guard let holds = try? evaluator.holds(part) else { return nil }
      if !holds { isFalse.append(place) }
    }
    guard isFalse.count == 1 else { return nil }
    return numbers[.refusal(event: instance.event, part: isFalse[0])]
  }
}
