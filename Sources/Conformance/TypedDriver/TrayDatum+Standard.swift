// Swift's own types as values of specs.

extension Bool: TrayArgument {
  /// As drivers write it.
  public var trayDatum: TrayPart { .boolean(self) }

  /// Reads what the tool writes.
  public init(trayDatum: TrayPart) throws {
    guard case .boolean(let flag) = trayDatum else {
      throw TrayMismatch(trayDatum, isNo: "Bool")
    }
    self = flag
  }

  /// Reads a key.
  public init(trayKey: String) throws {
    guard let flag = Bool(trayKey) else { throw TrayMismatch(.string(trayKey), isNo: "Bool") }
    self = flag
  }
}

extension Int: TrayArgument {
  /// As drivers write it.
  public var trayDatum: TrayPart { .integer(self) }

  /// Reads what the tool writes.
  public init(trayDatum: TrayPart) throws {
    guard case .integer(let number) = trayDatum else {
      throw TrayMismatch(trayDatum, isNo: "number")
    }
    self = number
  }

  /// Reads a key.
  public init(trayKey: String) throws {
    guard let number = Int(trayKey) else { throw TrayMismatch(.string(trayKey), isNo: "number") }
    self = number
  }
}

extension Optional: TrayDatum where Wrapped: TrayDatum {
  /// As drivers write it.
  public var trayDatum: TrayPart { map(\.trayDatum) ?? .null }
}

extension Optional: TrayArgument where Wrapped: TrayArgument {
  /// Reads what the tool writes.
  public init(trayDatum: TrayPart) throws {
    self = trayDatum == .null ? nil : try Wrapped(trayDatum: trayDatum)
  }

  /// Reads a key.
  public init(trayKey: String) throws {
    self = trayKey == "nil" ? nil : try Wrapped(trayKey: trayKey)
  }
}

extension Array: TrayDatum where Element: TrayDatum {
  /// As drivers write it.
  public var trayDatum: TrayPart { .array(map(\.trayDatum)) }
}

extension Array: TrayArgument where Element: TrayArgument {
  /// Reads what the tool writes.
  public init(trayDatum: TrayPart) throws {
    guard case .array(let parts) = trayDatum else {
      throw TrayMismatch(trayDatum, isNo: "array")
    }
    self = try parts.map { try Element(trayDatum: $0) }
  }
}

extension Set: TrayDatum where Element: TrayDatum {
  /// In an order that is always the same.
  public var trayDatum: TrayPart {
    .array(map(\.trayDatum).sorted { $0.text < $1.text })
  }
}

extension Set: TrayArgument where Element: TrayArgument {
  /// Reads what the tool writes.
  public init(trayDatum: TrayPart) throws { self = Set(try [Element](trayDatum: trayDatum)) }
}

extension Dictionary: TrayDatum where Key: TrayArgument, Value: TrayDatum {
  /// In an order that is always the same. What is `.unseen` is left out.
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
  /// Reads what the tool writes.
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

/// What may be unknown, wherever it stands.
protocol TraySlot {
  var traySlot: TrayPart? { get }
}
extension Seen: TraySlot {}

extension TrayArgument where Self: RawRepresentable, RawValue == String {
  /// The name of the case.
  public var trayDatum: TrayPart { .string(rawValue) }

  /// Reads the name of a case.
  public init(trayDatum: TrayPart) throws {
    guard case .string(let name) = trayDatum, let value = Self(rawValue: name) else {
      throw TrayMismatch(trayDatum, isNo: "\(Self.self)")
    }
    self = value
  }
}

/// What an implementation calls something that a spec has a `symmetric` name for: any text or number.
public protocol TrayName: TrayArgument, CustomStringConvertible, ExpressibleByStringLiteral {
  /// As it is written.
  var text: String { get }
  /// Takes a text.
  init(_ text: String)
}

extension TrayName {
  /// Takes a number, as a server gives it.
  public init(_ number: some BinaryInteger) { self.init("\(number)") }

  /// Takes a text.
  public init(stringLiteral value: String) { self.init(value) }

  /// Reads what the tool writes.
  public init(trayDatum: TrayPart) throws {
    switch trayDatum {
    case .string(let text): self.init(text)
    case .integer(let number): self.init(number)
    default: throw TrayMismatch(trayDatum, isNo: "name")
    }
  }

  /// As drivers write it.
  public var trayDatum: TrayPart { .string(text) }
  /// As it is written.
  public var description: String { text }
}

/// What an implementation calls something that it was sent by another name.
public struct TrayNaming: Sendable, Hashable {
  let sent: String
  let real: String

  /// - Parameters:
  ///   - sent: as it was in the argument of an event, such as `ID#1`.
  ///   - real: what the implementation calls it.
  public init<Name: TrayName>(_ sent: Name, is real: Name) {
    self.sent = sent.text
    self.real = real.text
  }
}

/// The fields of an object by their names: `let kind: Kind = try fields("kind")`.
public struct TrayFields: Sendable {
  private let fields: [String: TrayPart]
  private let owner: String

  /// - Throws: `TrayMismatch` if it is no object.
  public init(_ part: TrayPart, of owner: String) throws {
    guard case .object(let fields) = part else { throw TrayMismatch(part, isNo: owner) }
    self.fields = fields
    self.owner = owner
  }

  /// The field of that name.
  ///
  /// - Throws: `TrayMismatch` if it is something else, or there is none.
  public func callAsFunction<Value: TrayArgument>(_ name: String) throws -> Value {
    guard let part = fields[name] else { throw TrayMismatch(.object(fields), isNo: owner) }
    return try Value(trayDatum: part)
  }
}

/// The case of an enum of which some have values.
public struct TrayCase: Sendable {
  /// What the case is called.
  public let name: String
  /// Its values.
  public let fields: TrayFields
  private let part: TrayPart
  private let owner: String

  /// - Throws: `TrayMismatch` if it is no case.
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

  /// There is no such case.
  public var unknown: TrayMismatch { TrayMismatch(part, isNo: owner) }
}
