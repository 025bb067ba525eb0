import Basics
import Semantics
import SpecLanguage

/// The symbols of a text, whatever its mistakes: their declarations, and the kind of each word.
///
/// It answers the requests of an editor. Places are byte offsets in the text with all used files; an answer about a
/// used file is useful if it is open.
package final class Understanding: Sendable {
  package let syntax: SpecSyntax
  package let references: NameReferences
  /// Its top-level declarations.
  package let symbols: [Symbol]
  /// All declarations, by the range of the name.
  private let declared: [SourceRange: Symbol]

  package init(_ syntax: SpecSyntax, _ references: NameReferences) {
    self.syntax = syntax
    self.references = references
    symbols = syntax.symbols
    var declared: [SourceRange: Symbol] = [:]
    func add(_ symbols: [Symbol]) {
      for symbol in symbols {
        declared[symbol.name.range] = symbol
        add(symbol.children)
      }
    }
    add(symbols)
    self.declared = declared
  }

  package var file: SourceFile { syntax.file }
  /// The range of its own file.
  package var own: SourceRange { file.parts[0].range }
  /// The top-level declarations of its own file.
  package var ownSymbols: [Symbol] { symbols.filter { $0.range.end <= own.end } }

  /// The name at a place, or at either of its edges. A name that ends there takes precedence over one that starts
  /// there.
  package func name(at offset: Int) -> SourceRange? {
    let tokens = syntax.tokens
    let behind = tokens.tokens.partition(behind: offset)
    for place in [behind, behind + 1] where tokens.tokens.indices.contains(place) {
      let token = tokens.tokens[place]
      if token.kind == .identifier, token.range.contains(offset) { return token.range }
    }
    return nil
  }

  /// The declarations of the name at a place.
  package func declarations(at offset: Int) -> [SourceRange] {
    name(at: offset).map { references.declarations(of: $0) } ?? []
  }

  /// All occurrences of the name at a place, in the order of the text.
  package func places(ofNameAt offset: Int) -> [SourceRange] {
    guard let name = name(at: offset) else { return [] }
    return references.names.first { $0.contains(name) } ?? []
  }

  /// The symbol of a name in the text; nil for a name without a separate declaration, such as a local name.
  package func symbol(of name: SourceRange) -> Symbol? {
    if let symbol = declared[name] { return symbol }
    return references.declarations(of: name).lazy.compactMap { self.declared[$0] }.first
  }
}

extension [Token] {
  /// The place of the first token that does not end before an offset.
  func partition(behind offset: Int) -> Int {
    partitioningIndex { $0.range.end >= offset }
  }
}
