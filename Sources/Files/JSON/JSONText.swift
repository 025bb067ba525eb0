/// A part of a parsed JSON text, with its place.
package struct JSONPart: Sendable {
  package indirect enum Node: Sendable {
    case object([(key: String, place: Int, value: JSONPart)])
    case array([JSONPart])
    case string(String)
    case number(String)
    case boolean(Bool)
    case null
  }

  package var node: Node
  /// The byte offset at which it begins.
  package var place: Int

  package init(node: Node, place: Int) {
    self.node = node
    self.place = place
  }

  /// A noun for errors.
  package var noun: String {
    switch node {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .boolean: "true or false"
    case .null: "null"
    }
  }
}

/// The error that a text is not JSON, or not the expected JSON, with its place.
package struct JSONError: Error {
  package var message: String
  /// The byte offset of the error.
  package var place: Int

  package init(message: String, place: Int) {
    self.message = message
    self.place = place
  }

  /// A key or word of the text, truncated for messages.
  package static func shown(_ text: String) -> String {
    text.count > 40 ? text.prefix(40) + "…" : text
  }
}

/// A JSON parser (RFC 8259) that keeps the places of all values: `JSONText.read(bytes)`.
///
/// Foundation's parser does not report the places of errors. Nesting is bounded, so that no text exhausts the stack. A
/// duplicate key in an object is an error.
package struct JSONText {
  private static let maximumDepth = 64

  private let bytes: [UInt8]
  private var position = 0

  package static func read(_ bytes: [UInt8]) throws(JSONError) -> JSONPart {
    var text = JSONText(bytes: bytes)
    let part = try text.part(depth: 0)
    text.skipSpace()
    if text.position < bytes.count { throw text.mistake("expected the end of the file") }
    return part
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private func mistake(_ message: String) -> JSONError {
    JSONError(
      message: position < bytes.count ? message : "the file ends too early", place: position)
  }

  private func at(_ character: Unicode.Scalar) -> Bool {
    position < bytes.count && bytes[position] == UInt8(ascii: character)
  }

  private mutating func eat(_ character: Unicode.Scalar) -> Bool {
    guard at(character) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x0A, 0x0D, 0x09: position += 1
      default: return
      }
    }
  }

  private mutating func part(depth: Int) throws(JSONError) -> JSONPart {
    guard depth < Self.maximumDepth else {
      throw mistake("this is nested more than \(Self.maximumDepth) levels deep")
    }
    skipSpace()
    let start = position
    return JSONPart(node: try node(depth), place: start)
  }

  private mutating func node(_ depth: Int) throws(JSONError) -> JSONPart.Node {
    if eat("{") { return .object(try members(depth)) }
    if eat("[") { return .array(try elements(depth)) }
    if at("\"") { return .string(try string()) }
    if at("t"), eatWord("true") { return .boolean(true) }
    if at("f"), eatWord("false") { return .boolean(false) }
    if at("n"), eatWord("null") { return .null }
    let number = bytes[position...].prefix { byte in
      switch byte {
      case 0x30...0x39, 0x2B, 0x2D, 0x2E, 0x65, 0x45: true
      default: false
      }
    }
    guard let first = number.first, first == 0x2D || (0x30...0x39).contains(first) else {
      throw mistake("expected a value")
    }
    position += number.count
    return .number(String(decoding: number, as: UTF8.self))
  }

  private mutating func eatWord(_ word: String) -> Bool {
    guard bytes[position...].starts(with: word.utf8) else { return false }
    position += word.utf8.count
    return true
  }

  private mutating func members(
    _ depth: Int
  ) throws(JSONError) -> [(key: String, place: Int, value: JSONPart)] {
    var members: [(key: String, place: Int, value: JSONPart)] = []
    // A few keys are compared one by one.
    var keys: Set<String> = []
    skipSpace()
    if eat("}") { return [] }
    repeat {
      skipSpace()
      let place = position
      guard at("\"") else { throw mistake("expected a key between quotation marks") }
      let key = try string()
      if members.count == 8 { keys = Set(members.map(\.key)) }
      let isNew =
        members.count < 8
        ? !members.contains { $0.key == key } : keys.insert(key).inserted
      guard isNew else {
        throw JSONError(
          message: "the key \"\(JSONError.shown(key))\" is given twice", place: place)
      }
      skipSpace()
      guard eat(":") else {
        throw mistake("expected ':' after the key \"\(JSONError.shown(key))\"")
      }
      members.append((key, place, try part(depth: depth + 1)))
      skipSpace()
    } while eat(",")
    guard eat("}") else { throw mistake("expected ',' or '}'") }
    return members
  }

  private mutating func elements(_ depth: Int) throws(JSONError) -> [JSONPart] {
    var elements: [JSONPart] = []
    skipSpace()
    if eat("]") { return [] }
    repeat {
      elements.append(try part(depth: depth + 1))
      skipSpace()
    } while eat(",")
    guard eat("]") else { throw mistake("expected ',' or ']'") }
    return elements
  }

  // MARK: Strings

  private mutating func string() throws(JSONError) -> String {
    position += 1
    // Most strings contain no escapes.
    let first = plainBytes()
    if eat("\"") { return String(decoding: first, as: UTF8.self) }
    var text = Array(first)
    while eat("\\") {
      text += Array(String(Character(try escape())).utf8)
      text += plainBytes()
    }
    if position < bytes.count, bytes[position] < 0x20 { throw mistake("a string ends on its line") }
    guard eat("\"") else { throw mistake("expected '\"'") }
    return String(decoding: text, as: UTF8.self)
  }

  /// Skips the literal characters of a string.
  private mutating func plainBytes() -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count {
      let byte = bytes[position]
      if byte == 0x22 || byte == 0x5C || byte < 0x20 { break }
      position += 1
    }
    return bytes[start..<position]
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    guard position < bytes.count else { throw mistake("expected an escaped character") }
    position += 1
    switch bytes[position - 1] {
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "u"):
      let first = try codeUnit()
      if let scalar = Unicode.Scalar(first) { return scalar }
      guard first < 0xDC00, eatWord("\\u") else { throw mistake("this is no character") }
      let second = try codeUnit()
      guard (0xDC00..<0xE000).contains(second) else { throw mistake("this is no character") }
      return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? "\u{FFFD}"
    default:
      position -= 1
      throw mistake("this cannot be escaped")
    }
  }

  private mutating func codeUnit() throws(JSONError) -> UInt32 {
    let digits = String(decoding: bytes[position...].prefix(4), as: UTF8.self)
    guard digits.utf8.count == 4, digits.allSatisfy(\.isHexDigit),
      let unit = UInt32(digits, radix: 16)
    else { throw mistake("expected four hexadecimal digits") }
    position += 4
    return unit
  }
}
