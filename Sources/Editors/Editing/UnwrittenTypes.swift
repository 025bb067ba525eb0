import Semantics
import SpecLanguage

extension Understanding {
  /// Names that have a type which is not written, in the order of the text.
  package var untyped: [(range: SourceRange, type: Type)] {
    let tokens = syntax.tokens.tokens
    return tokens.indices.compactMap { place in
      let token = tokens[place]
      guard token.kind == .identifier, token.range.end <= own.end, place > 0,
        place + 1 < tokens.count,
        references.isDeclaration(token.range), let type = references.type(of: token.range)
      else { return nil }
      let (before, after) = (file.text(tokens[place - 1].range), tokens[place + 1])
      let isBound = ["let", "var", "param"].contains(before) && after.kind == .equal
      let isRunOver = after.kind == .identifier && file.text(after.range) == "in"
      return isBound || isRunOver ? (token.range, type) : nil
    }
  }
}
