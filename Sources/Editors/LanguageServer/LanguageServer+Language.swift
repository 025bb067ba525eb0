import Files
import Semantics
import SpecLanguage
import TrayKit

extension LanguageServer {
  /// The requested place in the parsed text of a document, with the analysis of the document.
  private mutating func place(
    _ parameters: Parameters
  ) throws(Refusal) -> (document: OpenDocument, offset: Int, known: Understanding) {
    let (document, known) = try understanding(parameters)
    return (document, document.offset(parameters.position), known)
  }

  /// The document of a request, with its analysis.
  mutating func understanding(
    _ parameters: Parameters
  ) throws(Refusal) -> (OpenDocument, Understanding) {
    let document = try document(parameters)
    return (document, analysis(of: document).understanding)
  }

  mutating func answer(
    language method: String, _ parameters: Parameters
  ) throws(Refusal) -> any Encodable {
    switch method {
    case "textDocument/hover": return try hover(parameters)
    case "textDocument/definition":
      let (_, offset, known) = try place(parameters)
      return known.declarations(at: offset).map { location($0, in: known.file) }
    case "textDocument/references":
      let document = try document(parameters)
      let found = occurrences(in: document, at: document.offset(parameters.position))
      let wantsDeclarations = parameters.context?.includeDeclaration ?? true
      return found.map { locations($0, withDeclarations: wantsDeclarations) } ?? []
    case "textDocument/documentHighlight":
      let (document, offset, known) = try place(parameters)
      return known.places(ofNameAt: offset).filter { $0.end <= known.own.end }.map {
        LSP.DocumentHighlight(
          range: document.range($0), kind: known.references.isDeclaration($0) ? 3 : 2)
      }
    case "textDocument/prepareRename":
      let document = try document(parameters)
      let found = occurrences(in: document, at: document.offset(parameters.position))
      return document.range(try renaming(found).name)
    case "textDocument/rename": return try rename(parameters)
    case "textDocument/completion": return try completions(parameters)
    case "textDocument/signatureHelp": return try call(parameters)
    case "textDocument/documentSymbol":
      let document = try document(parameters)
      return draft(of: document).ownSymbols.map { message($0, document) }
    case "workspace/symbol": return symbols(parameters.query ?? "")
    case "textDocument/foldingRange": return try folds(parameters)
    case "textDocument/selectionRange": return try selections(parameters)
    case "textDocument/semanticTokens/full": return try highlights(parameters)
    case "textDocument/codeAction": return try actions(parameters)
    case "textDocument/formatting", "textDocument/rangeFormatting": return try format(parameters)
    case "textDocument/inlayHint": return try hints(parameters)
    case "textDocument/codeLens": return try lenses(parameters)
    case "workspace/executeCommand": return try execute(parameters)
    default: throw Refusal(code: -32601, message: "there is no '\(method)'")
    }
  }

  // MARK: Names at a place

  private mutating func hover(_ parameters: Parameters) throws(Refusal) -> LSP.Hover? {
    let document = try document(parameters)
    let offset = document.offset(parameters.position)
    let draft = draft(of: document)
    guard draft.name(at: offset) != nil else { return nil }
    // Some names exist only in other worlds.
    guard
      let hover = draft.hover(at: offset)
        ?? analysis(of: document).understanding.hover(at: offset)
    else { return nil }
    let verdict = hover.verdictOf.flatMap { self.verdict(of: $0, in: document.path) }
    let parts = hover.paragraphs + (verdict.map { [$0] } ?? [])
    return LSP.Hover(
      contents: ["kind": "markdown", "value": parts.joined(separator: "\n\n")],
      range: document.range(hover.range))
  }

  /// Renames only if all texts keep their meaning with the new name.
  private mutating func rename(_ parameters: Parameters) throws(Refusal) -> LSP.WorkspaceEdit {
    let (document, offset, known) = try place(parameters)
    let name = parameters.newName ?? ""
    if let obstacle = known.obstacle(toRenamingAt: offset, to: name) { throw .failed(obstacle) }
    let found = occurrences(in: document, at: offset)
    return try edit(try renaming(found), to: name)
  }

  /// The standard style, for the whole text or for the lines of a range.
  private func format(_ parameters: Parameters) throws(Refusal) -> [LSP.TextEdit] {
    let document = try document(parameters)
    var lines: ClosedRange<Int>?
    if let range = parameters.range.map(document.positions.offsets) {
      let first = document.positions.position(of: range.lowerBound).line
      let end = document.positions.position(of: range.upperBound)
      let last = end.character == 0 && end.line > first ? end.line - 1 : end.line
      lines = first + 1...last + 1
    }
    do throws(SpecFormatter.Refusal) {
      let file = SourceFile(path: document.path, contents: document.bytes)
      return try SpecFormatter.edits(of: file, in: lines).map {
        LSP.TextEdit(range: document.range($0.range), newText: $0.text)
      }
    } catch {
      switch error {
      case .mistakes: throw .failed("the text has mistakes, and stays as it is")
      case .stopped: throw .failed("it takes too long, and the text stays as it is")
      case .unsound: throw .failed("internal error: the text would have become another one")
      }
    }
  }

  private func completions(_ parameters: Parameters) throws(Refusal) -> LSP.CompletionList {
    let document = try document(parameters)
    let found = Understanding.completions(
      at: document.offset(parameters.position), in: source(of: document).file, limits: limits)
    let range = document.range(found.range)
    return LSP.CompletionList(
      items: found.items.map { item in
        LSP.CompletionList.Item(
          label: item.text, kind: item.kind.number,
          textEdit: LSP.TextEdit(range: range, newText: item.text), detail: item.detail,
          documentation: item.documentation)
      })
  }

  private mutating func call(_ parameters: Parameters) throws(Refusal) -> LSP.SignatureHelp? {
    let document = try document(parameters)
    return draft(of: document).call(at: document.offset(parameters.position))
  }

  // MARK: Whole texts

  private func message(_ symbol: Symbol, _ document: OpenDocument) -> LSP.DocumentSymbol {
    LSP.DocumentSymbol(
      name: symbol.name.text, kind: symbol.kind.codes.symbol, detail: symbol.kind.rawValue,
      range: document.range(symbol.range.union(symbol.name.range)),
      selectionRange: document.range(symbol.name.range),
      children: symbol.children.filter { $0.kind != .parameter }.map { message($0, document) })
  }

  /// The symbols of all open documents and of the files of the workspace.
  private mutating func symbols(_ query: String) -> [LSP.WorkspaceSymbol] {
    var seen: Set<String> = []
    let open = documents.values.sorted { $0.uri < $1.uri }
    var texts = open.filter { seen.insert(RealPath.of($0.path)).inserted }.map { document in
      (
        uri: document.uri, positions: document.positions, mark: document.mark,
        symbols: draft(of: document).ownSymbols
      )
    }
    for path in workspaceFiles().paths where seen.insert(RealPath.of(path)).inserted {
      guard let bytes = try? SpecLoader.read(path) else { continue }
      let file = SourceFile(path: path, contents: bytes)
      let outline =
        outlines[path].flatMap { $0.file.bytes == file.bytes ? $0 : nil }
        ?? (file: file, symbols: Parser.parse(file, provesHelp: false).spec.symbols)
      outlines[path] = outline
      texts.append(
        (
          uri: OpenDocument.uri(of: path), positions: TextPositions(file.bytes, encoding), mark: 0,
          symbols: outline.symbols
        ))
    }
    return texts.flatMap { text in
      text.symbols.flatMap { [$0] + $0.children.filter { $0.kind == .rule } }
        .filter { query.isEmpty || $0.name.text.lowercased().contains(query.lowercased()) }
        .map { symbol in
          let range = symbol.name.range
          return LSP.WorkspaceSymbol(
            name: symbol.name.text, kind: symbol.kind.codes.symbol,
            location: LSP.Location(
              uri: text.uri,
              range: text.positions.range(range.start + text.mark, range.end + text.mark)))
        }
    }
  }

  private mutating func folds(_ parameters: Parameters) throws(Refusal) -> [LSP.FoldingRange] {
    let document = try document(parameters)
    let known = draft(of: document)
    return known.folds.map { fold in
      let range = document.range(fold.range)
      let (start, end) = (range.start.line, range.end.line)
      return LSP.FoldingRange(
        startLine: start, endLine: fold.isComment ? end : max(start, end - 1),
        kind: fold.isComment ? "comment" : nil)
    }
  }

  private mutating func selections(
    _ parameters: Parameters
  ) throws(Refusal) -> [LSP.SelectionRange] {
    let document = try document(parameters)
    let known = draft(of: document)
    return (parameters.positions ?? []).map { position in
      known.selections(at: document.offset(position)).reversed()
        .reduce(nil) { LSP.SelectionRange(document.range($1), in: $0) }
        ?? LSP.SelectionRange(LSP.Range(start: position, end: position), in: nil)
    }
  }

  private mutating func highlights(_ parameters: Parameters) throws(Refusal) -> [String: [Int]] {
    let (document, known) = try understanding(parameters)
    var (line, character) = (0, 0)
    var data: [Int] = []
    for highlight in known.highlights {
      // One line at a time.
      var start = highlight.range.start + document.mark
      let end = highlight.range.end + document.mark
      while start < end {
        let stop = document.bytes[start..<end].firstIndex(of: UInt8(ascii: "\n")) ?? end
        let place = document.positions.position(of: start)
        let length = document.positions.position(of: stop).character - place.character
        if length > 0 {
          let delta = place.line - line
          data += [
            delta, delta == 0 ? place.character - character : place.character, length,
            highlight.kind.rawValue, highlight.isDeclaration ? 1 : 0,
          ]
          (line, character) = (place.line, place.character)
        }
        start = stop + 1
      }
    }
    return ["data": data]
  }
}
