/// The arguments after the options of the tools that accompany the tests.
public enum OptionWords {
  /// The mistake in them.
  public struct UsageError: Error, CustomStringConvertible {
    /// In a sentence.
    public var description: String

    /// - Parameter description: in a sentence.
    public init(_ description: String) { self.description = description }
  }

  /// Takes the value of an option away from the front.
  public static func value<Value>(
    of option: String, _ rest: inout ArraySlice<String>, _ read: (String) -> Value?
  ) throws -> Value {
    guard let text = rest.popFirst(), let value = read(text) else {
      throw UsageError("no value, or a wrong one, for '\(option)'")
    }
    return value
  }
}
