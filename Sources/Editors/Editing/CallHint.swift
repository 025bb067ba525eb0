import Semantics
import SpecLanguage

/// The call around a place: `receive(kind: Kind, id: ID)`, with the current argument.
package struct CallHint: Sendable {
  /// The words of the declaration.
  package var label: String
  package var documentation: String?
  /// The words of each parameter, such as `kind: Kind`.
  package var values: [String]
  /// The index of the current argument; nil after the last one.
  package var active: Int?
}

extension Understanding {
  /// The call that contains a place.
  package func call(at offset: Int) -> CallHint? {
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

  private func hint(calling token: Token, _ commas: Int, _ label: String?) -> CallHint? {
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
    return CallHint(
      label: "\(symbol.name.text)(\(words.joined(separator: ", ")))",
      documentation: symbol.documentation, values: words,
      active: words.indices.contains(active) ? active : nil)
  }
}
