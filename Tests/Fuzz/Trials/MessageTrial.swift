import Foundation
import Synchronization
import TestSupport
import TrayKit

/// What an editor writes, with messages of all sorts of mistakes among it: each request that is right has one answer.
struct MessageTrial: Trial {
  private let bench: Workbench
  private let source: SpecSource
  private static let uri = "file:///specs/spec.tray"

  init(_ bench: Workbench) throws {
    self.bench = bench
    source = try SpecSource()
  }

  func complaint(seed: UInt64) throws -> String? {
    var random = SplitMix64(seed: seed ^ 0x15B)
    bench.begin()
    let text = random.oneIn(3) ? source.spec(&random) : SpecSource.lamp
    var bytes: [UInt8] = []
    var expected: Set<Int> = []
    // One that nobody understands may say anything, also that all is over.
    let isFramed = !random.oneIn(6)
    for message in Self.session(text, &random) {
      let node = JSONNode(
        String(decoding: try JSONSerialization.data(withJSONObject: message), as: UTF8.self))
      guard let node else { return "a message is no JSON" }
      let isLast = message["method"] as? String == "exit"
      let isSpoilt = !isLast && message["id"] as? Int != Self.lastID && random.oneIn(3)
      var mutator = JSONMutator(node, seed: random.next())
      let body = isSpoilt ? mutator.mutated() : Array(node.text.utf8)
      if !isSpoilt, let id = message["id"] as? Int { expected.insert(id) }
      bytes += Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
    }
    if !isFramed {
      for _ in 0...random.number(below: 4) {
        bytes[random.number(below: bytes.count)] = UInt8(random.number(below: 256))
      }
      bytes.removeLast(random.number(below: 40))
    }
    bench.write(bytes, to: "messages")
    let input = open("messages", O_RDONLY)
    guard input >= 0 else { return "there is no input" }
    defer { close(input) }
    let written = Mutex<[UInt8]>([])
    let isContent = SynchronousAPI.serveEditor(input: input) { text in
      written.withLock { $0 += Array(text.utf8) }
      return true
    }
    let answers = try Self.answers(in: written.withLock { $0 })
    guard let answers else { return "what it writes are no messages" }
    guard isFramed else { return nil }
    let missing = expected.filter { answers[$0] != 1 }.sorted()
    if !missing.isEmpty { return "not one answer to each of \(missing)" }
    // Without a beginning there is no end.
    return isContent || !expected.contains(Self.firstID) ? nil : "it does not end as it was told"
  }

  // MARK: What is written

  /// Numbers that no mistake makes.
  private static let firstID = 1001, lastID = 1099

  private static func session(_ text: String, _ random: inout SplitMix64) -> [[String: Any]] {
    func request(_ id: Int, _ method: String, _ parameters: [String: Any]) -> [String: Any] {
      ["jsonrpc": "2.0", "id": id, "method": method, "params": parameters]
    }
    func note(_ method: String, _ parameters: [String: Any]) -> [String: Any] {
      ["jsonrpc": "2.0", "method": method, "params": parameters]
    }
    let document = ["uri": uri]
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    func place() -> [String: Any] {
      let line = random.number(below: lines.count)
      return ["line": line, "character": random.number(below: lines[line].utf16.count + 1)]
    }
    var messages = [
      request(firstID, "initialize", ["capabilities": [String: Any]()]),
      note("initialized", [:]),
      note(
        "textDocument/didOpen",
        [
          "textDocument": ["uri": uri, "languageId": "tray", "version": 1, "text": text]
            as [String: Any]
        ]),
    ]
    for id in firstID + 1..<firstID + 13 {
      var parameters: [String: Any] = ["textDocument": document, "position": place()]
      if random.oneIn(4) {
        let change: [String: Any] = [
          "range": ["start": place(), "end": place()], "text": random.pick(texts) ?? "",
        ]
        messages.append(
          note(
            "textDocument/didChange",
            [
              "textDocument": ["uri": uri, "version": id] as [String: Any],
              "contentChanges": [change],
            ]))
        continue
      }
      let method = random.pick(methods)!
      switch method {
      case "rename": parameters["newName"] = random.pick(texts)
      case "references": parameters["context"] = ["includeDeclaration": true]
      case "codeAction":
        parameters["context"] = ["diagnostics": [Any]()]
        parameters["range"] = ["start": place(), "end": place()]
      case "inlayHint", "rangeFormatting":
        parameters["range"] = ["start": place(), "end": place()]
        parameters["options"] = ["tabSize": 4, "insertSpaces": true] as [String: Any]
      case "formatting":
        parameters["options"] = ["tabSize": 4, "insertSpaces": true] as [String: Any]
      case "selectionRange": parameters["positions"] = [place(), place()]
      default: break
      }
      messages.append(request(id, "textDocument/\(method)", parameters))
    }
    return messages + [
      ["jsonrpc": "2.0", "id": lastID, "method": "shutdown"], ["jsonrpc": "2.0", "method": "exit"],
    ]
  }

  private static let methods = [
    "hover", "completion", "definition", "references", "rename", "prepareRename", "documentSymbol",
    "semanticTokens/full", "formatting", "rangeFormatting", "codeAction", "foldingRange",
    "signatureHelp", "inlayHint", "codeLens", "selectionRange", "documentHighlight",
  ]

  private static let texts = [
    "", "x", "{", "}", "\n", "on go { }\n", "light", "灯", "\"", "/*", "1...",
  ]

  // MARK: What is answered

  /// How many answers each request has; nil if something is written that is no message.
  private static func answers(in bytes: [UInt8]) throws -> [Int: Int]? {
    var answers: [Int: Int] = [:]
    var rest = bytes[...]
    let head = Array("Content-Length: ".utf8)
    while !rest.isEmpty {
      guard rest.starts(with: head) else { return nil }
      let digits = rest.dropFirst(head.count).prefix { $0 != 13 }
      let body = rest.dropFirst(head.count + digits.count + 4)
      guard let length = Int(String(decoding: digits, as: UTF8.self)), body.count >= length,
        let message = try JSONSerialization.jsonObject(with: Data(body.prefix(length)))
          as? [String: Any]
      else { return nil }
      if message["method"] == nil, let id = message["id"] as? Int { answers[id, default: 0] += 1 }
      rest = body.dropFirst(length)
    }
    return answers
  }
}
