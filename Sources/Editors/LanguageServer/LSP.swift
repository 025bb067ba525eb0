/// The messages of the server, with the names of the Language Server Protocol, version 3.17.
enum LSP {
  // MARK: Envelopes

  /// A response to a request.
  struct Response<Result: Encodable>: Encodable {
    let jsonrpc = "2.0"
    var id: MessageID
    var result: Result
  }

  /// An error response to a request.
  struct ErrorResponse: Encodable {
    let jsonrpc = "2.0"
    var id: MessageID
    var error: LanguageServer.Refusal
  }

  /// A request, or a notification if it has no identifier.
  struct Call<Parameters: Encodable>: Encodable {
    let jsonrpc = "2.0"
    var id: MessageID?
    var method: String
    var params: Parameters?
  }

  // MARK: Places and edits

  struct Position: Codable, Hashable {
    var line: Int
    var character: Int
  }

  struct Range: Codable, Hashable {
    var start: Position
    var end: Position
  }

  struct Location: Encodable, Hashable {
    var uri: String
    var range: Range
  }

  struct TextEdit: Encodable {
    var range: Range
    var newText: String
  }

  /// Edits by the address of their document.
  struct WorkspaceEdit: Encodable {
    var changes: [String: [TextEdit]]
  }

  // MARK: Results

  struct InitializeResult: Encodable {
    var capabilities: Capabilities
    var serverInfo: [String: String]
  }

  struct Capabilities: Encodable {
    struct Synchronization: Encodable {
      let openClose = true
      let change = 2
      let save = true
    }

    struct SemanticTokens: Encodable {
      let legend = [
        "tokenTypes": Highlight.Kind.allCases.map(\.name), "tokenModifiers": ["declaration"],
      ]
      let full = true
    }

    var positionEncoding: String
    let textDocumentSync = Synchronization()
    let completionProvider = ["triggerCharacters": ["."]]
    let signatureHelpProvider = ["triggerCharacters": ["(", ","]]
    let hoverProvider = true
    let definitionProvider = true
    let referencesProvider = true
    let documentHighlightProvider = true
    let documentSymbolProvider = true
    let workspaceSymbolProvider = true
    let renameProvider = ["prepareProvider": true]
    let foldingRangeProvider = true
    let selectionRangeProvider = true
    let workspace = ["workspaceFolders": ["supported": true, "changeNotifications": true]]
    let codeActionProvider = [
      "codeActionKinds": ["quickfix", "refactor", "source.fixAll", LanguageServer.fixAll]
    ]
    let executeCommandProvider = ["commands": [LanguageServer.show]]
    let documentFormattingProvider = true
    let documentRangeFormattingProvider = true
    let inlayHintProvider = true
    let codeLensProvider: [String: Bool] = [:]
    let semanticTokensProvider = SemanticTokens()
  }

  struct Hover: Encodable {
    var contents: [String: String]
    var range: Range
  }

  struct DocumentHighlight: Encodable {
    var range: Range
    var kind: Int
  }

  struct CompletionList: Encodable {
    struct Item: Encodable {
      var label: String
      var kind: Int
      var textEdit: TextEdit
      var detail: String?
      var documentation: String?
    }

    let isIncomplete = false
    var items: [Item]
  }

  struct SignatureHelp: Encodable {
    struct Signature: Encodable {
      var label: String
      var parameters: [[String: String]]
      var documentation: String?
    }

    var signatures: [Signature]
    let activeSignature = 0
    var activeParameter: Int
  }

  struct DocumentSymbol: Encodable {
    var name: String
    var kind: Int
    var detail: String
    var range: Range
    var selectionRange: Range
    var children: [DocumentSymbol]
  }

  struct WorkspaceSymbol: Encodable {
    var name: String
    var kind: Int
    var location: Location
  }

  struct FoldingRange: Encodable {
    var startLine: Int
    var endLine: Int
    var kind: String?
  }

  /// A selection with the ones around it.
  final class SelectionRange: Encodable {
    let range: Range
    let parent: SelectionRange?

    init(_ range: Range, in parent: SelectionRange?) {
      (self.range, self.parent) = (range, parent)
    }
  }

  struct CodeAction: Encodable {
    var title: String
    var kind: String
    var isPreferred: Bool?
    var diagnostics: [Diagnostic]?
    var edit: WorkspaceEdit
  }

  struct InlayHint: Encodable {
    var position: Position
    var label: String
    var kind: Int?
    var paddingLeft: Bool
  }

  struct CodeLens: Encodable {
    struct Command: Encodable {
      var title: String
      let command = LanguageServer.show
      var arguments: [String]
    }

    var range: Range
    var command: Command
  }

  // MARK: Notifications and requests of the server

  struct Diagnostic: Encodable, Hashable {
    struct Note: Encodable, Hashable {
      var location: Location
      var message: String
    }

    var range: Range
    var severity: Int
    var code: String
    /// The address of a page about the finding.
    var codeDescription: [String: String]?
    let source = "traycheck"
    var message: String
    var relatedInformation: [Note]?
  }

  struct PublishedDiagnostics: Encodable {
    var uri: String
    var version: Int?
    var diagnostics: [Diagnostic]
  }

  struct ShownMessage: Encodable {
    let type = 3
    var message: String
  }

  /// The registration for changes of files that are not open.
  struct FileWatch: Encodable {
    let id = "files"
    let method = "workspace/didChangeWatchedFiles"
    let registerOptions = ["watchers": [["globPattern": "**/*.tray"]]]
  }
}
