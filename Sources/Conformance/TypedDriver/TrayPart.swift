import Files
import Semantics

/// A value in the protocol between drivers and the tool: JSON without fractions.
///
/// Swift drivers do not use it directly. Generated code converts it to the types of the spec and back.
public indirect enum TrayPart: Sendable, Hashable {
  /// The null value.
  case null
  /// A Boolean.
  case boolean(Bool)
  /// An integer.
  case integer(Int)
  /// A text, the name of an enum case, or an identifier.
  case string(String)
  /// A list, or a set in any order.
  case array([TrayPart])
  /// A struct or a map, by key.
  case object([String: TrayPart])

  /// Creates an object with fields.
  public static func object(_ fields: [(String, TrayPart)]) -> TrayPart {
    .object(Dictionary(fields) { $1 })
  }

  /// Creates an object from the fields whose values are known.
  public static func seen(_ fields: [(String, TrayPart?)]) -> TrayPart {
    .object(fields.compactMap { field in field.1.map { (field.0, $0) } })
  }

  /// Creates an enum case with associated values.
  public static func call(_ name: String, _ fields: [(String, TrayPart)]) -> TrayPart {
    .object([(name, .object(fields))])
  }

  /// Creates an enum case from the associated values that are known.
  public static func call(_ name: String, _ fields: [(String, TrayPart?)]) -> TrayPart {
    .object([(name, .seen(fields))])
  }

  /// The JSON text with a deterministic order of keys.
  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let flag): "\(flag)"
    case .integer(let number): "\(number)"
    case .string(let text): "\"\(text)\""
    case .array(let parts): "[" + parts.map(\.text).joined(separator: ", ") + "]"
    case .object(let fields):
      "{"
        + fields.sorted { $0.key < $1.key }.map { "\"\($0.key)\": \($0.value.text)" }
        .joined(separator: ", ") + "}"
    }
  }

  /// The value as if it had been parsed.
  var part: JSONPart { tree.part }

  var tree: JSONTree {
    switch self {
    case .null: .null
    case .boolean(let flag): .boolean(flag)
    case .integer(let number): .integer(number)
    case .string(let text): .string(text)
    case .array(let parts): .array(parts.map(\.tree))
    case .object(let fields):
      .object(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value.tree) })
    }
  }

  init(_ tree: JSONTree) {
    self =
      switch tree {
      case .null: .null
      case .boolean(let flag): .boolean(flag)
      case .integer(let number): .integer(number)
      case .string(let text): .string(text)
      case .array(let parts): .array(parts.map(TrayPart.init))
      case .object(let members): .object(members.map { ($0.key, TrayPart($0.value)) })
      }
  }
}

/// A type that drivers can send to the tool.
public protocol TrayDatum: Sendable {
  /// The value in the driver protocol.
  var trayDatum: TrayPart { get }
}

/// A type that drivers can receive as an argument of an event.
public protocol TrayArgument: TrayDatum, Hashable {
  /// Reads a value of the driver protocol.
  ///
  /// - Throws: `TrayMismatch` if the value has another type.
  init(trayDatum: TrayPart) throws
  /// Reads a value from an object key.
  init(trayKey: String) throws
}

extension TrayArgument {
  /// Reads a value from an object key, which is treated as a string by default.
  public init(trayKey: String) throws { try self.init(trayDatum: .string(trayKey)) }
}

/// The error that the tool and the generated code do not match, because the spec has changed since the driver was
/// generated.
public struct TrayMismatch: Error, Sendable, CustomStringConvertible {
  /// A sentence that describes the error.
  public let description: String

  init(_ part: TrayPart, isNo type: String) {
    description = "\(part.text) is no \(type): generate the driver again"
  }
}

/// A value that may be partly unknown. It distinguishes an observed nil from an unknown value.
public enum Seen<Value: TrayDatum>: TrayDatum {
  /// The value is unknown, so it may be anything.
  case unseen
  /// The value was observed.
  case seen(Value)

  /// The value in the driver protocol; null if it is unknown.
  public var trayDatum: TrayPart { traySlot ?? .null }

  /// The value in the driver protocol; nil if it is unknown.
  public var traySlot: TrayPart? {
    if case .seen(let value) = self { value.trayDatum } else { nil }
  }
}

extension Seen: Equatable where Value: Equatable {}
extension Seen: Hashable where Value: Hashable {}

extension Optional where Wrapped: TrayDatum {
  /// The value in the driver protocol; nil if it is unknown.
  public var traySlot: TrayPart? { map(\.trayDatum) }
}
