import Semantics

/// Properties that do not depend on the rules, as far as a truth table shows.
struct VacuousProperties {
  private let spec: CheckedSpec
  /// The properties in the text of the spec itself that can be judged.
  private let judged: [Int]
  /// The judged properties that are true regardless of the rules, also those that only check constants.
  private let proved: Set<Int>

  /// The properties that hold in the current world. Only these can imply others.
  private let holding: Set<Int>
  private let exemptions: LintExemptions

  init(spec: CheckedSpec, holding: Set<Int>, _ exemptions: LintExemptions) {
    self.spec = spec
    self.holding = holding
    self.exemptions = exemptions
    judged = spec.properties.indices.filter { Self.isJudged(spec.properties[$0], in: spec) }
    proved = Set(
      judged.filter { TruthTable.isAlwaysTrue(spec.properties[$0].filteredBody) })
  }

  /// Whether it may be true only for the current values of params: it names a param, and no param bounds anything
  /// that it reads.
  private func dependsOnParam(_ property: Property) -> Bool {
    let body = property.body.expression
    if exemptions.isOptional(property) { return true }
    guard exemptions.mentionsParam(body) else { return false }
    return !body.reads.variables.contains { exemptions.isBoundedByParam(spec.variables[$0]) }
  }

  /// The questions about each property in the text of the spec itself, with their answers.
  var questions: [(question: CoverageGap, isAsked: Bool)] {
    let implications = PropertyImplications(of: judged, in: spec)
    let premises = judged.filter { holding.contains($0) && !proved.contains($0) }
    var result: [(CoverageGap, Bool)] = []
    for index in judged {
      let property = spec.properties[index]
      let isProved = proved.contains(index)
      let isAlways = isProved && !checksConstants(property) && !dependsOnParam(property)
      result.append((CoverageGap(.propertyAlwaysHolds(property.name), property.range), !isAlways))
      if isAlways { continue }
      // Every property implies one that is true anyway.
      let other = isProved ? nil : implications.premise(of: index, among: premises)
      let name = other.map { spec.properties[$0].name } ?? ""
      result.append(
        (CoverageGap(.propertyIsImplied(property.name, by: name), property.range), other == nil))
    }
    return result
  }

  /// The questions whether each `terminal` and `expect` can be false, with their answers.
  var idleParts: [(question: CoverageGap, isAsked: Bool)] {
    func question(
      _ cause: CoverageGap.Cause, _ condition: Expression
    ) -> (question: CoverageGap, isAsked: Bool)? {
      if spec.file.usedPath(at: condition.range) != nil || exemptions.mentionsParam(condition) {
        return nil
      }
      return (CoverageGap(cause, condition.range), !TruthTable.isAlwaysTrue(condition))
    }
    // Without events of its own, a spec may end in every state.
    let terminals = spec.events.allSatisfy(\.isTick) ? [] : spec.terminals.map(\.expression)
    return terminals.compactMap { question(.terminalAlwaysHolds, $0) }
      + spec.scenarios.flatMap { Self.expectations($0.steps) }
      .compactMap { question(.expectationAlwaysHolds, $0) }
  }

  /// The conditions of `expect`, except those that check constants.
  private static func expectations(_ steps: [ScenarioStep]) -> [Expression] {
    steps.flatMap { step -> [Expression] in
      switch step.node {
      case .expect(let condition): checksConstants(condition) ? [] : [condition]
      case .repetition(_, let steps), .loop(_, let steps): expectations(steps)
      case .event, .refuse, .given, .bind: []
      }
    }
  }

  /// Whether it is a condition on constants alone, such as `every t in Text: t == Text#1`, and no constant itself.
  private static func checksConstants(_ condition: Expression) -> Bool {
    if case .constant = condition.node { false } else { condition.isConstant }
  }

  private static func isJudged(_ property: Property, in spec: CheckedSpec) -> Bool {
    !property.isImplied && property.family == nil && property.sentence == nil
      && spec.file.usedPath(at: property.range) == nil
  }

  /// Whether it is a condition on constants alone, which may check them. A quantifier over a type is none.
  private func checksConstants(_ property: Property) -> Bool {
    let body = property.body.expression
    if case .quantifier = body.node { return false }
    return property.filter == nil && body.isConstant
  }
}
