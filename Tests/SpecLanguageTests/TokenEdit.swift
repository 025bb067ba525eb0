import Semantics
import SpecLanguage
import TestSupport

/// Small random changes of the tokens of a text.
enum TokenEdit {
  /// Returns the declarations of a spec, each with its text.
  static func declarations(of text: String) -> [String] {
    let file = SourceFile(path: "a.tray", text: text)
    return Parser.parse(file, provesHelp: false).spec.declarations.map { file.text($0.range) }
  }

  /// Returns a text with one token left out, repeated, replaced or inserted, or with another layout before it.
  static func edited(_ text: String, _ random: inout SplitMix64) -> String {
    let file = SourceFile(path: "a.tray", text: text)
    let tokens = Lexer(file).tokens.dropLast().map(\.range)
    guard let place = random.pick(tokens), let other = random.pick(tokens) else { return text }
    let before = file.text(SourceRange(0, place.start))
    let after = file.text(SourceRange(place.end, text.utf8.count))
    let (word, new) = (file.text(place), file.text(other))
    func trimmed(_ isBlank: (Character) -> Bool) -> String {
      String(before.reversed().drop(while: isBlank).reversed())
    }
    return switch random.number(below: 8) {
    case 0: before + after
    case 1: before + word + " " + word + after
    case 2: before + new + after
    case 3: before + word + " " + new + after
    case 4: before + "\n" + word + after
    case 5: before + " " + word + after
    case 6: trimmed { $0 == " " || $0 == "\n" } + word + after
    default: trimmed { $0 == "\n" } + " " + word + after
    }
  }
}
