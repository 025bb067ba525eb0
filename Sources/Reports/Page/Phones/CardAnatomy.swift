import Semantics

/// Which part of a value is the title of a card, its text, and so on; guessed from its type.
///
/// The title is a field whose name is known (`kind`), else the first one that is an enum; the text is one whose name is
/// known (`text`), and is no enum; the badge a number named so. A Bool that is true is a flag, nil is nothing, and
/// everything else stands below as it is called.
struct CardAnatomy: Sendable {
  private let type: Type
  private var title: Int?
  private var text: Int?
  private var badge: Int?

  init(_ type: Type) {
    self.type = type
    guard case .structure(let declared) = type else { return }
    let fields = declared.fields
    func first(_ known: Set<String>, where fits: (Type) -> Bool) -> Int? {
      fields.firstIndex { fits($0.type.unwrapped) && KnownWords.isNamed($0.name ?? "", known) }
    }
    title =
      first(KnownWords.titles, where: \.isEnumeration)
      ?? fields.firstIndex { $0.type.unwrapped.isEnumeration }
    text = first(KnownWords.texts) { !$0.isEnumeration && $0 != .bool }
    if text == title { text = nil }
    badge = first(KnownWords.badges, where: \.isInteger)
  }

  /// The card that a value is.
  ///
  /// - Parameter name: what it is called where its type tells no title.
  func card(_ value: Value, at place: String, called name: String) -> Card {
    guard case .structure(let declared) = type, case .record(let values) = value else {
      let title = type.plainText(value)
      return Card(place: place, title: title, icon: KnownWords.icon(title))
    }
    var card = Card(place: place, title: name, icon: .bell)
    for (index, (field, value)) in zip(declared.fields, values).enumerated() {
      let (label, shown) = (field.name ?? "", field.type.plainText(value))
      switch index {
      case title where value != .none:
        card.title = shown
        card.icon = KnownWords.icon(shown)
      case text where value != .none: card.text = "\(label) \(shown)"
      case badge where value != .none: card.badge = shown
      default: card.add(label, field.type, value)
      }
    }
    return card
  }
}

extension Card {
  /// Adds a part that has no place of its own.
  mutating func add(_ name: String, _ type: Type, _ value: Value) {
    switch value {
    case .none, .bool(false): break
    case .bool(true): flags.append(name)
    default: details.append(Detail(name: name, value: type.plainText(value)))
    }
  }
}

extension Type {
  var isEnumeration: Bool { if case .enumeration = self { true } else { false } }

  /// A value as somebody reads it who does not know the language: `mention` for `.mention`, `none` for `nil`.
  func plainText(_ value: Value) -> String {
    switch (self, value) {
    case (_, .none): "none"
    case (.optional(let inner), _): inner.plainText(value)
    case (_, .bool(let flag)): flag ? "yes" : "no"
    case (.enumeration, .enumCase): String(text(value).dropFirst())
    default: text(value)
    }
  }
}
