import Semantics

extension SymbolicMachine {
  /// Beyond this number of parameter choices, a premise is assumed to be evaluated.
  private static let maximumTuples = 64

  /// Records the outcomes of conditions that are no checks: those of properties of runs, and premises of monitors.
  mutating func cover(_ properties: Set<Int>, within budget: PlanBuilder.Budget) {
    guard evaluator.coverage != nil else { return }
    coverUnchangedSteps(within: budget)
    for index in properties.sorted() {
      let property = spec.properties[index]
      var roots: [(expression: Expression, size: Int)] = []
      var parameters = property.parameters
      if case .within(let deadline) = property.sentence {
        parameters = deadline.parameters
        if let premise = deadline.premise { roots = [(premise.expression, premise.frameSize)] }
      } else if property.keyword.isOfRuns, !property.isOfStates {
        roots = ([property.premise].compactMap(\.self) + [property.body.expression]).map {
          ($0, property.body.frameSize)
        }
      }
      let tuples = Type.combinations(parameters.map(\.type.allValues))
      let known = evaluator.coverage?.count ?? 0
      for (expression, size) in roots {
        guard tuples.count <= Self.maximumTuples, circuit.excess(over: budget) == nil else {
          giveUpCoverage(ofProperty: index, from: known)
          break
        }
        for tuple in tuples {
          evaluator.circuit.allow(budget.gates)
          if case .failure = condition(expression, frame: tuple, size: size) {
            giveUpCoverage(ofProperty: index, from: known)
            break
          }
        }
      }
    }
    evaluator.faults = []
  }

  /// Records the outcomes of transition properties in steps that do not change their variables.
  private mutating func coverUnchangedSteps(within budget: PlanBuilder.Budget) {
    for (index, step) in unchangedSteps.sorted(by: { $0.key < $1.key }) {
      let known = evaluator.coverage?.count ?? 0
      evaluator.circuit.allow(budget.gates)
      for record in step.records {
        let path = evaluator.circuit.and(step.happens, record.path)
        evaluator.coverage?.note(
          .init(site: record.site, path: path, value: record.isPlain ? path : record.value))
      }
      if evaluator.circuit.isFull { giveUpCoverage(ofProperty: index, from: known) }
    }
  }

  /// A property or event that is left to the reference evaluator is not followed here: all its places count as
  /// exercised.
  mutating func giveUpCoverage(ofProperty property: Int, from count: Int) {
    guard let questions = evaluator.coverage?.questions else { return }
    evaluator.coverage?.giveUp(questions.sitesOfProperties[property] ?? [], from: count)
  }

  mutating func giveUpCoverage(ofEvent event: Int, from count: Int) {
    guard let questions = evaluator.coverage?.questions else { return }
    let about = stepProperties[event].filter { $0.deadline == nil }
      .flatMap { questions.sitesOfProperties[$0.index] ?? [] }
    evaluator.coverage?.giveUp((questions.sitesOfEvents[event] ?? []) + about, from: count)
  }
}
