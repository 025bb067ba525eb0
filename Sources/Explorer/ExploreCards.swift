import Commands
import TrayKit

/// Renders the trays of a phone as boxes, with one row or more for each card: `ExploreCards(phone, width: 46).rows`.
///
/// A mark before a card and a word after it show its change.
struct ExploreCards {
  typealias Row = ExploreScreen.Row
  private typealias Span = ExploreScreen.Span

  /// The width of the widest box, since a longer row is hard to read.
  private static let widest = 64

  private let phone: PhoneWords
  private let width: Int

  init(_ phone: PhoneWords, width: Int) {
    self.phone = phone
    self.width = max(12, min(width, Self.widest))
  }

  var rows: [Row] {
    phone.devices.flatMap { device in
      name(of: device)
        + (device.messages.isEmpty
          ? [] : [Row(text: "  on the way", look: .faint)] + list(device.messages))
        + box(device.cards) + badge(of: device)
    }
  }

  /// The name with the screen, if there are several devices.
  private func name(of device: PhoneWords.Device) -> [Row] {
    device.name.map { name in
      let text = ["  \(name)", device.screen].compactMap(\.self).joined(separator: ", ")
      return [Row(text: text, look: .strong)]
    } ?? []
  }

  private func badge(of device: PhoneWords.Device) -> [Row] {
    device.badge.map {
      [
        Row(
          text: "\(device.isBadgeChanged ? "*" : " ") badge \($0)",
          look: device.isBadgeChanged ? .changed : .plain)
      ]
    } ?? []
  }

  private func box(_ cards: [PhoneWords.Card]) -> [Row] {
    let contents = cards.isEmpty ? [Span(text: "no cards", look: .faint)] : spans(cards, width - 4)
    let inner = contents.map { Columns.width($0.text) }.max() ?? 0
    let line = String(repeating: "─", count: inner + 2)
    return [Row(text: "╭\(line)╮", look: .faint)]
      + contents.map { span in
        Row([
          Span(text: "│ ", look: .faint),
          Span(text: Columns.padded(span.text, to: inner), look: span.look),
          Span(text: " │", look: .faint),
        ])
      } + [Row(text: "╰\(line)╯", look: .faint)]
  }

  private func list(_ cards: [PhoneWords.Card]) -> [Row] {
    spans(cards, width - 4).map { Row([Span(text: "  "), $0]) }
  }

  /// Cards in columns, each as one or more pieces of a maximum width.
  private func spans(_ cards: [PhoneWords.Card], _ room: Int) -> [Span] {
    func width(_ text: (PhoneWords.Card) -> String?) -> Int {
      cards.map { Columns.width(text($0) ?? "") }.max() ?? 0
    }
    let (keys, titles, words) = (width(\.key), min(width(\.title), room / 2), width(\.word))
    let roomForText = max(8, room - (words == 0 ? 0 : words + 2))
    let heads = cards.map { card in
      let key = keys == 0 ? "" : Columns.padded(card.key ?? "", to: keys) + " "
      return "\(Self.mark(card)) \(key)\(Columns.padded(card.title, to: titles))"
    }
    let texts = Self.columns(zip(heads, cards).map { [$0] + $1.details }, roomForText)
    let longest = min(roomForText, texts.map(Columns.width).max() ?? 0)
    return zip(texts, cards).flatMap { text, card -> [Span] in
      let lines = ExploreScreen.wrapped(text, roomForText, indent: keys == 0 ? 2 : keys + 3)
      return lines.enumerated().map { index, line in
        guard index == 0, let word = card.word else {
          return Span(text: line, look: Self.look(card))
        }
        let gap = Columns.padded(line, to: longest) + "  "
        return Span(text: gap + Columns.padded(word, to: words), look: Self.look(card))
      }
    }
  }

  /// Cells in aligned columns if the rows fit; otherwise one after the other.
  private static func columns(_ rows: [[String]], _ room: Int) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { $0.indices.contains(column) ? Columns.width($0[column]) : 0 }.max() ?? 0
    }
    let fits = widths.reduce(0, +) + 2 * (count - 1) <= room
    return rows.map { row in
      row.enumerated().map { index, cell in
        fits && index < row.count - 1 ? Columns.padded(cell, to: widths[index]) : cell
      }.joined(separator: "  ")
    }
  }

  private static func mark(_ card: PhoneWords.Card) -> String {
    switch card.change {
    case .none: " "
    case .came: "+"
    case .changed: "*"
    case .gone: "−"
    case .problem: "✗"
    }
  }

  private static func look(_ card: PhoneWords.Card) -> ExploreScreen.Look {
    switch card.change {
    case .none: .plain
    case .came, .changed: .changed
    case .gone: .faint
    case .problem: .wrong
    }
  }
}
