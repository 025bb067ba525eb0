/// The `view` of a spec: the values that are drawn as cards, and the texts on them.
///
/// It has no influence on behaviour or verdicts. If an expression has no value, nothing is drawn.
package struct PhoneView: Sendable {
  /// The cards that the elements of a collection are.
  package struct Cards: Sendable {
    /// The cards are the elements of the last level.
    package var binders: Binders
    /// The source text of the collection.
    package var source: String
    /// The types of a key, if it has a name, and of an element, or of the value for the key.
    package var types: (key: Type?, element: Type)
    package var title: Expression?
    package var text: Expression?
    package var icon: Expression?
    package var badge: Expression?
    /// Whether they are drawn as messages that have not arrived yet.
    package var isMessage = false
    package var frameSize = 0

    package init(binders: Binders, source: String, types: (key: Type?, element: Type)) {
      (self.binders, self.source, self.types) = (binders, source, types)
    }

    /// The expressions for the parts of a card.
    package var parts: [Expression] { [title, text, icon, badge].compactMap(\.self) }
  }

  /// A phone for each value of a collection that reads no state.
  package struct Device: Sendable {
    /// One level, without a pattern.
    package var binders: Binders
    /// The type of the values.
    package var type: Type
    package var frameSize = 0
    /// Their frames begin with the value.
    package var cards: [Cards] = []
    package var badge: RootExpression?
    package var screen: RootExpression?

    package init(binders: Binders, type: Type) { (self.binders, self.type) = (binders, type) }
  }

  /// The words for the values of an enum.
  package struct Words: Sendable, Equatable {
    /// The words of cases, by their places.
    package var cases: [Int: String] = [:]
    /// The word for `nil`.
    package var absent: String?

    package init() {}
  }

  package var cards: [Cards] = []
  /// The number at the icon of the app.
  package var badge: RootExpression?
  /// Whether the screen is on.
  package var screen: RootExpression?
  package var devices: [Device] = []
  /// The words for values, by the names of their enums.
  package var words: [String: Words] = [:]
  /// The ranges of all views in the text, including ignored ones.
  package var ranges: [SourceRange] = []

  package init(ranges: [SourceRange] = []) { self.ranges = ranges }

  /// Whether it only gives words to values, so that the rest is inferred.
  package var hasOnlyWords: Bool {
    !words.isEmpty && cards.isEmpty && devices.isEmpty && badge == nil && screen == nil
  }

  /// Adds the view of another library. Its lines about the same collections replace the current ones.
  package mutating func add(_ other: PhoneView) {
    cards.removeAll { own in
      other.cards.contains { $0.source == own.source && $0.isMessage == own.isMessage }
    }
    cards += other.cards
    badge = badge ?? other.badge
    screen = screen ?? other.screen
    devices += other.devices
    add(words: other.words)
    ranges += other.ranges
  }

  /// Adds words for values without any.
  package mutating func add(words: [String: Words]) {
    self.words.merge(words) { own, other in
      var joined = own
      joined.cases.merge(other.cases) { own, _ in own }
      joined.absent = own.absent ?? other.absent
      return joined
    }
  }
}
