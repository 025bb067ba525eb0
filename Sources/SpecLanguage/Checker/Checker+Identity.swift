import Semantics

/// The property `identity`. Each of its parts is an invariant or a transition, with a name such as `oneCard.twoIDs`.
extension Checker {
  mutating func checkIdentity(_ syntax: IdentitySyntax, _ documentation: String?) {
    guard let cards = identifiedCards(syntax) else { return }
    let (card, other) = (place(cards), place(cards))
    let (before, same) = (place(cards, isBefore: true), place(cards, isBefore: true))
    let isSame = Expression.all(
      [
        cards.compare(.equal, same.subject, card.subject), cards.compare(.equal, same.id, card.id),
      ], cards.range)
    // A step is blamed only for a card that it showed or changed.
    let isNew = Expression(.not(cards.quantifier(.some, [same], isSame)), .bool, cards.range)
    let anyStep = Property.Kind.transition(
      [EventPattern(arguments: [], parameterSlots: [])], filter: nil)
    var parts: [(IdentityPart, Property.Kind, Expression)] = [
      (.twoIDs, .invariant, cards.quantifier(.no, [other, card], cards.haveTwoIDs(other, card)))
    ]
    if !cards.haveIDsAsKeys {
      parts.append(
        (.sharedID, .invariant, cards.quantifier(.no, [other, card], cards.shareID(other, card))))
    }
    let changes = cards.quantifier(.some, [before], cards.haveTwoIDs(before, card))
    parts.append((.changedID, anyStep, cards.quantifier(.no, [card], where: isNew, changes)))
    if syntax.isLasting {
      guard let isReused = isReusedNowhere(syntax.name, cards, card) else { return }
      parts.append((.reusedID, .invariant, isReused))
    } else {
      let takes = cards.quantifier(.some, [before], cards.shareID(before, card))
      parts.append((.takenID, anyStep, cards.quantifier(.no, [card], where: isNew, takes)))
    }
    if let removal = syntax.removal {
      (context.allowsOld, context.allowsEmitted) = (true, true)
      let steps = steps(removal.patterns, where: removal.filter)
      let subject = block(removal.body, expecting: card.subject.type.shape)
      let isAbout = Expression.compare(.equal, card.subject, subject, subject.range)
      parts.append((.notGone, steps, cards.quantifier(.no, [card], isAbout)))
    }
    for (part, kind, body) in parts {
      var property = Property(
        name: "\(syntax.name.text).\(part)", family: syntax.name.text,
        documentation: documentation, range: syntax.name.range, kind: kind, body: root(body))
      property.saysWhatIsWritten = false
      spec.properties.append(property)
    }
  }

  /// Returns the condition that no card has an ID that a card about another subject had; nil after a report. A monitor
  /// remembers the subjects of each ID.
  private mutating func isReusedNowhere(
    _ name: NameSyntax, _ cards: IdentifiedCards, _ card: IdentifiedCard
  ) -> Expression? {
    let (id, subject) = (card.id, card.subject)
    guard requireKey(id.type, id.range, "an ID that is 'always about' a subject"),
      requireKey(subject.type, subject.range, "the subject after 'always about'")
    else { return nil }
    let variable = spec.variables.count
    let monitored = inContext(Context(allowsEnabled: true)) { checker in
      let parameters = zip(["id", "subject"], [id, subject]).map { name, value in
        Parameter(name: name, type: value.type, range: value.range)
      }
      let keys = parameters.map { Expression(.local(checker.newSlot()), $0.type, cards.range) }
      let card = checker.place(cards)
      let isShown = cards.quantifier(
        .some, [card],
        .all(
          [cards.compare(.equal, card.id, keys[0]), cards.compare(.equal, card.subject, keys[1])],
          cards.range))
      let tuples = checker.tuples(of: parameters, cards.range)
      let type = tuples.type(of: .bool)
      let wasShown = tuples.element(of: variable, type)
      let next = checker.root(
        tuples.table(Expression(.connective(.or, wasShown, isShown), .bool, cards.range)))
      return Variable(
        name: name.text, type: type, initial: .value(checker.root(tuples.table(isShown))),
        range: name.range, monitor: Monitor(onEvent: next, onTick: next))
    }
    spec.variables.append(monitored)
    let earlier = Expression(.local(newSlot()), subject.type, subject.range)
    let level = Binders.Level(
      slot: context.frameSize - 1, name: "earlier", source: domain(subject.type, subject.range))
    let all = Expression(.variable(variable), monitored.type, cards.range)
    let subjects = Expression(.element(all, id), .table(subject.type, .bool), cards.range)
    let wasAbout = Expression(.element(subjects, earlier), .bool, cards.range)
    var binders = cards.binders([card], where: wasAbout)
    binders.levels.append(level)
    return Expression(
      .quantifier(.every, binders, cards.compare(.equal, earlier, subject)), .bool, cards.range)
  }

  // MARK: Cards

  /// Checks the names of a card, its ID and its subject; nil after a report.
  private mutating func identifiedCards(_ syntax: IdentitySyntax) -> IdentifiedCards? {
    inContext(Context(allowsEnabled: true)) { checker in
      let (binders, conditions) = checker.fittingBinders(syntax.cards)
      let values = [syntax.id, syntax.subject].map { checker.block($0, expecting: nil) }
      if let place = syntax.cards.groups.first(where: { $0.patterns.count > 1 })?.patterns[1] {
        checker.report(
          .quantifierForm, "an identity has one name for the cards of a collection", place.range,
          fix: "leave the other name out")
        return nil
      }
      for value in values {
        if value.type.isError || value.reads.hasMistake { return nil }
        if case .sequence = value.type {
          _ = checker.requireFinite(value.type, value.range, "an ID or subject")
          return nil
        }
      }
      let names = binders.levels.flatMap { level in
        let types = Self.types(of: level)
        return zip(
          [level.slot] + (level.valueSlot.map { [$0] } ?? []),
          [types.key, types.element].compactMap(\.self))
      }
      let frameSize = checker.context.frameSize
      func function(_ value: Expression, of count: Int) -> FunctionDefinition {
        // Arguments take the first slots. The last one is moved first, so that it overwrites no other.
        let moves = names.prefix(count).enumerated().reversed().compactMap { index, name in
          index == name.0
            ? nil : (slot: name.0, Expression(.local(index), name.1, value.range))
        }
        return FunctionDefinition(
          name: syntax.name.text, parameterCount: count, frameSize: frameSize,
          body: moves.isEmpty
            ? value : Expression(.bind(moves, value), value.type, value.range))
      }
      var count = 0
      let sources = binders.levels.map { level in
        defer { count += level.valueSlot == nil ? 1 : 2 }
        return function(level.source, of: count)
      }
      let fitting = values.map { value in
        function(checker.fitting(conditions, value, otherwise: nil), of: names.count)
      }
      var cards = IdentifiedCards(
        levels: binders.levels, sources: sources,
        filter: binders.filter.map { function($0, of: names.count) }, id: fitting[0],
        subject: fitting[1], range: syntax.cards.range)
      if let level = binders.levels.first, binders.levels.count == 1, level.valueSlot != nil,
        case .local(level.slot) = values[0].node
      {
        cards.haveIDsAsKeys = true
      }
      return cards
    }
  }

  /// Gives a card slots of the frame for its names.
  ///
  /// - Parameter isBefore: whether it is a card before the step.
  private mutating func place(
    _ cards: IdentifiedCards, isBefore: Bool = false
  ) -> IdentifiedCard {
    var names: [Expression] = []
    func value(_ function: FunctionDefinition) -> Expression {
      let body = function.body
      // A collection that is a variable needs no call.
      let value =
        body.reads.locals.isEmpty && body.ownFrameSize == 0
        ? body : Expression(.call(function, names), body.type, body.range)
      return isBefore ? Expression(.old(value), body.type, body.range) : value
    }
    var levels: [Binders.Level] = []
    for (level, source) in zip(cards.levels, cards.sources) {
      var copy = Binders.Level(slot: newSlot(), name: level.name, source: value(source))
      let types = Self.types(of: level)
      let range = level.source.range
      names.append(
        Expression(
          .local(copy.slot), level.valueSlot == nil ? types.element : types.key ?? .error, range))
      if level.valueSlot != nil {
        let slot = newSlot()
        copy.valueSlot = slot
        names.append(Expression(.local(slot), types.element, range))
      }
      levels.append(copy)
    }
    return IdentifiedCard(
      levels: levels, filter: cards.filter.map(value), id: value(cards.id),
      subject: value(cards.subject))
  }
}

/// A part of an identity, which is violated if the two cards exist that it describes.
package enum IdentityPart: String, CaseIterable, Sendable {
  /// One subject, two IDs.
  case twoIDs
  /// One ID, two subjects. It is missing if the IDs are the keys of a map, which are different anyway.
  case sharedID
  /// A card after a step, with the subject and not the ID of a card before it.
  case changedID
  /// A card after a step, with the ID and not the subject of a card before it.
  case takenID
  /// With `always about` in place of `takenID`: a card with the ID and not the subject of any earlier card.
  case reusedID
  /// With `gone after`: a card about the subject after the step.
  case notGone
}

/// The cards of an identity: the collections, and functions of the names that a card has.
private struct IdentifiedCards {
  var levels: [Binders.Level]
  /// The collection of each level, as a function of the names of the levels before it.
  var sources: [FunctionDefinition]
  var filter: FunctionDefinition?
  var id: FunctionDefinition
  var subject: FunctionDefinition
  var range: SourceRange
  /// Whether the IDs are the keys of a map or table, so that no two cards share one.
  var haveIDsAsKeys = false

  /// Returns the condition that two cards have the same subject and different IDs.
  func haveTwoIDs(_ first: IdentifiedCard, _ second: IdentifiedCard) -> Expression {
    .all(
      [
        compare(.equal, first.subject, second.subject), compare(.notEqual, first.id, second.id),
      ], range)
  }

  /// Returns the condition that two cards have the same ID and different subjects.
  func shareID(_ first: IdentifiedCard, _ second: IdentifiedCard) -> Expression {
    .all(
      [
        compare(.equal, first.id, second.id), compare(.notEqual, first.subject, second.subject),
      ], range)
  }

  func compare(_ comparison: Comparison, _ left: Expression, _ right: Expression) -> Expression {
    .compare(comparison, left, right, right.range)
  }

  func binders(_ cards: [IdentifiedCard], where condition: Expression? = nil) -> Binders {
    let filters = cards.compactMap(\.filter) + [condition].compactMap(\.self)
    return Binders(
      levels: cards.flatMap(\.levels), isDistinct: cards.count > 1,
      filter: filters.isEmpty ? nil : .all(filters, range))
  }

  func quantifier(
    _ quantifier: Quantifier, _ cards: [IdentifiedCard], where condition: Expression? = nil,
    _ body: Expression
  ) -> Expression {
    Expression(.quantifier(quantifier, binders(cards, where: condition), body), .bool, range)
  }
}

/// A card in a property: its names, ID and subject.
private struct IdentifiedCard {
  var levels: [Binders.Level]
  var filter: Expression?
  var id: Expression
  var subject: Expression
}
