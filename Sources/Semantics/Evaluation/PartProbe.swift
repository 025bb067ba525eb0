/// A part of what a spec says of an event, by its place in the text.
package enum RulePart: Hashable, Sendable, Comparable {
  /// A condition, by how it comes out: any part of type Bool that `&&`, `||`, `implies` and `!` join.
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

/// Notes which parts of a spec play a role while something is evaluated, and changes one of them: a condition is turned,
/// a statement left out.
///
/// Whether anything else comes of an event then is what modified condition/decision coverage asks of a decision
/// (Chilenski and Miller, 1994), and mutation analysis of a program (DeMillo, Lipton and Sayward, 1978).
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
  /// It joins no others by `&&`, `||` or `implies`, may come out both ways, and is never nil.
  fileprivate var isCondition: Bool {
    switch node {
    case .constant, .not, .connective(.and, _, _), .connective(.or, _, _),
      .connective(.implies, _, _):
      false
    default: if case .bool = type { true } else { false }
    }
  }
}
