import Semantics

extension Event {
  /// The variables that the event reads: in its conditions, in its statements, and where a statement changes a part of
  /// a value.
  var readVariables: Set<Int> {
    var found = conditions.variables
    for statement in statements {
      found.formUnion(statement.expressions.variables)
      guard case .change(let place, let change, _) = statement.node,
        case .variable(let index) = place.root
      else { continue }
      // A place that is only stored to is not read.
      if case .assign = change, place.steps.isEmpty { continue }
      found.insert(index)
    }
    return found
  }

  /// The variables that the event may store to.
  var writtenVariables: Set<Int> {
    Set(
      statements.compactMap { statement in
        if case .variable(let index)? = statement.target?.root { index } else { nil }
      })
  }
}
