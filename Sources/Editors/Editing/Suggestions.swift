import Semantics
import SpecLanguage

/// A completion at a place of a text.
package struct Suggestion: Sendable {
  package enum Kind: Sendable {
    case keyword, label, member
    /// A symbol that the text declares.
    case symbol(Symbol.Kind)

    /// The `CompletionItemKind` of the protocol.
    var number: Int {
      switch self {
      case .keyword: 14
      case .label, .member: 10
      case .symbol(let kind): kind.codes.completion
      }
    }
  }

  package var text: String
  package var kind: Kind
  /// Its declaration in a line.
  package var detail: String?
  package var documentation: String?
}

extension Understanding {
  /// The completions at a place, and the range that they replace.
  ///
  /// The checker reports its expectation for a placeholder name that nothing has.
  ///
  /// - Parameter source: the current text, with the files that it uses.
  package static func completions(
    at offset: Int, in source: SourceFile, limits: Checker.Limits
  ) -> (range: SourceRange, items: [Suggestion]) {
    let written = source.word(before: offset)
    let rest = source.word(behind: offset)
    let placeholder = source.text(written) + Words.placeholder
    let edited = source.replacing(SourceRange(written.start, rest.end), by: placeholder)
    let (syntax, _) = Parser.parse(edited)
    let name = SourceRange(written.start, written.start + placeholder.utf8.count)
    let candidates = Checker.candidates(for: name, in: syntax, limits: limits)
    let declared = Declared(syntax.symbols, edited)
    var items = candidates.flatMap { each in each.names.map { declared.item($0, each.what) } }
    if candidates.isEmpty {
      let words = Words.expected(at: name, in: syntax.tokens)
      items = words.map { Suggestion(text: $0, kind: .keyword) }
      if words.contains("rule") {
        items += syntax.symbols.filter { [.variable, .function].contains($0.kind) }
          .map { declared.item($0.name.text, "name") }
      }
    } else if candidates.contains(where: { $0.what == "name" }) {
      items += Words.ofExpressions.map { Suggestion(text: $0, kind: .keyword) }
    }
    var seen: Set<String> = ["", placeholder]
    return (
      SourceRange(written.start, rest.end), items.filter { seen.insert($0.text).inserted }
    )
  }
}

/// The declarations of a text, by name.
private struct Declared {
  private let file: SourceFile
  private var outer: [String: Symbol] = [:]
  /// Nested declarations; of several with one name, the first.
  private var inner: [Symbol.Kind: [String: Symbol]] = [:]

  init(_ symbols: [Symbol], _ file: SourceFile) {
    self.file = file
    for symbol in symbols {
      if outer[symbol.name.text] == nil { outer[symbol.name.text] = symbol }
      for child in symbol.children.flatMap({ [$0] + $0.children })
      where inner[child.kind]?[child.name.text] == nil {
        inner[child.kind, default: [:]][child.name.text] = child
      }
    }
  }

  /// - Parameter what: the checker's word for the expected kind.
  func item(_ name: String, _ what: String) -> Suggestion {
    let symbol: Symbol?
    switch what {
    case "label": return Suggestion(text: "\(name): ", kind: .label)
    case "member": return Suggestion(text: name, kind: .member)
    case "case": symbol = inner[.enumCase]?[name]
    case "field": symbol = inner[.field]?[name]
    case "rule": symbol = inner[.rule]?[name]
    case "parameter": symbol = inner[.parameter]?[name]
    default: symbol = outer[name]
    }
    let detail = symbol.map { symbol in
      let line = file.rangeOfLine(at: symbol.range.start)
      let text = file.text(SourceRange(symbol.range.start, min(symbol.range.end, line.end)))
      return String(text.prefix(120))
    }
    return Suggestion(
      text: name,
      kind: symbol.map { .symbol($0.kind) } ?? (what == "name" ? .symbol(.local) : .keyword),
      detail: detail, documentation: symbol?.documentation)
  }
}

/// Keywords, and one placeholder that no text has.
enum Words {
  static let placeholder = "traycheckCompletion"

  static let ofExpressions = [
    "count", "else", "every", "false", "if", "implies", "in", "is", "max", "min", "nil", "no",
    "set", "some", "sum", "switch", "true",
  ]

  /// Whether a name is reserved.
  static func isReserved(_ name: String) -> Bool {
    Parser.reservedWords.contains(name) || Parser.declarationWords.contains(name)
      || Parser.statementWords.contains(name)
  }

  /// The words that can start a construct where a single name cannot.
  static func expected(at name: SourceRange, in tokens: TokenList) -> [String] {
    let place = tokens.tokens.partition(behind: name.end)
    guard tokens.tokens.indices.contains(place), tokens.tokens[place].range == name else {
      return []
    }
    let before = place > 0 ? tokens.tokens[place - 1].kind : .semicolon
    guard tokens.tokens[place].startsLine || [.leftBrace, .semicolon].contains(before) else {
      return []
    }
    let inBlocks = Parser.statementWords.sorted() + ["rule", "otherwise", "let", "case"]
    var blocks: [[String]] = []
    var (head, isStart) = ("", true)
    for token in tokens.tokens[..<place] {
      if isStart || token.startsLine { head = tokens.file.text(token.range) }
      isStart = token.kind == .leftBrace || token.kind == .semicolon
      if token.kind == .leftBrace {
        blocks.append(ofView(head, in: blocks.last) ?? inBlocks)
      } else if token.kind == .rightBrace, !blocks.isEmpty {
        blocks.removeLast()
      }
    }
    return blocks.last ?? Parser.declarationWords
  }

  /// The words that can begin a line of a view's block; nil for other blocks.
  private static func ofView(_ head: String, in outer: [String]?) -> [String]? {
    switch (head, outer) {
    case ("view", nil): Parser.viewWords
    case ("device", Parser.viewWords): Parser.deviceWords
    case ("words", Parser.viewWords): []
    case ("card", Parser.viewWords), ("message", Parser.viewWords), ("card", Parser.deviceWords),
      ("message", Parser.deviceWords):
      Parser.cardWords
    default: nil
    }
  }
}

extension SourceFile {
  fileprivate func word(before offset: Int) -> SourceRange {
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1].isWordByte || bytes[start - 1] >= 0x80 { start -= 1 }
    return SourceRange(start, min(offset, bytes.count))
  }

  fileprivate func word(behind offset: Int) -> SourceRange {
    var end = min(offset, bytes.count)
    while end < bytes.count, bytes[end].isWordByte || bytes[end] >= 0x80 { end += 1 }
    return SourceRange(min(offset, bytes.count), end)
  }
}
