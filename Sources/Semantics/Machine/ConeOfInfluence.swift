/// Removal of state that no selected property reads.
extension CheckedSpec {
  /// Returns the spec without the memory of ghosts and monitors for other properties. After each step they have their
  /// first values again and are hidden, so states that differ only in them are one.
  ///
  /// Ghosts that affect other variables are kept, and so are ghosts that decide whether something faults, because a
  /// fault ends the path.
  ///
  /// - Parameters:
  ///   - properties: the indices of the selected properties.
  ///   - keepsGhosts: whether other checks may read ghosts, or be a fault.
  package func forgetting(allBut properties: Set<Int>, keepsGhosts: Bool) -> CheckedSpec {
    var read: Set<Int> = []
    read.formUnion(properties.flatMap { self.properties[$0].expressions }.variables)
    read.formUnion(terminals.map(\.expression).variables)
    for index in read {
      guard let monitor = variables[index].monitor else { continue }
      read.formUnion([monitor.onEvent.expression, monitor.onTick.expression].variables)
    }
    let ghosts = Set(variables.indices.filter { variables[$0].isGhost })
    let dependencies = StoredDependencies(in: events)
    let faults = PossibleFaults(in: events)
    var kept = keepsGhosts ? ghosts : ghosts.intersection(read.union(faults.reads))
    if faults.needsLocals { kept.formUnion(ghosts.intersection(dependencies.everywhere)) }
    kept = dependencies.closure(of: kept)
    return edited { spec in
      for (index, variable) in variables.enumerated() {
        let isForgotten = variable.monitor != nil ? !read.contains(index) : ghosts.contains(index)
        guard isForgotten, !kept.contains(index) || variable.monitor != nil,
          let first = variable.certainFirstValue
        else { continue }
        spec.variables[index].initial = .value(first)
        spec.variables[index].monitor = Monitor(onEvent: first, onTick: first)
      }
    }
  }
}

extension Variable {
  /// The first value, if it does not depend on other variables; nil for monitors.
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

/// For each variable, the variables that may affect its stored values.
private struct StoredDependencies {
  /// For each variable, the variables that statements read to store in it.
  private var sources: [Int: Set<Int>] = [:]
  /// The variables that local names and choices read: they may affect anything.
  private(set) var everywhere: Set<Int> = []
  private var seen: Set<ProcedureVisit> = []

  init(in events: [Event]) {
    for body in events.flatMap(\.bodies) { visit(body, []) }
  }

  /// The variables and everything that may affect them; empty for an empty set.
  func closure(of variables: Set<Int>) -> Set<Int> {
    guard !variables.isEmpty else { return [] }
    var found = variables.union(everywhere)
    var open = Array(found)
    while let next = open.popLast() {
      for source in sources[next] ?? [] where found.insert(source).inserted { open.append(source) }
    }
    return found
  }

  /// - Parameter conditions: the reads of the conditions around the statements.
  private mutating func visit(_ statements: [Statement], _ conditions: Set<Int>) {
    for statement in statements {
      let read = statement.expressions.variables
      switch statement.node {
      case .change(let place, _, _), .removeWhere(_, let place):
        if case .variable(let index) = place.root {
          sources[index, default: []].formUnion(read.union(conditions))
        } else {
          everywhere.formUnion(read.union(conditions))
        }
      case .branch(let branches):
        for body in branches.bodies { visit(body, conditions.union(read)) }
      case .loop(_, _, let body):
        everywhere.formUnion(read)
        visit(body, conditions)
      case .emit: break
      case .bind, .assert, .choose: everywhere.formUnion(read)
      case .call(let procedure, _):
        everywhere.formUnion(read)
        if seen.insert(ProcedureVisit(procedure, conditions)).inserted {
          visit(procedure.body, conditions)
        }
      }
    }
  }
}

/// A procedure with the variables that the conditions around its call read.
///
/// A second visit under the same conditions finds nothing new. Without this set, procedures that call each other
/// twice would take exponential time.
struct ProcedureVisit: Hashable {
  private let procedure: ObjectIdentifier
  private let conditions: Set<Int>

  init(_ procedure: ProcedureDefinition, _ conditions: Set<Int>) {
    self.procedure = ObjectIdentifier(procedure)
    self.conditions = conditions
  }
}
