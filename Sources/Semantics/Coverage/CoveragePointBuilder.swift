extension CoveragePoints {
  /// The questions about a spec under the constants of its world.
  package init(of spec: CheckedSpec) {
    var builder = CoveragePointBuilder(spec)
    builder.visitEvents()
    builder.visitProperties()
    builder.visitFunctions()
    self = builder.questions
  }
}

/// Walks through a spec and adds, for each place, the questions that its context makes useful.
///
/// `under` holds the answers without which a question is pointless: the inside of a branch that is never taken is not
/// reported again.
struct CoveragePointBuilder {
  typealias Prerequisites = [Answer]

  let spec: CheckedSpec
  let exemptions: LintExemptions
  var questions = CoveragePoints()
  /// Whether the visitor is inside a rule and not inside a property.
  private(set) var isOfRules = false
  /// Whether later parts may have no value if the current condition is false.
  var isProtecting = false
  /// Whether some world replaces its text.
  private var isReplaced = false
  /// The sites of the current property, event or function.
  private var sites: Set<Int> = []
  private var functions: [FunctionDefinition] = []
  private var procedures: [ProcedureDefinition] = []
  private var seen: Set<ObjectIdentifier> = []
  private var told: Set<ReportedGap> = []

  private struct ReportedGap: Hashable {
    var kind: UnaskedKind
    var answer: Answer
  }

  init(_ spec: CheckedSpec) {
    self.spec = spec
    exemptions = LintExemptions(spec)
  }

  // MARK: Sites and questions

  mutating func answer(_ expression: Expression, _ outcome: Outcomes) -> Answer {
    let site = questions.addSite(expression)
    sites.insert(site)
    return Answer(site: site, outcome: outcome)
  }

  mutating func answer(_ statement: Statement) -> Answer {
    let site = questions.addSite(statement)
    sites.insert(site)
    return Answer(site: site, outcome: .reached)
  }

  /// - Parameters:
  ///   - range: the reported range.
  ///   - deciders: the conditions that decide the answer.
  mutating func ask(
    _ cause: CoverageGap.Cause, _ answer: Answer, under: Prerequisites, at range: SourceRange,
    deciders: [Expression] = []
  ) {
    var unasked = CoverageGap(cause, range)
    guard spec.file.usedPath(at: range) == nil,
      !deciders.contains(where: exemptions.mentionsParam),
      told.insert(ReportedGap(kind: unasked.kind, answer: answer)).inserted
    else { return }
    unasked.aspect = Int(answer.outcome.rawValue)
    questions.add(
      CoveragePoint(answer: answer, under: under, unasked: unasked, isExempt: isReplaced))
  }

  // MARK: Events

  mutating func visitEvents() {
    isOfRules = true
    for (index, event) in spec.events.enumerated() {
      sites = []
      isReplaced = exemptions.isReplaced(event.name)
      visit(event, spec.ownGuard(of: index))
      questions.note(sites, ofEvent: index)
    }
    (isOfRules, isReplaced) = (false, false)
  }

  /// Whether a condition of a rule is exempt: it protects from the bounds of types, and its value varies.
  func isShield(_ condition: Expression) -> Bool {
    isOfRules && exemptions.isShield(condition) && !TruthTable.isAlwaysTrue(condition)
      && !TruthTable.isAlwaysTrue(Expression(.not(condition), .bool, condition.range))
  }

  private mutating func visit(_ event: Event, _ guardExpression: Expression?) {
    var under: Prerequisites = []
    if let condition = guardExpression, !condition.isSettled {
      let always = answer(condition, .fails)
      if !isShield(condition) {
        ask(
          .guardAlwaysHolds(event: event.name), always, under: [answer(condition, .reached)],
          at: condition.range, deciders: [condition])
      }
      under = [answer(condition, .holds)]
      visitDecided(condition, under + [always])
    }
    switch event.body {
    case .tick: break
    case .statements(let body): visit(body, under)
    case .rules(let bindings, let rules):
      for (_, value) in bindings { visitValue(value, under) }
      for rule in rules {
        let isWhole = isReplaced
        isReplaced = isReplaced || exemptions.isReplaced("\(event.name).\(rule.name)")
        visit(rule, under)
        isReplaced = isWhole
      }
    }
  }

  /// Rules that never apply are reported by name. A rule may repeat a condition of the guard but need not.
  private mutating func visit(_ rule: Rule, _ outer: Prerequisites) {
    var under = outer
    for condition in rule.conditions {
      switch condition {
      case .bind(let bindings): for (_, value) in bindings { visitValue(value, under) }
      case .test(let test):
        visitDecided(test, under)
        under.append(answer(test, .holds))
      }
    }
    visit(rule.body, under)
  }

  // MARK: Functions

  mutating func note(_ function: FunctionDefinition) {
    if seen.insert(ObjectIdentifier(function)).inserted { functions.append(function) }
  }

  mutating func note(_ procedure: ProcedureDefinition) {
    if seen.insert(ObjectIdentifier(procedure)).inserted { procedures.append(procedure) }
  }

  /// Visits each called function once, however many callers it has. Visiting may add further functions.
  mutating func visitFunctions() {
    sites = []
    isOfRules = true
    while !functions.isEmpty || !procedures.isEmpty {
      if let procedure = procedures.popLast() {
        isReplaced = exemptions.isReplaced(procedure.name)
        visit(procedure.body, procedure.body.first.map { [answer($0)] } ?? [])
      } else if let function = functions.popLast() {
        isReplaced = exemptions.isReplaced(function.name)
        visitValue(function.body, [answer(function.body, .reached)])
      }
    }
    questions.note(shared: sites)
  }

  // MARK: Properties

  mutating func visitProperties() {
    for (index, property) in spec.properties.enumerated() where !property.isImplied {
      sites = []
      visit(property)
      questions.note(sites, ofProperty: index)
    }
  }

  private mutating func visit(_ property: Property) {
    let body = spec.ownBody(of: property)
    switch property.sentence {
    case .within(let deadline):
      guard let premise = deadline.premise?.expression, !premise.isSettled else { return }
      visitDecided(premise, [answer(premise, .reached)])
      ask(
        .premiseNeverHolds(property: property.name), answer(premise, .holds),
        under: [answer(premise, .reached)], at: premise.range, deciders: [premise])
      return
    case .until(let ending):
      let condition = ending.condition.expression
      return visitAsserted(condition, true, [answer(condition, .reached)])
    case .same: return
    case nil: break
    }
    switch property.kind {
    case .invariant: visitAsserted(body, true, [])
    case .transition(_, let filter):
      if let filter { visitDecided(filter, [answer(filter, .holds)]) }
      visitAsserted(body, true, [answer(body, .reached)])
    case .reachable, .possible, .eventually:
      if let premise = property.writtenPremise {
        visitDecided(premise, [answer(premise, .holds)])
      }
      visitValue(body, [])
    }
  }
}
