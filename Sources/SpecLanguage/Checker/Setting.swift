import Semantics

/// A value for a param from outside the spec.
///
/// It is parsed here. Its type is checked later, with the spec.
package struct Setting: Sendable {
  package var name: String
  package var expression: ExpressionSyntax
  /// The text of the expression.
  package var file: SourceFile

  /// The reason why a text cannot be parsed as a value.
  package struct Unreadable: Error, Sendable {
    package var reason: String
  }

  /// Parses a setting.
  ///
  /// - Parameters:
  ///   - value: the value in the notation of specs.
  ///   - path: the name of the text in diagnostics.
  package init(_ name: String, _ value: String, path: String) throws(Unreadable) {
    if value == "no" || value == "off" {
      throw Unreadable(reason: "'\(value)' is not a value; write 'false' or '.\(value)'")
    }
    let file = SourceFile(path: path, text: value)
    let (expression, sink) = Parser.parseExpression(file)
    guard let expression, !sink.hasErrors else {
      throw Unreadable(reason: sink.diagnostics.first?.message ?? "it is not a value")
    }
    self.name = name
    self.expression = expression
    self.file = file
  }
}
