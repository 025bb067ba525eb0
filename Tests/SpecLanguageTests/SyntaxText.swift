import Semantics
import SpecLanguage

/// Syntax trees as short text, with parentheses around everything that has parts.
enum SyntaxText {
  /// An expression parsed from the text, such as `(a + (b * c))`; nil if it has mistakes.
  static func expression(_ text: String) -> String? {
    let (expression, sink) = Parser.parseExpression(SourceFile(path: "test", text: text))
    guard let expression, !sink.hasErrors else { return nil }
    return describe(expression)
  }

  /// The kinds of the statements in the body of an event, such as `["assign", "emit"]`; nil if
  /// there are mistakes.
  static func statements(_ text: String) -> [String]? {
    let source = "spec Test\non e {\n\(text)\n}\n"
    let (syntax, sink) = Parser.parse(SourceFile(path: "test", text: source))
    guard !sink.hasErrors, case .event(let event)? = syntax.declarations.first?.kind,
      case .statements(let statements) = event.body
    else { return nil }
    return statements.elements.map { kind($0.kind) }
  }

  static func describe(_ expression: ExpressionSyntax) -> String {
    switch expression.kind {
    case .integer(let value): "\(value)"
    case .boolean(let value): "\(value)"
    case .nilLiteral: "nil"
    case .name(let name): name
    case .symmetricName(let name, let number): "\(name.text)#\(number)"
    case .implicitMember(let name, let arguments):
      ".\(name.text)" + (arguments.map(list) ?? "")
    case .member(let base, let name): "\(describe(base)).\(name.text)"
    case .chain(let base): "\(describe(base))?"
    case .forceUnwrap(let base): "\(describe(base))!"
    case .element(let base, let key): "\(describe(base))[\(describe(key))]"
    case .call(let base, let arguments): describe(base) + list(arguments)
    case .not(let operand): "(!\(describe(operand)))"
    case .negate(let operand): "(-\(describe(operand)))"
    case .binary(let op, _, let left, let right):
      "(\(describe(left)) \(op.rawValue) \(describe(right)))"
    case .conditional(let condition, let first, let second):
      "(\(describe(condition)) ? \(describe(first)) : \(describe(second)))"
    case .list(let elements): "[\(elements.map(describe).joined(separator: ", "))]"
    case .quantifier(let word, _, let body): "(\(word.rawValue) … \(body.map(describe) ?? "_"))"
    default: "…"
    }
  }

  private static func list(_ arguments: [ArgumentSyntax]) -> String {
    let values = arguments.map { argument in
      (argument.label.map { "\($0.text): " } ?? "") + describe(argument.value)
    }
    return "(\(values.joined(separator: ", ")))"
  }

  private static func kind(_ kind: StatementSyntax.Kind) -> String {
    switch kind {
    case .assign: "assign"
    case .insert: "insert"
    case .remove: "remove"
    case .removeWhere: "removeWhere"
    case .append: "append"
    case .branch: "branch"
    case .match: "match"
    case .loop: "loop"
    case .binding: "binding"
    case .choose: "choose"
    case .emit: "emit"
    case .assert: "assert"
    case .start: "start"
    case .stop: "stop"
    case .call: "call"
    }
  }
}
