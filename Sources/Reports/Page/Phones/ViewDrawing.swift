import Semantics

/// Draws states as the spec's `view` says it, by the reference evaluator.
struct ViewDrawing: Sendable {
  private let view: PhoneView
  private let spec: CheckedSpec

  init(_ view: PhoneView, of spec: CheckedSpec) { (self.view, self.spec) = (view, spec) }

  var hasTray: Bool { !view.cards.isEmpty }

  /// The variable is on the phone: its elements are cards, or it is the badge or the screen.
  func isDrawn(_ variable: Int) -> Bool {
    for root in [view.badge, view.screen].compactMap(\.self)
    where root.expression.variables.contains(variable) {
      return true
    }
    return view.cards.contains { cards in
      guard cards.binders.filter == nil, let level = cards.binders.levels.first else {
        return false
      }
      return switch level.source.node {
      case .variable(let index): index == variable
      case .member(.values, let base, _):
        if case .variable(let index) = base.node { index == variable } else { false }
      default: false
      }
    }
  }

  /// The devices that trays of the view belong to, in their order; empty if there is only one.
  var devices: [String] {
    var names: [String] = []
    for name in view.cards.compactMap(device) where !names.contains(name) { names.append(name) }
    return names.count > 1 ? names : []
  }

  /// The case in a source such as `tray[.phone]`.
  private func device(of cards: PhoneView.Cards) -> String? {
    guard let level = cards.binders.levels.first else { return nil }
    var source = level.source
    if case .member(.values, let base, _) = source.node { source = base }
    guard case .element(_, let key) = source.node, case .constant(let value) = key.node,
      key.type.isEnumeration
    else { return nil }
    return key.type.words(value)
  }

  func phone(_ state: [Value]) -> Phone {
    var phone = Phone()
    phone.cards = view.cards.flatMap { cards($0, in: state) }
    if let number = value(of: view.badge, in: state) {
      phone.badge = number.asInt == 0 ? nil : String(number.asInt)
    }
    phone.isLit = value(of: view.screen, in: state)?.asBool
    return phone
  }

  private func value(of root: RootExpression?, in state: [Value]) -> Value? {
    guard let root else { return nil }
    var evaluator = Evaluator(state: state)
    return try? evaluator.evaluate(root: root)
  }

  // MARK: Cards

  private func cards(_ cards: PhoneView.Cards, in state: [Value]) -> [Card] {
    guard let level = cards.binders.levels.first else { return [] }
    var evaluator = Evaluator(state: state, frameSize: cards.frameSize)
    var drawn: [(Value, Card)] = []
    try? evaluator.forEach(cards.binders) { evaluator in
      let element = evaluator.locals[level.valueSlot ?? level.slot]
      let key = level.valueSlot.flatMap { _ in
        cards.types.key.map { $0.text(evaluator.locals[level.slot]) }
      }
      let place =
        key.map { "\(cards.source)[\($0)]" }
        ?? "\(cards.source) \(cards.types.element.text(element))"
      var card = card(cards, element, at: place, &evaluator)
      card.marks = key == nil ? [cards.source, cards.types.element.text(element)] : [place]
      card.device = device(of: cards)
      drawn.append((element, card))
    }
    let places = PhoneLook.told(drawn.map { ($0.0, $0.1.place) })
    return zip(drawn, places).map { drawn, told in
      var card = drawn.1
      card.place = told.1
      return card
    }
  }

  /// What is not named stands below, but for what is told already.
  private func card(
    _ cards: PhoneView.Cards, _ element: Value, at place: String, _ evaluator: inout Evaluator
  ) -> Card {
    func text(_ part: Expression?) -> String? {
      guard let part, let value = try? evaluator.evaluate(part), value != .none else { return nil }
      let text = part.type.words(value)
      // A number alone says nothing.
      guard part.type.unwrapped.isInteger, case .structure(let type) = cards.types.element,
        let name = part.toldField.flatMap({ type.fields[$0].name })
      else { return text }
      return "\(KnownWords.spaced(name)) \(text)"
    }
    let anatomy = CardAnatomy(cards.types.element)
    var card = anatomy.card(element, at: place, called: cards.types.element.words(element))
    if !cards.parts.isEmpty {
      (card.text, card.badge, card.details, card.flags) = (nil, nil, [], [])
      let told = Set(cards.parts.compactMap(\.toldField))
      if case .structure(let type) = cards.types.element, case .record(let values) = element {
        for (index, (field, value)) in zip(type.fields, values).enumerated()
        where !told.contains(index) {
          card.add(field.name ?? "", field.type, value)
        }
      }
    }
    if let title = text(cards.title) {
      card.title = title
      card.icon = KnownWords.icon(title)
    } else if let name = unknown(cards.title, cards) {
      card.title = "unknown \(name)"
      card.icon = .unknown
    }
    card.text = text(cards.text) ?? card.text
    if let part = cards.badge, let value = try? evaluator.evaluate(part), value != .none {
      card.badge = part.type.words(value)
    }
    if let icon = text(cards.icon) { card.icon = KnownWords.icon(icon) }
    return card
  }
}

extension ViewDrawing {
  /// The name of a title that has no value: its field, or the last field that it reads.
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

extension Expression {
  /// The variables that it reads, but for those that functions read.
  fileprivate var variables: Set<Int> {
    if case .variable(let index) = node { return [index] }
    var found: Set<Int> = []
    node.forEachChild { found.formUnion($0.variables) }
    return found
  }

  /// The field of a card that the expression is, if it is one and nothing more.
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
