/// One line of an explanation.
public struct Reason: Sendable, Equatable, Codable {
  /// 0 for what is said of the whole, and one more for each part of a part.
  public var depth: Int
  /// Such as `tray[ID#1] != nil is false`, with the values of that state.
  public var text: String

  package init(depth: Int, text: String) {
    self.depth = depth
    self.text = text
  }
}
