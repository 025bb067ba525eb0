import Semantics

/// A card in a tray, or a message in flight to a device.
package struct Card: Sendable, Equatable {
  /// A name with its value, such as `collapse ID` and `1`.
  package struct Detail: Sendable, Equatable {
    package var name: String
    package var value: String
    /// Whether the value is the smallest of its type.
    package var isSmallest = false
  }

  /// The place that identifies the card in the next state.
  package var place: String
  /// Texts in the notation of specs, such as `tray[1]`. An explanation that contains all of them concerns this card.
  package var marks: [String] = []
  package var title: String
  package var text: String?
  package var icon: Icon
  /// A number at the edge of the card.
  package var badge: String?
  /// Boolean properties that are true, such as `unread`.
  package var flags: [String] = []
  package var details: [Detail] = []
}

/// A card in one state of a trace, compared with the state before.
package struct ShownCard: Sendable, Equatable {
  package enum Change: Sendable, Equatable {
    case none, came, gone
    /// It was different before.
    case changed(from: Card)
  }

  package var card: Card
  package var change = Change.none
  /// Whether the explanation of the failure concerns it.
  package var isSuspect = false

  /// The cards of a state, and those that the step removed, at their old positions.
  ///
  /// Cards are identified by their places, and elements of a list by their values.
  static func cards(_ new: [Card], after old: [Card]) -> [ShownCard] {
    let before = Dictionary(old.map { ($0.place, $0) }, uniquingKeysWith: { first, _ in first })
    let places = Set(new.map(\.place))
    var shown = new.map { card in
      let change: Change =
        switch before[card.place] {
        case nil: .came
        case let earlier? where earlier == card: .none
        case let earlier?: .changed(from: earlier)
        }
      return ShownCard(card: card, change: change)
    }
    for (index, card) in old.enumerated() where !places.contains(card.place) {
      shown.insert(ShownCard(card: card, change: .gone), at: min(index, shown.count))
    }
    return shown
  }

  /// The word for the change of the card.
  var word: String? {
    switch change {
    case .none: isSuspect ? "still here" : nil
    case .came: "new"
    case .gone: "gone"
    case .changed: "changed"
    }
  }
}
