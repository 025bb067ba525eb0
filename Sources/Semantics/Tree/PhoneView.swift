/// How states are drawn, as the author says it: which values are cards, and what stands on them.
///
/// It has no influence on what happens, and nothing is asked of it. Where an expression has no value, nothing is drawn.
package struct PhoneView: Sendable {
  /// The cards that the elements of a collection are.
  package struct Cards: Sendable {
    /// One level.
    package var binders: Binders
    /// The collection as it is written.
    package var source: String
    /// The types of a key, if it has a name, and of an element, or of what is under the key.
    package var types: (key: Type?, element: Type)
    package var title: Expression?
    package var text: Expression?
    package var icon: Expression?
    package var badge: Expression?
    package var frameSize = 0

    package init(binders: Binders, source: String, types: (key: Type?, element: Type)) {
      (self.binders, self.source, self.types) = (binders, source, types)
    }

    /// What is named of a card.
    package var parts: [Expression] { [title, text, icon, badge].compactMap(\.self) }
  }

  package var cards: [Cards] = []
  /// The number at the icon of the app.
  package var badge: RootExpression?
  /// Whether the screen is lit.
  package var screen: RootExpression?
  /// Where views stand in the text, also those that do not count.
  package var ranges: [SourceRange] = []

  package init(ranges: [SourceRange] = []) { self.ranges = ranges }

  /// Adds what another library says.
  package mutating func add(_ other: PhoneView) {
    cards += other.cards
    badge = badge ?? other.badge
    screen = screen ?? other.screen
    ranges += other.ranges
  }
}
