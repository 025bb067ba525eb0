import Semantics

/// Operations on values in views.
extension NameScope {
  /// The value for a key or index; one that the view lacks is not supported.
  func element(
    of whole: Value, _ type: Type, at key: Value, _ range: SourceRange
  ) throws(ViewError) -> Value {
    switch (type, whole) {
    case (.map(let keyType, _), .map(let keys, let values)):
      if occurs(in: keyType), key.hasElsewhere { throw .outside(Self.unseen(range)) }
      return keys.firstIndex(of: key).map { values[$0] } ?? .none
    case (.table, .map(let keys, let values)):
      guard let place = keys.firstIndex(of: key) else { throw .outside(Self.unseen(range)) }
      return values[place]
    case (.table(let keyType, _), .table(let values)):
      guard let rank = keyType.rank(of: key) else {
        throw .fault(Fault(.noSuchKey(key, keyType), range))
      }
      return values[rank]
    default:
      let elements = whole.elements
      let index = try number(key, range)
      guard elements.indices.contains(index) else {
        throw .fault(Fault(.noSuchIndex(index, count: elements.count), range))
      }
      return elements[index]
    }
  }

  static func unseen(_ range: SourceRange) -> UnsupportedError {
    UnsupportedError("an entry is read whose name no view of this size holds", range)
  }

  /// A known number.
  func number(_ value: Value, _ range: SourceRange) throws(ViewError) -> Int {
    guard case .int(let number) = value else {
      if value.leastNumber != nil {
        throw .outside(UnsupportedError("a number of names is counted on with", range))
      }
      return value.asInt
    }
    return number
  }

  /// A value that fits a type, or a fault; for a number with only a lower bound, each possible one.
  func bounded(
    _ value: Value, _ type: Type, _ range: SourceRange, _ frame: inout ViewFrame
  ) throws(ViewError) -> Value {
    if let least = value.leastNumber {
      guard case .range(let lower, let upper) = type, upper - max(least, lower) < 64 else {
        throw .outside(UnsupportedError("a number of names is stored", range))
      }
      let first = max(least, lower)
      let choice = frame.oracle.choose(max(upper - first + 1, 0) + 1)
      if first + choice > upper {
        throw .fault(Fault(.outOfBounds(.int(first + choice), type), range))
      }
      return .int(first + choice)
    }
    if let cause = boundsViolation(value, type) { throw .fault(Fault(cause, range)) }
    return value
  }

  /// A table with one value for each key of the view.
  func filled(
    _ key: Type, _ value: Value, _ names: Int, _ range: SourceRange
  ) throws(ViewError) -> Value {
    guard occurs(in: key) else { return .table(key.allValues.map { _ in value }) }
    guard let keys = values(of: key, names: names) else {
      throw .outside(UnsupportedError("a table has too many keys", range))
    }
    return .map(keys: keys, values: keys.map { _ in value })
  }

  /// Sorts values and removes duplicates, except for those with names elsewhere, which a partial set omits.
  func makeSet(_ values: [Value], _ type: Type) -> Value {
    var result: [Value] = []
    let partial = isPartial(type)
    for value in values.sorted() {
      if value.hasElsewhere {
        if !partial { result.append(value) }
      } else if result.last != value {
        result.append(value)
      }
    }
    return .set(result)
  }

  /// The result of comparing two values of a type.
  enum Equality {
    case different, same
    /// The visible parts are equal, and there are more parts.
    case sameHere
    case unknown

    static func && (left: Self, right: Self) -> Self {
      if left == .different || right == .different { return .different }
      if left == .unknown || right == .unknown { return .unknown }
      return left == .same ? right : left
    }
  }

  func sameness(_ left: Value, _ right: Value, _ type: Type) -> Equality {
    guard occurs(in: type) else { return left == right ? .same : .different }
    func all(_ left: [Value], _ right: [Value], _ type: Type) -> Equality {
      if left.count != right.count { return .different }
      return zip(left, right).reduce(.same) { $0 && sameness($1.0, $1.1, type) }
    }
    func all(_ left: [Value], _ right: [Value], _ fields: [Field]) -> Equality {
      zip(fields, zip(left, right)).reduce(.same) { $0 && sameness($1.1.0, $1.1.1, $1.0.type) }
    }
    switch (type, left, right) {
    case (.symmetric, .name(let left), .name(let right)):
      return left < 0 && right < 0 ? .unknown : left == right ? .same : .different
    case (.optional(let inner), _, _):
      if left == .none || right == .none { return left == right ? .same : .different }
      return sameness(left, right, inner)
    case (.structure(let type), .record(let left), .record(let right)):
      return all(left, right, type.fields)
    case (.enumeration(let type), .enumCase(let index, let left), .enumCase(let other, let right)):
      return index == other ? all(left, right, type.cases[index].fields) : .different
    case (.set(_, nil), .set(let left), .set(let right)):
      return left == right ? .sameHere : .different
    case (.set, .set(let left), .set(let right)), (.bag, .bag(let left), .bag(let right)):
      let isHere = left.filter { !$0.hasElsewhere } == right.filter { !$0.hasElsewhere }
      if !isHere || left.count != right.count { return .different }
      return left.contains(where: \.hasElsewhere) ? .unknown : .same
    case (.list(let element, _), .list(let left), .list(let right)):
      return all(left, right, element)
    case (.map(let key, let content), .map(let keys, let left), .map(let others, let right)),
      (.table(let key, let content), .map(let keys, let left), .map(let others, let right)):
      if keys != others { return .different }
      return all(left, right, content) && (occurs(in: key) ? .sameHere : .same)
    case (.table(_, let content), .table(let left), .table(let right)):
      return all(left, right, content)
    default: return .unknown
    }
  }
}
