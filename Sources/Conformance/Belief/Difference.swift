import Semantics
import Traces

/// A behaviour of an implementation that no run of the spec allows, with the nearest run.
package struct Difference: Sendable {
  package enum Kind: String, Sendable, Codable, CaseIterable {
    /// The observation or the signals differ.
    case seen
    /// The event happened, although the spec does not allow it.
    case impossible
    /// The event was refused, although the spec allows it.
    case refused
    /// The spec does not define the outcome of the event: a gap, or an evaluation error.
    case undefined
    /// The implementation itself reported an error, died or did not answer.
    case broken
  }

  /// A part of an observation, with its expected and its observed value.
  package struct Leaf: Hashable, Sendable, Codable {
    package var place: String
    package var expected: String
    package var seen: String
    /// The statement that determines the expected value.
    package var origin: String?
  }

  package var kind: Kind
  /// The nearest run of the spec. Its last step is the event, unless that is impossible.
  package var path: Path
  /// The event that is impossible, should be possible, or has no defined outcome.
  package var attempt: EventInstance?
  /// The number of possible states of the spec after the event; before it, if no state is possible.
  package var count: Int
  package var leaves: [Leaf] = []
  /// Signals that the spec emits on that run and that were not observed.
  package var missing: [Leaf] = []
  /// Signals that were observed and that the spec does not emit.
  package var unexpected: [String] = []
  package var reasons: [Reason] = []
  /// The error message of the implementation.
  package var message: String?

  init(
    _ kind: Kind, _ path: Path, attempt: EventInstance? = nil, count: Int,
    reasons: [Reason] = []
  ) {
    self.kind = kind
    self.path = path
    self.attempt = attempt
    self.count = count
    self.reasons = reasons
  }

  /// The distance between the observation and the run.
  var distance: Int { leaves.count + missing.count + unexpected.count }
}

extension StateEstimator {
  /// The difference, if no state that the spec allows matches the observation, with the identifiers of names on the
  /// nearest run.
  ///
  /// If there are too many runs to compare, the difference has no run.
  func difference(_ observation: Observation) -> (Difference, NameTable) {
    do throws(UndecidedError) {
      return try nearestDifference(observation)
    } catch {
      return (Difference(.seen, Path(start: [], steps: []), count: 0), NameTable())
    }
  }

  private func nearestDifference(_ observation: Observation) throws(UndecidedError) -> (
    Difference, NameTable
  ) {
    let all = try expanded(observation, prunes: false)
    let before = belief.elements.first.flatMap { _ in belief.history(at: 0) }?.path
    var nearest: Difference?
    var table = NameTable()
    for (index, candidate) in all.elements.enumerated() {
      let path = all.history(at: index)?.path ?? before ?? Path(start: [], steps: [])
      for (names, outputs) in try observation.outputs(for: candidate) {
        var difference = Difference(.seen, path, count: 0)
        compare(candidate, outputs, &difference)
        if let best = nearest,
          (best.distance, best.path.steps.count) <= (difference.distance, path.steps.count)
        {
          continue
        }
        nearest = difference
        table = stepper.tables[names]
      }
    }
    guard var result = nearest else { return try unexplained(observation) }
    result.count = Set(all.elements.map(\.state)).count
    explain(&result)
    return (result, table)
  }

  /// The differences of a candidate.
  private func compare(
    _ candidate: Candidate, _ outputs: ObservedOutputs, _ difference: inout Difference
  ) {
    for (index, seen) in outputs.seen {
      let observable = interface.observables[index]
      guard let value = observable.value(in: stepper.states[candidate.state]) else { continue }
      observable.type.differences(value, seen, at: observable.name, into: &difference.leaves)
    }
    var owed = candidate.owed
    for seen in outputs.signals {
      if let index = owed.firstIndex(where: seen.matches) {
        owed.remove(at: index)
      } else {
        difference.unexpected.append(interface.spec.text(seen))
      }
    }
    guard outputs.isSettled else { return }
    difference.missing = owed.map {
      .init(place: interface.spec.text($0), expected: "emitted", seen: "not noticed")
    }
  }

  /// The difference if the event itself is impossible, or should be impossible.
  private func unexplained(_ observation: Observation) throws(UndecidedError) -> (
    Difference, NameTable
  ) {
    let before = try before(observation, nil)
    let path = before.history(at: 0)?.path ?? Path(start: [], steps: [])
    let count = Set(before.elements.map(\.state)).count
    let nothing = (Difference(.impossible, path, count: count), NameTable())
    guard let first = before.elements.first,
      let (names, instances) = try observation.instances(for: first).first
    else { return nothing }
    guard let instance = instances.first else {
      var (difference, table) = nothing
      difference.message = observation.unknownArguments
      return (difference, table)
    }
    var explainer = Explainer(file: interface.spec.file, spec: interface.spec)
    func reasons(ifHolds holds: Bool) -> [Reason] {
      path.start.isEmpty ? [] : explainer.explainGuard(of: instance, in: path.end, holds: holds)
    }
    var difference = Difference(.impossible, path, attempt: instance, count: count)
    switch observation.stimulus {
    case .start, .nothing: return nothing
    case .event(.refused):
      difference.kind = .refused
      difference.reasons = reasons(ifHolds: true)
    case .event:
      var problem: Reaction.Problem?
      for candidate in before.elements where problem == nil {
        problem = try stepper.answer(to: instance, in: candidate.state).problem
      }
      guard let problem else {
        if let outcome = try stepper.answer(to: instance, in: first.state).outcomes.first {
          // It can happen, but the observation has more names than the spec.
          let history = before.history(at: 0).map { PathHistory.step(outcome.step, $0) }
          difference = Difference(.seen, history?.path ?? path, count: count)
          difference.message = observation.exhausted?.text(interface.vocabulary)
          break
        }
        difference.reasons = reasons(ifHolds: false)
        break
      }
      difference.kind = .undefined
      let event = interface.spec.events[instance.event]
      if problem.finding.kind == .gap, !path.start.isEmpty {
        difference.reasons = explainer.explainRules(
          of: event, instance, in: path.end, applying: [])
      } else if let fault = problem.fault {
        difference.reasons = explainer.explain(
          fault, at: instance, in: problem.state ?? path.end)
      }
    }
    return (difference, stepper.tables[names])
  }

  /// Names the statements that determine the expected values.
  private func explain(_ difference: inout Difference) {
    guard let last = difference.path.steps.last else { return }
    let before = difference.path.steps.dropLast().last?.state ?? difference.path.start
    let evaluator = ReferenceEvaluator(interface.spec)
    let reaction = try? evaluator.completeReaction(to: last.instance, in: before)
    guard let reaction else { return }
    guard reaction.isPossible else {
      var explainer = Explainer(file: interface.spec.file, spec: interface.spec)
      difference.reasons = explainer.explainGuard(of: last.instance, in: before, holds: false)
      return
    }
    let history = evaluator.history(of: last, from: before)
    let event = interface.spec.events[last.instance.event]
    let owner = last.rule.map { "rule \(event.rules[$0].name)" } ?? "'\(event.name)'"
    func text(_ statement: SourceRange) -> String {
      let file = interface.spec.file
      return
        "\(Explainer.condensed(file.text(statement)))  (\(file.lineText(of: statement)), \(owner))"
    }
    for index in difference.leaves.indices {
      let name = difference.leaves[index].place.prefix { $0 != "." && $0 != "[" }
      guard let observable = interface.observable(named: String(name)) else { continue }
      let reads: Set<Int> =
        switch interface.observables[observable].source {
        case .variable(let variable): [variable]
        case .view(let root): root.expression.reads.variables
        }
      let place = difference.leaves[index].place
      let changing = history.indices.last { step in
        let earlier = step == 0 ? before : history[step - 1].state
        guard reads.contains(where: { history[step].state[$0] != earlier[$0] }) else {
          return false
        }
        return interface.observables[observable].changes(
          place, from: earlier, to: history[step].state)
      }
      difference.leaves[index].origin =
        changing.map { "by: " + text(history[$0].statement) }
        ?? (event.isTick ? "time passes" : "\(owner) does not change it")
    }
    for index in difference.missing.indices {
      let place = difference.missing[index].place
      let emitting = history.indices.last { step in
        let count = step == 0 ? 0 : history[step - 1].signals.count
        return history[step].signals.dropFirst(count).contains {
          interface.spec.text($0) == place
        }
      }
      difference.missing[index].origin = emitting.map { "by: " + text(history[$0].statement) }
    }
  }
}

extension Interface.Observable {
  /// Whether a part of a value differs in a later state; true if that is unknown.
  fileprivate func changes(_ place: String, from earlier: [Value], to later: [Value]) -> Bool {
    guard let old = value(in: earlier), let new = value(in: later) else { return true }
    var changes: [Trace.Change] = []
    type.changes(from: old, to: new, at: name, into: &changes)
    return changes.contains { $0.place.hasPrefix(place) || place.hasPrefix($0.place) }
  }
}

extension CheckedSpec {
  /// A signal as far as it is known.
  func text(_ signal: ObservedSignal) -> String {
    let declared = signals[signal.signal]
    let parts = zip(declared.fields, signal.arguments).filter { $1 != .free }
    guard !parts.isEmpty else { return declared.name }
    let values = parts.map { "\($0.name ?? "_"): \($0.type.text($1))" }
    return "\(declared.name)(\(values.joined(separator: ", ")))"
  }
}

extension Type {
  /// The smallest parts in which a value differs from the observation.
  func differences(
    _ value: Value, _ seen: Snapshot, at place: String, into leaves: inout [Difference.Leaf]
  ) {
    if seen.matches(value) { return }
    if let whole = seen.completed(by: value) {
      var changes: [Trace.Change] = []
      self.changes(from: value, to: whole, at: place, into: &changes)
      leaves += changes.map { .init(place: $0.place, expected: $0.old, seen: $0.new) }
      return
    }
    switch (self, value, seen) {
    case (.optional(let inner), _, _) where value != .none:
      inner.differences(value, seen, at: place, into: &leaves)
    case (.structure(let type), .record(let values), .record(let parts)):
      for (field, (value, part)) in zip(type.fields, zip(values, parts)) {
        field.type.differences(
          value, part, at: "\(place).\(field.name ?? "_")", into: &leaves)
      }
    case (.table(let key, let content), .table(let values), .table(let parts)):
      for (each, (value, part)) in zip(key.allValues, zip(values, parts)) {
        content.differences(value, part, at: "\(place)[\(key.text(each))]", into: &leaves)
      }
    case (.map(let key, let content), .map(let keys, let values), .map(let seenKeys, let parts)):
      for each in Set(keys).union(seenKeys).sorted() {
        let value = keys.firstIndex(of: each).map { values[$0] }
        let part = seenKeys.firstIndex(of: each).map { parts[$0] }
        let place = "\(place)[\(key.text(each))]"
        switch (value, part) {
        case (let value?, let part?): content.differences(value, part, at: place, into: &leaves)
        case (let value?, nil):
          leaves.append(.init(place: place, expected: content.text(value), seen: "nil"))
        case (nil, let part?):
          leaves.append(.init(place: place, expected: "nil", seen: content.text(part)))
        case (nil, nil): break
        }
      }
    case (.list(let element, _), .list(let values), .list(let parts))
    where values.count == parts.count:
      for (index, (value, part)) in zip(values, parts).enumerated() {
        element.differences(value, part, at: "\(place)[\(index)]", into: &leaves)
      }
    default:
      leaves.append(.init(place: place, expected: text(value), seen: text(seen)))
    }
  }
}
