/// What nobody asks for need not be remembered.
extension CheckedSpec {
  /// The spec without what ghosts and monitors remember for other properties than some: behind each step they have
  /// their first values again and are shown to nobody, so that states that differ in them only are one.
  ///
  /// A fault of what is stored in a ghost may need what it remembers, and is no longer found then. Ghosts that
  /// others, or what is stored in them, may depend on are kept, and so are those that have no certain first value.
  ///
  /// - Parameters:
  ///   - properties: those that are asked for, by their places.
  ///   - keepsGhosts: something else is asked for that may read ghosts, or be a fault.
  package func forgetting(allBut properties: Set<Int>, keepsGhosts: Bool) -> CheckedSpec {
    var read: Set<Int> = []
    for index in properties { read.formUnion(self.properties[index].variables) }
    for terminal in terminals { read.formUnion(terminal.expression.reads.variables) }
    let ghosts = Set(variables.indices.filter { variables[$0].isGhost })
    var kept = keepsGhosts ? ghosts : ghosts.intersection(read)
    if !kept.isEmpty { kept.formUnion(VariableReads(in: events).variables) }
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
    guard case .value(let root) = initial, root.expression.isConstant else { return nil }
    return root
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

/// The variables that statements read, in conditions, operands and keys.
private struct VariableReads {
  private(set) var variables: Set<Int> = []

  init(in events: [Event]) {
    for event in events {
      switch event.body {
      case .tick: continue
      case .statements(let body): visit(body)
      case .rules(_, let rules): rules.forEach { visit($0.body) }
      }
    }
  }

  private mutating func read(_ expressions: [Expression]) {
    for expression in expressions { variables.formUnion(expression.reads.variables) }
  }

  private mutating func read(_ binders: Binders) {
    read(binders.levels.map(\.source) + (binders.filter.map { [$0] } ?? []))
  }

  private mutating func visit(_ statements: [Statement]) {
    for statement in statements {
      switch statement.node {
      case .change(let place, _, let operands): read(operands + place.keys)
      case .removeWhere(let binders, let place):
        read(binders)
        read(place.keys)
      case .bind(_, let value), .assert(let value): read([value])
      case .branch(let branches):
        var conditions: [Expression] = []
        branches.forEachCondition { conditions.append($0) }
        read(conditions)
        branches.bodies.forEach { visit($0) }
      case .loop(let binders, _, let body):
        read(binders)
        visit(body)
      case .choose(let binders): read(binders)
      case .emit(let emission): read(emission.arguments.map(\.value))
      case .call(let procedure, let arguments):
        read(arguments)
        visit(procedure.body)
      }
    }
  }
}
