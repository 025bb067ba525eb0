import Basics
import Semantics

/// The state graph of drivable steps, explored breadth-first, with the items that each step covers.
final class SuiteGraph {
  struct Edge {
    var instance: Int
    var target: Int
    var way: StateEstimator.Way
    /// The index of the step among those of the instance.
    var outcome: Int
    /// The numbers of covered items, without pairs. Of the parts, it includes only those that were first found here.
    var items: [Int]
    /// Whether the event has no other outcome.
    var isCertain: Bool
  }

  struct Refusal {
    var item: Int
    var instance: Int
  }

  /// An example in which an outcome depends on a part: the step of an instance; nil if the instance is impossible.
  private struct Witness {
    var item: Int
    var instance: Int
    var outcome: Int?
    var weight: Decisions.Weight
  }

  private struct InstanceWay: Hashable {
    var instance: Int
    var rule: Int?
  }

  /// The maximum number of examples for each part, since finding more takes long.
  private static let maximumWitnesses = 8

  private let interface: Interface
  private let goals: Set<SuiteGoal>
  private let evaluator: ReferenceEvaluator
  /// The driven instances.
  let instances: [EventInstance]
  private(set) var states: [[Value]] = []
  private var ids: [[Value]: Int] = [:]
  /// The drivable steps of states that were requested again.
  private var known: [Int: (edges: [Edge], refusals: [Refusal])] = [:]
  private(set) var starts: [Int] = []
  /// The items by number; those from the text come first.
  private(set) var items: [SuiteItem] = []
  private var numbers: [SuiteItem: Int] = [:]
  /// The items of the branches, by event.
  private let branches: [[Int]]
  /// The items that the arguments of an instance cover, by rule.
  private var argumentItems: [InstanceWay: [Int]] = [:]
  /// The first examples of dependences on parts, by state.
  private var witnesses: [Int: [Witness]] = [:]
  /// The number of examples with the greatest importance, by item.
  private var witnessCounts: [Int: (weight: Decisions.Weight, count: Int)] = [:]
  /// The numbers of the items that can be covered.
  private(set) var coverable: Set<Int> = []
  /// The number of examined states, which are the first ones.
  private var lookedAt = 0
  /// Whether all states were examined.
  private(set) var isWhole = false
  /// Whether a limit ended the search.
  private(set) var isCut = false
  /// Whether a bound of the reference interpreter hides steps of some state.
  private var isPartial = false

  init(_ interface: Interface, _ goals: Set<SuiteGoal>) {
    self.interface = interface
    self.goals = goals
    evaluator = ReferenceEvaluator(interface.spec)
    instances = interface.machine.instances.filter { !interface.hidden.contains($0.event) }
    items = SuiteItems.all(goals, interface)
    numbers = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1, $0) })
    branches = interface.spec.events.map { [numbers] event in
      SuiteItems.arms(of: event).compactMap { numbers[.branch($0)] }
    }
  }

  func number(of item: SuiteItem) -> Int {
    if let known = numbers[item] { return known }
    numbers[item] = items.count
    items.append(item)
    return items.count - 1
  }

  var hasPairs: Bool { goals.contains(.pairs) }

  /// The number of a pair; nil if pairs are not a goal.
  func pair(_ first: StateEstimator.Way?, _ second: StateEstimator.Way) -> Int? {
    guard let first, goals.contains(.pairs) else { return nil }
    return numbers[.pair(first, second)]
  }

  /// Examines states until all items are found, or a limit is reached. It uses at most half of the time, because the
  /// paths have to be found as well.
  func explore(maximumStates: Int) {
    for start in interface.starts { starts.append(id(of: start)) }
    starts = Array(Set(starts)).sorted()
    Deadline.during(Deadline.current?.half()) { explore(upTo: maximumStates) }
  }

  private func explore(upTo maximumStates: Int) {
    let needsAll = goals.contains(where: \.isKnownByStates)
    let wanted = items.count
    // The ways that lead to each state, for pairs.
    var incoming: [Set<StateEstimator.Way>] = []
    var outgoing: [Set<StateEstimator.Way>] = []
    var next = 0
    while next < states.count {
      if Deadline.isOver || next >= maximumStates || states.count > Suite.maximumStates {
        isCut = true
        return
      }
      if !needsAll, coverable.count == wanted { return }
      var reactions: [Reaction] = []
      for (number, instance) in instances.enumerated() {
        let reaction =
          wantsParts
          ? seekParts(of: number, in: next) : evaluator.react(to: instance, in: states[next])
        reactions.append(reaction)
        if reaction.limit != nil { isPartial = true }
        if reaction.limit?.cause == .stopped || number & 255 == 255 && Deadline.isOver {
          isCut = true
          return
        }
      }
      let (edges, refusals) = look(at: next, reactions, seeks: true)
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
      lookedAt = next
    }
    isWhole = !isPartial
  }

  private func notePairs(_ incoming: Set<StateEstimator.Way>, _ outgoing: Set<StateEstimator.Way>) {
    for first in incoming {
      for second in outgoing {
        if let pair = pair(first, second) { coverable.insert(pair) }
      }
    }
  }

  /// The number of a known state; nil for any other.
  func number(ofState state: [Value]) -> Int? { ids[state] }

  /// The items that the last event of a run covers.
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
      result.formUnion(parts(of: step.instance, outcome, in: before))
    } else {
      for arm in goals.contains(.branches) ? evaluator.arms(of: step, from: before) : [] {
        if let known = numbers[.branch(arm)] { result.insert(known) }
      }
      if let rule = numbers[.rule(way)] { result.insert(rule) }
      for text in ChosenArguments.texts(of: step.instance, in: interface.spec) {
        if let known = numbers[.argument(way, text)] { result.insert(known) }
      }
    }
    return result
  }

  private var wantsParts: Bool { goals.contains(.conditions) || goals.contains(.statements) }

  /// The parts on which a step or the refusal of an event depends; only those with the greatest importance.
  func parts(of instance: EventInstance, _ outcome: Int?, in state: [Value]) -> [Int] {
    guard wantsParts else { return [] }
    let decisions = Decisions(evaluator, instance, in: state)
    return decisions.parts.compactMap { part in
      guard let item = numbers[.part(event: instance.event, part)],
        let known = witnessCounts[item]
      else { return nil }
      let outcomes = (try? self.outcomes(of: decisions, by: part)) ?? []
      return outcomes.contains { $0.outcome == outcome && $0.weight >= known.weight } ? item : nil
    }
  }

  /// The outcomes that depend on a part: indices of steps, or nil for a refusal.
  private func outcomes(
    of decisions: Decisions, by part: RulePart
  ) throws(Fault) -> [(outcome: Int?, weight: Decisions.Weight)] {
    if decisions.reaction.isPossible {
      return try decisions.steps(by: part).map { ($0, .noticeable) }
    }
    return try decisions.refusal(by: part).map { [(nil, $0)] } ?? []
  }

  /// Searches a state for dependences on parts with few examples so far.
  private func seekParts(of number: Int, in state: Int) -> Reaction {
    let instance = instances[number]
    let decisions = Decisions(evaluator, instance, in: states[state])
    guard decisions.reaction.problems.isEmpty else { return decisions.reaction }
    for part in decisions.parts {
      let candidate = SuiteItem.part(event: instance.event, part)
      guard goals.contains(candidate.goal) else { continue }
      let item = self.number(of: candidate)
      if case .condition(let range, let holds) = part {
        _ = self.number(of: .part(event: instance.event, .condition(range, holds: !holds)))
      }
      if let known = witnessCounts[item], known.weight == .noticeable,
        known.count >= Self.maximumWitnesses
      {
        continue
      }
      do throws(Fault) {
        for (outcome, weight) in try outcomes(of: decisions, by: part) {
          note(Witness(item: item, instance: number, outcome: outcome, weight: weight), in: state)
        }
      } catch {
        isPartial = true
      }
    }
    return decisions.reaction
  }

  /// The items that the arguments of an instance cover.
  private func arguments(of instance: Int, _ way: StateEstimator.Way) -> [Int] {
    guard goals.contains(.arguments) else { return [] }
    let place = InstanceWay(instance: instance, rule: way.rule)
    if let known = argumentItems[place] { return known }
    let items = ChosenArguments.texts(of: instances[instance], in: interface.spec)
      .map { number(of: .argument(way, $0)) }
    argumentItems[place] = items
    return items
  }

  private func note(_ witness: Witness, in state: Int) {
    var known = witnessCounts[witness.item] ?? (witness.weight, 0)
    if known.weight < witness.weight { known = (witness.weight, 0) }
    guard known.weight == witness.weight, known.count < Self.maximumWitnesses else { return }
    known.count += 1
    witnessCounts[witness.item] = known
    coverable.insert(witness.item)
    witnesses[state, default: []].append(witness)
  }

  private func id(of state: [Value]) -> Int {
    if let known = ids[state] { return known }
    ids[state] = states.count
    states.append(state)
    return states.count - 1
  }

  /// The steps from a state, computed on demand; empty for a state that was not examined.
  func edges(of state: Int) -> [Edge] { remembered(state).edges }

  /// The events that are refused in a state and count as items.
  func refusals(of state: Int) -> [Refusal] { remembered(state).refusals }

  private func remembered(_ state: Int) -> (edges: [Edge], refusals: [Refusal]) {
    if state >= lookedAt { return ([], []) }
    if let known = known[state] { return known }
    let looked = look(at: state, instances.map { evaluator.react(to: $0, in: states[state]) })
    known[state] = looked
    return looked
  }

  /// Finds the steps from a state, certain ones first, and the events that are refused there.
  ///
  /// - Parameter seeks: whether to skip items that are already known to be coverable, if computing them takes long.
  private func look(
    at index: Int, _ reactions: [Reaction], seeks: Bool = false
  ) -> (edges: [Edge], refusals: [Refusal]) {
    let state = states[index]
    let witnesses = (witnesses[index] ?? []).filter {
      $0.weight == witnessCounts[$0.item]?.weight
    }
    var found: [Edge] = []
    for (number, (instance, reaction)) in zip(instances, reactions).enumerated() {
      // An event without a defined outcome is not driven.
      guard reaction.isPossible, reaction.problems.isEmpty else { continue }
      let asksArms = !seeks || !branches[instance.event].allSatisfy(coverable.contains)
      for (place, step) in reaction.steps.enumerated() {
        let way = StateEstimator.Way(event: instance.event, rule: step.rule)
        let decided = witnesses.filter { $0.instance == number && $0.outcome == place }
        found.append(
          Edge(
            instance: number, target: id(of: step.state), way: way, outcome: place,
            items: items(of: step, from: state, way, index, number, place, asksArms: asksArms)
              + decided.map(\.item),
            isCertain: reaction.steps.count == 1))
      }
    }
    return (
      found.filter(\.isCertain) + found.filter { !$0.isCertain },
      witnesses.filter { $0.outcome == nil }.map { Refusal(item: $0.item, instance: $0.instance) }
    )
  }

  private func items(
    of step: Step, from state: [Value], _ way: StateEstimator.Way, _ index: Int, _ instance: Int,
    _ outcome: Int, asksArms: Bool = true
  ) -> [Int] {
    var result: [Int] = []
    if goals.contains(.rules) { result.append(number(of: .rule(way))) }
    if goals.contains(.branches), asksArms {
      for arm in evaluator.arms(of: step, from: state) {
        if let known = numbers[.branch(arm)] { result.append(known) }
      }
    }
    result += arguments(of: instance, way)
    if goals.contains(.transitions) {
      result.append(number(of: .transition(state: index, instance: instance, outcome: outcome)))
    }
    return result
  }
}
