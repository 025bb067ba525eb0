/// One line of an explanation.
public struct Reason: Sendable, Equatable, Codable {
  /// 0 for what is said of the whole, and one more for each part of a part.
  public var depth: Int
  /// Such as `count < 2: count is 2`, with the values of that state.
  public var text: String

  package init(depth: Int, text: String) {
    self.depth = depth
    self.text = text
  }
}
