/// Markup that a browser may read: `let row: HTML = "<li>\(name)</li>"`.
///
/// What is put into it as a string is text of somebody and becomes inert: no markup, nothing that turns the direction
/// of what stands beside it, nothing hidden, and no more of it than somebody would read. Only what is markup already
/// goes in as it is.
package struct HTML: Sendable, Equatable {
  package private(set) var text: String

  /// Markup as it stands in the source of the tool.
  package init(markup: String) { text = markup }

  package var isEmpty: Bool { text.isEmpty }
  package var byteCount: Int { text.utf8.count }

  package static func + (left: HTML, right: HTML) -> HTML { HTML(markup: left.text + right.text) }
  package static func += (left: inout HTML, right: HTML) { left.text += right.text }
}

extension HTML: ExpressibleByStringInterpolation {
  package init(stringLiteral value: String) { text = value }
  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {
      text.reserveCapacity(literalCapacity + 16 * interpolationCount)
    }

    package mutating func appendLiteral(_ literal: String) { text += literal }
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }
    package mutating func appendInterpolation(_ markup: HTML) { text += markup.text }

    /// Text on one line, in an element.
    package mutating func appendInterpolation(_ value: String, upTo bytes: Int = 400) {
      text += HTMLText.content(value, upTo: bytes)
    }

    /// Text in an attribute, whose value stands in double quotes.
    package mutating func appendInterpolation(attribute value: String) {
      text += HTMLText.escaped(value, upTo: 400)
    }
  }
}

extension Sequence<HTML> {
  package func joined(_ separator: HTML = "") -> HTML {
    HTML(markup: map(\.text).joined(separator: separator.text))
  }
}

/// Text of somebody as HTML has it.
enum HTMLText {
  /// On one line in an element; text that runs from right to left turns nothing beside it.
  static func content(_ text: String, upTo bytes: Int) -> String {
    let escaped = escaped(text, upTo: bytes)
    return escaped.unicodeScalars.contains(where: \.runsFromRightToLeft)
      ? "<bdi>\(escaped)</bdi>" : escaped
  }

  /// On one line, with what HTML reads written so that it is shown.
  static func escaped(_ text: String, upTo bytes: Int) -> String {
    // What is left out needs not be looked at.
    let short = text.utf8.count > 8 * bytes ? text.cut(toBytes: 4 * bytes) : text
    return short.printable.cut(toBytes: bytes).escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\n", "\t": " "
      // Nothing that a page could be in is a character of it.
      case _ where scalar.value & 0xFFFE == 0xFFFE: "\u{FFFD}"
      default: nil
      }
    }
  }

  /// The name of a place in the page as an address has it, behind `#`.
  static func fragment(_ id: String) -> String {
    let plain = Set("-._~!$()*+,;=:@/?".utf8)
    return id.utf8.map { byte in
      if byte.isWordByte || plain.contains(byte) {
        return String(UnicodeScalar(byte))
      }
      let digits = String(byte, radix: 16, uppercase: true)
      return digits.utf8.count < 2 ? "%0\(digits)" : "%\(digits)"
    }.joined()
  }
}

extension Unicode.Scalar {
  /// It is written from right to left, or may be: such scripts have blocks of their own.
  fileprivate var runsFromRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
