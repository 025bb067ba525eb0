/// Text as XML 1.0 has it: `XMLText.content("a < b")`, `XMLText.attribute(name)`.
package enum XMLText {
  /// As the content of an element.
  package static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  /// As the value of an attribute in double quotes.
  package static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    // Test reports are searched for such marks, to show the file behind them.
    text.printable.replacing("[[ATTACHMENT|", with: "[ [ATTACHMENT|").escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"" where isAttribute: "&quot;"
      // A reader makes spaces of these in an attribute.
      case "\n" where isAttribute: "&#10;"
      case "\t" where isAttribute: "&#9;"
      // These are no characters of XML.
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
