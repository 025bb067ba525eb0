import Semantics

extension ReplayResult.FixReason {
  /// A sentence about the reason why there is no violation any more.
  func text(of result: ReplayResult, in spec: CheckedSpec) -> String {
    let run = LassoText(path: result.path, loopStart: result.loop ?? 0)
    switch self {
    case .open(let from, _):
      let names = changes(since: from, result.path, spec).map(\.place)
      let first = names.prefix(3) + (names.count > 3 ? ["other places"] : [])
      return "step \(result.path.steps.count) does not lead back \(run.to(from)) any more: "
        + "\(Counterexample.list(Array(first))) \(names.count == 1 ? "differs" : "differ")"
    case .unasked: return "the trace runs through, and there is nothing that has to come"
    case .answered(let after): return "the property holds \(run.at(after))"
    case .excluded(let step):
      let event = spec.events[result.path.steps[step].instance.event].name
      return
        "'\(event)' happens in the loop, by step \(step + 1), and the property assumes that "
        + "it stops"
    case .unfair(let action): return unfair(action, run, spec)
    case .escape(let steps):
      let count = steps.map { $0 == 1 ? " in 1 step" : " in \($0) steps" } ?? ""
      return "a state in which it holds can be reached from the end of the trace\(count)"
    }
  }

  private func unfair(_ action: FairAction, _ run: LassoText, _ spec: CheckedSpec) -> String {
    let event = spec.events[action.instance.event]
    let rule = action.rule.map { event.rules[$0].name }
    let name =
      rule.map { "the rule '\($0)' of '\(spec.text(action.instance))'" }
      ?? "'\(spec.text(action.instance))'"
    let declared = FairnessDemand(
      event: action.instance.event, rule: action.rule, fairness: action.fairness
    ).text(in: spec)
    if run.isStop {
      return
        "the run cannot stop there any more: \(name) is possible, and '\(declared)' asks for it"
    }
    let often = action.fairness == .strong ? "again and again in" : "all through"
    return "the loop is not fair: \(name) is possible \(often) it and never happens, which "
      + "'\(declared)' forbids"
  }

  /// The values that show the reason.
  func reasons(of result: ReplayResult, in spec: CheckedSpec) -> [Reason] {
    guard case .open(let from, let again) = self else { return [] }
    let reasons = changes(since: from, result.path, spec).prefix(8).map {
      Reason(depth: 0, text: $0.text)
    }
    let more = again.map { "the loop cannot be gone round again: \($0.text(in: spec))" }
    return reasons + (more.map { [.init(depth: 0, text: $0)] } ?? [])
  }

  /// The differences between the end of a path and the state after a number of steps.
  private func changes(since from: Int, _ path: Path, _ spec: CheckedSpec) -> [Trace.Change] {
    let before = path.states[from]
    return spec.changes(from: before, to: path.end)
  }
}

extension ReplayResult.UnjudgedReason {
  /// A sentence about the open question.
  func text(in spec: CheckedSpec) -> String {
    switch self {
    case .noEscapeSeen:
      "too many states can be reached from the end of the trace to see whether it holds in one"
    case .tooManyPaths(let limit): "there are more than \(limit) ways to follow"
    case .endless(let rounds): "the loop does not close in \(rounds) round\(rounds == 1 ? "" : "s")"
    case .beyondBound:
      "it depends on events beyond 'explore while \(spec.bound?.text ?? "")', which are not followed"
    case .stopped: "the replay was stopped"
    case .tooManyValues(let limit): "its parameters have more than \(limit) values"
    case .fault(let fault, let place): "\(fault.message), in \(text(place, in: spec))"
    }
  }

  private func text(_ place: Place, in spec: CheckedSpec) -> String {
    switch place {
    case .property(let index):
      "the \(spec.properties[index].keyword.rawValue) '\(spec.properties[index].name)'"
    case .event(let index): "the event '\(spec.events[index].name)'"
    case .terminal: "'terminal'"
    }
  }
}
