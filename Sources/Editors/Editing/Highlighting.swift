import Semantics
import SpecLanguage

/// The kind of a word in the text, for syntax highlighting.
package struct Highlight: Sendable {
  package enum Kind: Int, Sendable, CaseIterable {
    case keyword, comment, number, string, type, enumMember, property, parameter, variable, function
    case event, macro

    /// The name that editors use.
    package var name: String { "\(self)" }
  }

  package var range: SourceRange
  package var kind: Kind
  /// Whether it is the declaration.
  package var isDeclaration = false
}

extension Understanding {
  /// All words, numbers and comments of the text, in its order.
  package var highlights: [Highlight] {
    let viewWords = Set(syntax.viewKeywords)
    let comments = syntax.tokens.comments.map { Highlight(range: $0.range, kind: .comment) }
    let words = syntax.tokens.tokens.compactMap { token -> Highlight? in
      switch token.kind {
      case .integer: Highlight(range: token.range, kind: .number)
      case .path, .text: Highlight(range: token.range, kind: .string)
      case .identifier where viewWords.contains(token.range):
        Highlight(range: token.range, kind: .keyword)
      case .identifier where token.range.end <= own.end: highlight(token.range)
      default: nil
      }
    }
    return (comments + words).filter { $0.range.end <= own.end }
      .sorted { $0.range.precedes($1.range) }
  }

  private func highlight(_ range: SourceRange) -> Highlight? {
    let isDeclaration = references.isDeclaration(range)
    if let symbol = symbol(of: range) {
      return Highlight(
        range: range, kind: symbol.kind.codes.highlight, isDeclaration: isDeclaration)
    }
    if !references.declarations(of: range).isEmpty {
      return Highlight(range: range, kind: .variable, isDeclaration: isDeclaration)
    }
    let word = file.text(range)
    if DeclaredNames.builtIn.contains(word) {
      return Highlight(range: range, kind: .type)
    }
    return Words.isColoured(word)
      ? Highlight(range: range, kind: .keyword) : nil
  }
}

extension SpecSyntax {
  /// The keywords in views, such as `card`, which are names elsewhere.
  fileprivate var viewKeywords: [SourceRange] {
    declarations.flatMap { declaration -> [SourceRange] in
      guard case .view(let view) = declaration.kind else { return [] }
      return view.keywords.map(\.range)
    }
  }
}

extension Symbol.Kind {
  /// The `SymbolKind` and `CompletionItemKind` of the protocol, and the kind for highlighting.
  var codes: (symbol: Int, completion: Int, highlight: Highlight.Kind) {
    switch self {
    case .spec: (2, 9, .macro)
    case .world: (3, 9, .macro)
    case .scenario, .steps: (6, 3, .macro)
    case .property: (7, 10, .function)
    case .field: (8, 10, .property)
    case .enumeration: (10, 13, .type)
    case .function, .rule: (12, 3, .function)
    case .variable, .local: (13, 6, .variable)
    case .parameter: (13, 6, .parameter)
    case .param, .constant: (14, 21, .variable)
    case .enumCase: (22, 20, .enumMember)
    case .structure: (23, 22, .type)
    case .signal, .event, .group: (24, 23, .event)
    case .type, .symmetric: (26, 25, .type)
    }
  }
}

extension Words {
  static let others: Set<String> = [
    "about", "after", "always", "and", "any", "assuming", "atMost", "before", "count",
    "distinct", "emitted", "emissions", "enabled", "except", "expect", "explore", "given", "gone",
    "is", "list", "map", "max", "min", "old", "others", "otherwise", "refuse", "repeat", "rule",
    "seed", "set", "sum", "table", "unchanged", "unless", "until", "violates", "walks", "when",
    "whenever", "while", "within",
    "without",
  ]

  static func isColoured(_ word: String) -> Bool {
    Parser.reservedWords.contains(word) || Parser.declarationWords.contains(word)
      || Parser.statementWords.contains(word) || others.contains(word)
  }
}
