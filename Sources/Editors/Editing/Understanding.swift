import Semantics
import SpecLanguage

/// What a text is understood as, whatever is wrong with it: where its names are declared, and what stands where.
///
/// It answers what an editor asks. Places are offsets in bytes of the text with all files that it uses; an answer about
/// one of these is of use where it is open.
package struct Understanding: Sendable {
  package let syntax: SpecSyntax
  package let references: NameReferences
  /// The checked worlds, the default one first; empty if there are mistakes.
  package let specs: [CheckedSpec]
  /// What it declares at its top.
  package let symbols: [Symbol]
  /// All that is declared, by the place of its name.
  private let declared: [SourceRange: Symbol]

  package init(_ syntax: SpecSyntax, _ references: NameReferences, _ specs: [CheckedSpec]) {
    self.syntax = syntax
    self.references = references
    self.specs = specs
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

  /// The name at a place, or at either of its edges. A name that ends there comes before one that starts there.
  package func name(at offset: Int) -> SourceRange? {
    let tokens = syntax.tokens
    let behind = tokens.tokens.partition(behind: offset)
    for place in [behind, behind + 1] where tokens.tokens.indices.contains(place) {
      let token = tokens.tokens[place]
      if token.kind == .identifier, token.range.contains(offset) { return token.range }
    }
    return nil
  }

  /// Where the name at a place is declared.
  package func declarations(at offset: Int) -> [SourceRange] {
    name(at: offset).map { references.declarations(of: $0) } ?? []
  }

  /// All places of the name at a place, in the order of the text.
  package func places(ofNameAt offset: Int) -> [SourceRange] {
    guard let name = name(at: offset) else { return [] }
    return references.names.first { $0.contains(name) } ?? []
  }

  /// What the name at a place of the text stands for; nil for what has no declaration of its own, such as a local name.
  package func symbol(of name: SourceRange) -> Symbol? {
    if let symbol = declared[name] { return symbol }
    return references.declarations(of: name).lazy.compactMap { declared[$0] }.first
  }
}

extension [Token] {
  /// The place of the first token that does not end before an offset.
  func partition(behind offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle].range.end < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
