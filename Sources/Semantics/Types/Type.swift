/// An enum of a spec. Two enums are the same type only if they have the same declaration.
///
/// Each world has its own, because the bounds of payloads may be constants of the world.
package final class EnumType: Sendable, Hashable {
  package struct Case: Sendable {
    package let name: String
    package let fields: [Field]
    /// The range of the declared name; nil if it is not in a text.
    package let range: SourceRange?

    package init(name: String, fields: [Field], range: SourceRange? = nil) {
      self.name = name
      self.fields = fields
      self.range = range
    }
  }

  package let name: String
  /// The cases, in the order of the declaration, which is the order of the values.
  package let cases: [Case]

  let traits: TypeTraits
  /// The indices by name; of two cases with one name, which is an error, the first.
  private let places: [String: Int]

  package init(name: String, cases: [Case]) {
    self.name = name
    self.cases = cases
    places = Dictionary(
      cases.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
    traits = TypeTraits(alternatives: cases.map { $0.fields.map(\.type) })
  }

  /// The place of the case of that name.
  package func place(of name: String) -> Int? { places[name] }

  package static func == (left: EnumType, right: EnumType) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  /// Whether no case has fields, so that the case is the whole value.
  package var isPlain: Bool { cases.allSatisfy { $0.fields.isEmpty } }
}

/// A struct of a spec.
///
/// As with enums, two are the same type only if they have the same declaration.
package final class StructType: Sendable, Hashable {
  package let name: String
  package let fields: [Field]

  let traits: TypeTraits

  package init(name: String, fields: [Field]) {
    self.name = name
    self.fields = fields
    traits = TypeTraits(alternatives: [fields.map(\.type)])
  }

  package static func == (left: StructType, right: StructType) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Traits of a declared type that follow from its parts. They are computed once, so queries take constant time even
/// if a part occurs many times.
struct TypeTraits: Sendable {
  let cardinality: Cardinality
  let isOrdered: Bool
  let containsTimer: Bool
  let symmetricTypes: [SymmetricType]
  let unboundedPart: Type?
  let containsMembers: Bool
  let unorderedPart: Type?

  /// - Parameter alternatives: for each case the types of its parts; for a struct one list.
  init(alternatives: [[Type]]) {
    cardinality = alternatives.reduce(.exactly(0)) { sum, parts in
      sum + parts.reduce(.exactly(1)) { $0 * $1.cardinality }
    }
    let parts = alternatives.flatMap { $0 }
    isOrdered = parts.allSatisfy(\.isOrderedDomain)
    containsTimer = parts.contains(where: \.containsTimer)
    symmetricTypes = Type.symmetricTypes(in: parts)
    unboundedPart = parts.lazy.compactMap(\.unboundedPart).first
    containsMembers = parts.contains(where: \.containsMembers)
    unorderedPart = parts.lazy.compactMap(\.unorderedPart).first
  }
}

/// A type of interchangeable names.
///
/// A name is a `Value.name` with its index, from 0 to `count - 1`. Outside scenarios, a spec can only compare names
/// for equality. So of several states that differ only in names, visiting one is sound.
package final class SymmetricType: Sendable, Hashable {
  package let name: String
  /// The number of names; they are printed as `name#1` to `name#count`.
  package let count: Int

  package init(name: String, count: Int) {
    self.name = name
    self.count = count
  }

  package static func == (left: SymmetricType, right: SymmetricType) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// A component of a struct, of an enum's payload or of a signal.
package struct Field: Sendable {
  /// Nil for a payload without a label.
  package let name: String?
  package let type: Type
  /// The value of an omitted field; nil if the field is required. A timer in a struct is off by default.
  package let defaultValue: Value?
  /// The range of the declared name; nil if it has none, or is not in a text.
  package let range: SourceRange?

  package init(name: String?, type: Type, defaultValue: Value?, range: SourceRange? = nil) {
    self.name = name
    self.type = type
    self.defaultValue = defaultValue
    self.range = range
  }
}

/// The type of a value, with the bounds under the constants of one world.
///
/// Types with the same text are equal; enums, structs and symmetric types only if they are one declaration in one
/// world. `integer`, `sequence` and a list or bag without maximum are types of expressions only: they are infinite
/// and cannot be stored.
package indirect enum Type: Hashable, Sendable {
  case bool
  /// `Int`: 64 bits, in expressions only.
  case integer
  /// A range of integers, both bounds included; empty if `upper` is below `lower`.
  case range(lower: Int, upper: Int)
  case enumeration(EnumType)
  case structure(StructType)
  case symmetric(SymmetricType)
  case optional(Type)
  /// A set of up to `maximum` elements; nil for one that may contain all values of its element type.
  case set(Type, maximum: Int? = nil)
  /// Elements without order, each as often as it was inserted: up to `maximum` in total; nil for a bag from an
  /// expression.
  case bag(Type, maximum: Int?)
  case map(Type, Type)
  /// A value for every key; `map` has one for some of them.
  case table(Type, Type)
  /// A list of up to `maximum` elements; nil for one from an expression.
  case list(Type, maximum: Int?)
  /// Off, or due in 0 to `maximum` units.
  case timer(maximum: Int)
  /// A sequence that can be iterated but not stored, such as `m.values` or `0..<n`.
  case sequence(Type, isOrdered: Bool)
  /// The type of a reported mistake; fits everywhere.
  case error
}

extension Type {
  /// The type inside an optional, or the type itself.
  package var unwrapped: Type {
    if case .optional(let inner) = self { inner } else { self }
  }

  package var isOptional: Bool {
    if case .optional = self { true } else { false }
  }

  package var isError: Bool { self == .error }

  /// Whether arithmetic applies to it; also true after a reported mistake, to avoid a second report.
  package var isInteger: Bool {
    switch self {
    case .integer, .range, .error: true
    default: false
    }
  }

  /// The same type without bounds of numbers and lists. Bounds are checked when a value is stored.
  ///
  /// The keys of a table keep their bounds, since they decide which values it has. Enums and structs are their own
  /// shape, because their contents were bounded when the value was made.
  package var shape: Type {
    switch self {
    case .range: .integer
    case .optional(let inner): .optional(inner.shape)
    case .set(let element, _): .set(element.shape)
    case .bag(let element, _): .bag(element.shape, maximum: nil)
    case .map(let key, let value): .map(key.shape, value.shape)
    case .table(let key, let value): .table(key, value.shape)
    case .list(let element, _): .list(element.shape, maximum: nil)
    case .timer: .timer(maximum: .max)
    case .sequence(let element, let isOrdered): .sequence(element.shape, isOrdered: isOrdered)
    default: self
    }
  }

  /// Whether the values have an order that a spec can observe: types with symmetric names have none, nor do sets,
  /// bags and maps.
  package var isOrderedDomain: Bool {
    switch self {
    case .symmetric, .set, .bag, .map, .sequence: false
    default: declaredTraits?.isOrdered ?? parts.allSatisfy(\.isOrderedDomain)
    }
  }

  /// Whether a collection has an order that a spec can observe.
  package var isOrderedCollection: Bool {
    switch self {
    case .list: true
    case .sequence(_, let isOrdered): isOrdered
    case .map(let key, _), .table(let key, _): key.isOrderedDomain
    default: false
    }
  }

  /// Whether the value is or contains a timer.
  package var containsTimer: Bool {
    if case .timer = self { return true }
    return declaredTraits?.containsTimer ?? parts.contains(where: \.containsTimer)
  }

  /// The distinct symmetric types in it, in the order of their mention.
  package var symmetricTypes: [SymmetricType] {
    if case .symmetric(let type) = self { return [type] }
    return declaredTraits?.symmetricTypes ?? Self.symmetricTypes(in: parts)
  }

  /// Whether a value, or a part of it, is stored as a list of members, with one position for each possible element.
  package var containsMembers: Bool {
    switch self {
    case .set(_, _?), .bag: true
    default: declaredTraits?.containsMembers ?? parts.contains(where: \.containsMembers)
    }
  }

  /// The first collection in the type (or the type itself) whose canonical order differs from the order of its
  /// fields: a set or map, or a collection stored by members.
  package var unorderedPart: Type? {
    switch self {
    case .set, .bag, .map: return self
    default:
      if let declaredTraits { return declaredTraits.unorderedPart }
      return parts.lazy.compactMap(\.unorderedPart).first
    }
  }

  package var isBag: Bool { if case .bag = self { true } else { false } }

  /// Whether its values are names of a symmetric type.
  package var isName: Bool { if case .symmetric = self { true } else { false } }

  /// Whether its values contain symmetric names.
  package var containsNames: Bool {
    if case .symmetric = self { return true }
    return declaredTraits.map { !$0.symmetricTypes.isEmpty }
      ?? parts.contains(where: \.containsNames)
  }

  static func symmetricTypes(in parts: [Type]) -> [SymmetricType] {
    parts.flatMap(\.symmetricTypes).reduce(into: []) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }

  /// The first part of the type that makes it infinite, if any.
  package var unboundedPart: Type? {
    switch self {
    case .integer, .sequence, .list(_, maximum: nil), .bag(_, maximum: nil): return self
    default:
      if let declaredTraits { return declaredTraits.unboundedPart }
      return parts.lazy.compactMap(\.unboundedPart).first
    }
  }

  /// Nil for other types; callers visit their parts.
  private var declaredTraits: TypeTraits? {
    switch self {
    case .enumeration(let type): type.traits
    case .structure(let type): type.traits
    default: nil
    }
  }
}

extension Type {
  /// The noun for a collection in messages.
  package var collectionNoun: String {
    switch self {
    case .set: "set"
    case .bag: "bag"
    case .map: "map"
    case .table: "table"
    case .list: "list"
    default: "collection"
    }
  }
}

extension Type: CustomStringConvertible {
  /// The type as the author writes it.
  package var description: String {
    switch self {
    case .bool: "Bool"
    case .integer: "Int"
    case .range(let lower, let upper):
      upper < lower ? "\(lower)..<\(lower)" : "\(lower)...\(upper)"
    case .enumeration(let type): type.name
    case .structure(let type): type.name
    case .symmetric(let type): type.name
    case .optional(.range(let lower, let upper)): "(\(lower)...\(upper))?"
    case .optional(let inner): "\(inner)?"
    case .set(let element, nil): "Set<\(element)>"
    case .set(let element, let maximum?): "Set<\(element), atMost: \(maximum)>"
    case .bag(let element, let maximum?): "Bag<\(element), \(maximum)>"
    case .bag(let element, nil): "a bag of \(element)"
    case .map(let key, let value): "Map<\(key), \(value)>"
    case .table(let key, let value): "Table<\(key), \(value)>"
    case .list(let element, let maximum?): "List<\(element), \(maximum)>"
    case .list(let element, nil): "a list of \(element)"
    case .timer(let maximum): "Timer<\(maximum)>"
    case .sequence(let element, _): "a collection of \(element)"
    case .error: "an unknown type"
    }
  }
}
