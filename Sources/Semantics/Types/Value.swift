/// A value of the language, unpacked, in canonical form: equal values are equal here.
///
/// Optionals of optionals do not exist, so an optional is `none` or simply the value inside.
///
/// Values do not know their type: `.int(3)` is a number of any range, and `.name(0)` a name of any symmetric type.
/// Callers that print, rank or bound a value provide the `Type`. In canonical form, `==` and hashing are those of the
/// language; code that makes a set or map keeps that form.
package enum Value: Hashable, Sendable {
  /// nil
  case none
  case bool(Bool)
  case int(Int)
  /// A symmetric name by its place, counted from 0.
  ///
  /// It is printed as the index plus one: `.name(0)` of `ID` is `ID#1`.
  case name(Int)
  /// The index of the case in the declaration, and its payload.
  indirect case enumCase(Int, [Value])
  /// A value for each field of a struct, in the order of the declaration.
  case record([Value])
  /// Ascending, each once.
  case set([Value])
  /// Ascending, equal elements side by side.
  case bag([Value])
  /// Keys ascending, and the value of each.
  indirect case map(keys: [Value], values: [Value])
  /// The values of all keys, in the order of the key type's `allValues`; the keys themselves are not
  /// stored.
  case table([Value])
  /// A list, or the elements of a sequence.
  case list([Value])
  /// Units until due; -1 is off.
  case timer(Int)
}

extension Value {
  package static let isOff = Value.timer(-1)

  /// `asBool` and `asInt` are for values that the checker found to be of that type; for others they are false or 0.
  package var asBool: Bool { if case .bool(let value) = self { value } else { false } }
  package var asInt: Int { if case .int(let value) = self { value } else { 0 } }

  /// The elements of a set, bag, list or sequence, the values of a map or table, the fields of a record; empty for
  /// all other values.
  package var elements: [Value] {
    switch self {
    case .set(let values), .bag(let values), .list(let values), .table(let values),
      .record(let values):
      values
    case .map(_, let values): values
    default: []
    }
  }

  /// A bag of the given values, in canonical form.
  package static func makeBag(_ values: [Value]) -> Value { .bag(values.sorted()) }

  /// A set of the given values, in canonical form.
  ///
  /// Takes linear time for ascending elements, else that of sorting them.
  package static func makeSet(_ values: [Value]) -> Value {
    if zip(values, values.dropFirst()).allSatisfy({ $0 < $1 }) { return .set(values) }
    var result: [Value] = []
    for value in values.sorted() where result.last != value { result.append(value) }
    return .set(result)
  }
}

/// The canonical order: nil first, false before true, cases as declared, sequences by element, and the
/// shorter of two lists first. If the language shows an order, it is this one.
///
/// It is total only for the values of one type, and equals the order of `Type.allValues`. Values of different kinds
/// do not precede each other.
extension Value: Comparable {
  package static func < (left: Value, right: Value) -> Bool {
    switch (left, right) {
    case (.none, .none): return false
    case (.none, _): return true
    case (_, .none): return false
    case (.bool(let left), .bool(let right)): return !left && right
    case (.int(let left), .int(let right)): return left < right
    case (.name(let left), .name(let right)): return left < right
    case (.timer(let left), .timer(let right)): return left < right
    case (.enumCase(let left, let payload), .enumCase(let right, let otherPayload)):
      return left != right ? left < right : payload.precedes(otherPayload)
    case (.record(let left), .record(let right)), (.set(let left), .set(let right)),
      (.bag(let left), .bag(let right)), (.table(let left), .table(let right)):
      return left.precedes(right)
    case (.list(let left), .list(let right)):
      return left.count != right.count ? left.count < right.count : left.precedes(right)
    case (.map(let keys, let values), .map(let otherKeys, let otherValues)):
      return keys != otherKeys ? keys.precedes(otherKeys) : values.precedes(otherValues)
    default: return false
    }
  }
}

extension [Value] {
  /// The canonical order, element by element.
  package func precedes(_ other: [Value]) -> Bool { lexicographicallyPrecedes(other) }
}
