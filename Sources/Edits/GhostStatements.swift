import Semantics
import SpecLanguage

/// The statements that change only ghosts: `GhostStatements(syntax).contains(statement)`.
struct GhostStatements {
  /// The names of the ghosts, and of the procedures that change nothing else.
  private(set) var names: Set<String> = []

  init(_ syntax: SpecSyntax) {
    var procedures: [(name: String, body: [StatementSyntax])] = []
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .variable(let variable) where variable.isGhost: names.insert(variable.name.text)
      case .function(let function):
        if case .procedure(let body) = function.body {
          procedures.append((function.name.text, body.elements))
        }
      default: break
      }
    }
    if names.isEmpty { return }
    var isComplete = false
    while !isComplete {
      let found = procedures.filter { !names.contains($0.name) && contains(all: $0.body) }
      names.formUnion(found.map(\.name))
      isComplete = found.isEmpty
    }
  }

  /// Whether a statement changes a ghost, and nothing else.
  func contains(_ statement: StatementSyntax) -> Bool {
    switch statement.kind {
    case .assign(let place, _, _), .insert(_, _, let place), .remove(_, let place),
      .append(_, let place), .start(let place, _), .stop(let place):
      return isGhost(place)
    case .removeWhere(let binders): return binders.groups.allSatisfy { isGhost($0.source) }
    case .call(let call):
      guard case .call(let callee, _) = call.kind else { return false }
      return isGhost(callee)
    case .branch, .match, .loop: return contains(all: statement.bodies.flatMap(\.self))
    case .binding, .choose, .emit, .assert: return false
    }
  }

  /// Whether there is such a statement, and all others only bind names.
  private func contains(all statements: [StatementSyntax]) -> Bool {
    let others = statements.filter { if case .binding = $0.kind { false } else { true } }
    return !others.isEmpty && others.allSatisfy(contains)
  }

  private func isGhost(_ place: ExpressionSyntax) -> Bool {
    switch place.kind {
    case .name(let name): names.contains(name)
    case .element(let base, _), .member(let base, _), .chain(let base), .forceUnwrap(let base):
      isGhost(base)
    default: false
    }
  }

  /// The ranges of all such statements, without nested ones.
  func ranges(in syntax: SpecSyntax) -> [SourceRange] {
    if names.isEmpty { return [] }
    var found: [SourceRange] = []
    func visit(_ statements: [StatementSyntax]) {
      for statement in statements {
        if contains(statement) {
          found.append(statement.range)
        } else {
          statement.bodies.forEach(visit)
        }
      }
    }
    func visit(_ event: EventSyntax) {
      if case .statements(let body) = event.body { visit(body.elements) }
      for rule in event.rules { visit(rule.body.elements) }
    }
    func visit(_ function: FunctionSyntax) {
      if case .procedure(let body) = function.body { visit(body.elements) }
    }
    for declaration in syntax.declarations {
      switch declaration.kind {
      case .event(let event): visit(event)
      case .rule(_, let rule): visit(rule.body.elements)
      case .function(let function): visit(function)
      case .use(let use):
        for replacement in use.changes.replacements {
          switch replacement.kind {
          case .event(let event): visit(event)
          case .rule(_, let rule): visit(rule.body.elements)
          case .function(let function): visit(function)
          default: break
          }
        }
      default: break
      }
    }
    return found
  }
}

extension StatementSyntax {
  /// The statements in the branches of an `if` or `switch`, or in a loop.
  fileprivate var bodies: [[StatementSyntax]] {
    switch kind {
    case .branch(let branches, let otherwise):
      branches.map(\.body.elements) + [otherwise?.elements ?? []]
    case .match(_, let cases): cases.map(\.body)
    case .loop(_, let body): [body.elements]
    default: []
    }
  }
}
