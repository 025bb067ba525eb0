import Semantics

/// A proposed fix: sentences, and the edits that carry out the first one.
struct Help {
  var fixes: [String]
  /// Empty if only the author can decide.
  var edits: [TextEdit]

  init(_ fix: String, or other: String? = nil, _ edits: [TextEdit] = []) {
    fixes = [fix] + (other.map { [$0] } ?? [])
    self.edits = edits
  }

  /// Proposes the nearest name, or lists the known ones after other advice.
  init(_ unknown: UnknownName, _ edits: [TextEdit] = []) {
    fixes = unknown.help
    self.edits = edits
  }

  /// Proposes a text in place of a range.
  static func write(_ draft: Draft, at range: SourceRange) -> Help {
    Help("write '\(draft.shown)'", [TextEdit(range, draft.whole)])
  }
}

/// A text for a spec: `"\(list).removeFirst()"` in full for an edit, and with '…' for long parts in a sentence.
struct Draft: ExpressibleByStringInterpolation {
  var whole: String
  var shown: String

  init(_ whole: String, shown: String) {
    self.whole = whole
    self.shown = shown
  }

  init(stringLiteral text: String) { self.init(text, shown: text) }

  init(stringInterpolation parts: Interpolation) { self = parts.draft }

  static func + (first: Draft, second: Draft) -> Draft {
    Draft(first.whole + second.whole, shown: first.shown + second.shown)
  }

  struct Interpolation: StringInterpolationProtocol {
    fileprivate var draft: Draft = ""

    init(literalCapacity: Int, interpolationCount: Int) {}
    mutating func appendLiteral(_ text: String) { draft = draft + Draft(stringLiteral: text) }
    mutating func appendInterpolation(_ text: String) { appendLiteral(text) }
    mutating func appendInterpolation(_ part: Draft) { draft = draft + part }
  }
}
