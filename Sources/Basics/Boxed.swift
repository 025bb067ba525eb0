/// Keeps a wide value outside the value that contains it, which can then be copied in a few instructions. The compiler
/// emits code for each field of each type that it copies.
///
/// A copy shares the value until one of the two is set.
@propertyWrapper
public indirect enum Boxed<Value> {
  /// The value, in memory of its own.
  case value(Value)

  /// Boxes a value.
  public init(wrappedValue: Value) { self = .value(wrappedValue) }

  /// The value.
  public var wrappedValue: Value {
    get {
      switch self {
      case .value(let value): value
      }
    }
    set { self = .value(newValue) }
  }
}

extension Boxed: Sendable where Value: Sendable {}

extension Boxed: Codable where Value: Codable {
  /// Reads the value itself.
  public init(from decoder: any Decoder) throws { self = .value(try Value(from: decoder)) }

  /// Writes the value itself.
  public func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}
