import Semantics

/// What values are of where the types of a spec leave that open: `Int`, and collections of any length.
extension Type {
  /// A type with room for all of these values, as arrays and lists of a model need it: this one, if it is bounded and
  /// has room for them, and else the least.
  func holding(_ values: Operand...) throws(ExportError) -> Type { try holding(values) }

  func holding(_ values: [Operand]) throws(ExportError) -> Type {
    var least: Type?
    for value in values {
      guard let type = value.heldType(self) else { continue }
      guard let both = least.map({ $0.joined(with: type) }) ?? type else {
        throw ExportError("values that are not of one type")
      }
      least = both
    }
    let type = least ?? leastType
    return unboundedPart == nil && containsAll(of: type) ? self : type
  }

  /// The type of a collection of this kind with these elements.
  func ofElements(_ values: [Operand]) throws(ExportError) -> Type {
    switch self {
    case .list(let element, let maximum):
      return .list(try element.holding(values), maximum: maximum ?? values.count)
    case .sequence(let element, _):
      return .list(try element.holding(values), maximum: values.count)
    case .bag(let element, let maximum):
      return .bag(try element.holding(values), maximum: maximum ?? values.count)
    case .set(let element, let maximum):
      let least = try element.holding(values)
      // A flag for each value where these are those of the type.
      return .set(least, maximum: least == element ? maximum : maximum ?? values.count)
    default: throw ExportError("a collection")
    }
  }

  /// A type that has the values of both, if these are of one kind.
  fileprivate func joined(with other: Type) -> Type? {
    func most(_ one: Int?, _ two: Int?) -> Int? { one.flatMap { one in two.map { max(one, $0) } } }
    if self == other { return self }
    switch (self, other) {
    case (.range(let first, let last), .range(let first2, let last2)):
      return .range(lower: min(first, first2), upper: max(last, last2))
    case (.integer, .range), (.range, .integer): return .integer
    case (.timer(let one), .timer(let two)): return .timer(maximum: max(one, two))
    case (.optional(let one), .optional(let two)), (.optional(let one), let two),
      (let one, .optional(let two)):
      return one.joined(with: two).map { .optional($0) }
    case (.list(let one, let maximum), .list(let two, let maximum2)):
      return one.joined(with: two).map { .list($0, maximum: most(maximum, maximum2)) }
    case (.bag(let one, let maximum), .bag(let two, let maximum2)):
      return one.joined(with: two).map { .bag($0, maximum: most(maximum, maximum2)) }
    case (.set(let one, let maximum), .set(let two, let maximum2)):
      return one.joined(with: two).flatMap { both in
        // A flag for each value, or as many elements as the larger one has.
        if maximum == nil, maximum2 == nil { return .set(both, maximum: nil) }
        guard let count = maximum ?? (try? one.valueCount()),
          let count2 = maximum2 ?? (try? two.valueCount())
        else { return nil }
        return .set(both, maximum: max(count, count2))
      }
    case (.map(let key, let content), .map(let key2, let content2)):
      guard let keys = key.joined(with: key2), let contents = content.joined(with: content2)
      else { return nil }
      return .map(keys, contents)
    case (.table(let key, let content), .table(let key2, let content2)) where key == key2:
      return content.joined(with: content2).map { .table(key, $0) }
    default: return nil
    }
  }

  /// The least type of this kind, that of nothing or of what is empty.
  fileprivate var leastType: Type {
    if unboundedPart == nil { return self }
    switch self {
    case .integer: return .range(lower: 0, upper: 0)
    case .optional(let inner): return .optional(inner.leastType)
    case .list(let element, _), .sequence(let element, _):
      return .list(element.leastType, maximum: 0)
    case .bag(let element, _): return .bag(element.leastType, maximum: 0)
    case .set(let element, _): return .set(element.leastType, maximum: 0)
    case .map(let key, let content): return .map(key.leastType, content.leastType)
    case .table(let key, let content): return .table(key, content.leastType)
    default: return self
    }
  }

  /// The least type of this kind that has a value, where this one is open.
  fileprivate func tightened(to value: Value) -> Type {
    if unboundedPart == nil { return self }
    func all(_ values: [Value], of type: Type) -> Type {
      let types = values.map { type.tightened(to: $0) }
      guard let first = types.first else { return type.leastType }
      return types.dropFirst().reduce(first) { $0.joined(with: $1) ?? type }
    }
    switch (self, value) {
    case (.integer, .int(let number)): return .range(lower: number, upper: number)
    case (.optional(let inner), .none): return .optional(inner.leastType)
    case (.optional(let inner), _): return .optional(inner.tightened(to: value))
    case (.list(let element, _), _), (.sequence(let element, _), _):
      return .list(all(value.elements, of: element), maximum: value.elements.count)
    case (.bag(let element, _), _):
      return .bag(all(value.elements, of: element), maximum: value.elements.count)
    case (.set(let element, _), _):
      return .set(all(value.elements, of: element), maximum: value.elements.count)
    case (.map(let key, let content), .map(let keys, let values)):
      return .map(all(keys, of: key), all(values, of: content))
    case (.table(let key, let content), .table(let values)):
      return .table(key, all(values, of: content))
    default: return self
    }
  }
}

extension Operand {
  /// The least type of a kind that is known to have the value; nil of no value.
  fileprivate func heldType(_ type: Type) -> Type? {
    switch (self, type) {
    case (.absent, _): nil
    case (.optional(_, let inner), .optional(let wanted)),
      (let inner, .optional(let wanted)):
      inner.heldType(wanted).map { .optional($0) }
    case (.optional(_, let inner), _): inner.heldType(type)
    case (.constant(let value, let own), .map), (.constant(let value, let own), .table):
      own.unwrapped.tightened(to: value)
    case (.scalar(let scalar), .integer), (.scalar(let scalar), .range):
      .range(lower: scalar.bounds.lowerBound, upper: scalar.bounds.upperBound)
    case (.entries(_, let key, let content), .map): .map(key, content)
    case (.table(_, let key, let content), .table): .table(key, content)
    case (.flags(_, let element), .set), (.keys(_, let element, _), .set):
      .set(element, maximum: nil)
    default:
      heldElement.map { element in
        switch type {
        case .set: .set(element, maximum: capacity)
        case .bag: .bag(element, maximum: capacity)
        default: .list(element, maximum: capacity)
        }
      } ?? type
    }
  }

  /// Of what the elements of a set, bag or list are.
  private var heldElement: Type? {
    switch self {
    case .flags(_, let element), .keys(_, let element, _), .contents(_, _, let element),
      .list(_, let element, _), .reversed(_, let element, _), .table(_, _, let element):
      element
    case .constant(let value, let type):
      switch type.unwrapped.tightened(to: value) {
      case .table(_, let element), .map(_, let element): element
      case let type: type.elementType
      }
    case .span(let first, let end):
      .range(
        lower: first.bounds.lowerBound,
        upper: max(first.bounds.lowerBound, end.bounds.upperBound - 1))
    default: nil
    }
  }
}
