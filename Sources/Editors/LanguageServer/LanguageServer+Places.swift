import Reports
import Semantics

extension TextPositions {
  func range(_ start: Int, _ end: Int) -> LSP.Range {
    LSP.Range(start: position(of: start), end: position(of: end))
  }

  /// The byte offset of a position; the start of the text if there is none.
  func offset(_ position: LSP.Position?) -> Int {
    position.map { offset(line: $0.line, character: $0.character) } ?? 0
  }

  func offsets(_ range: LSP.Range) -> Range<Int> {
    let start = offset(range.start)
    return start..<max(start, offset(range.end))
  }
}

/// Places in the parsed text, which has no byte-order mark.
extension OpenDocument {
  func offset(_ position: LSP.Position?) -> Int { max(0, positions.offset(position) - mark) }

  func offsets(_ range: LSP.Range) -> SourceRange {
    let offsets = positions.offsets(range)
    return SourceRange(max(0, offsets.lowerBound - mark), max(0, offsets.upperBound - mark))
  }

  func range(_ range: SourceRange) -> LSP.Range {
    positions.range(range.start + mark, range.end + mark)
  }
}

extension LanguageServer {
  /// A place in a text with used files.
  func location(_ range: SourceRange, in file: SourceFile) -> LSP.Location {
    let part = file.part(at: range.start)
    let start = range.start - part.range.start
    let end = max(start, min(range.end, part.range.end) - part.range.start)
    // A file that was read equals its open document; otherwise it would have been read again.
    if let open = documents.values.first(where: { $0.path == part.path }),
      open.bytes.count - open.mark == part.range.end - part.range.start
    {
      return LSP.Location(uri: open.uri, range: open.range(SourceRange(start, end)))
    }
    let positions = TextPositions(Array(file.bytes[part.range.start..<part.range.end]), encoding)
    return LSP.Location(uri: OpenDocument.uri(of: part.path), range: positions.range(start, end))
  }

  /// A diagnostic with the text that `check` prints.
  func message(_ diagnostic: Diagnostic, at range: LSP.Range) -> LSP.Diagnostic {
    let lines =
      [diagnostic.message] + (diagnostic.reason.map { ["why: \($0)"] } ?? [])
      + diagnostic.fixes.map { "help: \($0)" }
    let notes = diagnostic.notes.map { note in
      LSP.Diagnostic.Note(
        location: location(note.range, in: diagnostic.file), message: note.message.printable)
    }
    return LSP.Diagnostic(
      range: range, severity: diagnostic.severity == .error ? 1 : 2, code: diagnostic.code.name,
      message: lines.map(\.printable).joined(separator: "\n"),
      relatedInformation: notes.isEmpty ? nil : notes)
  }

  /// The edits of a text with used files, grouped by address.
  func message(_ edits: [TextEdit], in file: SourceFile) -> LSP.WorkspaceEdit {
    let places = edits.map { (location($0.range, in: file), $0.text) }
    return LSP.WorkspaceEdit(
      changes: Dictionary(grouping: places, by: \.0.uri).mapValues { places in
        places.map { LSP.TextEdit(range: $0.0.range, newText: $0.1) }
      })
  }
}
