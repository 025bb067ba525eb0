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

  fileprivate init(_ keyword: String) { self.init(keyword, .keyword) }

  fileprivate init(
    _ text: String, _ kind: Kind, detail: String? = nil, documentation: String? = nil
  ) {
    (self.text, self.kind) = (text, kind)
    (self.detail, self.documentation) = (detail, documentation)
  }
}

extension Understanding {
  /// The completions at a place, and the range that they replace.
  ///
  /// The checker reports its expectation for a placeholder name that nothing has. Where it never reaches the place,
  /// because the text around it is incomplete, the tokens before the place decide.
  ///
  /// - Parameter source: the current text, with the files that it uses.
  package static func completions(
    at offset: Int, in source: SourceFile, limits: Checker.Limits
  ) -> (range: SourceRange, items: [Suggestion]) {
    let written = source.word(before: offset)
    let range = SourceRange(written.start, source.word(behind: offset).end)
    let placeholder = source.text(written) + Words.placeholder
    let name = SourceRange(written.start, written.start + placeholder.utf8.count)
    let marked = source.replacing(range, by: placeholder)
    let list = Lexer(marked, marked.parts[0]).list
    let index = list.tokens.partition(behind: name.end)
    guard list.tokens[index].range == name, list.tokens[index].kind == .identifier else {
      return (range, [])
    }
    let place = CompletionPlace(list, at: index)
    if place.hasOnlyWords { return (range, place.words.map(Suggestion.init)) }
    let edited =
      place.rest.isEmpty ? marked : source.replacing(range, by: placeholder + place.rest)
    let (syntax, _) = Parser.parse(edited, provesHelp: false)
    let candidates = Checker.candidates(for: name, in: syntax, limits: limits)
    let kinds = Set(candidates.map(\.what))
    let declared = Declared(syntax, edited)
    var items = candidates.flatMap { each in each.names.map { declared.item($0, each.what) } }
    if candidates.isEmpty { items = declared.items(at: place) }
    items += declared.labels(at: place)
    if kinds.contains("type") { items += DeclaredNames.builtIn.sorted().map(Suggestion.init) }
    if kinds.contains("name") { items += Words.ofExpressions.map(Suggestion.init) }
    if kinds.isDisjoint(with: ["member", "case", "field"]) {
      items += place.words.map(Suggestion.init)
    }
    var seen: Set<String> = ["", placeholder]
    return (range, items.filter { seen.insert($0.text).inserted })
  }
}

/// The declarations of a text, by name.
private struct Declared {
  private let file: SourceFile
  private let syntax: SpecSyntax
  private let symbols: [Symbol]
  private var outer: [String: Symbol] = [:]
  /// Nested declarations; of several with one name, the first.
  private var inner: [Symbol.Kind: [String: Symbol]] = [:]

  init(_ syntax: SpecSyntax, _ file: SourceFile) {
    self.file = file
    self.syntax = syntax
    symbols = syntax.symbols
    for symbol in symbols {
      if outer[symbol.name.text] == nil { outer[symbol.name.text] = symbol }
      for child in symbol.children.flatMap({ [$0] + $0.children })
      where inner[child.kind]?[child.name.text] == nil {
        inner[child.kind, default: [:]][child.name.text] = child
      }
    }
  }

  /// The labels of the call at a place.
  func labels(at place: CompletionPlace) -> [Suggestion] {
    guard place.kinds.contains(.parameter) else { return [] }
    return symbols.flatMap { [$0] + $0.children }.filter { $0.name.text == place.owner }
      .flatMap(syntax.signature).compactMap(\.label).map { item($0, "label") }
  }

  /// The names that a place allows.
  func items(at place: CompletionPlace) -> [Suggestion] {
    var items = place.parameters.map { item($0, "parameter") }
    if place.kinds.contains(.rule) {
      let event = symbols.first { $0.kind == .event && $0.name.text == place.owner }
      items += (event?.children ?? []).filter { $0.kind == .rule }
        .map { item($0.name.text, "rule") }
    }
    let names = symbols.filter { place.kinds.contains($0.kind) }
    return items + names.map { item($0.name.text, "name") }
  }

  /// - Parameter what: the checker's word for the expected kind.
  func item(_ name: String, _ what: String) -> Suggestion {
    let symbol: Symbol?
    switch what {
    case "label": return Suggestion("\(name): ", .label)
    case "member": return Suggestion(name, .member)
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
      name, symbol.map { .symbol($0.kind) } ?? (what == "name" ? .symbol(.local) : .keyword),
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
