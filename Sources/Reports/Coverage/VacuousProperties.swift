import Semantics

/// Properties that do not depend on the rules, as far as a truth table shows.
struct VacuousProperties {
  private let spec: CheckedSpec
  /// The properties in the text of the spec itself that can be judged.
  private let judged: [Int]
  /// The judged properties that are true regardless of the rules.
  private let always: Set<Int>

  /// The properties that hold in the current world. Only these can imply others.
  private let holding: Set<Int>

  init(spec: CheckedSpec, holding: Set<Int>) {
    self.spec = spec
    self.holding = holding
    judged = spec.properties.indices.filter { Self.isJudged(spec.properties[$0], in: spec) }
    let exemptions = LintExemptions(spec)
    always = Set(
      judged.filter { index in
        let property = spec.properties[index]
        return Self.isAlwaysTrue(property) && !Self.dependsOnParam(property, spec, exemptions)
      })
  }

  /// Whether it may be true only for the current values of params: it names a param, and no param bounds anything
  /// that it reads.
  private static func dependsOnParam(
    _ property: Property, _ spec: CheckedSpec, _ exemptions: LintExemptions
  ) -> Bool {
    let body = property.body.expression
    if exemptions.isOptional(property) { return true }
    guard exemptions.mentionsParam(body) else { return false }
    return !body.reads.variables.contains { exemptions.isBoundedByParam(spec.variables[$0]) }
  }

  /// The questions about each property in the text of the spec itself, with their answers.
  var questions: [(question: CoverageGap, isAsked: Bool)] {
    var result: [(CoverageGap, Bool)] = []
    for index in judged {
      let property = spec.properties[index]
      let isAlways = always.contains(index)
      result.append((CoverageGap(.propertyAlwaysHolds(property.name), property.range), !isAlways))
      if isAlways { continue }
      let other = judged.first { other in
        other != index && holding.contains(other) && !always.contains(other)
          && isImplied(index, by: other)
          && !(other > index && isImplied(other, by: index))
      }
      let name = other.map { spec.properties[$0].name } ?? ""
      result.append(
        (CoverageGap(.propertyIsImplied(property.name, by: name), property.range), other == nil))
    }
    return result
  }

  /// The questions whether a `terminal` or `expect` can be false, with their answers.
  var idleParts: [(question: CoverageGap, isAsked: Bool)] {
    let exemptions = LintExemptions(spec)
    func question(
      _ cause: CoverageGap.Cause, _ condition: Expression
    ) -> (question: CoverageGap, isAsked: Bool)? {
      if spec.file.usedPath(at: condition.range) != nil || exemptions.mentionsParam(condition) {
        return nil
      }
      return (CoverageGap(cause, condition.range), !TruthTable.isAlwaysTrue(condition))
    }
    return spec.terminals.compactMap { question(.terminalAlwaysHolds, $0.expression) }
      + spec.scenarios.flatMap { Self.expectations($0.steps) }
      .compactMap { question(.expectationAlwaysHolds, $0) }
  }

  private static func expectations(_ steps: [ScenarioStep]) -> [Expression] {
    steps.flatMap { step -> [Expression] in
      switch step.node {
      case .expect(let condition): [condition]
      case .repetition(_, let steps), .loop(_, let steps): expectations(steps)
      case .event, .refuse, .given, .bind: []
      }
    }
  }

  private static func isJudged(_ property: Property, in spec: CheckedSpec) -> Bool {
    !property.isImplied && property.family == nil && property.sentence == nil
      && spec.file.usedPath(at: property.range) == nil
  }

  private static func isAlwaysTrue(_ property: Property) -> Bool {
    let body = property.body.expression
    // A condition on constants alone may check them.
    let isQuantified = if case .quantifier = body.node { true } else { false }
    return (property.filter != nil || !body.isConstant || isQuantified)
      && TruthTable.isAlwaysTrue(asked(body, property.filter))
  }

  /// Whether a property holds wherever another one holds.
  private func isImplied(_ index: Int, by other: Int) -> Bool {
    let (property, premise) = (spec.properties[index], spec.properties[other])
    let (body, given) = (property.body.expression, premise.body.expression)
    // Without a common variable, only a contradiction implies it, or else it is true regardless of the rules.
    let variables = [given, body].map(\.reads.variables)
    if !variables.contains([]), variables[0].isDisjoint(with: variables[1]) { return false }
    switch (property.kind, premise.kind) {
    case (.invariant, .invariant): return TruthTable.implies(given, body)
    case (.transition(let patterns, let filter), .transition(let others, let otherFilter)):
      guard steps(patterns) == steps(others) else { return false }
      return TruthTable.implies(Self.asked(given, otherFilter), Self.asked(body, filter))
    case (.reachable, .reachable): return TreeTokens(of: given) == TreeTokens(of: body)
    case (.possible, .possible), (.eventually, .eventually):
      return property.parameters.isEmpty && premise.parameters.isEmpty
        && TreeTokens(of: given) == TreeTokens(of: body)
        && property.premise.map { TreeTokens(of: $0) } == premise.premise.map { TreeTokens(of: $0) }
        && excluded(property) == excluded(premise)
    default: return false
    }
  }

  private func excluded(_ property: Property) -> [Int] {
    if case .eventually(_, _, let excluded) = property.kind { excluded } else { [] }
  }

  private static func asked(_ body: Expression, _ filter: Expression?) -> Expression {
    filter.map { Expression(.connective(.implies, $0, body), .bool, body.range) } ?? body
  }

  /// The steps of a transition property and the names that it binds.
  private func steps(_ patterns: [EventPattern]) -> TreeTokens {
    var tokens = TreeTokens()
    for pattern in patterns {
      tokens.add("after")
      for number in [pattern.event ?? -1, pattern.rule ?? -1] { tokens.add(number) }
      for (parameter, argument) in pattern.arguments {
        tokens.add(parameter)
        tokens.add(argument)
      }
      tokens.add("binds")
      for (parameter, slot) in pattern.parameterSlots {
        tokens.add(parameter)
        tokens.add(slot)
      }
    }
    return tokens
  }
}
