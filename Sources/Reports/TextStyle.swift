/// The style of text for a terminal: with colours, or plain.
package struct TextStyle: Sendable {
  package var usesColor: Bool
  /// The maximum number of columns of a line.
  package var width: Int

  package init(usesColor: Bool, width: Int = 80) {
    self.usesColor = usesColor
    self.width = max(40, width)
  }

  package static let plain = TextStyle(usesColor: false)

  private func paint(_ text: String, _ code: String) -> String {
    usesColor ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }

  package enum Colour: String, Sendable {
    case red = "41"
    case green = "42"
    case yellow = "43"
  }

  /// A word on a coloured background, visible from a distance.
  package func banner(_ word: String, _ colour: Colour) -> String {
    usesColor ? paint(word, "1;30;\(colour.rawValue)") : word
  }

  package func bold(_ text: String) -> String { paint(text, "1") }
  package func dim(_ text: String) -> String { paint(text, "2") }
  package func red(_ text: String) -> String { paint(text, "1;31") }
  package func green(_ text: String) -> String { paint(text, "32") }
  package func yellow(_ text: String) -> String { paint(text, "1;33") }
  package func blue(_ text: String) -> String { paint(text, "1;34") }
}
