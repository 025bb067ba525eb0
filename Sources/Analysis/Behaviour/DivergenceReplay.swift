import Engine
import Semantics
import Traces

/// Puts what a comparison found into words.
///
/// The search keeps numbers only. Here steps are found again with the reference evaluator, which judges them, and is
/// cheap for the few differences that are told.
struct DivergenceReplay {
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
    var difference = BehaviourDifference(
      kind: before == nil ? .onlyNew : after == nil ? .onlyOld : .both, trace: trace,
      oldOutcome: before == nil ? .none : .steps([]),
      newOutcome: after == nil ? .none : .steps([]), startChanges: changes)
    difference.old = before.map {
      .init(spec: old, path: Path(start: $0, steps: []), hasOutcome: false)
    }
    difference.new = after.map {
      .init(spec: new, path: Path(start: $0, steps: []), hasOutcome: false)
    }
    return difference
  }

  // MARK: Steps

  /// One difference with its trace: the shortest path to the node, and behind it the first outcome
  /// that the side which tells it has. A difference of both kinds is told by the new spec.
  func difference(
    _ found: PairSearch.Found
  ) throws(BehaviourSearch.UnconfirmedDifferenceError) -> BehaviourDifference {
    let comparison = search.comparison(at: found.node, by: found.pair)
    let (onlyOld, onlyNew) = (comparison.onlyOld, comparison.onlyNew)
    guard ruleNumber(onlyOld) == found.oldRule, ruleNumber(onlyNew) == found.newRule else {
      throw unexplained(comparison)
    }
    let kind: BehaviourDifference.Kind =
      onlyOld.isEmpty ? .onlyNew : onlyNew.isEmpty ? .onlyOld : .both
    let side: BehaviourSearch.Side = kind == .onlyOld ? .old : .new
    guard let outcome = kind == .onlyOld ? onlyOld.first : onlyNew.first else {
      throw unexplained(comparison)
    }
    let spec = side == .old ? old : new
    guard var path = path(to: found.node, endingIn: outcome.from, side),
      let end = search.pairs.states(of: found.node, side == .old ? .new : .old).first,
      self.path(to: found.node, endingIn: end, side == .old ? .new : .old) != nil
    else { throw unexplained(comparison) }
    path.steps.append(outcome.step)
    var difference = BehaviourDifference(
      kind: kind, event: spec.events[outcome.step.instance.event].name,
      oldRule: ruleName(onlyOld.first, old), newRule: ruleName(onlyNew.first, new),
      trace: Trace(path, in: spec),
      oldOutcome: self.outcome(comparison, kind == .onlyNew ? comparison.old : onlyOld, .old),
      newOutcome: self.outcome(comparison, kind == .onlyOld ? comparison.new : onlyNew, .new))
    difference.old = shown(
      found.node, kind == .onlyNew ? comparison.old.first : onlyOld.first, .old)
    difference.new = shown(
      found.node, kind == .onlyOld ? comparison.new.first : onlyNew.first, .new)
    return difference
  }

  /// The path of one version to a node, and an outcome behind it; nil if the node has no state of it.
  private func shown(
    _ node: Int, _ outcome: BehaviourSearch.Outcome?, _ side: BehaviourSearch.Side
  ) -> BehaviourDifference.Shown? {
    guard let end = outcome?.from ?? search.pairs.states(of: node, side).first,
      var path = path(to: node, endingIn: end, side)
    else { return nil }
    if let outcome { path.steps.append(outcome.step) }
    return .init(spec: side == .old ? old : new, path: path, hasOutcome: outcome != nil)
  }

  /// The rule of the first outcome, as a search of pairs has it.
  private func ruleNumber(_ outcomes: [BehaviourSearch.Outcome]) -> Int32? {
    outcomes.first.map { Int32(truncatingIfNeeded: $0.step.rule ?? -1) }
  }

  private func unexplained(
    _ comparison: BehaviourSearch.Comparison
  ) -> BehaviourSearch.UnconfirmedDifferenceError {
    let pair = search.correspondence.instances[comparison.pair]
    let event =
      pair.old.first.map { old.text(search.old.instances[$0]) }
      ?? pair.new.first.map { new.text(search.new.instances[$0]) } ?? ""
    return BehaviourSearch.UnconfirmedDifferenceError(
      message: "it was found that the versions differ at '\(event)', "
        + "which is not so by the reference evaluator")
  }

  private func ruleName(_ outcome: BehaviourSearch.Outcome?, _ spec: CheckedSpec) -> String? {
    guard let step = outcome?.step, let rule = step.rule else { return nil }
    return spec.events[step.instance.event].rules[rule].name
  }

  /// What one spec does at a difference: the first steps, or why there is none.
  private func outcome(
    _ comparison: BehaviourSearch.Comparison, _ outcomes: [BehaviourSearch.Outcome],
    _ side: BehaviourSearch.Side
  ) -> BehaviourDifference.Outcome {
    let spec = side == .old ? old : new
    guard outcomes.isEmpty else {
      return .steps(
        outcomes.prefix(Self.maximumSteps).flatMap { outcome in
          Trace(Path(start: outcome.from, steps: [outcome.step]), in: spec).steps
        })
    }
    let pair = search.correspondence.instances[comparison.pair]
    guard let instance = (side == .old ? pair.old : pair.new).first,
      let state = search.pairs.states(of: comparison.node, side).first
    else {
      let isKnown =
        search.correspondence.instances.contains {
          $0.event == pair.event && !(side == .old ? $0.old : $0.new).isEmpty
        }
      return .unknown(isEvent: !isKnown)
    }
    return refusal(instance, state, side)
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

  // MARK: Paths

  /// A path of one machine along the steps to a node that ends in one of its states there; nil if there is none, which
  /// is a mistake of the tool.
  ///
  /// It goes backwards along the origins, and at each node looks for a state before from which the
  /// step leads to the state at hand. One exists, as sets of states hold nothing but successors of
  /// their origin's.
  private func path(
    to node: Int, endingIn end: [Value], _ side: BehaviourSearch.Side
  ) -> Path? {
    var steps: [Step] = []
    var place = node
    var target = end
    while let origin = search.pairs.origin(of: place) {
      guard let signals = signals(from: origin, to: place),
        let (from, step) = step(into: target, signals, origin, side)
      else { return nil }
      steps.append(step)
      target = from
      place = origin.node
    }
    return Path(start: target, steps: steps.reversed())
  }

  /// What is sent on the way to a node from its origin, in the common form: by the first step there that both have.
  private func signals(from origin: (node: Int, pair: Int), to node: Int) -> [EmittedSignal]? {
    let olds = Set(search.pairs.states(of: node, .old))
    let news = Set(search.pairs.states(of: node, .new))
    return search.comparison(at: origin.node, by: origin.pair).common.first {
      Set($0.old.states) == olds && Set($0.new.states) == news
    }?.old.signals
  }

  /// A step into a state from one of those before, with these signals; nil if there is none.
  private func step(
    into target: [Value], _ signals: [EmittedSignal], _ origin: (node: Int, pair: Int),
    _ side: BehaviourSearch.Side
  ) -> (from: [Value], step: Step)? {
    let pair = search.correspondence.instances[origin.pair]
    for state in search.pairs.states(of: origin.node, side) {
      for instance in side == .old ? pair.old : pair.new {
        for step in search.react(instance, state, side).steps
        where step.state == target && search.common(step.signals, side) == signals {
          return (state, step)
        }
      }
    }
    return nil
  }
}
