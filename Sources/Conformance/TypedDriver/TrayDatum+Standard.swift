// Swift's standard types as values of specs.

extension Bool: TrayArgument {
  /// The value in the driver protocol.
  public var trayDatum: TrayPart { .boolean(self) }

  /// Reads a Boolean of the driver protocol.
  public init(trayDatum: TrayPart) throws {
    guard case .boolean(let flag) = trayDatum else {
      throw TrayMismatch(trayDatum, isNo: "Bool")
    }
    self = flag
  }

  /// Reads a Boolean from an object key.
  public init(trayKey: String) throws {
    guard let flag = Bool(trayKey) else { throw TrayMismatch(.string(trayKey), isNo: "Bool") }
    self = flag
  }
}

extension Int: TrayArgument {
  /// The value in the driver protocol.
  public var trayDatum: TrayPart { .integer(self) }

  /// Reads an integer of the driver protocol.
  public init(trayDatum: TrayPart) throws {
    guard case .integer(let number) = trayDatum else {
      throw TrayMismatch(trayDatum, isNo: "number")
    }
    self = number
  }

  /// Reads an integer from an object key.
  public init(trayKey: String) throws {
    guard let number = Int(trayKey) else { throw TrayMismatch(.string(trayKey), isNo: "number") }
    self = number
  }
}

extension Optional: TrayDatum where Wrapped: TrayDatum {
  /// The value in the driver protocol; null for nil.
  public var trayDatum: TrayPart { map(\.trayDatum) ?? .null }
}

extension Optional: TrayArgument where Wrapped: TrayArgument {
  /// Reads an optional value of the driver protocol.
  public init(trayDatum: TrayPart) throws {
    self = trayDatum == .null ? nil : try Wrapped(trayDatum: trayDatum)
  }

  /// Reads an optional value from an object key.
  public init(trayKey: String) throws {
    self = trayKey == "nil" ? nil : try Wrapped(trayKey: trayKey)
  }
}

extension Array: TrayDatum where Element: TrayDatum {
  /// The value in the driver protocol, as an array.
  public var trayDatum: TrayPart { .array(map(\.trayDatum)) }
}

extension Array: TrayArgument where Element: TrayArgument {
  /// Reads an array of the driver protocol.
  public init(trayDatum: TrayPart) throws {
    guard case .array(let parts) = trayDatum else {
      throw TrayMismatch(trayDatum, isNo: "array")
    }
    self = try parts.map { try Element(trayDatum: $0) }
  }
}

extension Set: TrayDatum where Element: TrayDatum {
  /// The value in the driver protocol, as an array with a deterministic order.
  public var trayDatum: TrayPart {
    .array(map(\.trayDatum).sorted { $0.text < $1.text })
  }
}

extension Set: TrayArgument where Element: TrayArgument {
  /// Reads a set of the driver protocol.
  public init(trayDatum: TrayPart) throws { self = Set(try [Element](trayDatum: trayDatum)) }
}

extension Dictionary: TrayDatum where Key: TrayArgument, Value: TrayDatum {
  /// The value in the driver protocol, with a deterministic order and without `.unseen` values.
  public var trayDatum: TrayPart {
    let entries = compactMap { key, value -> (key: TrayPart, value: TrayPart)? in
      if let slot = value as? any TraySlot {
        return slot.traySlot.map { (key.trayDatum, $0) }
      }
      return (key.trayDatum, value.trayDatum)
    }
    return .array(
      entries.sorted { $0.key.text < $1.key.text }
        .map { .object([("key", $0.key), ("value", $0.value)]) })
  }
}

extension Dictionary: TrayArgument where Key: TrayArgument, Value: TrayArgument {
  /// Reads a dictionary of the driver protocol.
  public init(trayDatum: TrayPart) throws {
    self = [:]
    switch trayDatum {
    case .object(let fields):
      for (key, value) in fields { self[try Key(trayKey: key)] = try Value(trayDatum: value) }
    case .array(let parts):
      for part in parts {
        let entry = try TrayFields(part, of: "entry of a map")
        updateValue(try entry("value"), forKey: try entry("key"))
      }
    default: throw TrayMismatch(trayDatum, isNo: "map")
    }
  }
}

/// A value that may be unknown, at any position.
protocol TraySlot {
  var traySlot: TrayPart? { get }
}
extension Seen: TraySlot {}

extension TrayArgument where Self: RawRepresentable, RawValue == String {
  /// The name of the case, as a string of the driver protocol.
  public var trayDatum: TrayPart { .string(rawValue) }

  /// Reads the name of a case from the driver protocol.
  public init(trayDatum: TrayPart) throws {
    guard case .string(let name) = trayDatum, let value = Self(rawValue: name) else {
      throw TrayMismatch(trayDatum, isNo: "\(Self.self)")
    }
    self = value
  }
}

/// An identifier of the implementation, for a name of a `symmetric` type in the spec: any text or number.
public protocol TrayName: TrayArgument, CustomStringConvertible, ExpressibleByStringLiteral {
  /// The identifier as text.
  var text: String { get }
  /// Creates an identifier from its text.
  init(_ text: String)
}

extension TrayName {
  /// Creates an identifier from a number, such as one from a server.
  public init(_ number: some BinaryInteger) { self.init("\(number)") }

  /// Creates an identifier from a string literal.
  public init(stringLiteral value: String) { self.init(value) }

  /// Reads an identifier of the driver protocol.
  public init(trayDatum: TrayPart) throws {
    switch trayDatum {
    case .string(let text): self.init(text)
    case .integer(let number): self.init(number)
    default: throw TrayMismatch(trayDatum, isNo: "name")
    }
  }

  /// The identifier, as a string of the driver protocol.
  public var trayDatum: TrayPart { .string(text) }
  /// The identifier as text.
  public var description: String { text }
}

/// A pair of identifiers: one that the implementation received, and its own name for the same thing.
public struct TrayNaming: Sendable, Hashable {
  let sent: String
  let real: String

  /// Maps a received identifier to the implementation's own one.
  ///
  /// - Parameters:
  ///   - sent: the identifier in the argument of an event, such as `ID#1`.
  ///   - real: the identifier in the implementation.
  public init<Name: TrayName>(_ sent: Name, is real: Name) {
    self.sent = sent.text
    self.real = real.text
  }
}

/// The fields of an object, read by name: `let kind: Kind = try fields("kind")`.
public struct TrayFields: Sendable {
  private let fields: [String: TrayPart]
  private let owner: String

  /// Reads the fields of an object.
  ///
  /// - Parameters:
  ///   - part: the object.
  ///   - owner: the name of the type, for messages.
  /// - Throws: `TrayMismatch` if `part` is not an object.
  public init(_ part: TrayPart, of owner: String) throws {
    guard case .object(let fields) = part else { throw TrayMismatch(part, isNo: owner) }
    self.fields = fields
    self.owner = owner
  }

  /// Reads the field with a name.
  ///
  /// - Throws: `TrayMismatch` if the field is missing or has another type.
  public func callAsFunction<Value: TrayArgument>(_ name: String) throws -> Value {
    guard let part = fields[name] else { throw TrayMismatch(.object(fields), isNo: owner) }
    return try Value(trayDatum: part)
  }
}

/// A case of an enum in which some cases have associated values.
public struct TrayCase: Sendable {
  /// The name of the case.
  public let name: String
  /// The associated values of the case.
  public let fields: TrayFields
  private let part: TrayPart
  private let owner: String

  /// Reads a case.
  ///
  /// - Parameters:
  ///   - part: the name of the case, or an object with its values.
  ///   - owner: the name of the enum, for messages.
  /// - Throws: `TrayMismatch` if `part` is not a case.
  public init(_ part: TrayPart, of owner: String) throws {
    self.part = part
    self.owner = owner
    switch part {
    case .string(let name):
      self.name = name
      fields = try TrayFields(.object([:]), of: owner)
    case .object(let members) where members.count == 1:
      guard let member = members.first else { fallthrough }
      name = member.key
      fields = try TrayFields(member.value, of: owner)
    default: throw TrayMismatch(part, isNo: owner)
    }
  }

  /// The error that the enum has no case of this name.
  public var unknown: TrayMismatch { TrayMismatch(part, isNo: owner) }
}
