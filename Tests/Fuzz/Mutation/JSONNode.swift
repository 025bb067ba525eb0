import Foundation
import TestSupport

/// A JSON document that can be corrupted in place: keys in order, possibly repeated, and numbers as they are written.
indirect enum JSONNode {
  struct Member {
    var key: String
    var value: JSONNode
  }

  case object([Member])
  case array([JSONNode])
  case string(String)
  /// A number, or anything else in place of a value.
  case word(String)

  /// Reads a document; nil if it is none.
  init?(_ text: String) {
    guard
      let value = try? JSONSerialization.jsonObject(
        with: Data(text.utf8), options: .fragmentsAllowed)
    else { return nil }
    self.init(value: value)
  }

  private init(value: Any) {
    switch value {
    case let object as [String: Any]:
      self = .object(
        object.sorted { $0.key < $1.key }.map {
          Member(key: $0.key, value: JSONNode(value: $0.value))
        })
    case let array as [Any]: self = .array(array.map { JSONNode(value: $0) })
    case let text as String: self = .string(text)
    default: self = .word("\(value)")
    }
  }

  /// The document as text.
  var text: String {
    switch self {
    case .object(let members):
      "{" + members.map { "\(Self.quoted($0.key)): \($0.value.text)" }.joined(separator: ", ") + "}"
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ", ") + "]"
    case .string(let text): Self.quoted(text)
    case .word(let word): word
    }
  }

  private static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"", "\\": "\\\(scalar)"
      case "\u{0}"..."\u{1F}": "\\u" + String(repeating: "0", count: 2) + hex(scalar.value)
      default: String(scalar)
      }
    }
    return "\"\(escaped.joined())\""
  }

  private static func hex(_ value: UInt32) -> String {
    (value < 16 ? "0" : "") + String(value, radix: 16)
  }

  /// The number of its values, including itself.
  var count: Int {
    switch self {
    case .object(let members): members.reduce(1) { $0 + $1.value.count }
    case .array(let elements): elements.reduce(1) { $0 + $1.count }
    case .string, .word: 1
    }
  }

  /// Changes the value of that number, counted from 0 in the order of the text.
  mutating func change(at number: Int, _ change: (inout JSONNode) -> Void) {
    if number == 0 { return change(&self) }
    var rest = number - 1
    switch self {
    case .object(var members):
      for index in members.indices {
        let count = members[index].value.count
        if rest < count {
          members[index].value.change(at: rest, change)
          self = .object(members)
          return
        }
        rest -= count
      }
    case .array(var elements):
      for index in elements.indices {
        let count = elements[index].count
        if rest < count {
          elements[index].change(at: rest, change)
          self = .array(elements)
          return
        }
        rest -= count
      }
    case .string, .word: break
    }
  }
}
