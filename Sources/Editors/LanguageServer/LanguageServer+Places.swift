import Platform
import Reports
import Semantics

extension TextPositions {
  func json(_ offset: Int) -> Message {
    let place = position(of: offset)
    return ["line": place.line, "character": place.character]
  }

  func json(_ start: Int, _ end: Int) -> Message { ["start": json(start), "end": json(end)] }

  /// The byte offset of an LSP position.
  func offset(_ position: Message?) -> Int {
    offset(line: position?["line"] as? Int ?? 0, character: position?["character"] as? Int ?? 0)
  }

  func range(_ range: Message) -> Range<Int> {
    let start = offset(range["start"] as? Message)
    return start..<max(start, offset(range["end"] as? Message))
  }
}

extension LanguageServer {
  /// The address and the range of a place in a text with used files.
  func location(_ range: SourceRange, in file: SourceFile) -> (uri: String, range: Message) {
    let part = file.part(at: range.start)
    let start = range.start - part.range.start
    let end = max(start, min(range.end, part.range.end) - part.range.start)
    // A file that was read equals its open document; otherwise it would have been read again.
    if let open = documents.values.first(where: { $0.path == part.path }),
      open.bytes.count - open.mark == part.range.end - part.range.start
    {
      return (open.uri, open.positions.json(start + open.mark, end + open.mark))
    }
    let positions = TextPositions(Array(file.bytes[part.range.start..<part.range.end]), encoding)
    return (OpenDocument.uri(of: part.path), positions.json(start, end))
  }

  func json(_ range: SourceRange, in file: SourceFile) -> Message {
    let place = location(range, in: file)
    return ["uri": place.uri, "range": place.range]
  }

  /// A diagnostic as an LSP message, with the text that `check` prints.
  func json(_ diagnostic: Diagnostic, _ range: Message) -> Message {
    var json: Message = [
      "range": range, "severity": diagnostic.severity == .error ? 1 : 2,
      "code": diagnostic.code.name, "source": "traycheck",
      "message":
        ([diagnostic.message] + (diagnostic.reason.map { ["why: \($0)"] } ?? [])
        + diagnostic.fixes.map { "help: \($0)" }).map(\.printable).joined(separator: "\n"),
    ]
    if !diagnostic.notes.isEmpty {
      json["relatedInformation"] = diagnostic.notes.map { note in
        [
          "location": self.json(note.range, in: diagnostic.file),
          "message": note.message.printable,
        ] as Message
      }
    }
    return json
  }

  /// The edits of a text with used files, grouped by address.
  func json(_ edits: [TextEdit], in file: SourceFile) -> Message {
    var changes: [String: [Message]] = [:]
    for edit in edits {
      let place = location(edit.range, in: file)
      changes[place.uri, default: []].append(["range": place.range, "newText": edit.text])
    }
    return ["changes": changes]
  }
}
