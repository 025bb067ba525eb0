import Semantics

/// A rule or event that would have applied but for one condition.
public struct NearMiss: Sendable, Codable {
  /// The rule or event, such as `rule infoReplaces` or `tap(id: ID#1)`.
  public var name: String
  /// The failed condition, with its values.
  public var reasons: [Reason]

  /// The maximum number of near misses.
  private static let maximumCount = 3
  private static let maximumLines = 8
  /// The maximum number of parameter values of an event that are examined.
  private static let maximumInstances = 10_000.0

  /// The other rules of the last event that did not apply because of one condition about the state. Rules for other
  /// arguments are excluded.
  static func rules(beforeEndOf path: Path, in spec: CheckedSpec) -> [NearMiss] {
    guard let step = path.steps.last else { return [] }
    let state = path.steps.dropLast().last?.state ?? path.start
    let event = spec.events[step.instance.event]
    guard case .rules(let bindings, let rules) = event.body else { return [] }
    var found: [NearMiss] = []
    for (index, rule) in rules.enumerated() where !rule.isOtherwise && index != step.rule {
      let evaluator = ReferenceEvaluator(spec).evaluator(for: step.instance, in: state)
      let conditions = [.bind(bindings)] + rule.conditions
      guard let miss = Miss(conditions, evaluator), found.count < maximumCount,
        miss.isAboutMore(than: event.parameters.count)
      else { continue }
      let reasons = miss.reasons(in: spec, maximumLines)
      found.append(NearMiss(name: "rule \(rule.name)", reasons: reasons))
    }
    return found
  }

  /// The events, each once, whose guard fails in a state because of one condition.
  static func events(in state: [Value], of spec: CheckedSpec) -> [NearMiss] {
    Array(
      spec.events.indices.lazy.compactMap { event($0, in: state, of: spec) }.prefix(maximumCount))
  }

  /// The first parameter values of an event for which its guard fails in a state because of one condition.
  private static func event(_ index: Int, in state: [Value], of spec: CheckedSpec) -> NearMiss? {
    let event = spec.events[index]
    let values = event.parameters.map(\.type.allValues)
    guard let condition = spec.ownGuard(of: index),
      values.reduce(1.0, { $0 * Double($1.count) }) <= Self.maximumInstances
    else { return nil }
    for arguments in Type.combinations(values) {
      let instance = EventInstance(event: index, arguments: arguments)
      let evaluator = ReferenceEvaluator(spec).evaluator(for: instance, in: state)
      guard let miss = Miss([.test(condition)], evaluator) else { continue }
      return NearMiss(name: spec.text(instance), reasons: miss.reasons(in: spec, maximumLines))
    }
    return nil
  }

  /// Explains why an event is impossible in a state, for its nearest parameter values. If there are several, the first
  /// line names them.
  package static func refusal(
    of index: Int, in state: [Value], of machine: Machine
  ) -> [String] {
    let spec = machine.spec
    func lines(_ name: String, _ reasons: [Reason]) -> [String] {
      let texts = reasons.map { String(repeating: "  ", count: $0.depth) + $0.text }
      return spec.events[index].parameters.isEmpty ? texts : [name + ":"] + texts.map { "  " + $0 }
    }
    if let miss = event(index, in: state, of: spec) { return lines(miss.name, miss.reasons) }
    guard let instance = machine.instances.first(where: { $0.event == index }) else {
      return ["a parameter has no values"]
    }
    var explainer = Explainer(file: spec.file, spec: spec)
    return lines(
      spec.text(instance), explainer.explainGuard(of: instance, in: state, holds: false))
  }
}

/// The only false condition of several.
private struct Miss {
  var condition: Expression
  private var evaluator: Evaluator

  /// Finds the only false condition; nil if none or more than one is false.
  init?(_ conditions: [RuleCondition], _ evaluator: Evaluator) {
    var evaluator = evaluator
    var missed: [(Expression, Evaluator)] = []
    for condition in conditions {
      switch condition {
      case .bind(let bindings): evaluator.bindKnown(bindings)
      case .test(let test):
        // A part without a value was not evaluated because of a part before it.
        for part in test.conjuncts where (try? evaluator.holds(part)) != true {
          missed.append((part, evaluator))
        }
      }
    }
    guard missed.count == 1 else { return nil }
    (condition, self.evaluator) = missed[0]
  }

  /// Whether the condition depends on more than the parameters: on the state, or on local names.
  func isAboutMore(than parameterCount: Int) -> Bool {
    !condition.reads.variables.isEmpty
      || condition.reads.locals.contains { $0 >= parameterCount }
  }

  func reasons(in spec: CheckedSpec, _ maximumLines: Int) -> [Reason] {
    var explainer = Explainer(file: spec.file, spec: spec)
    let lines = explainer.explain(
      condition, holds: false, state: evaluator.state, locals: evaluator.locals)
    guard lines.count > maximumLines else { return lines }
    return lines.prefix(maximumLines) + [Reason(depth: 0, text: "…")]
  }
}
