import Basics
import Semantics

/// The formatter for specs in the standard style (Specs/Language.md): `try SpecFormatter.edits(of: file)`.
///
/// It changes only the space and the separators between tokens and comments, so a formatted text has the same tokens in
/// the same order, and the same syntax tree and meaning. The result does not depend on the author's lines, except for
/// empty lines and the lines of comments. Formatting it again changes nothing. The time is linear in the length of the
/// text, up to a logarithmic factor.
package enum SpecFormatter {
  /// The reason why a text is not formatted.
  package enum Refusal: Error {
    /// The text has syntax errors.
    case mistakes(DiagnosticSink)
    /// The deadline of the thread ended the work.
    case stopped
    /// The result would be a different text; a bug of the formatter.
    case unsound
  }

  /// Returns the edits of a text in its order. Files after `use` are not formatted.
  ///
  /// - Parameter lines: the lines that may change, counted from 1; nil for all. A change that needs another line too
  ///   may then be omitted.
  package static func edits(
    of file: SourceFile, in lines: ClosedRange<Int>? = nil
  ) throws(Refusal) -> [TextEdit] {
    let (spec, sink) = Parser.parse(file)
    if sink.hasErrors { throw .mistakes(sink) }
    let tree = LayoutTree(spec)
    guard let layout = LineLayout(tree) else { throw .stopped }
    var edits = layout.edits
    if let lines { edits = edits.filter { file.holds($0.range, in: lines) } }
    if edits.isEmpty { return [] }
    if Deadline.isOver { throw .stopped }
    guard isSound(edits, tree) else { throw .unsound }
    return edits
  }

  /// Returns whether the edited text has the same tokens, comments and tree.
  private static func isSound(_ edits: [TextEdit], _ tree: LayoutTree) -> Bool {
    let file = tree.list.file
    let other = SourceFile(path: file.path, contents: file.bytes(with: edits))
    let (spec, sink) = Parser.parse(other)
    guard !sink.hasErrors else { return false }
    let result = LayoutTree(spec)
    return result.words == tree.words && result == tree
  }
}

extension LayoutTree {
  /// The texts of all tokens and comments, without blanks at the end of a line.
  fileprivate var words: [ArraySlice<UInt8>] {
    let bytes = list.file.bytes
    let comments = list.comments.map { comment in
      let text = bytes[comment.range.start..<comment.range.end]
      return text[..<((text.lastIndex { $0 > UInt8(ascii: " ") } ?? text.startIndex) + 1)]
    }
    return tokens.map { bytes[$0.range.start..<$0.range.end] } + comments
  }
}

extension SourceFile {
  /// Returns whether a range is inside some lines, without the end of the last one.
  fileprivate func holds(_ range: SourceRange, in lines: ClosedRange<Int>) -> Bool {
    lines.contains(location(of: range.start).line) && lines.contains(location(of: range.end).line)
  }
}

extension LineLayout {
  /// The edits from the written text to the layout.
  var edits: [TextEdit] {
    let lineEnd = tree.list.file.lineEnd
    var edits: [TextEdit] = []
    var end = tree.list.gap(before: 0).start
    for (index, atom) in atoms.enumerated() {
      let text =
        (index > 0 ? separator(after: index - 1) : "")
        + String(repeating: lineEnd, count: atom.lineEnds)
        + String(repeating: " ", count: atom.blanks)
      if let edit = edit(SourceRange(end, atom.range.start), text) { edits.append(edit) }
      end = atom.range.end
    }
    return edits
  }

  /// Returns the smallest edit; nil if the text does not change.
  private func edit(_ range: SourceRange, _ text: String) -> TextEdit? {
    var old = bytes[range.start..<range.end]
    var new = Array(text.utf8)[...]
    if old.elementsEqual(new) { return nil }
    while let first = old.first, first == new.first {
      (old, new) = (old.dropFirst(), new.dropFirst())
    }
    while let last = old.last, last == new.last { (old, new) = (old.dropLast(), new.dropLast()) }
    return TextEdit(
      SourceRange(old.startIndex, old.endIndex), String(decoding: new, as: UTF8.self))
  }
}
