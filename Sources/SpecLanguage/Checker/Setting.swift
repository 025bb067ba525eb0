import Semantics

/// A value for a param from outside the spec.
/// It is parsed here and checked only with the spec, by the type of its param.
package struct Setting: Sendable {
  package var name: String
  package var expression: ExpressionSyntax
  /// The text that the expression was parsed from.
  package var file: SourceFile

  /// Why a text is no value.
  package struct Unreadable: Error, Sendable {
    package var reason: String
  }

  /// - Parameters:
  ///   - value: in the notation of specs.
  ///   - path: how the text is called in diagnostics.
  package init(_ name: String, _ value: String, path: String) throws(Unreadable) {
    if value == "no" || value == "off" {
      throw Unreadable(reason: "'\(value)' is no value; write 'false', or '.\(value)' for a case")
    }
    let file = SourceFile(path: path, text: value)
    let (expression, sink) = Parser.parseExpression(file)
    guard let expression, !sink.hasErrors else {
      throw Unreadable(reason: sink.diagnostics.first?.message ?? "it is no value")
    }
    self.name = name
    self.expression = expression
    self.file = file
  }
}
