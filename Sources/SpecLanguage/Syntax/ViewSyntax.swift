import Semantics

/// `view { card (id, c) in tray where p { title c.kind }; badge unread; screen awake }`: how states are drawn.
package struct ViewSyntax: Sendable {
  package var items: BracedSyntax<ViewItemSyntax>
}

/// A line of a view.
package struct ViewItemSyntax: Sendable {
  package indirect enum Kind: Sendable {
    /// `card` or `message`.
    case card(BindersSyntax, BracedSyntax<CardPartSyntax>)
    /// A number at the icon of the app.
    case badge(ExpressionSyntax)
    /// Whether the screen is lit.
    case screen(ExpressionSyntax)
    /// The lines of each of several phones.
    case device(BindersSyntax, BracedSyntax<ViewItemSyntax>)
    /// The words for the values of an enum.
    case words(NameSyntax, BracedSyntax<ValueWordSyntax>)
  }

  /// The word that it begins with.
  package var keyword: NameSyntax
  package var kind: Kind
}

/// `title c.kind`: what stands at one place of a card.
package struct CardPartSyntax: Sendable {
  /// `title`, `text`, `icon` or `badge`.
  package var keyword: NameSyntax
  package var value: ExpressionSyntax
}

/// `mention "a mention"`: the word for a case.
package struct ValueWordSyntax: Sendable {
  /// The case, or `nil`.
  package var name: NameSyntax
  /// Without its quotes; empty if the text is missing, which was reported.
  package var text: String
  /// The whole line.
  package var range: SourceRange
}

extension ViewSyntax {
  /// The lines of the view and of its devices.
  package var lines: [ViewItemSyntax] { items.elements.flatMap { [$0] + $0.deviceLines } }

  /// The words of the language in it, in the order of the text.
  package var keywords: [NameSyntax] {
    lines.flatMap { line -> [NameSyntax] in
      guard case .card(_, let parts) = line.kind else { return [line.keyword] }
      return [line.keyword] + parts.elements.map(\.keyword)
    }
  }

  /// All braces in it, its own first.
  package var braces: [SourceRange] {
    [items.braces]
      + lines.compactMap { line in
        switch line.kind {
        case .card(_, let parts): parts.braces
        case .device(_, let lines): lines.braces
        case .words(_, let words): words.braces
        case .badge, .screen: nil
        }
      }
  }
}

extension ViewItemSyntax {
  fileprivate var deviceLines: [ViewItemSyntax] {
    if case .device(_, let lines) = kind { lines.elements } else { [] }
  }
}
