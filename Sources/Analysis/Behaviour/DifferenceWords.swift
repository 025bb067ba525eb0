import Semantics
import Traces

/// Puts what a comparison found into words.
///
/// The search keeps numbers only. Here steps are found again with the reference evaluator, which is
/// cheap for the few differences that are told.
struct DifferenceWords {
  /// Of many continuations, so many are told.
  private static let maximumSteps = 3

  private let search: BehaviourSearch
  private var old: CheckedSpec { search.old.spec }
  private var new: CheckedSpec { search.new.spec }

  init(_ search: BehaviourSearch) { self.search = search }

  // MARK: Starts

  /// The starts that only one of them has; nil if there are none.
  var starts: BehaviourDifference? {
    let (before, after) = (search.onlyOldStart, search.onlyNewStart)
    guard let shown = after ?? before else { return nil }
    var changes: [Trace.Change] = []
    if let before, let after {
      for pair in search.correspondence.variables
      where pair.oldMap(before[pair.old]) != pair.newMap(after[pair.new]) {
        let (variable, other) = (old.variables[pair.old], new.variables[pair.new])
        changes.append(
          Trace.Change(
            place: other.name, old: variable.type.text(before[pair.old]),
            new: other.type.text(after[pair.new])))
      }
    }
    let trace = Trace(Path(start: shown, steps: []), in: after == nil ? old : new)
    return BehaviourDifference(
      kind: before == nil ? .onlyNew : after == nil ? .onlyOld : .both, trace: trace,
      oldOutcome: before == nil ? .none : .steps([]),
      newOutcome: after == nil ? .none : .steps([]), startChanges: changes)
  }

  // MARK: Steps

  /// One difference with its trace: the shortest path to the node, and behind it the first outcome
  /// that the side which tells it has. A difference of both kinds is told by the new spec.
  func difference(_ found: BehaviourSearch.Found) -> BehaviourDifference {
    let side: BehaviourSearch.Side = found.kind == .onlyOld ? .old : .new
    let spec = side == .old ? old : new
    let outcome = side == .old ? found.old.first : found.new.first
    let trace: Trace
    if let outcome {
      var path = self.path(to: found.node, endingIn: outcome.from, side)
      path.steps.append(outcome.step)
      trace = Trace(path, in: spec)
    } else {
      trace = Trace(Path(start: [], steps: []), in: spec)
    }
    return BehaviourDifference(
      kind: found.kind, event: outcome.map { spec.events[$0.step.instance.event].name },
      oldRule: found.kind == .onlyNew ? nil : ruleName(found.old.first, old),
      newRule: found.kind == .onlyOld ? nil : ruleName(found.new.first, new), trace: trace,
      oldOutcome: self.outcome(found, found.old, .old),
      newOutcome: self.outcome(found, found.new, .new))
  }

  private func ruleName(_ outcome: BehaviourSearch.Outcome?, _ spec: CheckedSpec) -> String? {
    guard let step = outcome?.step, let rule = step.rule else { return nil }
    return spec.events[step.instance.event].rules[rule].name
  }

  /// What one spec does at a difference: the first steps, or why there is none.
  private func outcome(
    _ found: BehaviourSearch.Found, _ outcomes: [BehaviourSearch.Outcome],
    _ side: BehaviourSearch.Side
  ) -> BehaviourDifference.Outcome {
    let spec = side == .old ? old : new
    guard outcomes.isEmpty else {
      return .steps(
        outcomes.prefix(Self.maximumSteps).flatMap { outcome in
          Trace(Path(start: state(outcome.from, side), steps: [outcome.step]), in: spec).steps
        })
    }
    let pair = search.correspondence.instances[found.pair]
    let instances = side == .old ? pair.old : pair.new
    let node = search.nodes[found.node]
    guard let instance = instances.first,
      let number = (side == .old ? node.old : node.new).numbers.first
    else {
      let isKnown =
        search.correspondence.instances.contains {
          $0.event == pair.event && !(side == .old ? $0.old : $0.new).isEmpty
        }
      return .unknown(isEvent: !isKnown)
    }
    return refusal(instance, state(number, side), side)
  }

  /// Why nothing follows from an event.
  ///
  /// A fault or a gap is told if there is one, else what makes the guard false. Time has no guard of
  /// its own, so a `tick` that does not happen is told without reasons.
  private func refusal(
    _ place: Int, _ state: [Value], _ side: BehaviourSearch.Side
  ) -> BehaviourDifference.Outcome {
    let (spec, instance) =
      side == .old ? (old, search.old.instances[place]) : (new, search.new.instances[place])
    let reaction = search.react(place, state, side)
    for problem in reaction.problems {
      if let fault = problem.fault { return .fault(fault.message) }
      if problem.finding.kind == .gap { return .gap }
    }
    var explainer = Explainer(file: spec.file, spec: spec)
    if case .tick = spec.events[instance.event].body { return .refused([]) }
    return .refused(explainer.explainGuard(of: instance, in: state, holds: false))
  }

  /// The unpacked state of a number; the sides number their states independently.
  private func state(_ number: Int32, _ side: BehaviourSearch.Side) -> [Value] {
    side == .old ? search.oldStates[number] : search.newStates[number]
  }

  // MARK: Paths

  /// A path of one machine along the steps to a node that ends in one of its states there.
  ///
  /// It goes backwards along the parents, and at each node looks for a state before from which the
  /// step leads to the state at hand. One exists, as sets of states hold nothing but successors of
  /// their parent's.
  private func path(
    to node: Int, endingIn end: Int32, _ side: BehaviourSearch.Side
  ) -> Path {
    var steps: [Step] = []
    var place = node
    var target = state(end, side)
    while search.nodes[place].parent >= 0 {
      let reached = search.nodes[place]
      place = Int(reached.parent)
      guard let (from, step) = step(into: target, reached, search.nodes[place], side) else { break }
      steps.append(step)
      target = from
    }
    return Path(start: target, steps: steps.reversed())
  }

  /// A step into a state from one of those before, with the signals that lead to the node; nil if
  /// there is none.
  private func step(
    into target: [Value], _ node: BehaviourSearch.Node, _ parent: BehaviourSearch.Node,
    _ side: BehaviourSearch.Side
  ) -> (from: [Value], step: Step)? {
    let pair = search.correspondence.instances[Int(node.pair)]
    for number in (side == .old ? parent.old : parent.new).numbers {
      let state = state(number, side)
      for instance in side == .old ? pair.old : pair.new {
        for step in search.react(instance, state, side).steps
        where step.state == target && search.number(of: step.signals, side) == node.signals {
          return (state, step)
        }
      }
    }
    return nil
  }
}
