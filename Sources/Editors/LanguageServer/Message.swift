import Files

/// A JSON message, or a part of one. Its values are dictionaries, arrays, strings, integers, Booleans and `JSONTree`.
typealias Message = [String: Any]

extension JSONTree {
  /// Creates a JSON tree from a part of a message; null for values of other types.
  init(_ part: Any) {
    self =
      switch part {
      case let tree as JSONTree: tree
      case let text as String: .string(text)
      case let flag as Bool: .boolean(flag)
      case let number as Int: .integer(number)
      case let parts as [Any]: .array(parts.map { JSONTree($0) })
      case let members as Message: .object(members.map { (key: $0.key, value: JSONTree($0.value)) })
      default: .null
      }
  }
}

extension JSONPart {
  /// The tree as a part of a message.
  var message: Any {
    switch node {
    case .object(let members):
      Message(members.map { ($0.key, $0.value.message) }, uniquingKeysWith: { first, _ in first })
    case .array(let parts): parts.map(\.message)
    case .string(let text): text
    case .number(let digits):
      (Int(digits) ?? Double(digits).flatMap { Int(exactly: $0) }).map { $0 as Any }
        ?? JSONTree.null
    case .boolean(let flag): flag
    case .null: JSONTree.null
    }
  }
}
