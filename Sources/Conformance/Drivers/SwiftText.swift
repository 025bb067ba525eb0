/// A Swift text, line by line, in the layout of `swift format`.
struct SwiftText {
  /// Longer lines are broken.
  private static let width = 100

  private(set) var lines: [String] = []
  private var depth = 0

  var text: String { lines.joined(separator: "\n") + "\n" }

  /// Adds a line, or all lines of a text.
  mutating func line(_ text: String = "") {
    lines += text.split(separator: "\n", omittingEmptySubsequences: false).map {
      $0.isEmpty ? "" : indent + $0
    }
  }

  /// Adds lines unchanged, without indentation.
  mutating func verbatim(_ text: String) { lines.append(text) }

  private var indent: String { String(repeating: "  ", count: depth) }

  mutating func indented(_ body: (inout SwiftText) -> Void) {
    depth += 1
    body(&self)
    depth -= 1
  }

  /// `head {`, the body, and `}`.
  mutating func block(_ head: String, _ body: (inout SwiftText) -> Void) {
    line(head + " {")
    indented(body)
    line("}")
  }

  /// A call, `head(parts)`, on one line, or with one part on each line if it is too long.
  mutating func call(_ head: String, _ parts: [String]) {
    let whole = "\(head)(\(parts.joined(separator: ", ")))"
    guard !fits(whole), !parts.isEmpty else { return line(whole) }
    line(head + "(")
    indented { text in
      for (place, part) in parts.enumerated() {
        text.line(part + (place + 1 < parts.count ? "," : ")"))
      }
    }
  }

  /// A declaration, `head(parts)tail`, on one line, or with one part on each line if it is too long.
  mutating func list(_ head: String, _ parts: [String], _ tail: String = "") {
    let whole = "\(head)(\(parts.joined(separator: ", ")))\(tail)"
    guard !fits(whole), !parts.isEmpty else { return line(whole) }
    line(head + "(")
    indented { text in
      for (place, part) in parts.enumerated() {
        text.line(part + (place + 1 < parts.count ? "," : ""))
      }
    }
    line(")" + tail)
  }

  /// The elements of an array, one line each; a single one has no trailing comma.
  mutating func elements(_ elements: [String]) {
    for element in elements { line(element + (elements.count > 1 ? "," : "")) }
  }

  /// Whether a text fits on a line.
  func fits(_ text: String) -> Bool { indent.count + text.count <= Self.width }

  /// A declaration with a body between braces.
  mutating func list(
    _ head: String, _ parts: [String], _ tail: String = "", _ body: (inout SwiftText) -> Void
  ) {
    list(head, parts, tail + " {")
    indented(body)
    line("}")
  }

  /// A documentation comment.
  ///
  /// - Parameter fallback: the text if the author wrote none.
  mutating func document(_ documentation: String?, else fallback: String) {
    let text = documentation.map { $0.isEmpty ? fallback : $0 } ?? fallback
    for part in text.split(separator: "\n", omittingEmptySubsequences: false) {
      let words = part.drop { $0 == " " || $0 == "\t" }
      line(words.isEmpty ? "///" : "/// " + words)
    }
  }
}

/// Names in Swift.
enum SwiftName {
  /// Words that need backticks as names.
  private static let keywords: Set<String> = [
    "associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import",
    "init", "inout", "internal", "let", "open", "operator", "private", "precedencegroup",
    "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var", "break",
    "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard",
    "if", "in", "repeat", "return", "throw", "switch", "where", "while", "Any", "as", "await",
    "false", "is", "nil", "self", "Self", "super", "throws", "true", "try", "_",
  ]

  /// A name of a spec in Swift, with backticks if needed.
  static func escaped(_ name: String) -> String {
    isPlain(name) && !keywords.contains(name) ? name : "`\(name)`"
  }

  /// The same as a label, for which fewer words are reserved.
  static func label(_ name: String) -> String {
    isPlain(name) && !["inout", "var", "let", "_"].contains(name) ? name : "`\(name)`"
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
    return name.utf8.allSatisfy { byte in
      byte == 0x5F || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
        || (0x61...0x7A).contains(byte)
    }
  }

  /// A name with as many `_` appended as needed to make it unique.
  static func distinct(_ name: String, from others: Set<String>) -> String {
    var name = name
    while others.contains(name) { name += "_" }
    return name
  }

  /// A text between quotation marks.
  static func literal(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\" + String(scalar)
      case "\n": result += "\\n"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: result += escape(scalar, "")
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  /// The lines of a text unchanged, from the opening quotation marks to the closing ones. Carriage returns at line
  /// ends are dropped.
  static func rawLiteral(_ text: String) -> [String] {
    var marks = "#"
    // Byte by byte, as in Swift: a quotation mark with a combining accent is still a quotation mark.
    while text.utf8.contains(("\"\"\"" + marks).utf8) || text.utf8.contains(("\\" + marks).utf8) {
      marks += "#"
    }
    var plain = ""
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      switch scalar {
      case "\r" where rest.first == "\n": continue
      case "\n", "\t": plain.unicodeScalars.append(scalar)
      case _ where scalar.value < 0x20 || scalar.value == 0x7F: plain += escape(scalar, marks)
      default: plain.unicodeScalars.append(scalar)
      }
    }
    return [marks + "\"\"\""]
      + plain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
      + ["\"\"\"" + marks]
  }

  private static func escape(_ scalar: Unicode.Scalar, _ marks: String) -> String {
    "\\\(marks)u{\(String(scalar.value, radix: 16))}"
  }
}
