import Basics
import Reports
import Semantics
import SpecLanguage
import Traces

/// Questions about the current state, which the reference interpreter answers.
extension Exploration {
  /// The event instances of the current state that fit a typed pattern.
  struct Fitting: Sendable {
    /// The first step that fits; nil if there is none.
    var first: Semantics.Step?
    /// The number of different results of the steps that fit.
    var outcomes: Int
    /// The indices of the shown steps that contain a step that fits.
    var places: [Int]
    /// The reasons why other instances that fit are impossible.
    var refusals: [Refusal]
  }

  /// The maximum numbers of instances that are explained, and of different explanations.
  private static let (maximumInstances, maximumRefusals) = (1_000, 12)

  /// Finds the steps that fit a pattern of events.
  func fitting(_ text: String, _ limits: RunLimits) throws(SearchError) -> Fitting {
    try ask(TypedLine.pattern(text), .event, limits) { exploration, question in
      guard case .events(let patterns, let frameSize) = question.subject else {
        return Fitting(outcomes: 0, places: [], refusals: [])
      }
      return exploration.fitting(patterns, frameSize)
    }
  }

  private func fitting(_ patterns: [EventPattern], _ frameSize: Int) -> Fitting {
    func fits(_ step: Semantics.Step, _ patterns: [EventPattern]) -> Bool {
      var evaluator = Evaluator(frameSize: frameSize)
      return (try? evaluator.matches(step, patterns)) ?? false
    }
    let reactions = reactions()
    let steps = reactions.flatMap(\.reaction.steps)
    let possible = steps.filter { fits($0, patterns) }
    let places = ways(steps).enumerated().filter { $1.contains { fits($0, patterns) } }
    var attempts: [(Semantics.Step, Reaction)] = []
    for (instance, reaction) in reactions {
      for pattern in patterns where attempts.count < Self.maximumInstances {
        let attempt = Semantics.Step(
          instance: instance, rule: pattern.rule, choices: [], signals: [], state: state)
        let isPossible = reaction.steps.contains { fits($0, [pattern]) }
        if !isPossible, fits(attempt, [pattern]) { attempts.append((attempt, reaction)) }
      }
    }
    return Fitting(
      first: possible.first, outcomes: grouped(possible).count, places: places.map(\.offset),
      refusals: refusals(of: attempts))
  }

  /// Explains impossible steps; those with the same reasons are one.
  private func refusals(of attempts: [(Semantics.Step, Reaction)]) -> [Refusal] {
    struct Group: Hashable {
      var event: Int
      var rule: Int?
      var reasons: [String]
    }
    var order: [Group] = []
    var instances: [Group: [EventInstance]] = [:]
    for (step, reaction) in attempts {
      let reasons = reasons(against: step.instance, step.rule, reaction)
      let group = Group(event: step.instance.event, rule: step.rule, reasons: reasons)
      if instances[group] == nil { order.append(group) }
      instances[group, default: []].append(step.instance)
    }
    return order.prefix(Self.maximumRefusals).map { group in
      let rule = group.rule.map { "  rule \(spec.events[group.event].rules[$0].name)" } ?? ""
      return Refusal(
        event: (title(of: instances[group] ?? []) + rule).printableLine,
        reasons: group.reasons.map(\.printable))
    }
  }

  /// The reasons why an event instance has no step, or none by a rule.
  private func reasons(
    against instance: EventInstance, _ rule: Int?, _ reaction: Reaction
  ) -> [String] {
    if reaction.limit != nil { return ["a limit was reached before it was evaluated"] }
    let problems = reaction.problems.compactMap { TrayMachine.Problem($0, of: instance, in: spec) }
    var explainer = Explainer(file: spec.file, spec: spec)
    let reasons: [Reason]
    if !reaction.isPossible, problems.isEmpty {
      reasons = explainer.explainGuard(of: instance, in: state, holds: false)
    } else if let rule, problems.allSatisfy({ $0.kind != .fault }) {
      if spec.events[instance.event].rules[rule].isOtherwise { return ["another rule applies"] }
      reasons = explainer.explainRule(rule, of: instance, in: state)
    } else {
      return problems.map { "\($0.kind.rawValue): \($0.message)" }
    }
    return reasons.map { String(repeating: "  ", count: $0.depth) + $0.text }
  }

  /// Evaluates a typed expression in the current state. After a step, it may use `old` and `emitted`.
  func value(of text: String, _ limits: RunLimits) throws(SearchError) -> Answer {
    try ask(text, .expression, limits) { exploration, question throws(SearchError) in
      guard case .expression(let root) = question.subject else { return .nothing }
      let (states, last) = (exploration.walked.states, exploration.walked.steps.last)
      var evaluator = Evaluator(
        state: exploration.state, previous: states.dropLast().last ?? exploration.state,
        signals: last?.signals ?? [])
      do throws(Fault) {
        let (value, type) = (try evaluator.evaluate(root: root), root.expression.type)
        return .value(type.text(value).printableLine, type: "\(type)".printableLine)
      } catch {
        throw error.isLimit
          ? SearchError(error.message, isUsage: false)
          : SearchError("no value: \(error.message)")
      }
    }
  }

  /// Checks a typed text and works on it, with a large stack and under limits.
  ///
  /// - Throws: the first error in the text, the error of the work, or that a limit ended it.
  func ask<Result: Sendable>(
    _ text: String, _ form: Question.Form, _ limits: RunLimits,
    _ work: @escaping @Sendable (Exploration, Question) throws(SearchError) -> Result
  ) throws(SearchError) -> Result {
    let deadline = limits.deadline()
    let result = LargeStack.run { [self] in
      deadline.during {
        Swift.Result { () throws(SearchError) in try work(self, question(text, form)) }
      }
    }
    if let limit = deadline.limit {
      throw SearchError(
        "inconclusive: \(Wording.reason(limits.searchLimit(limit)))", isUsage: false)
    }
    return try result.get()
  }

  private func question(
    _ text: String, _ form: Question.Form
  ) throws(SearchError) -> Question {
    do throws(ResolvedWorld.Problem) {
      // The condition of a search is about the step to its state.
      return try Question(
        text, form, about: spec, seesStep: form == .condition || position > 0 && form != .event)
    } catch {
      let first = error.diagnostics.first
      // A lone word that resembles no name may be a command.
      let isWord = text.trimmed.allSatisfy { $0.isLetter } && first?.edits.isEmpty ?? true
      let fix = isWord ? "'help' lists the commands" : first?.fixes.first
      var wrong =
        position == 0 && first?.code == .stepOnly
        ? SearchError("no step was taken yet, so 'old' and 'emitted' have no meaning")
        : SearchError(error.reason + (fix.map { "; \($0)" } ?? ""))
      wrong.column = first.map { $0.file.location(of: $0.range.start).column }
      throw wrong
    }
  }
}
