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
  package var isDeclaration: Bool
}

extension Understanding {
  /// All words, numbers and comments of the text, in its order.
  package var highlights: [Highlight] {
    let viewWords = Set(syntax.viewKeywords)
    var found = syntax.tokens.comments.map {
      Highlight(range: $0.range, kind: .comment, isDeclaration: false)
    }
    for token in syntax.tokens.tokens where token.range.end <= own.end {
      switch token.kind {
      case .integer:
        found.append(Highlight(range: token.range, kind: .number, isDeclaration: false))
      case .path, .text:
        found.append(Highlight(range: token.range, kind: .string, isDeclaration: false))
      case .identifier:
        if viewWords.contains(token.range) {
          found.append(Highlight(range: token.range, kind: .keyword, isDeclaration: false))
        } else if let highlight = highlight(token.range) {
          found.append(highlight)
        }
      default: break
      }
    }
    return found.filter { $0.range.end <= own.end }.sorted { $0.range.precedes($1.range) }
  }

  private func highlight(_ range: SourceRange) -> Highlight? {
    let isDeclaration = references.isDeclaration(range)
    if let symbol = symbol(of: range) {
      return Highlight(range: range, kind: symbol.kind.highlight, isDeclaration: isDeclaration)
    }
    if !references.declarations(of: range).isEmpty {
      return Highlight(range: range, kind: .variable, isDeclaration: isDeclaration)
    }
    let word = file.text(range)
    if DeclaredNames.builtIn.contains(word) {
      return Highlight(range: range, kind: .type, isDeclaration: false)
    }
    return Words.isColoured(word)
      ? Highlight(range: range, kind: .keyword, isDeclaration: false) : nil
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
  fileprivate var highlight: Highlight.Kind {
    switch self {
    case .spec, .world, .scenario, .steps: .macro
    case .param, .constant, .variable, .local: .variable
    case .enumeration, .structure, .type, .symmetric: .type
    case .enumCase: .enumMember
    case .field: .property
    case .parameter: .parameter
    case .function, .rule: .function
    case .event, .group, .signal: .event
    case .property: .function
    }
  }
}

extension Words {
  static let others: Set<String> = [
    "after", "and", "any", "assuming", "atMost", "before", "bag", "count", "distinct", "emitted",
    "emissions",
    "enabled", "except", "expect", "given", "is", "list", "map", "max", "min", "old", "otherwise",
    "refuse",
    "repeat", "rule", "seed", "set", "sum", "table", "unchanged", "until", "violates", "walks",
    "when",
    "whenever", "within", "without",
  ]

  static func isColoured(_ word: String) -> Bool { isReserved(word) || others.contains(word) }
}
