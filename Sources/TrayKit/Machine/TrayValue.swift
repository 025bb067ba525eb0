import Semantics

/// A value of a spec: `state["badge"]?.int`.
///
/// What it is is asked by the property that fits: each is nil for values of another kind.
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
    // An optional is nil or simply what is inside.
    self.type = value == .none ? type : type.unwrapped
  }

  /// Whether both are the same value, whatever the bounds of their types are.
  ///
  /// Types play no part, so compare values of the same type only: a case of one enum equals the case
  /// at the same place of another one.
  public static func == (left: Self, right: Self) -> Bool { left.value == right.value }
  /// By the value alone.
  public func hash(into hasher: inout Hasher) { hasher.combine(value) }

  /// As specs write it: `[ID#1: Card(kind: .info)]`.
  public var description: String { type.text(value) }

  /// There is no value.
  public var isNil: Bool { value == .none }
  /// The truth value; nil if it is something else.
  public var bool: Bool? { if case .bool(let flag) = value { flag } else { nil } }
  /// The number; nil if it is something else.
  public var int: Int? { if case .int(let number) = value { number } else { nil } }

  /// The case of an enum, without its dot, or a symmetric name such as `ID#1`; nil if it is neither.
  public var name: String? {
    switch (type, value) {
    case (.enumeration(let owner), .enumCase(let index, _)): owner.cases[index].name
    case (.symmetric, .name): description
    default: nil
    }
  }

  /// How many units are left until a timer is due, 0 when it is; nil if it is off or no timer.
  ///
  /// A unit is what passes at one `tick`.
  public var unitsUntilDue: Int? {
    if case .timer(let due) = value, due >= 0 { due } else { nil }
  }

  /// A part of a struct, or of what a case carries, by its name or by its place, counted from 0.
  public subscript(part: String) -> TrayValue? {
    fields.first { $0.name == part }?.value
  }

  /// The parts of a struct, or of what a case carries; those without a name are called by their place,
  /// counted from 0.
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

  /// The elements of a set, bag or list, in order; nil if it is something else.
  public var elements: [TrayValue]? {
    switch (type, value) {
    case (.set(let element, _), .set(let values)), (.bag(let element, _), .bag(let values)),
      (.list(let element, _), .list(let values)):
      values.map { TrayValue($0, element) }
    default: nil
    }
  }

  /// The entries of a map or table, in the order of the keys; nil if it is something else.
  ///
  /// Of a table there is an entry for each key of its type, of a map for those that it has.
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
    /// Under which the value is found.
    public let key: TrayValue
    /// What is found there.
    public let value: TrayValue
  }
}

/// A type of Swift whose values can stand for values of specs.
///
/// An enum whose raw values are strings does so by the names of its cases:
///
/// ```swift
/// enum Kind: String, TrayRepresentable { case info, mention }
/// ```
///
/// `Bool`, `Int`, `String` (for names), optionals, arrays, sets and dictionaries of such types do so
/// as they are. For a struct, read the parts of the value:
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
  /// The same value; nil if it is none of this type.
  init?(_ value: TrayValue)
}

extension TrayRepresentable where Self: RawRepresentable, RawValue == String {
  /// The case of that name.
  public init?(_ value: TrayValue) {
    guard let name = value.name else { return nil }
    self.init(rawValue: name)
  }
}

extension Bool: TrayRepresentable {
  /// A truth value.
  public init?(_ value: TrayValue) {
    guard let bool = value.bool else { return nil }
    self = bool
  }
}

extension Int: TrayRepresentable {
  /// A number.
  public init?(_ value: TrayValue) {
    guard let int = value.int else { return nil }
    self = int
  }
}

/// The name of a case, or a symmetric name.
extension String: TrayRepresentable {
  /// The name; nil of what has none.
  public init?(_ value: TrayValue) {
    guard let name = value.name else { return nil }
    self = name
  }
}

extension Optional: TrayRepresentable where Wrapped: TrayRepresentable {
  /// Nil, or the value inside.
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
  /// The elements of a set or list, in order.
  public init?(_ value: TrayValue) {
    guard let elements = value.elements else { return nil }
    self = elements.compactMap(Element.init)
    if count < elements.count { return nil }
  }
}

extension Set: TrayRepresentable where Element: TrayRepresentable {
  /// The elements of a set or list.
  public init?(_ value: TrayValue) {
    guard let elements = [Element](value) else { return nil }
    self.init(elements)
  }
}

extension Dictionary: TrayRepresentable where Key: TrayRepresentable, Value: TrayRepresentable {
  /// The entries of a map or table.
  public init?(_ value: TrayValue) {
    self.init()
    for entry in value.entries ?? [] {
      guard let key = Key(entry.key), let content = Value(entry.value) else { return nil }
      self[key] = content
    }
    if value.entries == nil { return nil }
  }
}
