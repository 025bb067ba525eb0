import Semantics

/// A value of a spec: `state["badge"]?.int`.
///
/// Each accessor is nil for values of another kind.
///
/// ```swift
/// let tray = state["tray"]?.elements ?? []           // Set<Card>
/// let kinds = tray.compactMap { $0["kind"]?.name }   // "info", "mention"
/// let isAwake = state["awake", as: Bool.self]
/// ```
public struct TrayValue: Hashable, Sendable, CustomStringConvertible {
  private let value: Value
  private let type: Type

  init(_ value: Value, _ type: Type) {
    self.value = value
    // An optional is either nil or its unwrapped value.
    self.type = value == .none ? type : type.unwrapped
  }

  /// Whether both values are equal, regardless of the bounds of their types.
  ///
  /// Types are not compared, so compare only values of the same type. A case of one enum equals the case at the same
  /// index of another enum.
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }
  /// Hashes the value without its type.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// The value in the notation of specs: `[ID#1: Card(kind: .info)]`.
  public var description: String { type.text(value) }

  /// Whether the value is nil.
  public var isNil: Bool { value == .none }
  /// The Boolean; nil for other values.
  public var bool: Bool? { if case .bool(let flag) = value { flag } else { nil } }
  /// The integer; nil for other values.
  public var int: Int? { if case .int(let number) = value { number } else { nil } }

  /// The name of an enum case without its dot, or a symmetric name such as `ID#1`; nil for other values.
  public var name: String? {
    switch (type, value) {
    case (.enumeration(let owner), .enumCase(let index, _)): owner.cases[index].name
    case (.symmetric, .name): description
    default: nil
    }
  }

  /// The number of time units until a timer is due, 0 if it is due; nil if it is off, or for other values.
  ///
  /// One `tick` lets one unit pass.
  public var unitsUntilDue: Int? {
    if case .timer(let due) = value, due >= 0 { due } else { nil }
  }

  /// A field of a struct, or an associated value of a case, by name or by index from 0; nil if there is none.
  public subscript(part: String) -> TrayValue? {
    fields.first { $0.name == part }?.value
  }

  /// The fields of a struct, or the associated values of a case. Unnamed values are named by their index from 0.
  public var fields: [TrayMachine.Binding] {
    let (fields, values): ([Field], [Value]) =
      switch (type, value) {
      case (.structure(let owner), .record(let values)): (owner.fields, values)
      case (.enumeration(let owner), .enumCase(let index, let payload)):
        (owner.cases[index].fields, payload)
      default: ([], [])
      }
    return zip(fields, values).enumerated().map { place, part in
      TrayMachine.Binding(
        name: part.0.name ?? "\(place)", value: TrayValue(part.1, part.0.type))
    }
  }

  /// The elements of a set, bag or list, in order; nil for other values.
  public var elements: [TrayValue]? {
    switch (type, value) {
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)),
      (.list(let element, _), .list(let values)):
      values.map { TrayValue($0, element) }
    default: nil
    }
  }

  /// The entries of a map or table, in the order of the keys; nil for other values.
  ///
  /// A table has an entry for each key of its type, a map for the keys that it contains.
  public var entries: [Entry]? {
    switch (type, value) {
    case (.map(let key, let content), .map(let keys, let values)):
      zip(keys, values).map { Entry(key: TrayValue($0, key), value: TrayValue($1, content)) }
    case (.table(let key, let content), .table(let values)):
      zip(key.allValues, values).map {
        Entry(key: TrayValue($0, key), value: TrayValue($1, content))
      }
    default: nil
    }
  }

  /// A key with its value.
  public struct Entry: Hashable, Sendable {
    /// The key of the entry.
    public let key: TrayValue
    /// The value of the entry.
    public let value: TrayValue
  }
}

/// A Swift type that can represent values of specs.
///
/// An enum with string raw values conforms by the names of its cases:
///
/// ```swift
/// enum Kind: String, TrayRepresentable { case info, mention }
/// ```
///
/// `Bool`, `Int`, `String` (for names), and optionals, arrays, sets and dictionaries of such types conform by default.
/// For a struct, read the parts of the value:
///
/// ```swift
/// struct Card: TrayRepresentable {
///   let kind: Kind
///   init?(_ value: TrayValue) {
///     guard let kind = value["kind"].flatMap({ Kind($0) }) else { return nil }
///     self.kind = kind
///   }
/// }
/// ```
public protocol TrayRepresentable {
  /// Converts a value of a spec; nil if it cannot be represented.
  init?(_ value: TrayValue)
}

extension TrayRepresentable where Self: RawRepresentable, RawValue == String {
  /// Converts an enum case by its name; nil if there is no such case.
  public init?(_ value: TrayValue) {
    guard let name = value.name else { return nil }
    self.init(rawValue: name)
  }
}

extension Bool: TrayRepresentable {
  /// Converts a Boolean; nil for other values.
  public init?(_ value: TrayValue) {
    guard let bool = value.bool else { return nil }
    self = bool
  }
}

extension Int: TrayRepresentable {
  /// Converts an integer; nil for other values.
  public init?(_ value: TrayValue) {
    guard let int = value.int else { return nil }
    self = int
  }
}

/// Strings represent names of enum cases and symmetric names.
extension String: TrayRepresentable {
  /// Converts a name; nil for other values.
  public init?(_ value: TrayValue) {
    guard let name = value.name else { return nil }
    self = name
  }
}

extension Optional: TrayRepresentable where Wrapped: TrayRepresentable {
  /// Converts an optional; nil if the inner value cannot be converted.
  public init?(_ value: TrayValue) {
    if value.isNil {
      self = .none
    } else {
      guard let wrapped = Wrapped(value) else { return nil }
      self = wrapped
    }
  }
}

extension Array: TrayRepresentable where Element: TrayRepresentable {
  /// Converts a set or list to an array in order; nil for other values.
  public init?(_ value: TrayValue) {
    guard let elements = value.elements else { return nil }
    self = elements.compactMap(Element.init)
    if count < elements.count { return nil }
  }
}

extension Set: TrayRepresentable where Element: TrayRepresentable {
  /// Converts a set or list; nil for other values.
  public init?(_ value: TrayValue) {
    guard let elements = [Element](value) else { return nil }
    self.init(elements)
  }
}

extension Dictionary: TrayRepresentable where Key: TrayRepresentable, Value: TrayRepresentable {
  /// Converts a map or table; nil for other values.
  public init?(_ value: TrayValue) {
    self.init()
    for entry in value.entries ?? [] {
      guard let key = Key(entry.key), let content = Value(entry.value) else { return nil }
      self[key] = content
    }
    if value.entries == nil { return nil }
  }
}
