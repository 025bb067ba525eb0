/// Describes values of a spec briefly: `Card(kind: .info, text: 1, image: nil)` becomes `info, text 1`.
///
/// Fields that are nil, false or empty are left out. A text that is not a value is not changed.
struct ValueText {
  private var rest: Substring

  /// The value in words.
  static func words(_ text: String) -> String {
    var reader = ValueText(rest: Substring(text))
    guard let words = reader.value(), reader.rest.isEmpty else { return text }
    return words
  }

  /// The relevant arguments of an event, such as `kind: .info, collapseID: 1`.
  static func arguments(_ event: String) -> (name: String, arguments: String) {
    guard let open = event.firstIndex(of: "("), event.hasSuffix(")") else { return (event, "") }
    let inner = event[event.index(after: open)...].dropLast()
    let parts = split(String(inner)).filter {
      !$0.hasSuffix(": nil") && !$0.hasSuffix(": false") && !$0.hasSuffix(": []")
        && !$0.hasSuffix(": [:]")
    }
    let shown = parts.map { part in
      guard let colon = part.firstRange(of: ": ") else { return words(part) }
      return "\(part[..<colon.lowerBound]): \(words(String(part[colon.upperBound...])))"
    }
    return (String(event[..<open]), shown.joined(separator: ", "))
  }

  /// Splits a text at the commas outside of parentheses.
  static func split(_ text: String) -> [String] {
    var parts: [String] = []
    var part = ""
    var depth = 0
    for character in text {
      if "([".contains(character) { depth += 1 }
      if ")]".contains(character) { depth -= 1 }
      if character == ",", depth == 0 {
        parts.append(part)
        part = ""
      } else if !(part.isEmpty && character == " ") {
        part.append(character)
      }
    }
    return parts + (part.isEmpty ? [] : [part])
  }

  private mutating func value() -> String? {
    if rest.hasPrefix("[") {
      guard let end = matching("[", "]") else { return nil }
      let inner = String(rest[rest.index(after: rest.startIndex)..<end])
      rest = rest[rest.index(after: end)...]
      if inner.isEmpty || inner == ":" { return "empty" }
      return "[" + Self.split(inner).map(Self.element).joined(separator: ", ") + "]"
    }
    let name = rest.prefix { !"()[],: ".contains($0) }
    guard !name.isEmpty else { return nil }
    rest = rest.dropFirst(name.count)
    guard rest.hasPrefix("(") else {
      return name.hasPrefix(".") ? String(name.dropFirst()) : String(name)
    }
    guard let end = matching("(", ")") else { return nil }
    let inner = String(rest[rest.index(after: rest.startIndex)..<end])
    rest = rest[rest.index(after: end)...]
    let fields = Self.split(inner).compactMap(Self.field)
    if name.hasPrefix(".") { return "\(name.dropFirst())(\(fields.joined(separator: ", ")))" }
    return fields.isEmpty ? String(name) : fields.joined(separator: ", ")
  }

  /// The index of the parenthesis that closes the first one.
  private func matching(_ open: Character, _ close: Character) -> Substring.Index? {
    var depth = 0
    for index in rest.indices {
      if rest[index] == open { depth += 1 }
      if rest[index] == close { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// A field in words; nil if its value has no information.
  private static func field(_ text: String) -> String? {
    guard let colon = text.firstRange(of: ": ") else { return words(text) }
    let (name, value) = (text[..<colon.lowerBound], String(text[colon.upperBound...]))
    if ["nil", "false", "[]", "[:]"].contains(value) { return nil }
    if value == "true" { return String(name) }
    return value.hasPrefix(".") && !value.contains("(") ? words(value) : "\(name) \(words(value))"
  }

  /// An element of a list or a map in words.
  private static func element(_ text: String) -> String {
    guard let colon = text.firstRange(of: ": "), !text[..<colon.lowerBound].contains("(") else {
      let words = words(text)
      return words.contains(", ") ? "(\(words))" : words
    }
    let words = words(String(text[colon.upperBound...]))
    return "\(text[..<colon.lowerBound]): \(words.contains(", ") ? "(\(words))" : words)"
  }
}
