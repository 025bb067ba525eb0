import Semantics
import Traces

/// A value as drivers and the tool write it to each other: that of JSON, without fractions.
///
/// Drivers in Swift do not meet it; what is generated from a spec turns it into the spec's types and back.
public indirect enum TrayPart: Sendable, Hashable {
  /// Nothing.
  case null
  /// A truth value.
  case boolean(Bool)
  /// A number.
  case integer(Int)
  /// A text, the case of an enum, or a name.
  case string(String)
  /// What is in order, or in any.
  case array([TrayPart])
  /// What has keys.
  case object([String: TrayPart])

  /// An object of those fields.
  public static func object(_ fields: [(String, TrayPart)]) -> TrayPart {
    .object(Dictionary(fields) { $1 })
  }

  /// An object of those fields that are known.
  public static func seen(_ fields: [(String, TrayPart?)]) -> TrayPart {
    .object(fields.compactMap { field in field.1.map { (field.0, $0) } })
  }

  /// A case with values.
  public static func call(_ name: String, _ fields: [(String, TrayPart)]) -> TrayPart {
    .object([(name, .object(fields))])
  }

  /// A case with values, as far as they are known.
  public static func call(_ name: String, _ fields: [(String, TrayPart?)]) -> TrayPart {
    .object([(name, .seen(fields))])
  }

  /// In the order in which it is written wherever it comes from.
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

  /// The same as if it had been read.
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

/// Something that drivers tell.
public protocol TrayDatum: Sendable {
  /// As drivers write it.
  var trayDatum: TrayPart { get }
}

/// Something that drivers are told, as an argument of an event.
public protocol TrayArgument: TrayDatum, Hashable {
  /// Reads what the tool writes.
  ///
  /// - Throws: `TrayMismatch` if it is something else.
  init(trayDatum: TrayPart) throws
  /// Reads the key of an object.
  init(trayKey: String) throws
}

extension TrayArgument {
  /// By default a key is what a text is.
  public init(trayKey: String) throws { try self.init(trayDatum: .string(trayKey)) }
}

/// The tool and what was generated do not go together: the spec was changed, and the driver not made anew.
public struct TrayMismatch: Error, Sendable, CustomStringConvertible {
  /// In a sentence.
  public let description: String

  init(_ part: TrayPart, isNo type: String) {
    description = "\(part.text) is no \(type): has the driver to be generated anew?"
  }
}

/// A value of which parts may be unknown, where nil is one of the values: nil is seen, and not unknown.
public enum Seen<Value: TrayDatum>: TrayDatum {
  /// Nothing is known of it, so it may be anything.
  case unseen
  /// It is this.
  case seen(Value)

  /// As drivers write it; what is unknown is left out where it stands.
  public var trayDatum: TrayPart { traySlot ?? .null }

  /// Nil if it is unknown.
  public var traySlot: TrayPart? {
    if case .seen(let value) = self { value.trayDatum } else { nil }
  }
}

extension Seen: Equatable where Value: Equatable {}
extension Seen: Hashable where Value: Hashable {}

extension Optional where Wrapped: TrayDatum {
  /// Nil if it is unknown.
  public var traySlot: TrayPart? { map(\.trayDatum) }
}
