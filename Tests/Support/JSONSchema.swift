import Foundation

/// The subset of JSON Schema in the schemas of this repository: `JSONSchema(url).problems(in: data)`.
///
/// An unknown keyword is a problem as well, so that no schema contains untested parts.
public struct JSONSchema {
  private let root: [String: Any]

  /// Reads the schema of a file.
  public init(_ url: URL) throws {
    root =
      try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any] ?? [:]
  }

  /// The violations of the schema in a document, each with its place; empty if there are none.
  public func problems(in data: Data) throws -> [String] {
    problems(
      try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed), root, at: "$")
  }

  private static let silent: Set<String> = ["$schema", "$defs", "title", "description", "then"]

  private func problems(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
    schema.keys.sorted().filter { !Self.silent.contains($0) }.flatMap { key in
      problems(value, key, schema, at: place)
    }
  }

  private func problems(
    _ value: Any, _ key: String, _ schema: [String: Any], at place: String
  ) -> [String] {
    func unless(_ condition: Bool) -> [String] { condition ? [] : ["\(place): \(key)"] }
    let object = value as? [String: Any] ?? [:]
    let elements = value as? [Any] ?? []
    let text = value as? String ?? ""
    switch (key, schema[key]) {
    case ("$ref", let path as String): return problems(value, definition(path), at: place)
    case ("type", let type as String): return unless(Self.isOf(type, value))
    case ("const", let expected as String): return unless(text == expected)
    case ("const", let expected as Int): return unless(value as? Int == expected)
    case ("enum", let words as [String]): return unless(words.contains(text))
    case ("minimum", let least as Int): return unless((value as? Int ?? least) >= least)
    case ("minLength", let least as Int): return unless(text.count >= least)
    case ("minItems", let least as Int): return unless(elements.count >= least)
    case ("uniqueItems", true as Bool):
      return unless(Set(elements.map { "\($0)" }).count == elements.count)
    case ("allOf", let parts as [[String: Any]]):
      return parts.flatMap { problems(value, $0, at: place) }
    case ("if", let condition as [String: Any]):
      guard problems(value, condition, at: place).isEmpty else { return [] }
      return problems(value, schema["then"] as? [String: Any] ?? ["no then": true], at: place)
    case ("pattern", let pattern as String):
      return unless(text.range(of: pattern, options: .regularExpression) != nil)
    case ("required", let keys as [String]):
      return keys.filter { object[$0] == nil }.map { "\(place): no \($0)" }
    case ("properties", let members as [String: [String: Any]]):
      return members.keys.sorted().flatMap { name in
        object[name].map { problems($0, members[name] ?? [:], at: "\(place).\(name)") } ?? []
      }
    case ("additionalProperties", let more):
      let known = Set((schema["properties"] as? [String: Any] ?? [:]).keys)
      return object.keys.sorted().filter { !known.contains($0) }.flatMap { name in
        (more as? [String: Any]).map { problems(object[name] ?? "", $0, at: "\(place).\(name)") }
          ?? ["\(place): \(name) is not known"]
      }
    case ("items", let items as [String: Any]):
      return elements.enumerated().flatMap { index, element in
        problems(element, items, at: "\(place)[\(index)]")
      }
    default: return ["the schema has an unknown \(key)"]
    }
  }

  private static func isOf(_ type: String, _ value: Any) -> Bool {
    switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "integer": isNumber(value) && (value as? Int) != nil
    case "number": isNumber(value)
    case "boolean": value is NSNumber && !isNumber(value)
    default: false
    }
  }

  /// Returns whether a value is a number; Booleans have the same class.
  private static func isNumber(_ value: Any) -> Bool {
    (value as? NSNumber).map { String(cString: $0.objCType) != "c" } ?? false
  }

  private func definition(_ path: String) -> [String: Any] {
    let name = path.replacingOccurrences(of: "#/$defs/", with: "")
    return (root["$defs"] as? [String: [String: Any]])?[name] ?? ["no definition": path]
  }
}
