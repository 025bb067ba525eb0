import Semantics
import SpecLanguage

extension Understanding {
  /// The description of the name at a place, in paragraphs of Markdown: its declaration, its documentation, and facts
  /// such as its type with the number of its values. For a property, scenario or world, also its name. A word of the
  /// language has its paragraph of the reference.
  package func hover(
    at offset: Int
  ) -> (range: SourceRange, paragraphs: [String], verdictOf: String?)? {
    guard let name = name(at: offset) else { return nil }
    let symbol = symbol(of: name)
    let type = references.type(of: symbol?.name.range ?? name)
    guard let text = symbol.map(declaration) ?? type.map({ "\(file.text(name)): \($0)" }) else {
      let isMember = syntax.tokens.isMember(name)
      return LanguagePage.paragraph(on: file.text(name), isMember: isMember).map {
        (name, [$0], nil)
      }
    }
    let isVerdict = symbol.map { [.property, .scenario, .world].contains($0.kind) } ?? false
    return (
      name,
      ["```tray\n\(text)\n```", symbol?.documentation, type.map(facts)].compactMap(\.self),
      isVerdict ? symbol?.name.text : nil
    )
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

  private func facts(of type: Type) -> String {
    var facts = ["Its type is `\(type)`."]
    if case .exactly(let count) = type.cardinality {
      facts.append(count == 1 ? "It has 1 value." : "It has \(count) values.")
    }
    return facts.joined(separator: " ")
  }
}

extension TokenList {
  /// Whether a dot precedes a name.
  fileprivate func isMember(_ name: SourceRange) -> Bool {
    let place = tokens.partition(behind: name.end)
    return place > 0 && tokens[place - 1].kind == .dot
  }
}
