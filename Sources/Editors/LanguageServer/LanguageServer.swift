import Files
import Platform
import Reports
import Semantics
import SpecLanguage
import TrayKit

/// A server of the Language Server Protocol, version 3.17: `LanguageServer(write: …).run(mailbox)`.
///
/// One thread reads and another one answers, in the order of the messages. Diagnostics are published when the queue is
/// empty, and their analysis makes way for messages. Checks of saved files run in parallel and are cancelled by the next change.
struct LanguageServer {
  /// The error response to a request.
  struct Refusal: Error, Encodable {
    var code: Int
    var message: String

    static func failed(_ message: String) -> Refusal { Refusal(code: -32803, message: message) }
    static func invalid(_ message: String) -> Refusal { Refusal(code: -32602, message: message) }
  }

  typealias Parameters = ClientMessage.Parameters

  private let write: (String) -> Bool
  let mailbox = Mailbox()
  let limits: Checker.Limits
  var encoding = TextPositions.Encoding.utf16
  /// The open documents, by address.
  var documents: [String: OpenDocument] = [:]
  /// The folders of the workspace, by path.
  private(set) var folders: [String] = []
  /// The analyses of open documents, by address, and those of their default worlds alone, which take less time.
  private(set) var read: [String: AnalyzedDocument] = [:]
  private var drafts: [String: AnalyzedDocument] = [:]
  /// The analyses of other files, by path, and their declarations. They are used only for the same text.
  var kept: [String: AnalyzedDocument] = [:]
  var outlines: [String: (file: SourceFile, symbols: [Symbol])] = [:]
  /// The documents whose diagnostics have to be published.
  private var untold: Set<String> = []
  /// The published diagnostics of each document, by the address at which they appear.
  private var told: [String: [String: [LSP.Diagnostic]]] = [:]
  /// The results of the checks of saved files, by path.
  var checks: [String: SavedCheck.Result] = [:]
  private var running: [String: SavedCheck] = [:]
  /// The kinds of results that the client requests again after a check.
  private var refreshes: [String] = []
  private var lastNumber = 0
  /// The severity of violations, as the protocol numbers it; nil if they are not diagnostics.
  private(set) var severityOfViolations: Int? = 1
  private let pages = PageFolder()
  /// Whether the client reports changes of files that are not open.
  private var watchesFiles = false
  private var isInitialized = false
  private var isShutDown = false

  init(maximumValues: Int, write: @escaping (String) -> Bool) {
    limits = Checker.Limits(maximumValues: maximumValues)
    self.write = write
  }

  /// Serves the client until it ends the session; returns whether it ended as the protocol requires.
  mutating func run(_ isEnded: () -> Bool) -> Bool {
    defer { pages.remove() }
    while !isEnded() {
      if mailbox.isEmpty { tellDiagnostics() }
      switch mailbox.next(isEnded) {
      case .end: return isShutDown
      case .checked(let result): take(result)
      case .message(let bytes):
        guard let message = try? JSONDecoder().decode(ClientMessage.self, from: Data(bytes)) else {
          let refusal = Refusal(code: -32700, message: "this is no JSON object")
          send(LSP.ErrorResponse(id: .null, error: refusal))
          continue
        }
        if message.method == "exit" {
          running.values.forEach { $0.cancel() }
          return isShutDown
        }
        handle(message)
      }
    }
    return isShutDown
  }

  private mutating func handle(_ message: ClientMessage) {
    guard let method = message.method else { return }
    let parameters = message.params ?? Parameters()
    guard let id = message.id else {
      if isInitialized, !isShutDown { notice(method, parameters) }
      return
    }
    do throws(Refusal) {
      let result = try answer(method, parameters)
      respond(to: id, result)
    } catch {
      send(LSP.ErrorResponse(id: id, error: error))
    }
  }

  private func respond(to id: MessageID, _ result: some Encodable) {
    send(LSP.Response(id: id, result: result))
  }

  private mutating func request(_ id: String, _ method: String, _ parameters: (some Encodable)?) {
    lastNumber += 1
    send(LSP.Call(id: .string("\(id)-\(lastNumber)"), method: method, params: parameters))
  }

  func send(_ message: some Encodable) {
    guard let body = try? JSONDocument.line(of: message) else { return }
    _ = write("Content-Length: \(body.utf8.count)\r\n\r\n" + body)
  }

  // MARK: Lifecycle

  private mutating func answer(
    _ method: String, _ parameters: Parameters
  ) throws(Refusal) -> any Encodable {
    if method == "initialize" {
      if isInitialized { throw .invalid("the server is initialized already") }
      return initialize(parameters)
    }
    guard isInitialized else {
      throw Refusal(code: -32002, message: "the server is not initialized")
    }
    if isShutDown { throw Refusal(code: -32600, message: "the server was shut down") }
    if method == "shutdown" {
      isShutDown = true
      running.values.forEach { $0.cancel() }
      return String?.none
    }
    return try answer(language: method, parameters)
  }

  private mutating func initialize(_ parameters: Parameters) -> LSP.InitializeResult {
    isInitialized = true
    if parameters.capabilities?.general?.positionEncodings?.contains("utf-8") == true {
      encoding = .utf8
    }
    let violations = parameters.initializationOptions?.violations ?? .error
    let severities: [ClientMessage.Violations] = [.error, .warning, .information, .hint]
    severityOfViolations = severities.firstIndex(of: violations).map { $0 + 1 }
    folders = Self.paths(of: parameters.workspaceFolders?.map(\.uri) ?? [parameters.rootUri])
    let workspace = parameters.capabilities?.workspace
    watchesFiles = workspace?.didChangeWatchedFiles?.dynamicRegistration ?? false
    if workspace?.codeLens?.refreshSupport == true { refreshes.append("codeLens") }
    if workspace?.inlayHint?.refreshSupport == true { refreshes.append("inlayHint") }
    return LSP.InitializeResult(
      capabilities: LSP.Capabilities(positionEncoding: encoding.rawValue),
      serverInfo: ["name": "traycheck", "version": Traycheck.version])
  }

  /// The paths of folders with file addresses; other folders are ignored.
  private static func paths(of folders: [String?]) -> [String] {
    folders.compactMap(\.self).map(OpenDocument.path)
      .filter { $0.hasPrefix("/") }
      .map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  private mutating func notice(_ method: String, _ parameters: Parameters) {
    let document = parameters.textDocument
    let uri = document?.uri ?? ""
    switch method {
    case "initialized":
      guard watchesFiles else { return }
      request("register", "client/registerCapability", ["registrations": [LSP.FileWatch()]])
    case "textDocument/didOpen":
      guard let text = document?.text, !uri.isEmpty else { return }
      documents[uri] = OpenDocument(uri: uri, version: document?.version, text: text, encoding)
      changed(uri)
    case "textDocument/didChange":
      guard var open = documents[uri] else { return }
      documents[uri] = nil
      open.version = document?.version
      for change in parameters.contentChanges ?? [] {
        guard let text = change.text else { continue }
        open.replace(change.range.map(open.positions.offsets), by: text)
      }
      documents[uri] = open
      changed(uri)
    case "textDocument/didSave":
      guard let open = documents[uri], open.path.hasPrefix("/") else { return }
      // The files that it uses may have changed without notice.
      forget(uri)
      lastNumber += 1
      running[open.path] = SavedCheck(
        open.path, number: lastNumber, pages: severityOfViolations == nil ? nil : pages,
        into: mailbox)
    case "textDocument/didClose":
      guard let open = documents.removeValue(forKey: uri) else { return }
      forget(uri)
      untold.remove(uri)
      running.removeValue(forKey: open.path)?.cancel()
      tell([:], for: uri)
      forgetUsers(of: open.path, but: uri)
    case "workspace/didChangeWorkspaceFolders":
      let removed = Self.paths(of: parameters.event?.removed?.map(\.uri) ?? [])
      let added = Self.paths(of: parameters.event?.added?.map(\.uri) ?? [])
      folders.removeAll { removed.contains($0) || added.contains($0) }
      folders += added
    case "workspace/didChangeWatchedFiles":
      for uri in documents.keys { forget(uri) }
    default: break
    }
  }

  // MARK: Documents

  /// Handles a changed text: it is parsed again, with all documents that use it, and its check is cancelled.
  private mutating func changed(_ uri: String) {
    guard let path = documents[uri]?.path else { return }
    forget(uri)
    forgetUsers(of: path, but: uri)
  }

  private mutating func forget(_ uri: String) {
    read[uri] = nil
    drafts[uri] = nil
    untold.insert(uri)
    guard let path = documents[uri]?.path else { return }
    running.removeValue(forKey: path)?.cancel()
    checks[path] = nil
  }

  /// Drops the analyses of all documents that use a changed file.
  private mutating func forgetUsers(of path: String, but uri: String) {
    let real = RealPath.of(path)
    for (other, known) in drafts.merging(read, uniquingKeysWith: { $1 }) where other != uri {
      if known.files.contains(where: { RealPath.of($0) == real }) { forget(other) }
    }
  }

  /// The text of a document with the files that it uses, as they are open in the editor.
  func source(of document: OpenDocument) -> (file: SourceFile, files: Set<String>) {
    source(of: SourceFile(path: document.path, contents: document.bytes))
  }

  /// A file with the files that it uses, as they are open in the editor.
  func source(of root: SourceFile) -> (file: SourceFile, files: Set<String>) {
    var files: Set = [root.path]
    let open = Dictionary(
      documents.values.sorted { $0.uri < $1.uri }.map { (RealPath.of($0.path), $0.bytes) },
      uniquingKeysWith: { first, _ in first })
    let file = UsedFiles(identity: RealPath.of) { path in
      files.insert(path)
      if let bytes = open[RealPath.of(path)] { return .bytes(bytes) }
      do throws(FileError) {
        return .bytes(try SpecLoader.read(path))
      } catch {
        return .unreadable(error.reason)
      }
    }.joined(to: root)
    return (file, files)
  }

  /// The document of a request.
  func document(_ parameters: Parameters) throws(Refusal) -> OpenDocument {
    let uri = parameters.textDocument?.uri ?? ""
    guard let document = documents[uri] else { throw .invalid("'\(uri)' is not open") }
    return document
  }

  /// The analysis of a document.
  ///
  /// - Parameters:
  ///   - notesAllNames: whether the names in all worlds are needed.
  ///   - isInterrupted: whether the result is no longer wanted. An analysis that was cut is not kept.
  mutating func analysis(
    of document: OpenDocument, notesAllNames: Bool = true,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) -> AnalyzedDocument {
    if let known = read[document.uri], known.hasAllNames || !notesAllNames { return known }
    let (file, files) = source(of: document)
    let known = AnalyzedDocument(
      file, files: files, limits: limits, notesAllNames: notesAllNames,
      isInterrupted: isInterrupted)
    if !known.isCut { read[document.uri] = known }
    return known
  }

  /// The declarations of a document, without names that only other worlds have, for answers while the author writes.
  mutating func draft(of document: OpenDocument) -> Understanding {
    if let known = read[document.uri] ?? drafts[document.uri] { return known.understanding }
    let (file, files) = source(of: document)
    let known = AnalyzedDocument(file, files: files, limits: limits, isDraft: true)
    drafts[document.uri] = known
    return known.understanding
  }

  // MARK: Diagnostics

  /// Publishes the diagnostics of all changed documents, until a message arrives.
  private mutating func tellDiagnostics() {
    while mailbox.isEmpty, let uri = untold.sorted().first {
      guard let document = documents[uri] else {
        untold.remove(uri)
        continue
      }
      let known = analysis(of: document, notesAllNames: false) { [mailbox] in !mailbox.isEmpty }
      if known.isCut { return }
      untold.remove(uri)
      var found: [String: [LSP.Diagnostic]] = [uri: []]
      for diagnostic in known.diagnostics {
        let place = location(diagnostic.range, in: diagnostic.file)
        found[place.uri, default: []].append(message(diagnostic, at: place.range))
      }
      for (place, violation) in violations(of: document) {
        found[place, default: []].append(violation)
      }
      tell(found, for: uri)
    }
  }

  /// Publishes the diagnostics of a document by address, and clears those at other addresses.
  private mutating func tell(_ found: [String: [LSP.Diagnostic]], for uri: String) {
    let before = told[uri] ?? [:]
    told[uri] = found.isEmpty ? nil : found
    for place in Set(found.keys).union(before.keys).sorted() {
      // Several documents may use the same file.
      var seen: Set<LSP.Diagnostic> = []
      let all = told.keys.sorted().flatMap { told[$0]?[place] ?? [] }
        .filter { seen.insert($0).inserted }
      let diagnostics = LSP.PublishedDiagnostics(
        uri: place, version: documents[place]?.version, diagnostics: all)
      send(LSP.Call(method: "textDocument/publishDiagnostics", params: diagnostics))
    }
  }

  private mutating func take(_ result: SavedCheck.Result) {
    guard result.spec != nil, running[result.path]?.number == result.number else { return }
    running[result.path] = nil
    checks[result.path] = result
    untold.formUnion(documents.values.filter { $0.path == result.path }.map(\.uri))
    for name in refreshes { request("refresh", "workspace/\(name)/refresh", String?.none) }
  }
}
