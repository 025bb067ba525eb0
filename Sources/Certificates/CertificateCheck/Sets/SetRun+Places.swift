import Semantics

/// Parts of variables that can be read member by member.
extension SetRun {
  /// The type of a variable, or of a part of one, that is present in each state without evaluating anything on its
  /// path; nil for everything else.
  ///
  /// It is the declared type: inside of a chain, an expression has a type without nil.
  func typeOfSurePlace(_ place: Expression, _ frame: Frame) -> Type? {
    switch place.node {
    case .variable(let index): return machine.spec.variables[index].type
    case .field(let base, let index):
      guard case .structure(let owner)? = typeOfSurePlace(base, frame) else { return nil }
      return owner.fields[index].type
    case .element(let base, let key):
      guard case .table(let keyType, let content)? = typeOfSurePlace(base, frame) else {
        return nil
      }
      let value: Value? =
        switch key.node {
        case .constant(let value): value
        case .local(let slot): frame.locals[slot]
        default: nil
        }
      return value.flatMap(keyType.rank) == nil ? nil : content
    default: return nil
    }
  }

  /// Whether it is a collection whose members are read separately.
  func hasMembers(_ collection: Expression, _ frame: Frame) -> Bool {
    let place: Expression
    switch collection.node {
    case .member(.values, let base, _), .member(.keys, let base, _): place = base
    default: place = collection
    }
    switch typeOfSurePlace(place, frame) {
    case .map: return true
    case .set: return place === collection
    case .table: return place !== collection
    default: return false
    }
  }

  /// Conditions that together mean that two collections are equal: one for each key or member; nil if they cannot be
  /// listed.
  func equalities(
    _ left: Expression, _ right: Expression, _ frame: Frame
  ) -> [Expression]? {
    let places = [left.withoutOld, right.withoutOld]
    let key: Type
    let content: Type?
    switch (typeOfSurePlace(places[0], frame), typeOfSurePlace(places[1], frame)) {
    case (.table(let one, let inner)?, .table(let other, _)?) where one == other:
      (key, content) = (one, inner)
    case (.map(let one, let inner)?, .map(let other, _)?) where one == other:
      (key, content) = (one, .optional(inner))
    case (.set(let one, _)?, .set(let other, _)?) where one == other: (key, content) = (one, nil)
    default: return nil
    }
    guard key.cardinality > .exactly(0), key.cardinality <= .exactly(Self.maximumElements) else {
      return nil
    }
    let range = left.range
    return key.allValues.map { value in
      let sides = zip([left, right], places).map { side, place in
        let name = Expression(.constant(value), key, range)
        let part = Expression(
          content == nil ? .isContained(name, in: place) : .element(place, name),
          content ?? .bool, range)
        if case .old = side.node { return Expression(.old(part), part.type, range) }
        return part
      }
      return Expression(.comparison(.equal, sides[0], sides[1]), .bool, range)
    }
  }
}

extension Expression {
  /// The operand of `old`, or the expression itself.
  fileprivate var withoutOld: Expression {
    if case .old(let inner) = node { inner } else { self }
  }

  /// Whether it is a map, table or set in a variable, now or before the step.
  var isCollectionInPlace: Bool {
    guard case .variable = withoutOld.node else { return false }
    switch type {
    case .map, .table, .set: return true
    default: return false
    }
  }
}
