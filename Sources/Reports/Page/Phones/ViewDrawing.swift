import Semantics

/// Draws states as the spec's `view` says it, by the reference evaluator.
struct ViewDrawing: Sendable {
  private let view: PhoneView
  private let spec: CheckedSpec

  init(_ view: PhoneView, of spec: CheckedSpec) { (self.view, self.spec) = (view, spec) }

  var hasTray: Bool { !view.cards.isEmpty }

  /// The variable is on the phone as a whole: all that is in it are cards.
  func isDrawn(_ variable: Int) -> Bool {
    view.cards.contains { cards in
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
      card.label = key == nil ? nil : place
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
      let text = part.type.plainText(value)
      // A number alone tells nothing.
      guard part.type.unwrapped.isInteger, case .structure(let type) = cards.types.element,
        let name = part.toldField.flatMap({ type.fields[$0].name })
      else { return text }
      return "\(name) \(text)"
    }
    let anatomy = CardAnatomy(cards.types.element)
    var card = anatomy.card(element, at: place, called: cards.types.element.plainText(element))
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
    }
    card.text = text(cards.text) ?? card.text
    if let part = cards.badge, let value = try? evaluator.evaluate(part), value != .none {
      card.badge = part.type.plainText(value)
    }
    if let icon = text(cards.icon) { card.icon = KnownWords.icon(icon) }
    return card
  }
}

extension Expression {
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
