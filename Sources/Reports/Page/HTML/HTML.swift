/// Safe HTML markup: `let row: HTML = "<li>\(name)</li>"`.
///
/// Interpolated strings are treated as untrusted text. They are escaped, shortened, and stripped of hidden characters
/// and of changes of the text direction. Only values of type `HTML` are inserted unchanged.
package struct HTML: Sendable, Equatable {
  package private(set) var text: String

  /// Creates markup from a literal in the source of the tool.
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

    /// Appends untrusted text on one line, for the content of an element.
    package mutating func appendInterpolation(_ value: String, upTo bytes: Int = 400) {
      text += HTMLText.content(value, upTo: bytes)
    }

    /// Appends untrusted text for an attribute in double quotes.
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

/// Escapes untrusted text for HTML.
enum HTMLText {
  /// Escapes text for one line in an element. Right-to-left text does not affect adjacent text.
  static func content(_ text: String, upTo bytes: Int) -> String {
    let escaped = escaped(text, upTo: bytes)
    return escaped.unicodeScalars.contains(where: \.runsFromRightToLeft)
      ? "<bdi>\(escaped)</bdi>" : escaped
  }

  /// Escapes text for one line.
  static func escaped(_ text: String, upTo bytes: Int) -> String {
    // Text beyond the limit need not be examined.
    let short = text.utf8.count > 8 * bytes ? text.cut(toBytes: 4 * bytes) : text
    return short.printable.cut(toBytes: bytes).escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"": "&quot;"
      case "'": "&#39;"
      case "\n", "\t": " "
      // These values are not characters in any encoding of a page.
      case _ where scalar.value & 0xFFFE == 0xFFFE: "\u{FFFD}"
      default: nil
      }
    }
  }

  /// The name of an anchor as the fragment of an address, after `#`.
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
  /// Whether the character is, or may be, written from right to left; such scripts have their own Unicode blocks.
  fileprivate var runsFromRightToLeft: Bool {
    switch value {
    case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
