import Semantics

/// The maximum number of new names that an event introduces, by its parameters and its choices.
///
/// If that many names of a type are unused, additional names would change nothing.
enum FreshNameDemand {
  /// The number for collections and loops, which may introduce any number of names.
  private static let any = 1000

  static func most(in spec: CheckedSpec) -> Int {
    var known: [ObjectIdentifier: Int] = [:]
    let counts = spec.events.map { event in
      event.parameters.reduce(0) { $0 + names($1.type) }
        + event.bodies.reduce(0) { $0 + choices($1, &known) }
    }
    return min(any, max(1, counts.max() ?? 1))
  }

  /// The number of names in a value of a type.
  private static func names(_ type: Type) -> Int {
    guard type.containsNames else { return 0 }
    switch type {
    case .symmetric: return 1
    case .set, .bag, .list, .sequence, .map, .table: return any
    default: return type.parts.reduce(0) { min(any, $0 + names($1)) }
    }
  }

  /// The number of names in the choices of statements.
  ///
  /// - Parameter known: the numbers of the procedures examined so far.
  private static func choices(
    _ body: [Statement], _ known: inout [ObjectIdentifier: Int]
  ) -> Int {
    body.reduce(0) { count, statement in
      let more =
        switch statement.node {
        case .choose(let binders):
          binders.levels.reduce(0) { $0 + $1.source.type.parts.reduce(0) { $0 + names($1) } }
        case .branch: statement.bodies.reduce(0) { $0 + choices($1, &known) }
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
