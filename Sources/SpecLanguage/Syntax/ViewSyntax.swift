import Semantics

/// The view of a spec, which draws states: `view { card (id, c) in tray where p { title c.kind }; badge unread; screen
/// awake }`.
package struct ViewSyntax: Sendable {
  package var items: BracedSyntax<ViewItemSyntax>
}

/// A line of a view.
package struct ViewItemSyntax: Sendable {
  package indirect enum Kind: Sendable {
    /// A `card` or `message`.
    case card(BindersSyntax, BracedSyntax<CardPartSyntax>)
    /// A number on the icon of the app.
    case badge(ExpressionSyntax)
    /// The condition that the screen is lit.
    case screen(ExpressionSyntax)
    /// The lines of each of several phones.
    case device(BindersSyntax, BracedSyntax<ViewItemSyntax>)
    /// The words for the values of an enum.
    case words(NameSyntax, BracedSyntax<ValueWordSyntax>)
  }

  /// The first word of the line.
  package var keyword: NameSyntax
  package var kind: Kind
}

/// The content of one part of a card: `title c.kind`.
package struct CardPartSyntax: Sendable {
  /// The word `title`, `text`, `icon` or `badge`.
  package var keyword: NameSyntax
  package var value: ExpressionSyntax
}

/// The word for a case: `mention "a mention"`.
package struct ValueWordSyntax: Sendable {
  /// The case, or `nil`.
  package var name: NameSyntax
  /// The word without its quotes; empty if it is missing, which was reported.
  package var text: String
  /// The range of the whole line.
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
