import Semantics

/// The roles of the parts of a value on its card: title, text, number, details. They are guessed from its type.
///
/// The title is a field with a known name (`kind`), or else the first enum. The text and the number are fields with
/// known names, such as `text`; the text is not an enum. A true Bool is a flag, nil is omitted, and all other fields
/// are details.
struct CardAnatomy: Sendable {
  private let type: Type
  private let words: PageWords
  private var title: Int?
  private var text: Int?
  private var badge: Int?

  init(_ type: Type, _ words: PageWords) {
    (self.type, self.words) = (type, words)
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

  /// The card of a value.
  ///
  /// - Parameter name: the title if the type has none.
  func card(_ value: Value, at place: String, called name: String) -> Card {
    guard case .structure(let declared) = type, case .record(let values) = value else {
      let title = words.text(value, type)
      let shown = type.unwrapped.isInteger ? "\(KnownWords.spaced(name)) \(title)" : title
      return Card(place: place, title: shown, icon: words.icon(value, type))
    }
    var card = Card(place: place, title: KnownWords.spaced(name), icon: .bell)
    for (index, (field, value)) in zip(declared.fields, values).enumerated() {
      let (label, shown) = (KnownWords.spaced(field.name ?? ""), words.text(value, field.type))
      switch index {
      case title where value != .none:
        card.title = shown
        card.icon = words.icon(value, field.type)
      case title:
        card.title = words.absent(field.type) ?? "unknown \(label)"
        card.icon = .unknown
      case text where value != .none: card.text = "\(label) \(shown)"
      case badge where value != .none: card.badge = shown
      default: card.add(label, field.type, value, words)
      }
    }
    return card
  }
}

extension Card {
  /// Adds a part without a special role.
  mutating func add(_ name: String, _ type: Type, _ value: Value, _ words: PageWords) {
    switch value {
    case .none where words.absent(type) == nil: break
    case .bool(false): break
    case .bool(true): flags.append(KnownWords.spaced(name))
    default:
      details.append(Detail(name: KnownWords.spaced(name), value: words.text(value, type)))
    }
  }
}

extension Type {
  var isEnumeration: Bool { if case .enumeration = self { true } else { false } }
}
