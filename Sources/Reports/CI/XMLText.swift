/// Escapes text for XML 1.0: `XMLText.content("a < b")`, `XMLText.attribute(name)`.
package enum XMLText {
  /// Escapes text for the content of an element.
  package static func content(_ text: String) -> String { escaped(text, isAttribute: false) }

  /// Escapes text for an attribute value in double quotes.
  package static func attribute(_ text: String) -> String { escaped(text, isAttribute: true) }

  private static func escaped(_ text: String, isAttribute: Bool) -> String {
    // Readers of test reports search for such marks, to attach the named file.
    text.printable.replacing("[[ATTACHMENT|", with: "[ [ATTACHMENT|").escaped { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\"" where isAttribute: "&quot;"
      // A reader converts these characters in an attribute to spaces.
      case "\n" where isAttribute: "&#10;"
      case "\t" where isAttribute: "&#9;"
      // These characters are not allowed in XML.
      case "\u{FFFE}", "\u{FFFF}": "\u{FFFD}"
      default: nil
      }
    }
  }
}
