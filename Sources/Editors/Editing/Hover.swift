import Semantics
import SpecLanguage

/// The description of a name.
package struct Hover: Sendable {
  /// The range of the name.
  package var range: SourceRange
  /// The text of the declaration.
  package var declaration: String
  package var documentation: String?
  /// Sentences, such as its type with the number of its values.
  package var facts: [String]
  /// The property, scenario or world, if it is one.
  package var verdictOf: String?
}

extension Understanding {
  /// The description of the name at a place.
  package func hover(at offset: Int) -> Hover? {
    guard let name = name(at: offset) else { return nil }
    guard let symbol = symbol(of: name) else {
      guard let type = references.type(of: name) else { return nil }
      return Hover(
        range: name, declaration: "\(file.text(name)): \(type)", facts: facts(of: type))
    }
    let type = references.type(of: symbol.name.range)
    let isVerdict = [.property, .scenario, .world].contains(symbol.kind)
    return Hover(
      range: name, declaration: declaration(of: symbol), documentation: symbol.documentation,
      facts: type.map(facts) ?? [], verdictOf: isVerdict ? symbol.name.text : nil)
  }

  /// The words of a declaration up to its body.
  private func declaration(of symbol: Symbol) -> String {
    let tokens = syntax.tokens.tokens[syntax.tokens.places(in: symbol.range)]
    let ends = [.event, .rule, .function, .property, .scenario, .steps, .world].contains(
      symbol.kind)
    let body = ends ? tokens.first { $0.kind == .leftBrace } : nil
    let end = min(body?.range.start ?? symbol.range.end, symbol.range.start + 2_000)
    let text = file.text(SourceRange(symbol.range.start, end))
    if symbol.kind == .enumeration || symbol.kind == .structure { return text }
    return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private func facts(of type: Type) -> [String] {
    var facts = ["Its type is `\(type)`."]
    if case .exactly(let count) = type.cardinality {
      facts.append(count == 1 ? "It has 1 value." : "It has \(count) values.")
    }
    return facts
  }
}
