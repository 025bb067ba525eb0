import Semantics

/// A card as it lies in a tray.
package struct Card: Sendable, Equatable {
  /// A name with its value, such as `collapseID` and `1`.
  package struct Detail: Sendable, Equatable {
    package var name: String
    package var value: String
  }

  /// Where it lies, by which it is known again in the next state.
  package var place: String
  /// The same in the author's words, such as `tray[1]`; nil where a value lies among others.
  package var label: String?
  package var title: String
  package var text: String?
  package var icon: Icon
  /// A number at its edge.
  package var badge: String?
  /// What is true of it, such as `unread`.
  package var flags: [String] = []
  package var details: [Detail] = []
}

/// A card in one of several states of a trace, beside the state before.
package struct ShownCard: Sendable, Equatable {
  package enum Change: Sendable, Equatable {
    case none, came, gone
    /// It was otherwise before.
    case changed(from: Card)
  }

  package var card: Card
  package var change = Change.none
  /// What is wrong has to do with it.
  package var isSuspect = false

  /// The cards of a state, and among them those that the step before took away, where they lay.
  ///
  /// Cards are told apart by their places; elements of a list by what they are.
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
}
