import Semantics
import SpecLanguage

/// Unusual layouts of the words of a text.
public enum MangledText {
  private static let fillers = [
    "", " ", "\n", "\n\n\n", "   ", "\t", " \n   ", " /* c */ ", " // d  \n", " /// doc \n",
    "\n/* a\n   b */ ", " // é ü\n\n", "\r\n", " /**/", "\n        ", "/* {( */",
  ]

  /// Returns a text with other blanks, line ends and comments between some tokens, if it can be parsed with them.
  ///
  /// - Parameter rate: one of this many gaps is changed.
  public static func filled(_ text: String, seed: Int, rate: Int = 3) -> String {
    var random = SplitMix64(seed: UInt64(seed))
    return changed(text) { gap in
      guard random.oneIn(rate) else { return [] }
      let kept = random.oneIn(2) ? gap : ""
      return [kept + (random.pick(fillers) ?? "")]
    }
  }

  /// Returns a text with as few lines as possible: a semicolon or a blank replaces each line end.
  public static func joined(_ text: String, seed: Int) -> String {
    var random = SplitMix64(seed: UInt64(seed))
    let keepsSome = seed % 2 == 0
    return changed(text) { gap in
      guard gap.contains("\n"), !gap.contains("/"), !(keepsSome && random.oneIn(3)) else {
        return []
      }
      return [" ", "; "]
    }
  }

  /// Returns a text with line breaks at some blanks, if the tree stays the same.
  package static func spread(
    _ text: String, seed: Int, isSame: (SpecSyntax, SpecSyntax) -> Bool
  ) -> String {
    var random = SplitMix64(seed: UInt64(seed))
    return changed(text, isSame) { gap in
      guard !gap.isEmpty, !gap.contains("/"), random.oneIn(4) else { return [] }
      return [random.oneIn(2) ? "\n" : "\n\n   "]
    }
  }

  /// Offers texts for each gap between tokens, of which the first is taken that can be parsed.
  private static func changed(
    _ text: String, _ isSame: (SpecSyntax, SpecSyntax) -> Bool = { _, _ in true },
    _ offers: (String) -> [String]
  ) -> String {
    let file = SourceFile(path: "test", text: text)
    let (spec, sink) = Parser.parse(file)
    var bytes = file.bytes
    guard !sink.hasErrors else { return text }
    for place in spec.tokens.tokens.indices.reversed() {
      let gap = spec.tokens.gap(before: place)
      for offer in offers(file.text(gap)) {
        var changed = bytes
        changed.replaceSubrange(gap.start..<gap.end, with: Array(offer.utf8))
        let other = Parser.parse(SourceFile(path: "test", contents: changed))
        guard !other.sink.hasErrors, isSame(spec, other.spec) else { continue }
        bytes = changed
        break
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension SpecText {
  /// The text in the style of specs.
  package static func formatted(
    _ text: String, lines: ClosedRange<Int>? = nil
  ) throws -> String {
    let file = SourceFile(path: "test.tray", text: text)
    let edits = try SpecFormatter.edits(of: file, in: lines)
    return String(decoding: file.bytes(with: edits), as: UTF8.self)
  }
}
