import Semantics

/// `view { card (id, c) in tray where p { title c.kind }; badge unread; screen awake }`: how states are drawn.
package struct ViewSyntax: Sendable {
  package var items: BracedSyntax<ViewItemSyntax>
}

/// A line of a view.
package struct ViewItemSyntax: Sendable {
  package enum Kind: Sendable {
    case card(BindersSyntax, BracedSyntax<CardPartSyntax>)
    /// A number at the icon of the app.
    case badge(ExpressionSyntax)
    /// Whether the screen is lit.
    case screen(ExpressionSyntax)
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
