/// One line of an explanation.
public struct Reason: Sendable, Equatable, Codable {
  /// The nesting depth: 0 for the whole, and one more for each level of parts.
  public var depth: Int
  /// The text, such as `count < 2: count is 2`, with the values of the state.
  public var text: String
}
