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
    let values = syntax.signature(of: symbol)
    let words = values.map(\.text)
    let byLabel = label.flatMap { label in values.firstIndex { $0.label == label } }
    let active = byLabel ?? commas
    let result = syntax.resultType(of: symbol).map { " -> \($0)" } ?? ""
    let signature = LSP.SignatureHelp.Signature(
      label: "\(symbol.name.text)(\(words.joined(separator: ", ")))\(result)",
      parameters: words.map { ["label": $0] }, documentation: symbol.documentation)
    // After the last argument, none is active.
    return LSP.SignatureHelp(
      signatures: [signature],
      activeParameter: words.indices.contains(active) ? active : words.count)
  }
}

extension SpecSyntax {
  /// The parameters or fields of a declaration, as they are written, with the labels of calls.
  func signature(of symbol: Symbol) -> [(label: String?, text: String)] {
    let all = tokens.tokens
    let open = all.partition(behind: symbol.name.range.end) + 1
    let bracket: Token.Kind = symbol.kind == .structure ? .leftBrace : .leftParen
    guard all.indices.contains(open), all[open].kind == bracket else { return [] }
    var parts: [Range<Int>] = []
    var (start, depth) = (open + 1, 0)
    func end(_ index: Int) {
      if start < index { parts.append(start..<index) }
      start = index
    }
    for index in start..<all.count {
      switch all[index].kind {
      case .leftParen, .leftBracket, .leftBrace: depth += 1
      case .less where !all[index].hasSpaceBefore: depth += 1
      case .greater where depth > 0: depth -= 1
      case .rightParen, .rightBracket, .rightBrace:
        depth -= 1
        if depth < 0 {
          end(index)
          return parts.map(part)
        }
      case .comma where depth == 0:
        end(index)
        start += 1
      default: if depth == 0, all[index].startsLine { end(index) }
      }
    }
    return []
  }

  private func part(_ places: Range<Int>) -> (label: String?, text: String) {
    let all = tokens.tokens[places]
    let label = file.text(all[places.lowerBound].range)
    let isLabelled = all.prefix(3).contains { $0.kind == .colon } && label != "_"
    let range = all[places.lowerBound].range.union(all[places.upperBound - 1].range)
    let words = file.text(range).split(whereSeparator: \.isWhitespace)
    return (isLabelled ? label : nil, words.joined(separator: " "))
  }

  /// The type of the value of a func, as it is written.
  fileprivate func resultType(of symbol: Symbol) -> String? {
    for declaration in declarations where declaration.range == symbol.range {
      if case .function(let function) = declaration.kind,
        case .function(let type, _) = function.body
      {
        return file.text(type.range)
      }
    }
    return nil
  }
}
