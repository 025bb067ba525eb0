import Editors
import Foundation
import Synchronization
import TrayKit

/// An editor that talks with the language server, in this process: `try EditorSession()`.
public final class EditorSession: Sendable {
  /// A message as in `JSONSerialization`.
  public typealias Message = [String: Any]

  private let input = Pipe()
  private let output: Output
  /// The input of the server. Its thread may read on after its end, and must not read from another session.
  private let descriptor: Int32
  private let ending = Mutex<Bool?>(nil)
  private let ended = DispatchSemaphore(value: 0)
  private let count = Mutex(0)

  /// The output of the server, split into messages.
  private final class Output: Sendable {
    private let bytes = Mutex<[UInt8]>([])
    private let written = DispatchSemaphore(value: 0)

    func write(_ text: String) -> Bool {
      bytes.withLock { $0 += Array(text.utf8) }
      written.signal()
      return true
    }

    /// The next message; nil if there is none for so long.
    func next(within seconds: Double) -> Message? {
      while true {
        let message = bytes.withLock { bytes -> Message? in
          let head = "Content-Length: "
          guard bytes.starts(with: head.utf8) else { return nil }
          let digits = bytes[head.utf8.count...].prefix { $0 != 13 }
          let start = head.utf8.count + digits.count + 4
          guard let length = Int(String(decoding: digits, as: UTF8.self)),
            bytes.count >= start + length
          else { return nil }
          defer { bytes.removeFirst(start + length) }
          let body = Data(bytes[start..<start + length])
          return try? JSONSerialization.jsonObject(with: body) as? Message
        }
        if let message { return message }
        if written.wait(timeout: .now() + seconds) == .timedOut { return nil }
      }
    }
  }

  /// Nothing came for half a minute.
  public struct Silence: Error {
    /// The expected message.
    let awaited: String
  }

  /// Starts a server, which may count places in one of these encodings.
  ///
  /// - Parameter options: the settings of the server.
  public init(encodings: [String] = ["utf-16"], options: Message = [:]) throws {
    let output = Output()
    self.output = output
    let descriptor = dup(input.fileHandleForReading.fileDescriptor)
    self.descriptor = descriptor
    // Tests wait for answers, and tasks have few threads.
    Thread.detachNewThread { [self] in
      let isContent = LanguageServerRequest(input: descriptor, write: { output.write($0) })
        .outcome()
      ending.withLock { $0 = isContent }
      ended.signal()
    }
    _ = try request(
      "initialize",
      [
        "initializationOptions": options,
        "capabilities": [
          "general": ["positionEncodings": encodings],
          "workspace": ["codeLens": ["refreshSupport": true]],
        ] as Message,
      ])
    notify("initialized", [:])
  }

  deinit {
    let descriptor = descriptor
    try? input.fileHandleForWriting.close()
    DispatchQueue.global().asyncAfter(deadline: .now() + 60) { close(descriptor) }
  }

  /// Writes bytes as they are.
  public func raw(_ bytes: some Sequence<UInt8>) {
    try? input.fileHandleForWriting.write(contentsOf: Data(bytes))
  }

  /// Writes a message.
  public func send(_ message: Message) {
    var message = message
    message["jsonrpc"] = "2.0"
    guard let body = try? JSONSerialization.data(withJSONObject: message) else { return }
    raw(Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body)
  }

  /// Sends a notification, which has no answer.
  public func notify(_ method: String, _ parameters: Message) {
    send(["method": method, "params": parameters])
  }

  /// The whole answer, with `result` or `error`; earlier messages are dropped.
  public func request(_ method: String, _ parameters: Message) throws -> Message {
    let id = count.withLock { count in
      count += 1
      return count
    }
    send(["id": id, "method": method, "params": parameters])
    return try next(method) { $0["id"] as? Int == id }
  }

  /// The next wanted message; others are dropped.
  public func next(
    _ awaited: String = "a message", where isWanted: (Message) -> Bool
  ) throws -> Message {
    while let message = output.next(within: 30) {
      if isWanted(message) { return message }
    }
    throw Silence(awaited: awaited)
  }

  /// The diagnostics of a document, once it has that version.
  public func diagnostics(of uri: String, version: Int) throws -> [Message] {
    let message = try next("diagnostics of version \(version)") { message in
      let parameters = message["params"] as? Message
      return message["method"] as? String == "textDocument/publishDiagnostics"
        && parameters?["uri"] as? String == uri && parameters?["version"] as? Int == version
    }
    return (message["params"] as? Message)?["diagnostics"] as? [Message] ?? []
  }

  /// Opens a document with version 1.
  public func open(_ uri: String, _ text: String) {
    notify(
      "textDocument/didOpen",
      ["textDocument": ["uri": uri, "languageId": "tray", "version": 1, "text": text] as Message])
  }

  /// Returns a text after the edits that a `WorkspaceEdit`, or a list of edits, has for its document. Places are
  /// counted in UTF-16.
  public static func text(_ text: String, after edits: Any?, of uri: String) throws -> String {
    let changes = (edits as? Message)?["changes"] as? [String: [Message]]
    guard let own = edits as? [Message] ?? changes?[uri] else { throw NoEdits() }
    var units = Array(text.utf16)
    let starts = [0] + units.indices.filter { units[$0] == 10 }.map { $0 + 1 }
    func offset(_ place: Any?) -> Int {
      let place = place as? [String: Int] ?? [:]
      return starts[min(place["line"] ?? 0, starts.count - 1)] + (place["character"] ?? 0)
    }
    let places = own.map { edit -> (Range<Int>, String) in
      let range = edit["range"] as? Message
      return (offset(range?["start"])..<offset(range?["end"]), edit["newText"] as? String ?? "")
    }
    for (range, new) in places.sorted(by: { $0.0.lowerBound > $1.0.lowerBound }) {
      units.replaceSubrange(range, with: new.utf16)
    }
    return String(decoding: units, as: UTF16.self)
  }

  /// An answer changes nothing of a document.
  public struct NoEdits: Error {}

  /// Ends the session like an editor; returns whether the server ended without an error.
  public func end() throws -> Bool {
    _ = try request("shutdown", [:])
    notify("exit", [:])
    guard ended.wait(timeout: .now() + 60) == .success else { throw Silence(awaited: "exit") }
    return ending.withLock { $0 ?? false }
  }
}
