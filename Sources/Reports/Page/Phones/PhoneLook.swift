import Semantics

/// Maps the states of a spec to phones: it determines the variables that are the tray, the badge and the screen. All
/// others are listed.
///
/// The spec's `view` decides. If it has none, or contains only words for values, types and names decide.
package final class PhoneLook: Sendable {
  /// A variable whose value, or whose values, are collections of cards.
  struct Tray: Sendable {
    var variable: Int
    /// The type of the keys that are devices; nil if there is one device.
    var devices: Type?
    /// The type of the collection of one device.
    var content: Type
    var anatomy: CardAnatomy
    /// Whether its cards are messages in flight.
    var isInFlight = false
  }

  /// A variable that determines whether the screen is lit.
  private struct Screen: Sendable {
    var variable: Int
    /// The values with which the screen is lit.
    var lit: Set<Value>
  }

  private let spec: CheckedSpec
  private let trays: [Tray]
  private let badge: Int?
  private let screen: Screen?
  private let view: ViewDrawing?
  let words: PageWords

  package init(_ spec: CheckedSpec) {
    self.spec = spec
    words = PageWords(spec.phoneView)
    view = spec.phoneView.flatMap { $0.hasOnlyWords ? nil : ViewDrawing($0, of: spec) }
    guard view == nil else {
      (trays, badge, screen) = ([], nil, nil)
      return
    }
    trays = Self.trays(of: spec, words)
    badge = spec.variables.indices.first { index in
      let variable = spec.variables[index]
      return variable.monitor == nil && variable.type.isCounted
        && KnownWords.isNamed(variable.name, KnownWords.badges)
    }
    screen = spec.variables.indices.lazy.compactMap { Self.screen($0, spec) }.first
  }

  // MARK: Guesses

  /// The trays: variables with a name of a tray, those with keys first; otherwise the first collection of structs.
  /// Variables of messages in flight are added.
  private static func trays(of spec: CheckedSpec, _ words: PageWords) -> [Tray] {
    let all = spec.variables.indices.compactMap { index -> Tray? in
      let variable = spec.variables[index]
      guard variable.monitor == nil else { return nil }
      let isInFlight = KnownWords.isNamed(variable.name, KnownWords.flights)
      if let (devices, content) = variable.type.perDevice, let type = content.cardType {
        return Tray(
          variable: index, devices: devices, content: content,
          anatomy: CardAnatomy(type, words), isInFlight: isInFlight)
      }
      let isNamed = KnownWords.isNamed(variable.name, KnownWords.trays)
      guard let type = variable.type.cardType ?? (isNamed ? variable.type.keyedNumber : nil) else {
        return nil
      }
      return Tray(
        variable: index, content: variable.type, anatomy: CardAnatomy(type, words),
        isInFlight: isInFlight)
    }
    let arrived = all.filter { !$0.isInFlight }
    let named = arrived.filter { tray in
      KnownWords.isNamed(spec.variables[tray.variable].name, KnownWords.trays)
    }
    // A map with keys is a more likely tray than a set of everything that was ever shown.
    let keyed = named.filter { spec.variables[$0.variable].type.hasKeys }
    let found =
      !keyed.isEmpty
      ? keyed
      : !named.isEmpty
        ? named : Array(arrived.filter { $0.content.cardType?.isStructure ?? false }.prefix(1))
    guard !found.isEmpty else { return [] }
    return found + all.filter(\.isInFlight)
  }

  /// The type whose values are the devices; nil if there is only one device.
  private var devices: Type? { trays.lazy.filter { !$0.isInFlight }.compactMap(\.devices).first }

  private static func screen(_ index: Int, _ spec: CheckedSpec) -> Screen? {
    let variable = spec.variables[index]
    guard variable.monitor == nil else { return nil }
    switch variable.type {
    case .bool:
      var words = KnownWords.words(of: variable.name)
      if words.first == "is" { words.removeFirst() }
      if KnownWords.lit.contains(words) { return Screen(variable: index, lit: [.bool(true)]) }
      return KnownWords.dark.contains(words) ? Screen(variable: index, lit: [.bool(false)]) : nil
    case .enumeration(let type) where KnownWords.isNamed(variable.name, KnownWords.screens):
      let dark = type.cases.indices.filter {
        KnownWords.isNamed(type.cases[$0].name, KnownWords.darkCases)
      }
      guard !dark.isEmpty, type.isPlain else { return nil }
      let lit = type.cases.indices.filter { !dark.contains($0) }
      return Screen(variable: index, lit: Set(lit.map { .enumCase($0, []) }))
    default: return nil
    }
  }

  // MARK: States

  /// A state as lock screens: one without a name, or one for each device. All states have the same devices.
  func phones(_ state: [Value]) -> [Phone] {
    if let view { return view.phones(state) }
    guard let devices else { return [phone(nil, state)] }
    return devices.allValues.map { phone(($0, devices), state) }
  }

  private func phone(_ device: (value: Value, type: Type)?, _ state: [Value]) -> Phone {
    var phone = Phone()
    phone.name = device.map { words.text($0.value, $0.type) }
    for tray in trays {
      let cards = cards(state[tray.variable], of: tray, on: device?.value)
      if tray.isInFlight { phone.messages += cards } else { phone.cards += cards }
    }
    if let badge { phone.badge = Self.count(state[badge]) }
    phone.isLit = screen.map { $0.lit.contains(state[$0.variable]) }
    return phone
  }

  var hasTray: Bool { view?.hasTray ?? !trays.isEmpty }
  var hasMessages: Bool { view?.hasMessages ?? trays.contains(where: \.isInFlight) }

  /// The indices of the variables that are not on the phone.
  var others: [Int] {
    spec.variables.indices.filter { index in
      spec.variables[index].monitor == nil && !trays.contains { $0.variable == index }
        && index != badge && index != screen?.variable && !(view?.isDrawn(index) ?? false)
    }
  }

  private static func count(_ value: Value) -> String? {
    switch value {
    case .int(let number): number == 0 ? nil : String(number)
    case .set(let values), .bag(let values): values.isEmpty ? nil : String(values.count)
    default: nil
    }
  }

  /// The cards of a tray on a device, or on the only one.
  private func cards(_ value: Value, of tray: Tray, on device: Value?) -> [Card] {
    let name = spec.variables[tray.variable].name
    guard let devices = tray.devices else { return cards(value, tray, name) }
    let parts: [(Value, Value)] =
      switch value {
      case .map(let keys, let values): Array(zip(keys, values))
      case .table(let values): Array(zip(devices.allValues, values))
      default: []
      }
    return parts.filter { device == nil || device == $0.0 }.flatMap { key, content in
      cards(content, tray, "\(name)[\(devices.text(key))]")
    }
  }

  /// The cards of one device.
  private func cards(_ value: Value, _ tray: Tray, _ source: String) -> [Card] {
    let variable = spec.variables[tray.variable]
    func card(_ value: Value, _ key: String) -> Card {
      var card = tray.anatomy.card(value, at: source + key, called: variable.name)
      let isKeyed = key.hasPrefix("[") || key.isEmpty
      card.marks = isKeyed ? [card.place] : [source, String(key.dropFirst())]
      return card
    }
    switch (tray.content, value) {
    case (.map(let key, _), .map(let keys, let values)):
      return zip(keys, values).map { card($1, "[\(key.text($0))]") }
    case (.table(let key, _), .table(let values)):
      return zip(key.allValues, values).filter { $1 != .none }.map { card($1, "[\(key.text($0))]") }
    case (.list(let element, _), .list(let values)):
      return Self.told(values.map { ($0, " \(element.text($0))") }).map { card($0, $1) }
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)):
      return Self.told(values.map { ($0, " \(element.text($0))") }).map { card($0, $1) }
    case (.optional, .none): return []
    default: return [card(value, "")]
    }
  }

  /// Gives equal values distinct names.
  static func told(_ values: [(Value, String)]) -> [(Value, String)] {
    var counts: [String: Int] = [:]
    return values.map { value, name in
      counts[name, default: 0] += 1
      let count = counts[name] ?? 1
      return (value, count == 1 ? name : "\(name) (\(count))")
    }
  }
}

/// A lock screen in one state.
struct Phone: Sendable {
  /// The name of the device, if there are several.
  var name: String?
  var cards: [Card] = []
  /// The messages in flight to the device.
  var messages: [Card] = []
  /// The number at the icon of the app.
  var badge: String?
  /// Whether the screen is lit; nil if the spec has no screen.
  var isLit: Bool?
}

extension Type {
  fileprivate var isStructure: Bool { if case .structure = self { true } else { false } }

  /// Whether it is a number, or a collection with a count.
  fileprivate var isCounted: Bool {
    switch self {
    case .range, .set, .bag: true
    default: false
    }
  }

  /// Whether the values have keys that name them.
  fileprivate var hasKeys: Bool {
    switch self {
    case .map, .table: true
    default: false
    }
  }

  /// The type of numbers in a map, which are cards if the map is named like a tray.
  fileprivate var keyedNumber: Type? {
    if case .map(_, let content) = self, content.isInteger { content } else { nil }
  }

  /// The devices and the contents of each, if the values have a collection of cards for each device.
  fileprivate var perDevice: (devices: Type, content: Type)? {
    let parts: (Type, Type)? =
      switch self {
      case .map(let key, let content), .table(let key, let content): (key, content)
      default: nil
      }
    guard let (key, content) = parts else { return nil }
    switch key {
    case .symmetric: break
    case .enumeration(let type) where type.isPlain: break
    default: return nil
    }
    switch content {
    case .map, .list, .set, .bag, .table: return content.cardType == nil ? nil : (key, content)
    default: return nil
    }
  }

  /// The type of the elements that may be cards: structs, cases or names; nil if there is none.
  fileprivate var cardType: Type? {
    let content: Type? =
      switch self {
      case .map(_, let content), .list(let content, _), .set(let content, _), .bag(let content, _),
        .optional(let content):
        content
      case .table(_, .optional(let content)): content
      default: nil
      }
    switch content {
    case .structure, .enumeration, .symmetric: return content
    default: return nil
    }
  }
}
