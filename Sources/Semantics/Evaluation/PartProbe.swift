/// A part of an event's text, by its range.
package enum RulePart: Hashable, Sendable, Comparable {
  /// A condition and its truth value: any part of type Bool that `&&`, `||`, `implies` and `!` connect.
  case condition(SourceRange, holds: Bool)
  /// A statement that changes a variable, or emits a signal.
  case statement(SourceRange)

  package var range: SourceRange {
    switch self {
    case .condition(let range, _), .statement(let range): range
    }
  }

  private var order: (Int, Int, Int) {
    switch self {
    case .condition(let range, let holds): (range.start, range.end, holds ? 1 : 0)
    case .statement(let range): (range.start, range.end, 2)
    }
  }

  package static func < (left: Self, right: Self) -> Bool { left.order < right.order }
}

/// Records which parts of a spec matter during an evaluation, and changes one of them: it inverts a condition or
/// skips a statement.
///
/// To compare the outcomes is modified condition/decision coverage for conditions (Chilenski and Miller, 1994), and
/// mutation analysis for statements (DeMillo, Lipton and Sayward, 1978).
package final class PartProbe {
  package private(set) var met: Set<RulePart> = []
  private let changed: RulePart?

  package init(changing changed: RulePart? = nil) { self.changed = changed }

  func noted(_ value: Value, of expression: Expression) -> Value {
    guard case .bool(let holds) = value, expression.isCondition else { return value }
    let part = RulePart.condition(expression.range, holds: holds)
    met.insert(part)
    return part == changed ? .bool(!holds) : value
  }

  func leavesOut(_ statement: Statement) -> Bool {
    switch statement.node {
    case .change, .removeWhere, .emit: break
    default: return false
    }
    let part = RulePart.statement(statement.range)
    met.insert(part)
    return part == changed
  }
}

extension Expression {
  /// Whether it is an atomic condition: no `&&`, `||` or `implies`, both outcomes possible, and never nil.
  fileprivate var isCondition: Bool {
    switch node {
    case .constant, .not, .connective(.and, _, _), .connective(.or, _, _),
      .connective(.implies, _, _):
      false
    default: if case .bool = type { true } else { false }
    }
  }
}
