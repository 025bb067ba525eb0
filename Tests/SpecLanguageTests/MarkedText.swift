import Semantics
import SpecLanguage

/// A spec with numbered markers such as `1️⃣` at the places that a test mentions.
struct MarkedText {
  /// The text without its markers.
  let file: SourceFile
  /// The numbers of the markers by their byte offsets.
  let markers: [Int: Int]

  /// Takes the markers out; a text that does not begin with `spec` gets a first line that does.
  init(_ text: String) {
    var bytes = Array((text.hasPrefix("spec") ? "" : "spec Test\n").utf8)
    var markers: [Int: Int] = [:]
    for character in text {
      let scalars = character.unicodeScalars
      if scalars.last == "\u{20E3}", let digit = scalars.first.flatMap({ Int(String($0)) }) {
        markers[bytes.count] = digit
      } else {
        bytes += Array(String(character).utf8)
      }
    }
    file = SourceFile(path: "test.tray", contents: bytes)
    self.markers = markers
  }

  /// A diagnostic as its marker, its code and the text that it underlines:
  /// `1️⃣ unknown-name 'lti'`.
  func describe(_ diagnostic: Diagnostic) -> String {
    let parts = [place(diagnostic.range), diagnostic.code.name, quoted(diagnostic.range)]
    return (parts + diagnostic.notes.map { "note \(place($0.range))" }).joined(separator: " ")
  }

  private func quoted(_ range: SourceRange) -> String { "'\(file.text(range))'" }

  private func place(_ range: SourceRange) -> String {
    if let number = markers[range.start] { return "\(number)\u{FE0F}\u{20E3}" }
    let location = file.location(of: range.start)
    return "\(location.line):\(location.column)"
  }
}

/// The parser's messages for a marked text, in the order of the text.
func syntaxErrors(_ marked: String) -> [String] {
  let text = MarkedText(marked)
  return Parser.parse(text.file).sink.inTextOrder.map(text.describe)
}

/// The messages of parser and checker for a marked text, in the order of the text.
func mistakes(_ marked: String, in world: String? = nil) -> [String] {
  let text = MarkedText(marked)
  let (syntax, parsed) = Parser.parse(text.file)
  var sink = parsed
  for diagnostic in Checker.check(syntax, world: world).sink.inTextOrder { sink.report(diagnostic) }
  return sink.inTextOrder.map(text.describe)
}
