import Files
import Platform
import Reports
import Semantics
import SpecLanguage
import TrayKit

/// A server of the Language Server Protocol, version 3.17: `LanguageServer(write: …).run(mailbox)`.
///
/// One thread reads and another one answers, in the order of the messages. Diagnostics are published when the queue is
/// empty. Checks of saved files run in parallel and are cancelled by the next change.
struct LanguageServer {
  /// The error response to a request.
  struct Refusal: Error {
    var code: Int
    var message: String

    static let notInitialized = Refusal(code: -32002, message: "the server is not initialized")
    static let isShutDown = Refusal(code: -32600, message: "the server was shut down")
    static func failed(_ message: String) -> Refusal { Refusal(code: -32803, message: message) }
    static func invalid(_ message: String) -> Refusal { Refusal(code: -32602, message: message) }
  }

  private let write: (String) -> Bool
  let mailbox = Mailbox()
  let limits: Checker.Limits
  var encoding = TextPositions.Encoding.utf16
  /// The open documents, by address.
  var documents: [String: OpenDocument] = [:]
  /// The folders of the workspace, by path.
  private(set) var folders: [String] = []
  /// The analyses of open documents, by address.
  private(set) var read: [String: AnalyzedDocument] = [:]
  /// The documents whose diagnostics have to be published.
  private var untold: Set<String> = []
  /// The published diagnostics of each document, by the address at which they appear.
  private var told: [String: [String: [Message]]] = [:]
  /// The results of the checks of saved files, by path.
  var checks: [String: SavedCheck.Result] = [:]
  private var running: [String: SavedCheck] = [:]
  private var refreshes: Set<String> = []
  private var lastNumber = 0
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
    while !isEnded() {
      if mailbox.isEmpty { tellDiagnostics() }
      switch mailbox.next(isEnded) {
      case .end: return isShutDown
      case .checked(let result): take(result)
      case .message(let bytes):
        guard let message = (try? JSONText.read(bytes))?.message as? Message
        else {
          send([
            "id": JSONTree.null, "error": ["code": -32700, "message": "this is no JSON object"],
          ])
          continue
        }
        if message["method"] as? String == "exit" {
          running.values.forEach { $0.cancel() }
          return isShutDown
        }
        handle(message)
      }
    }
    return isShutDown
  }

  /// Asks the client to report changes of files that are not open.
  private mutating func watchFiles() {
    let watchers = [["globPattern": "**/*.tray"]]
    let registration: Message = [
      "id": "files", "method": "workspace/didChangeWatchedFiles",
      "registerOptions": ["watchers": watchers],
    ]
    send([
      "id": "register-\(nextNumber())", "method": "client/registerCapability",
      "params": ["registrations": [registration]],
    ])
  }

  private mutating func handle(_ message: Message) {
    guard let method = message["method"] as? String else { return }
    let parameters = message["params"] as? Message ?? [:]
    guard let id = message["id"] else {
      if isInitialized, !isShutDown { notice(method, parameters) }
      return
    }
    do throws(Refusal) {
      send(["id": id, "result": try answer(method, parameters)])
    } catch {
      send(["id": id, "error": ["code": error.code, "message": error.message] as Message])
    }
  }

  func send(_ content: Message) {
    var message = content
    message["jsonrpc"] = "2.0"
    guard let body = try? JSONDocument.line(of: JSONTree(message)) else { return }
    _ = write("Content-Length: \(body.utf8.count)\r\n\r\n" + body)
  }

  // MARK: Lifecycle

  private mutating func answer(
    _ method: String, _ parameters: Message
  ) throws(Refusal) -> Any {
    if method == "initialize" {
      if isInitialized { throw .invalid("the server is initialized already") }
      return initialize(parameters)
    }
    guard isInitialized else { throw .notInitialized }
    if isShutDown { throw .isShutDown }
    if method == "shutdown" {
      isShutDown = true
      running.values.forEach { $0.cancel() }
      return JSONTree.null
    }
    return try answer(language: method, parameters)
  }

  private mutating func initialize(_ parameters: Message) -> Message {
    isInitialized = true
    let capabilities = parameters["capabilities"] as? Message ?? [:]
    let general = capabilities["general"] as? Message ?? [:]
    if (general["positionEncodings"] as? [String] ?? []).contains("utf-8") { encoding = .utf8 }
    let roots =
      parameters["workspaceFolders"] as? [Message] ?? [["uri": parameters["rootUri"] ?? ""]]
    folders = Self.paths(of: roots)
    let workspace = capabilities["workspace"] as? Message ?? [:]
    let files = workspace["didChangeWatchedFiles"] as? Message
    watchesFiles = files?["dynamicRegistration"] as? Bool ?? false
    for name in ["codeLens", "inlayHint"] {
      let each = workspace[name] as? Message
      if each?["refreshSupport"] as? Bool == true { refreshes.insert(name) }
    }
    return [
      "capabilities": Self.capabilities(encoding),
      "serverInfo": ["name": "traycheck", "version": Traycheck.version],
    ]
  }

  /// The paths of folders with file addresses; other folders are ignored.
  private static func paths(of folders: [Message]) -> [String] {
    folders.compactMap { $0["uri"] as? String }.map(OpenDocument.path)
      .filter { $0.hasPrefix("/") }
      .map { $0.count > 1 && $0.hasSuffix("/") ? String($0.dropLast()) : $0 }
  }

  private mutating func notice(_ method: String, _ parameters: Message) {
    let document = parameters["textDocument"] as? Message
    let uri = document?["uri"] as? String ?? ""
    switch method {
    case "initialized": if watchesFiles { watchFiles() }
    case "textDocument/didOpen":
      guard let text = document?["text"] as? String, !uri.isEmpty else { return }
      documents[uri] = OpenDocument(
        uri: uri, version: document?["version"] as? Int, text: text, encoding)
      changed(uri)
    case "textDocument/didChange":
      guard var open = documents[uri] else { return }
      documents[uri] = nil
      open.version = document?["version"] as? Int
      for change in parameters["contentChanges"] as? [Message] ?? [] {
        guard let text = change["text"] as? String else { continue }
        let range = (change["range"] as? Message).map { open.positions.range($0) }
        open.replace(range, by: text)
      }
      documents[uri] = open
      changed(uri)
    case "textDocument/didSave":
      guard let open = documents[uri], open.path.hasPrefix("/") else { return }
      // The files that it uses may have changed without notice.
      forget(uri)
      running[open.path] = SavedCheck(open.path, number: nextNumber(), into: mailbox)
    case "textDocument/didClose":
      guard let open = documents.removeValue(forKey: uri) else { return }
      read[uri] = nil
      untold.remove(uri)
      running.removeValue(forKey: open.path)?.cancel()
      tell([:], for: uri)
      forgetUsers(of: open.path, but: uri)
    case "workspace/didChangeWorkspaceFolders":
      let event = parameters["event"] as? Message ?? [:]
      let removed = Self.paths(of: event["removed"] as? [Message] ?? [])
      let added = Self.paths(of: event["added"] as? [Message] ?? [])
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
    untold.insert(uri)
    guard let path = documents[uri]?.path else { return }
    running.removeValue(forKey: path)?.cancel()
    checks[path] = nil
  }

  /// Drops the analyses of all documents that use a changed file.
  private mutating func forgetUsers(of path: String, but uri: String) {
    let real = RealPath.of(path)
    for (other, known) in read where other != uri {
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

  /// The analysis of a document.
  mutating func understanding(of uri: String) throws(Refusal) -> AnalyzedDocument {
    if let known = read[uri] { return known }
    guard let document = documents[uri] else { throw .invalid("'\(uri)' is not open") }
    let (file, files) = source(of: document)
    let known = AnalyzedDocument(file, files: files, limits: limits)
    read[uri] = known
    return known
  }

  // MARK: Diagnostics

  /// Publishes the diagnostics of all changed documents.
  private mutating func tellDiagnostics() {
    while mailbox.isEmpty, let uri = untold.sorted().first {
      untold.remove(uri)
      guard let known = try? understanding(of: uri) else { continue }
      var found: [String: [Message]] = [uri: []]
      for diagnostic in known.diagnostics {
        let place = location(diagnostic.range, in: diagnostic.file)
        found[place.uri, default: []].append(json(diagnostic, place.range))
      }
      tell(found, for: uri)
    }
  }

  /// Publishes the diagnostics of a document by address, and clears those at other addresses.
  private mutating func tell(_ found: [String: [Message]], for uri: String) {
    let before = told[uri] ?? [:]
    told[uri] = found.isEmpty ? nil : found
    for place in Set(found.keys).union(before.keys).sorted() {
      // Several documents may use the same file.
      var texts: Set<String> = []
      let all = told.keys.sorted().flatMap { told[$0]?[place] ?? [] }.filter {
        (try? JSONDocument.line(of: JSONTree($0))).map { texts.insert($0).inserted } ?? false
      }
      var parameters: Message = ["uri": place, "diagnostics": all]
      if let version = documents[place]?.version { parameters["version"] = version }
      send(["method": "textDocument/publishDiagnostics", "params": parameters])
    }
  }

  /// The next number for a request of the server or a check.
  private mutating func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private mutating func take(_ result: SavedCheck.Result) {
    guard result.spec != nil, running[result.path]?.number == result.number else { return }
    running[result.path] = nil
    checks[result.path] = result
    for name in refreshes.sorted() {
      send(["id": "refresh-\(nextNumber())", "method": "workspace/\(name)/refresh"])
    }
  }
}
