import Semantics

/// Checks of `ghost var`. Its value has no influence on events, so it can record more of a run than the system does.
extension Checker {
  /// Reports each use of a ghost that influences anything but ghosts and properties.
  mutating func checkGhosts() {
    let ghosts = ghostVariables()
    guard !ghosts.isEmpty, !sink.hasErrors else { return }
    var flow = GhostFlow(ghosts: ghosts)
    for (index, variable) in spec.variables.enumerated() where !ghosts.contains(index) {
      switch variable.initial {
      case .value(let root): flow.refuse(root.expression, "the initial value of '\(variable.name)'")
      case .anyOf(let binders, _): flow.refuse(binders, "the initial value of '\(variable.name)'")
      case .any: break
      }
    }
    for event in spec.events { flow.follow(event) }
    for leak in flow.leaks {
      let names = leak.ghosts.sorted().map { "the ghost '\(spec.variables[$0].name)'" }
      let what = names.isEmpty ? "a ghost" : names.joined(separator: " and ")
      report(
        .ghostInfluence,
        "\(leak.what) depends on \(what)",
        leak.range, why: "a ghost cannot influence events or other variables",
        fix: "leave 'ghost' out, or read the variable only in properties")
    }
  }

  /// Returns the indices of the ghost variables, without timers, since time waits for a timer.
  private mutating func ghostVariables() -> Set<Int> {
    var ghosts: Set<Int> = []
    for case .variable(let variable) in syntax.declarations.map(\.kind) where variable.isGhost {
      guard let index = variables.indices[variable.name.text] else { continue }
      if spec.variables[index].type.containsTimer {
        report(
          .ghostInfluence, "a timer cannot be a ghost", variable.name.range,
          fix: "leave 'ghost' out")
      }
      ghosts.insert(index)
      spec.variables[index].isGhost = true
    }
    return ghosts
  }
}

/// Data flow from ghosts through the statements of events, local names and procedures.
///
/// It is conservative: a local name that once held a value from a ghost is treated so from then on.
private struct GhostFlow {
  struct Leak {
    var what: String
    /// The ghosts in the value; empty if the value depends on them through a local name or a branch.
    var ghosts: Set<Int>
    var range: SourceRange
  }

  let ghosts: Set<Int>
  private(set) var leaks: [Leak] = []
  /// The slots of the current frame that may hold a value from a ghost.
  private var tainted: Set<Int> = []
  /// Whether the current statement runs only under a condition on a ghost.
  private var isInside = false

  init(ghosts: Set<Int>) { self.ghosts = ghosts }

  // MARK: Values

  private func depends(_ reads: Reads) -> Bool {
    !reads.variables.isDisjoint(with: ghosts) || !reads.locals.isDisjoint(with: tainted)
  }

  mutating func refuse(_ value: Expression, _ what: String) {
    guard depends(value.reads) else { return }
    leaks.append(
      Leak(what: what, ghosts: value.reads.variables.intersection(ghosts), range: value.range))
  }

  mutating func refuse(_ binders: Binders, _ what: String) {
    for part in binders.parts { refuse(part, what) }
  }

  // MARK: Events

  mutating func follow(_ event: Event) {
    tainted = []
    event.guardExpression.map { refuse($0, "the condition of event '\(event.name)'") }
    switch event.body {
    case .statements(let statements): follow(statements)
    case .rules(let bindings, let rules):
      bind(bindings)
      for rule in rules {
        for condition in rule.conditions {
          switch condition {
          case .test(let test): refuse(test, "the condition of rule '\(rule.name)'")
          case .bind(let bindings): bind(bindings)
          }
        }
        follow(rule.body)
      }
    case .tick: break
    }
  }

  private mutating func bind(_ bindings: [(slot: Int, Expression)]) {
    for (slot, value) in bindings where isInside || depends(value.reads) { tainted.insert(slot) }
  }

  private mutating func follow(_ statements: [Statement]) { statements.forEach { follow($0) } }

  private mutating func follow(_ statement: Statement) {
    switch statement.node {
    case .change(let place, _, let operands): store(place, operands, statement.range)
    case .removeWhere(let binders, let place):
      store(place, binders.filter.map { [$0] } ?? [], statement.range)
    case .bind(let slot, let value): bind([(slot, value)])
    case .branch(let branches): follow(branches)
    case .loop(let binders, _, let body):
      inside(binders.parts.contains { depends($0.reads) }) { flow in
        if flow.isInside { flow.tainted.formUnion(binders.slots) }
        // The second pass sees the names that the first one marked.
        flow.follow(body)
        flow.follow(body)
      }
    case .choose(let binders):
      refuse(binders, "a chosen value")
      refuseInside("a chosen value", statement.range)
    case .emit:
      for value in statement.expressions { refuse(value, "an emitted value") }
      refuseInside("an emitted value", statement.range)
    case .assert(let test):
      refuse(test, "an 'assert'")
      refuseInside("an 'assert'", statement.range)
    case .call(let procedure, let arguments): call(procedure, arguments)
    }
  }

  private mutating func store(_ place: Place, _ operands: [Expression], _ range: SourceRange) {
    switch place.root {
    case .variable(let index) where ghosts.contains(index): break
    case .variable:
      for value in operands + place.keys { refuse(value, "a stored value") }
      refuseInside("a stored value", range)
    case .local(let slot):
      if isInside || (operands + place.keys).contains(where: { depends($0.reads) }) {
        tainted.insert(slot)
      }
    }
  }

  private mutating func refuseInside(_ what: String, _ range: SourceRange) {
    if isInside { leaks.append(Leak(what: what, ghosts: [], range: range)) }
  }

  private mutating func follow(_ branches: Branches<[Statement]>) {
    inside(branches.conditionParts.contains { depends($0.reads) }) { flow in
      if flow.isInside {
        flow.tainted.formUnion(branches.slots)
      }
      for body in branches.bodies { flow.follow(body) }
    }
  }

  private mutating func inside(_ isDecided: Bool, _ body: (inout Self) -> Void) {
    let outer = isInside
    isInside = isInside || isDecided
    body(&self)
    isInside = outer
  }

  /// Follows a call of a procedure, which has its own frame.
  private mutating func call(_ procedure: ProcedureDefinition, _ arguments: [Expression]) {
    let outer = tainted
    tainted = Set(arguments.indices.filter { depends(arguments[$0].reads) })
    follow(procedure.body)
    tainted = outer
  }
}
