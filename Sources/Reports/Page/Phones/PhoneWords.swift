import Semantics

/// A state of the phone in words, for text displays. It has the same cards as a page.
public struct PhoneWords: Sendable {
  /// The change of a card in the last step.
  public enum Change: Sendable {
    case none, came, changed, gone
    /// The card still exists, and the explanation of a failure concerns it.
    case problem
  }

  /// A card in a tray, or a message in flight.
  public struct Card: Sendable {
    /// The key, such as `[1]`; nil if the card has none.
    public var key: String?
    /// The title in words, such as `info`.
    public var title: String
    /// The other parts, such as `text 1`; a changed part contains both values.
    public var details: [String]
    /// The change of the card.
    public var change: Change
    /// The word for the change; nil if nothing happened.
    public var word: String?
  }

  /// A device with its tray.
  public struct Device: Sendable {
    /// The name; nil if the spec has one device.
    public var name: String?
    /// The cards in the tray, including those that the last step removed.
    public var cards: [Card]
    /// The messages in flight.
    public var messages: [Card]
    /// The number at the app's icon, with the previous number if it changed; nil if there is none.
    public var badge: String?
    /// Whether the number at the app's icon changed.
    public var isBadgeChanged: Bool
    /// Whether the screen is lit; nil if the spec has no screen.
    public var isLit: Bool?
    /// Whether the last step switched the screen on.
    public var wakes: Bool

    /// The screen in words, such as `screen on, wakes`; nil if the spec has no screen.
    public var screen: String? {
      isLit.map { "screen \($0 ? "on" : "off")\(wakes ? ", wakes" : "")" }
    }
  }

  /// The devices, in their order.
  public var devices: [Device]
  /// The variables that are not on the phone.
  public var others: Set<String>

  /// The last state of a path; nil if the spec has no tray.
  ///
  /// - Parameter suspects: the explanation of a failure in that state.
  package init?(_ path: Path, in spec: CheckedSpec, suspects: String = "") {
    let look = PhoneLook(spec)
    // The last step is enough.
    let before = path.steps.count > 1 ? path.steps[path.steps.count - 2].state : path.start
    let short = Path(start: before, steps: Array(path.steps.suffix(1)))
    let trace = PhoneTrace(short, in: spec, look: look, suspects: suspects)
    guard trace.hasTray, let frame = trace.frames.last else { return nil }
    devices = frame.devices.map { device in
      let (old, new) = (device.oldBadge ?? "", device.badge ?? "0")
      let change = "\(old.isEmpty ? "0" : old) → \(new)".printableLine
      return Device(
        name: device.name?.printableLine, cards: device.cards.map(Card.init),
        messages: device.messages.map(Card.init),
        badge: device.oldBadge == nil ? device.badge : change,
        isBadgeChanged: device.oldBadge != nil, isLit: device.isLit, wakes: device.wakes)
    }
    others = Set(look.others.map { spec.variables[$0].name.printableLine })
  }
}

extension PhoneWords.Card {
  fileprivate init(_ shown: ShownCard) {
    var earlier: Card?
    if case .changed(let old) = shown.change { earlier = old }
    let card = shown.card
    key = Self.key(of: card.place)?.printableLine
    title = Self.words(earlier?.title, card.title).printableLine
    details = Self.details(card, after: earlier).map(\.printableLine)
    word = shown.word
    let isSuspect = shown.isSuspect
    change =
      switch shown.change {
      case .gone: .gone
      case .came: isSuspect ? .problem : .came
      case .changed: isSuspect ? .problem : .changed
      case .none: isSuspect ? .problem : .none
      }
  }

  /// The last key of a place such as `tray[.phone][1]`, if it is short.
  private static func key(of place: String) -> String? {
    guard place.hasSuffix("]"), !place.contains(" "), let open = place.lastIndex(of: "[") else {
      return nil
    }
    let key = place[open...]
    return key.count > 12 ? nil : String(key)
  }

  /// The parts of a card, each with its previous value if it changed.
  private static func details(_ card: Card, after old: Card?) -> [String] {
    var parts: [String] = []
    if card.text != nil || old?.text != nil {
      parts.append(old == nil ? card.text ?? "" : words(old?.text ?? "none", card.text ?? "none"))
    }
    if card.badge != nil || old?.badge != nil {
      let (before, now) = (old?.badge ?? "none", card.badge ?? "none")
      parts.append("count " + words(old == nil ? now : before, now))
    }
    let names = card.details.map(\.name)
    for detail in card.details {
      let before = old.map { old in old.details.first { $0.name == detail.name }?.value ?? "none" }
      parts.append("\(detail.name) " + words(before, detail.value))
    }
    for detail in old?.details ?? [] where !names.contains(detail.name) {
      parts.append("\(detail.name) \(detail.value) → none")
    }
    parts += card.flags
    parts += (old?.flags ?? []).filter { !card.flags.contains($0) }.map { "\($0) → no" }
    return parts
  }

  /// Both texts, for example `text 1 → 2`: a common prefix appears once.
  private static func words(_ old: String?, _ new: String) -> String {
    guard let old, old != new else { return new }
    let (before, after) = (old.split(separator: " "), new.split(separator: " "))
    let shared = zip(before, after).prefix { $0 == $1 }.count
    guard shared > 0, shared < before.count, shared < after.count else { return "\(old) → \(new)" }
    return "\(old) → \(after.dropFirst(shared).joined(separator: " "))"
  }
}
