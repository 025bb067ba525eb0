import Basics

/// A parsed JSON object with typed access by key. Each invalid value is an error with its place.
package struct JSONObject {
  private let name: String
  private let place: Int
  private let members: [String: JSONPart]

  /// Creates an object.
  ///
  /// - Parameters:
  ///   - name: the name of the object in errors.
  ///   - known: the allowed keys; nil for all.
  package init(_ part: JSONPart, _ name: String, known: [String]?) throws(JSONError) {
    guard case .object(let members) = part.node else {
      throw JSONError(message: "expected an object, found \(part.noun)", place: part.place)
    }
    for member in members {
      guard let known, !known.contains(member.key) else { continue }
      throw JSONError(
        message: "\(name) has no key \"\(JSONError.shown(member.key))\""
          + NearestName.hint(member.key, among: known, quote: "\""), place: member.place)
    }
    self.name = name
    place = part.place
    self.members = Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }

  /// The value of a key, of any type; nil if the key is missing.
  package func part(_ key: String) -> JSONPart? { members[key] }
  package func has(_ key: String) -> Bool { members[key] != nil }

  /// An error at the value of a key, or at the object if the key is missing.
  package func mistake(_ key: String, _ message: String) -> JSONError {
    JSONError(message: message, place: members[key]?.place ?? place)
  }

  /// Unwraps the value of a required key.
  package func required<Value>(_ value: Value?, _ key: String) throws(JSONError) -> Value {
    guard let value else { throw mistake(key, "\(name) needs the key \"\(key)\"") }
    return value
  }

  package func string(_ key: String) throws(JSONError) -> String? {
    guard let part = members[key] else { return nil }
    return try Self.string(part, key)
  }

  private static func string(_ part: JSONPart, _ key: String) throws(JSONError) -> String {
    guard case .string(let text) = part.node else { throw wrong(part, "a string", key) }
    return text
  }

  private static func wrong(_ part: JSONPart, _ expected: String, _ key: String) -> JSONError {
    JSONError(message: "\"\(key)\" is \(expected), not \(part.noun)", place: part.place)
  }

  package func boolean(_ key: String) throws(JSONError) -> Bool? {
    guard let part = members[key] else { return nil }
    guard case .boolean(let flag) = part.node else {
      throw Self.wrong(part, "true or false", key)
    }
    return flag
  }

  /// An integer from 0 on; nil if the key is missing.
  package func integer(_ key: String) throws(JSONError) -> UInt64? {
    guard let part = members[key] else { return nil }
    guard case .number(let digits) = part.node, let number = UInt64(digits) else {
      throw Self.wrong(part, "a whole number from 0 on", key)
    }
    return number
  }

  /// One of the words of an enum; nil if the key is missing.
  package func word<Word: RawRepresentable & CaseIterable>(
    _ key: String
  ) throws(JSONError) -> Word? where Word.RawValue == String {
    guard let text = try string(key) else { return nil }
    guard let word = Word(rawValue: text) else {
      let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
      throw mistake(key, "\"\(key)\" is one of \(words), not \"\(JSONError.shown(text))\"")
    }
    return word
  }

  /// An object of strings; empty if the key is missing.
  package func strings(_ key: String) throws(JSONError) -> [String: String] {
    guard let part = members[key] else { return [:] }
    guard case .object(let entries) = part.node else { throw Self.wrong(part, "an object", key) }
    var strings: [String: String] = [:]
    for entry in entries { strings[entry.key] = try Self.string(entry.value, entry.key) }
    return strings
  }

  package func stringList(_ key: String) throws(JSONError) -> [String]? {
    guard let part = members[key] else { return nil }
    guard case .array(let parts) = part.node else { throw Self.wrong(part, "an array", key) }
    var strings: [String] = []
    for part in parts { strings.append(try Self.string(part, key)) }
    return strings
  }

  /// A required object.
  package func object(_ key: String, known: [String]) throws(JSONError) -> JSONObject {
    try JSONObject(required(members[key], key), "\"\(key)\"", known: known)
  }

  package func objects(_ key: String, known: [String]) throws(JSONError) -> [JSONObject]? {
    guard let part = members[key] else { return nil }
    guard case .array(let parts) = part.node else { throw Self.wrong(part, "an array", key) }
    var objects: [JSONObject] = []
    for part in parts {
      objects.append(try JSONObject(part, "an object of \"\(key)\"", known: known))
    }
    return objects
  }
}
