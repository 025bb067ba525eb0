import Semantics

/// How many names an event brings into play at most: by its parameters and by what it chooses.
///
/// As long as so many of a type play no part, nothing would be another if there were more of them.
enum FreshNameDemand {
  /// Of collections and loops, any number.
  private static let any = 1000

  static func most(in spec: CheckedSpec) -> Int {
    var known: [ObjectIdentifier: Int] = [:]
    let counts = spec.events.map { event in
      event.parameters.reduce(0) { $0 + names($1.type) }
        + bodies(of: event).reduce(0) { $0 + choices($1, &known) }
    }
    return min(any, max(1, counts.max() ?? 1))
  }

  private static func bodies(of event: Event) -> [[Statement]] {
    switch event.body {
    case .statements(let body): [body]
    case .rules(_, let rules): rules.map(\.body)
    case .tick: []
    }
  }

  /// The names in a value of a type.
  private static func names(_ type: Type) -> Int {
    guard type.containsNames else { return 0 }
    switch type {
    case .symmetric: return 1
    case .set, .bag, .list, .sequence, .map, .table: return any
    default: return type.parts.reduce(0) { min(any, $0 + names($1)) }
    }
  }

  /// - Parameter known: how many the procedures bring that were looked into.
  private static func choices(
    _ body: [Statement], _ known: inout [ObjectIdentifier: Int]
  ) -> Int {
    body.reduce(0) { count, statement in
      let more =
        switch statement.node {
        case .choose(let binders):
          binders.levels.reduce(0) { $0 + $1.source.type.parts.reduce(0) { $0 + names($1) } }
        case .branch(let branches): branches.bodies.reduce(0) { $0 + choices($1, &known) }
        case .loop(_, _, let body): choices(body, &known) > 0 ? any : 0
        case .call(let procedure, _): choices(procedure, &known)
        case .change, .removeWhere, .bind, .emit, .assert: 0
        }
      return min(any, count + more)
    }
  }

  private static func choices(
    _ procedure: ProcedureDefinition, _ known: inout [ObjectIdentifier: Int]
  ) -> Int {
    let object = ObjectIdentifier(procedure)
    if let count = known[object] { return count }
    let count = choices(procedure.body, &known)
    known[object] = count
    return count
  }
}
