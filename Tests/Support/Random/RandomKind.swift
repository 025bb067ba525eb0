/// A type of a random spec. Enums, structs, ranges and symmetric types refer to the declarations of that number.
indirect enum RandomKind: Hashable, Sendable {
  case bool
  case range(Int)
  /// A range of 8 to 63 bits, of which a spec uses only a few values.
  case wide
  case enumeration(Int)
  case structure(Int)
  case symmetric(Int)
  case optional(RandomKind)
  case set(RandomKind)
  /// A set or bag with a maximum number of elements.
  case members(RandomKind, Int, isBag: Bool)
  case map(RandomKind, RandomKind)
  case table(RandomKind, RandomKind)
  case list(RandomKind, Int)
  case timer(Int)

  /// The type inside an optional, or the type itself.
  var unwrapped: RandomKind { if case .optional(let inner) = self { inner } else { self } }
}

/// The types that a random spec declares.
struct RandomTypes: Sendable {
  typealias Field = (label: String?, kind: RandomKind)

  /// Bounds, both included.
  var ranges: [ClosedRange<Int>] = []
  var wide = 0...255
  var enums: [[(name: String, fields: [Field])]] = []
  var structs: [[Field]] = []
  /// The instance count of each symmetric type.
  var symmetric: [Int] = []

  /// The declarations as text.
  var text: [String] {
    ["type W = \(wide.lowerBound)...\(wide.upperBound)"]
      + ranges.enumerated().map { "type R\($0) = \($1.lowerBound)...\($1.upperBound)" }
      + symmetric.enumerated().map { "symmetric N\($0)(\($1))" }
      + enums.enumerated().map { index, cases in
        "enum E\(index) { \(cases.map { text($0.name, $0.fields) }.joined(separator: ", ")) }"
      }
      + structs.enumerated().map { index, fields in
        "struct S\(index) { \(fields.map(text).joined(separator: ", ")) }"
      }
  }

  private func text(_ name: String, _ fields: [Field]) -> String {
    fields.isEmpty ? name : "\(name)(\(fields.map(text).joined(separator: ", ")))"
  }

  private func text(_ field: Field) -> String {
    (field.label.map { "\($0): " } ?? "") + text(field.kind)
  }

  /// A type as a spec names it.
  func text(_ kind: RandomKind) -> String {
    switch kind {
    case .bool: "Bool"
    case .range(let index): "R\(index)"
    case .wide: "W"
    case .enumeration(let index): "E\(index)"
    case .structure(let index): "S\(index)"
    case .symmetric(let index): "N\(index)"
    case .optional(let inner): "\(text(inner))?"
    case .set(let element): "Set<\(text(element))>"
    case .members(let element, let maximum, isBag: false):
      "Set<\(text(element)), atMost: \(maximum)>"
    case .members(let element, let maximum, isBag: true): "Bag<\(text(element)), \(maximum)>"
    case .map(let key, let value): "Map<\(text(key)), \(text(value))>"
    case .table(let key, let value): "Table<\(text(key)), \(text(value))>"
    case .list(let element, let maximum): "List<\(text(element)), \(maximum)>"
    case .timer(let maximum): "Timer<\(maximum)>"
    }
  }

  /// The values of the wide type that a spec contains.
  var wideValues: [Int] {
    let middle =
      wide.lowerBound + Int(bitPattern: UInt(bitPattern: wide.upperBound &- wide.lowerBound) / 2)
    return [wide.lowerBound, wide.upperBound, middle]
  }

  /// The number of values of a type or, if it is wide, the number that a spec uses.
  func cardinality(_ kind: RandomKind) -> Double {
    switch kind {
    case .bool: return 2
    case .wide: return 3
    case .range(let index): return Double(ranges[index].count)
    case .enumeration(let index):
      return enums[index].map { cardinality($0.fields) }.reduce(0, +)
    case .structure(let index): return cardinality(structs[index])
    case .symmetric(let index): return Double(symmetric[index])
    case .optional(let inner): return cardinality(inner) + 1
    case .set(let element): return power(2, cardinality(element))
    case .map(let key, let value): return power(cardinality(value) + 1, cardinality(key))
    case .table(let key, let value): return power(cardinality(value), cardinality(key))
    case .list(let element, let maximum), .members(let element, let maximum, _):
      return (0...maximum).map { power(cardinality(element), Double($0)) }.reduce(0, +)
    case .timer(let maximum): return Double(maximum + 2)
    }
  }

  private func cardinality(_ fields: [Field]) -> Double {
    fields.map { cardinality($0.kind) }.reduce(1, *)
  }

  private func power(_ base: Double, _ exponent: Double) -> Double {
    (0..<Int(min(64, exponent))).reduce(1) { result, _ in result * base }
  }

  /// Returns whether every value of the type contains a symmetric name, so that none can be written.
  func needsName(_ kind: RandomKind) -> Bool {
    switch kind {
    case .symmetric: true
    case .structure(let index): structs[index].contains { needsName($0.kind) }
    case .enumeration(let index):
      enums[index].allSatisfy { $0.fields.contains { needsName($0.kind) } }
    case .table(_, let value): needsName(value)
    default: false
    }
  }

  /// Returns whether `<` compares values of the type.
  func isComparable(_ kind: RandomKind) -> Bool {
    guard case .enumeration(let index) = kind else { return false }
    return enums[index].allSatisfy { $0.fields.allSatisfy { isOrdered($0.kind) } }
  }

  private func isOrdered(_ kind: RandomKind) -> Bool {
    switch kind {
    case .bool, .range, .wide: true
    case .enumeration: isComparable(kind)
    case .optional(let inner): isOrdered(inner)
    default: false
    }
  }

  /// Returns whether the type may have too many values to enumerate.
  func holdsWide(_ kind: RandomKind) -> Bool {
    switch kind {
    case .wide: true
    case .table(_, let value), .map(_, let value), .list(let value, _), .optional(let value),
      .members(let value, _, _):
      holdsWide(value)
    default: false
    }
  }

  func holdsTimer(_ kind: RandomKind) -> Bool {
    switch kind {
    case .timer: true
    case .table(_, let value): holdsTimer(value)
    default: false
    }
  }
}
