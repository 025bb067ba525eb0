import Semantics

/// Draws states by the spec's `view`, using the reference interpreter.
final class ViewDrawing: Sendable {
  /// A phone with the view lines for it.
  private struct Device: Sendable {
    var name: String
    /// The indices of blocks in the view, each with the value of its name.
    var blocks: [(place: Int, value: Value)] = []
  }

  /// The maximum number of phones in a frame.
  private static let maximumDevices = 12

  private let view: PhoneView
  private let spec: CheckedSpec
  private let words: PageWords
  /// The devices; empty if there is one phone without a name.
  private let devices: [Device]

  init(_ view: PhoneView, of spec: CheckedSpec) {
    (self.view, self.spec, words) = (view, spec, PageWords(view))
    devices = Self.devices(of: view, words)
  }

  // MARK: Devices

  /// The phones of `device` lines; without such lines, the devices of trays such as `tray[.phone]`, if there are
  /// several.
  private static func devices(of view: PhoneView, _ words: PageWords) -> [Device] {
    var devices: [Device] = []
    func place(of name: String) -> Int {
      if let place = devices.firstIndex(where: { $0.name == name }) { return place }
      devices.append(Device(name: name))
      return devices.count - 1
    }
    for (block, device) in view.devices.enumerated() {
      for value in values(of: device) {
        devices[place(of: words.text(value, device.type))].blocks.append((block, value))
      }
    }
    guard view.devices.isEmpty else { return Array(devices.prefix(maximumDevices)) }
    let trays = view.cards.filter { !$0.isMessage }
    for name in trays.compactMap({ key(of: $0, words) }) { _ = place(of: name) }
    return devices.count > 1 ? devices : []
  }

  private static func values(of device: PhoneView.Device) -> [Value] {
    guard let slot = device.binders.levels.first?.slot else { return [] }
    var evaluator = Evaluator(frameSize: device.frameSize)
    var values: [Value] = []
    try? evaluator.forEach(device.binders) { values.append($0.locals[slot]) }
    return values
  }

  /// The case in a source such as `tray[.phone]`.
  private static func key(of cards: PhoneView.Cards, _ words: PageWords) -> String? {
    guard let source = cards.collection, case .element(_, let key) = source.node,
      case .constant(let value) = key.node, key.type.isEnumeration
    else { return nil }
    return words.text(value, key.type)
  }

  private var allCards: [PhoneView.Cards] { view.cards + view.devices.flatMap(\.cards) }
  var hasTray: Bool { allCards.contains { !$0.isMessage } }
  var hasMessages: Bool { allCards.contains(where: \.isMessage) }

  /// Whether a variable is on the phone: as cards, messages, badge or screen.
  func isDrawn(_ variable: Int) -> Bool {
    let roots = [view.badge, view.screen] + view.devices.flatMap { [$0.badge, $0.screen] }
    if roots.contains(where: { $0?.expression.variables.contains(variable) ?? false }) {
      return true
    }
    var keys: Set<Value> = []
    for cards in allCards where cards.binders.filter == nil {
      switch cards.collection?.node {
      case .variable(let index)? where index == variable: return true
      case .element(let base, let key)?:
        guard case .variable(let index) = base.node, index == variable else { continue }
        let count = key.type.cardinality
        if case .local(let slot) = key.node, hasAll(count, slot, cards.binders) { return true }
        if case .constant(let value) = key.node { keys.insert(value) }
        if count == .exactly(keys.count) { return true }
      default: break
      }
    }
    return false
  }

  /// Whether the name at an index of the frame ranges over all values of its type.
  private func hasAll(_ count: Cardinality, _ slot: Int, _ binders: Binders) -> Bool {
    guard let level = binders.levels.first(where: { $0.slot == slot }) else {
      return count == .exactly(devices.count)
    }
    if case .domain = level.source.node { return true }
    return false
  }

  // MARK: States

  func phones(_ state: [Value]) -> [Phone] {
    devices.isEmpty ? [phone(nil, state)] : devices.map { phone($0, state) }
  }

  /// Whether cards outside of `device` blocks are on a phone: they are on each phone, unless they are in the tray of
  /// another one.
  private func areShown(_ cards: PhoneView.Cards, on device: Device?) -> Bool {
    guard let device, view.devices.isEmpty, let key = Self.key(of: cards, words) else {
      return true
    }
    return key == device.name || !devices.contains { $0.name == key }
  }

  private func phone(_ device: Device?, _ state: [Value]) -> Phone {
    var phone = Phone()
    phone.name = device?.name
    for cards in view.cards where areShown(cards, on: device) {
      add(cards, nil, state, to: &phone)
    }
    phone.badge = badge(view.badge, nil, state)
    phone.isLit = value(of: view.screen, nil, state)?.asBool
    for block in device?.blocks ?? [] {
      let lines = view.devices[block.place]
      let local = lines.binders.levels.first.map { (slot: $0.slot, value: block.value) }
      for cards in lines.cards { add(cards, local, state, to: &phone) }
      phone.badge = phone.badge ?? badge(lines.badge, local, state)
      phone.isLit = phone.isLit ?? value(of: lines.screen, local, state)?.asBool
    }
    return phone
  }

  /// The name of a device: its index in the frame, and its value.
  private typealias Local = (slot: Int, value: Value)

  private func value(of root: RootExpression?, _ local: Local?, _ state: [Value]) -> Value? {
    guard let root else { return nil }
    var evaluator = Evaluator(state: state, frameSize: root.frameSize)
    if let local { evaluator.locals[local.slot] = local.value }
    return try? evaluator.evaluate(root.expression)
  }

  private func badge(_ root: RootExpression?, _ local: Local?, _ state: [Value]) -> String? {
    value(of: root, local, state).flatMap { $0.asInt == 0 ? nil : String($0.asInt) }
  }

  // MARK: Cards

  private func add(
    _ cards: PhoneView.Cards, _ local: Local?, _ state: [Value], to phone: inout Phone
  ) {
    let drawn = self.cards(cards, local, in: state)
    if cards.isMessage { phone.messages += drawn } else { phone.cards += drawn }
  }

  private func cards(_ cards: PhoneView.Cards, _ local: Local?, in state: [Value]) -> [Card] {
    guard let level = cards.binders.levels.last else { return [] }
    var evaluator = Evaluator(state: state, frameSize: cards.frameSize)
    if let local { evaluator.locals[local.slot] = local.value }
    var drawn: [(Value, Card)] = []
    try? evaluator.forEach(cards.binders) { evaluator in
      let element = evaluator.locals[level.valueSlot ?? level.slot]
      let key = level.valueSlot.flatMap { _ in
        cards.types.key.map { $0.text(evaluator.locals[level.slot]) }
      }
      let text = cards.types.element.text(element)
      let source = source(of: cards, evaluator.locals)
      let place = key.map { "\(source)[\($0)]" } ?? "\(source) \(text)"
      var card = card(cards, element, at: place, &evaluator)
      card.marks = key == nil ? [source, text] : [place]
      drawn.append((element, card))
    }
    let places = PhoneLook.told(drawn.map { ($0.0, $0.1.place) })
    return zip(drawn, places).map { drawn, told in
      var card = drawn.1
      card.place = told.1
      return card
    }
  }

  /// The collection as explanations name it: `tray[.phone]` for `tray[d]`.
  private func source(of cards: PhoneView.Cards, _ locals: [Value]) -> String {
    guard case .element(let base, let key)? = cards.binders.levels.last?.source.node,
      case .variable(let index) = base.node, case .local(let slot) = key.node
    else { return cards.source }
    return "\(spec.variables[index].name)[\(key.type.text(locals[slot]))]"
  }

  /// The card of an element. Fields that no part shows are listed below it.
  private func card(
    _ cards: PhoneView.Cards, _ element: Value, at place: String, _ evaluator: inout Evaluator
  ) -> Card {
    func value(_ part: Expression?) -> Value? {
      part.flatMap { try? evaluator.evaluate($0) }
    }
    func text(_ part: Expression?) -> String? {
      guard let part, let value = value(part) else { return nil }
      if value == .none { return words.absent(part.type) }
      let text = words.text(value, part.type)
      // A number alone has no meaning.
      guard part.type.unwrapped.isInteger, case .structure(let type) = cards.types.element,
        let name = part.toldField.flatMap({ type.fields[$0].name })
      else { return text }
      return "\(KnownWords.spaced(name)) \(text)"
    }
    let anatomy = CardAnatomy(cards.types.element, words)
    var card = anatomy.card(element, at: place, called: words.text(element, cards.types.element))
    if !cards.parts.isEmpty {
      (card.text, card.badge, card.details, card.flags) = (nil, nil, [], [])
      let told = Set(cards.parts.compactMap(\.toldField))
      if case .structure(let type) = cards.types.element, case .record(let values) = element {
        for (index, (field, value)) in zip(type.fields, values).enumerated()
        where !told.contains(index) {
          card.add(field.name ?? "", field.type, value, words)
        }
      }
    }
    if let part = cards.title, let title = text(part) {
      card.title = title
      card.icon = words.icon(value(part) ?? .none, part.type)
    } else if let name = unknown(cards.title, cards) {
      card.title = "unknown \(name)"
      card.icon = .unknown
    }
    card.text = text(cards.text) ?? card.text
    if let part = cards.badge, let value = value(part), value != .none {
      card.badge = words.text(value, part.type)
    }
    if let part = cards.icon, let value = value(part), value != .none {
      card.icon = words.icon(value, part.type)
    }
    return card
  }

  /// The text for a title without a value: its field, or the last field that it reads.
  private func unknown(_ title: Expression?, _ cards: PhoneView.Cards) -> String? {
    guard let title else { return nil }
    if case .structure(let type) = cards.types.element, let index = title.toldField {
      return type.fields[index].name.map(KnownWords.spaced)
    }
    if case .enumeration(let type) = title.type.unwrapped {
      return KnownWords.spaced(type.name.prefix(1).lowercased() + type.name.dropFirst())
    }
    return nil
  }
}

extension PhoneView.Cards {
  /// The collection that the expression iterates over, without `.values`.
  fileprivate var collection: Expression? {
    guard let source = binders.levels.last?.source else { return nil }
    if case .member(.values, let base, _) = source.node { return base }
    return source
  }
}

extension Expression {
  /// The variables that the expression reads directly, without those read by functions.
  fileprivate var variables: Set<Int> {
    Set(withParts.compactMap { if case .variable(let index) = $0.node { index } else { nil } })
  }

  /// The field of a card that the expression consists of; nil for other expressions.
  fileprivate var toldField: Int? {
    switch node {
    case .field(let base, let index):
      switch base.node {
      case .local: index
      case .unwrap(let inner): if case .local = inner.node { index } else { nil }
      default: nil
      }
    default: nil
    }
  }
}
