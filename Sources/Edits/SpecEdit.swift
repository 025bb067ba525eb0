import Semantics

/// One change of the text of a spec, as a typical mistake.
package struct SpecEdit: Sendable, Equatable {
  package var kind: MutationOperator
  /// The replaced range, in the spec's own part of the text.
  package var range: SourceRange
  package var replacement: String
  /// The displayed text before and after, if it is more than the replaced range.
  package var shown: Shown?
  /// The declaration it is in, such as `receive` or `receive.mentionJoins`.
  package var owner: String

  /// A larger piece of the text around the replaced range.
  package struct Shown: Sendable, Equatable {
    package var range: SourceRange
  }

  /// Whether it gives an event a further condition, and keeps all that is written.
  package var addsCondition: Bool {
    switch kind {
    case .narrowGuard, .dropValue: true
    case .dropEvent: range.start == range.end
    default: false
    }
  }

  /// The spec's own part of the text with the edit applied.
  package func applied(to file: SourceFile) -> [UInt8] {
    let own = file.bytes[file.parts[0].range.start..<file.parts[0].range.end]
    return Array(own[..<range.start]) + Array(replacement.utf8) + Array(own[range.end...])
  }

  /// Text such as "`count < 3` becomes `count <= 3`", each on one line.
  package func text(in file: SourceFile) -> String {
    let whole = shown?.range ?? range
    let old = Self.line(file.text(whole))
    let before = file.text(SourceRange(whole.start, range.start))
    let after = file.text(SourceRange(range.end, whole.end))
    let new = Self.line(before + replacement + after)
    return new.isEmpty ? "`\(old)` is left out" : "`\(old)` becomes `\(new)`"
  }

  /// A text on one line, shortened if it is long.
  private static func line(_ text: String) -> String {
    let words = text.split { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    let line = words.joined(separator: " ")
    return line.count <= 90 ? line : line.prefix(44) + " … " + line.suffix(42)
  }
}
