/// A JSON document with arbitrary keys.
package indirect enum JSONTree: Encodable, Sendable {
  case object([(key: String, value: JSONTree)])
  case array([JSONTree])
  case string(String)
  case integer(Int)
  case boolean(Bool)
  case null

  package func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members):
      var container = encoder.container(keyedBy: JSONKey.self)
      for member in members {
        try container.encode(member.value, forKey: JSONKey(stringValue: member.key))
      }
    case .array(let elements):
      var container = encoder.unkeyedContainer()
      for element in elements { try container.encode(element) }
    case .string(let text):
      var container = encoder.singleValueContainer()
      try container.encode(text)
    case .integer(let number):
      var container = encoder.singleValueContainer()
      try container.encode(number)
    case .boolean(let flag):
      var container = encoder.singleValueContainer()
      try container.encode(flag)
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    }
  }
}

/// An object of a JSON document: `["name": name, "path": path] as JSONMembers`. A member without a value is left out.
package struct JSONMembers: Encodable, ExpressibleByDictionaryLiteral {
  private var members: [(key: String, value: any Encodable)]

  package init(dictionaryLiteral elements: (String, (any Encodable)?)...) {
    members = elements.compactMap { key, value in value.map { (key, $0) } }
  }

  package static func += (members: inout JSONMembers, more: JSONMembers) {
    members.members += more.members
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: JSONKey.self)
    for member in members {
      try container.encode(member.value, forKey: JSONKey(stringValue: member.key))
    }
  }
}

private struct JSONKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
