import Semantics
import SpecLanguage

extension Understanding {
  /// The call that contains a place, such as `receive(kind: Kind, id: ID)`, with the current argument.
  func call(at offset: Int) -> LSP.SignatureHelp? {
    let tokens = syntax.tokens.tokens
    var place = tokens.partition(behind: offset)
    while place > 0, tokens.indices.contains(place), tokens[place].range.start >= offset {
      place -= 1
    }
    var (depth, commas) = (0, 0)
    var lastLabel: String?
    while place > 0 {
      switch tokens[place].kind {
      case .rightParen, .rightBracket, .rightBrace: depth += 1
      case .leftBracket, .leftBrace:
        if depth == 0 { return nil }
        depth -= 1
      case .comma where depth == 0: commas += 1
      case .colon where depth == 0 && commas == 0 && lastLabel == nil:
        lastLabel = file.text(tokens[place - 1].range)
      case .leftParen:
        if depth == 0 { return hint(calling: tokens[place - 1], commas, lastLabel) }
        depth -= 1
      default: break
      }
      place -= 1
    }
    return nil
  }

  private func hint(
    calling token: Token, _ commas: Int, _ label: String?
  ) -> LSP.SignatureHelp? {
    guard token.kind == .identifier else { return nil }
    let text = file.text(token.range)
    let named = symbols.flatMap { [$0] + $0.children }.first {
      $0.name.text == text
        && [.event, .function, .signal, .structure, .enumCase, .steps].contains($0.kind)
    }
    guard let symbol = symbol(of: token.range) ?? named else { return nil }
    let values = symbol.children.filter { [.parameter, .field].contains($0.kind) }
    let words = values.map { file.text($0.range) }
    let byLabel = label.flatMap { label in values.firstIndex { $0.name.text == label } }
    let active = byLabel ?? commas
    let signature = LSP.SignatureHelp.Signature(
      label: "\(symbol.name.text)(\(words.joined(separator: ", ")))",
      parameters: words.map { ["label": $0] }, documentation: symbol.documentation)
    // After the last argument, none is active.
    return LSP.SignatureHelp(
      signatures: [signature],
      activeParameter: words.indices.contains(active) ? active : words.count)
  }
}
