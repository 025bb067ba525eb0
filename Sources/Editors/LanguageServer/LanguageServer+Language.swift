import Files
import Platform
import Reports
import Semantics
import SpecLanguage

extension LanguageServer {
  static func capabilities(_ encoding: TextPositions.Encoding) -> Message {
    [
      "positionEncoding": encoding.rawValue,
      "textDocumentSync": ["openClose": true, "change": 2, "save": true] as Message,
      "completionProvider": ["triggerCharacters": ["."]],
      "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
      "hoverProvider": true, "definitionProvider": true, "referencesProvider": true,
      "documentHighlightProvider": true, "documentSymbolProvider": true,
      "workspaceSymbolProvider": true, "renameProvider": ["prepareProvider": true],
      "foldingRangeProvider": true, "selectionRangeProvider": true,
      "workspace": [
        "workspaceFolders": ["supported": true, "changeNotifications": true] as Message
      ],
      "codeActionProvider": ["codeActionKinds": ["quickfix", "refactor"]],
      "executeCommandProvider": ["commands": [Self.show]],
      "documentFormattingProvider": true, "documentRangeFormattingProvider": true,
      "inlayHintProvider": true, "codeLensProvider": [:] as Message,
      "semanticTokensProvider": [
        "legend": [
          "tokenTypes": Highlight.Kind.allCases.map(\.name), "tokenModifiers": ["declaration"],
        ], "full": true,
      ] as Message,
    ]
  }

  /// A document, the offset of the requested place in the parsed text, and the analysis of the document.
  private mutating func place(
    _ parameters: Message
  ) throws(Refusal) -> (document: OpenDocument, offset: Int, known: AnalyzedDocument) {
    let (document, known) = try document(parameters)
    let offset = document.positions.offset(parameters["position"] as? Message)
    return (document, max(0, offset - document.mark), known)
  }

  private mutating func document(
    _ parameters: Message
  ) throws(Refusal) -> (OpenDocument, AnalyzedDocument) {
    let uri = (parameters["textDocument"] as? Message)?["uri"] as? String ?? ""
    guard let document = documents[uri] else { throw .invalid("'\(uri)' is not open") }
    return (document, try understanding(of: uri))
  }

  mutating func answer(
    language method: String, _ parameters: Message
  ) throws(Refusal) -> Any {
    switch method {
    case "textDocument/hover": return try hover(parameters)
    case "textDocument/definition":
      let (_, offset, known) = try place(parameters)
      return known.understanding.declarations(at: offset).map {
        json($0, in: known.understanding.file)
      }
    case "textDocument/references":
      let (_, offset, known) = try place(parameters)
      let context = parameters["context"] as? Message
      let wantsDeclaration = context?["includeDeclaration"] as? Bool ?? true
      return known.understanding.places(ofNameAt: offset)
        .filter { wantsDeclaration || !known.understanding.references.isDeclaration($0) }
        .map { json($0, in: known.understanding.file) }
    case "textDocument/documentHighlight":
      let (document, offset, known) = try place(parameters)
      let own = known.understanding.file.parts[0].range
      return known.understanding.places(ofNameAt: offset).filter { $0.end <= own.end }.map {
        [
          "range": document.positions.json($0.start + document.mark, $0.end + document.mark),
          "kind": known.understanding.references.isDeclaration($0) ? 3 : 2,
        ] as Message
      }
    case "textDocument/prepareRename":
      let (document, offset, _) = try place(parameters)
      let name = try renaming(in: document, at: offset, read).name
      return document.positions.json(name.start + document.mark, name.end + document.mark)
    case "textDocument/rename": return try rename(parameters)
    case "textDocument/completion": return try completions(parameters)
    case "textDocument/signatureHelp": return try call(parameters)
    case "textDocument/documentSymbol":
      let (document, known) = try document(parameters)
      let own = known.understanding.file.parts[0].range
      return known.understanding.symbols.filter { $0.range.end <= own.end }
        .map { json($0, document) }
    case "workspace/symbol": return try symbols(parameters["query"] as? String ?? "")
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

  private mutating func hover(_ parameters: Message) throws(Refusal) -> Any {
    let (document, offset, known) = try place(parameters)
    guard let hover = known.understanding.hover(at: offset) else { return JSONTree.null }
    var parts = ["```tray\n\(hover.declaration)\n```"]
    if let documentation = hover.documentation { parts.append(documentation) }
    if !hover.facts.isEmpty { parts.append(hover.facts.joined(separator: " ")) }
    if let name = hover.verdictOf, let verdict = verdict(of: name, in: document.path) {
      parts.append(verdict)
    }
    return [
      "contents": ["kind": "markdown", "value": parts.joined(separator: "\n\n")],
      "range": document.positions.json(
        hover.range.start + document.mark, hover.range.end + document.mark),
    ] as Message
  }

  /// Renames only if all texts keep their meaning with the new name.
  private mutating func rename(_ parameters: Message) throws(Refusal) -> Any {
    let (document, offset, known) = try place(parameters)
    let name = parameters["newName"] as? String ?? ""
    if case .failure(let refusal) = known.understanding.renaming(at: offset, to: name) {
      throw .failed(refusal.reason)
    }
    return try edit(try renaming(in: document, at: offset, read), to: name)
  }

  /// The standard style, for the whole text or for the lines of a range.
  private func format(_ parameters: Message) throws(Refusal) -> Any {
    let uri = (parameters["textDocument"] as? Message)?["uri"] as? String ?? ""
    guard let document = documents[uri] else { throw .invalid("'\(uri)' is not open") }
    var lines: ClosedRange<Int>?
    if let range = (parameters["range"] as? Message).map({ document.positions.range($0) }) {
      let first = document.positions.position(of: range.lowerBound).line
      let end = document.positions.position(of: range.upperBound)
      let last = end.character == 0 && end.line > first ? end.line - 1 : end.line
      lines = first + 1...last + 1
    }
    do throws(SpecFormatter.Refusal) {
      let file = SourceFile(path: document.path, contents: document.bytes)
      return try SpecFormatter.edits(of: file, in: lines).map { edit -> Message in
        let (start, end) = (edit.range.start + document.mark, edit.range.end + document.mark)
        return ["range": document.positions.json(start, end), "newText": edit.text]
      }
    } catch {
      switch error {
      case .mistakes: throw .failed("the text has mistakes, and stays as it is")
      case .stopped: throw .failed("it takes too long, and the text stays as it is")
      case .unsound: throw .failed("internal error: the text would have become another one")
      }
    }
  }

  private mutating func completions(_ parameters: Message) throws(Refusal) -> Any {
    let uri = (parameters["textDocument"] as? Message)?["uri"] as? String ?? ""
    guard let document = documents[uri] else { throw .invalid("'\(uri)' is not open") }
    let offset = document.positions.offset(parameters["position"] as? Message)
    let found = Understanding.completions(
      at: max(0, offset - document.mark), in: source(of: document).file, limits: limits)
    let range = document.positions.json(
      found.range.start + document.mark, found.range.end + document.mark)
    let items = found.items.map { item -> Message in
      var json: Message = [
        "label": item.text, "kind": item.kind.number,
        "textEdit": ["range": range, "newText": item.text] as Message,
      ]
      if let detail = item.detail { json["detail"] = detail }
      if let documentation = item.documentation { json["documentation"] = documentation }
      return json
    }
    return ["isIncomplete": false, "items": items] as Message
  }

  private mutating func call(_ parameters: Message) throws(Refusal) -> Any {
    let (_, offset, known) = try place(parameters)
    guard let call = known.understanding.call(at: offset) else { return JSONTree.null }
    var signature: Message = [
      "label": call.label, "parameters": call.values.map { ["label": $0] },
    ]
    if let documentation = call.documentation { signature["documentation"] = documentation }
    var json: Message = ["signatures": [signature], "activeSignature": 0]
    json["activeParameter"] = call.active ?? call.values.count
    return json
  }

  // MARK: Whole texts

  private func json(_ symbol: Symbol, _ document: OpenDocument) -> Message {
    let mark = document.mark
    let positions = document.positions
    let range = symbol.range.union(symbol.name.range)
    return [
      "name": symbol.name.text, "kind": symbol.kind.number, "detail": symbol.kind.rawValue,
      "range": positions.json(range.start + mark, range.end + mark),
      "selectionRange": positions.json(
        symbol.name.range.start + mark, symbol.name.range.end + mark),
      "children": symbol.children.filter { $0.kind != .parameter }.map { json($0, document) },
    ]
  }

  /// The symbols of all open documents.
  private mutating func symbols(_ query: String) throws(Refusal) -> Any {
    var found: [Message] = []
    for uri in documents.keys.sorted() {
      let understanding = try understanding(of: uri).understanding
      let own = understanding.file.parts[0].range
      let all = understanding.symbols.flatMap { [$0] + $0.children.filter { $0.kind == .rule } }
      for symbol in all where symbol.range.end <= own.end {
        guard query.isEmpty || symbol.name.text.lowercased().contains(query.lowercased()) else {
          continue
        }
        found.append([
          "name": symbol.name.text, "kind": symbol.kind.number,
          "location": json(symbol.name.range, in: understanding.file),
        ])
      }
    }
    return found
  }

  private mutating func folds(_ parameters: Message) throws(Refusal) -> Any {
    let (document, known) = try document(parameters)
    return known.understanding.folds.map { fold -> Message in
      let start = document.positions.position(of: fold.range.start + document.mark).line
      let end = document.positions.position(of: fold.range.end + document.mark).line
      var json: Message = [
        "startLine": start, "endLine": fold.isComment ? end : max(start, end - 1),
      ]
      if fold.isComment { json["kind"] = "comment" }
      return json
    }
  }

  private mutating func selections(_ parameters: Message) throws(Refusal) -> Any {
    let (document, known) = try document(parameters)
    return (parameters["positions"] as? [Message] ?? []).map { position -> Message in
      let offset = max(0, document.positions.offset(position) - document.mark)
      let ranges = known.understanding.selections(at: offset)
      return ranges.reversed().reduce(nil as Message?) { parent, range in
        var json: Message = [
          "range": document.positions.json(range.start + document.mark, range.end + document.mark)
        ]
        if let parent { json["parent"] = parent }
        return json
      } ?? ["range": document.positions.json(offset, offset)]
    }
  }

  private mutating func highlights(_ parameters: Message) throws(Refusal) -> Any {
    let (document, known) = try document(parameters)
    var (line, character) = (0, 0)
    var data: [Int] = []
    for highlight in known.understanding.highlights {
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

extension Symbol.Kind {
  /// The `SymbolKind` of the protocol.
  fileprivate var number: Int {
    switch self {
    case .spec: 2
    case .param, .constant: 14
    case .variable, .local, .parameter: 13
    case .enumeration: 10
    case .enumCase: 22
    case .structure: 23
    case .field: 8
    case .type, .symmetric: 26
    case .signal, .event, .group: 24
    case .function, .rule: 12
    case .property: 7
    case .scenario, .steps: 6
    case .world: 3
    }
  }
}

extension Suggestion.Kind {
  /// The `CompletionItemKind` of the protocol.
  fileprivate var number: Int {
    switch self {
    case .keyword: 14
    case .label, .member: 10
    case .symbol(let kind):
      switch kind {
      case .param, .constant: 21
      case .variable, .local, .parameter: 6
      case .enumeration: 13
      case .enumCase: 20
      case .structure: 22
      case .field, .property: 10
      case .type, .symmetric: 25
      case .signal, .event, .group: 23
      case .function, .rule, .scenario, .steps: 3
      case .spec, .world: 9
      }
    }
  }
}
