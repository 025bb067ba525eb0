/// What nobody asks for need not be remembered.
extension CheckedSpec {
  /// The spec without what ghosts and monitors remember for other properties than some: behind each step they have
  /// their first values again and are shown to nobody, so that states that differ in them only are one.
  ///
  /// Ghosts that others, or what is stored in them, may depend on are kept, and so are those that decide whether
  /// something faults, since nothing comes after a fault.
  ///
  /// - Parameters:
  ///   - properties: those that are asked for, by their places.
  ///   - keepsGhosts: something else is asked for that may read ghosts, or be a fault.
  package func forgetting(allBut properties: Set<Int>, keepsGhosts: Bool) -> CheckedSpec {
    var read: Set<Int> = []
    for index in properties { read.formUnion(self.properties[index].variables) }
    for terminal in terminals { read.formUnion(terminal.expression.reads.variables) }
    for index in read {
      guard let monitor = variables[index].monitor else { continue }
      for step in [monitor.onEvent, monitor.onTick] {
        read.formUnion(step.expression.reads.variables)
      }
    }
    let ghosts = Set(variables.indices.filter { variables[$0].isGhost })
    let dependencies = StoredDependencies(in: events)
    let faults = PossibleFaults(in: events)
    var kept = keepsGhosts ? ghosts : ghosts.intersection(read.union(faults.reads))
    if faults.needsLocals { kept.formUnion(ghosts.intersection(dependencies.everywhere)) }
    kept = dependencies.closure(of: kept)
    var spec = self
    for (index, variable) in variables.enumerated() {
      let isForgotten = variable.monitor != nil ? !read.contains(index) : ghosts.contains(index)
      guard isForgotten, !kept.contains(index) || variable.monitor != nil,
        let first = variable.certainFirstValue
      else { continue }
      spec.variables[index].initial = .value(first)
      spec.variables[index].monitor = Monitor(onEvent: first, onTick: first)
    }
    return spec
  }
}

extension Variable {
  /// What it begins with, if that is the same whatever else there is; nothing of a monitor.
  fileprivate var certainFirstValue: RootExpression? {
    if monitor != nil {
      return RootExpression(
        expression: Expression(.constant(type.nothingSeen), type, range), frameSize: 0)
    }
    switch initial {
    case .value(let root): return root.expression.isConstant ? root : nil
    case .any(let values):
      return values.first.map {
        RootExpression(expression: Expression(.constant($0), type, range), frameSize: 0)
      }
    case .anyOf: return nil
    }
  }
}

extension Property {
  /// The variables that it reads.
  fileprivate var variables: Set<Int> {
    var read = body.expression.reads.variables
    read.formUnion(premise?.reads.variables ?? [])
    if case .transition(_, let filter?) = kind { read.formUnion(filter.reads.variables) }
    guard case .same(let steps) = sentence else { return read }
    let arguments = steps.first.arguments + steps.second.arguments
    for part in arguments + (steps.filter.map { [$0.expression] } ?? []) {
      read.formUnion(part.reads.variables)
    }
    return read
  }
}

/// Which variables what is stored in a variable may depend on.
private struct StoredDependencies {
  /// For each variable what the statements that store in it read.
  private var sources: [Int: Set<Int>] = [:]
  /// What local names and choices read: anything may come of it.
  private(set) var everywhere: Set<Int> = []
  private var seen: Set<ProcedureVisit> = []

  init(in events: [Event]) {
    for event in events {
      switch event.body {
      case .tick: continue
      case .statements(let body): visit(body, [])
      case .rules(_, let rules): rules.forEach { visit($0.body, []) }
      }
    }
  }

  /// The variables, and all that may decide what is in them; none of none.
  func closure(of variables: Set<Int>) -> Set<Int> {
    guard !variables.isEmpty else { return [] }
    var found = variables.union(everywhere)
    var open = Array(found)
    while let next = open.popLast() {
      for source in sources[next] ?? [] where found.insert(source).inserted { open.append(source) }
    }
    return found
  }

  private func reads(_ expressions: [Expression]) -> Set<Int> {
    expressions.reduce(into: []) { $0.formUnion($1.reads.variables) }
  }

  private mutating func note(_ place: Place, _ read: Set<Int>) {
    guard case .variable(let index) = place.root else { return everywhere.formUnion(read) }
    sources[index, default: []].formUnion(read.union(reads(place.keys)))
  }

  private func reads(_ binders: Binders) -> Set<Int> {
    reads(binders.levels.map(\.source) + (binders.filter.map { [$0] } ?? []))
  }

  /// - Parameter conditions: what the conditions around the statements read.
  private mutating func visit(_ statements: [Statement], _ conditions: Set<Int>) {
    for statement in statements {
      switch statement.node {
      case .change(let place, _, let operands): note(place, conditions.union(reads(operands)))
      case .removeWhere(let binders, let place): note(place, conditions.union(reads(binders)))
      case .bind(_, let value), .assert(let value): everywhere.formUnion(reads([value]))
      case .branch(let branches):
        var tests: [Expression] = []
        branches.forEachCondition { tests.append($0) }
        for body in branches.bodies { visit(body, conditions.union(reads(tests))) }
      case .loop(let binders, _, let body):
        everywhere.formUnion(reads(binders))
        visit(body, conditions)
      case .choose(let binders): everywhere.formUnion(reads(binders))
      case .emit: break
      case .call(let procedure, let arguments):
        everywhere.formUnion(reads(arguments))
        if seen.insert(ProcedureVisit(procedure, conditions)).inserted {
          visit(procedure.body, conditions)
        }
      }
    }
  }
}

/// A procedure with the variables that the conditions around its call read.
///
/// A second visit under the same conditions finds nothing else. Without the set of visits, procedures that
/// call each other twice would take time that doubles with each of them.
struct ProcedureVisit: Hashable {
  private let procedure: ObjectIdentifier
  private let conditions: Set<Int>

  init(_ procedure: ProcedureDefinition, _ conditions: Set<Int>) {
    self.procedure = ObjectIdentifier(procedure)
    self.conditions = conditions
  }
}
