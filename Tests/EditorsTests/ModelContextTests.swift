import Foundation
import TestSupport
import Testing

/// `traycheck mcp`, as an assistant uses it.
@Suite struct ModelContextTests {
  private typealias Message = [String: Any]

  /// Too large for any test.
  private static let large = """
    spec Large
    var a: 0...99999 = 0
    var b: 0...99999 = 0
    on one when a < 99999 { a += 1 }
    on two when b < 99999 { b += 1 }
    on mix when a > b { b = a - b }
    invariant sums { a + b < 199999 }
    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Lamp.holds, to: "lamp.tray")
    try folder.write(Lamp.violated, to: "dark.tray")
    try folder.write(Self.large, to: "large.tray")
  }

  /// The messages of a server to an assistant that sends lines after its greeting, by identifier.
  private func answers(
    _ lines: [String], _ options: [String] = [], isGreeting: Bool = true
  ) throws -> [String: Message] {
    let greeting = [
      #"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"2025-06-18"}}"#,
      #"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
    ]
    let run = try BuiltTool.run(
      ["mcp"] + options, in: folder.url,
      input: ((isGreeting ? greeting : []) + lines).joined(separator: "\n"))
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
    var answers: [String: Message] = [:]
    for line in run.stdout.split(separator: "\n") {
      let message = try #require(Self.message(line), "\(line)")
      #expect(message["jsonrpc"] as? String == "2.0")
      #expect((message["result"] == nil) != (message["error"] == nil))
      let id = message["id"].map { $0 is NSNull ? "none" : "\($0)" } ?? "missing"
      #expect(answers[id] == nil || id == "none", "a request has one response: \(line)")
      answers[id] = message
    }
    return answers
  }

  private static func message(_ text: some StringProtocol) -> Message? {
    (try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? Message
  }

  private static func call(_ id: Int, _ tool: String, _ arguments: String) -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/call","#
      + #""params":{"name":"\#(tool)","arguments":\#(arguments)}}"#
  }

  /// The text of the result of a call, and whether it is an error.
  private func result(
    _ tool: String, _ arguments: String, _ options: [String] = []
  ) throws -> (text: String, isError: Bool) {
    let answer = try #require(answers([Self.call(7, tool, arguments)], options)["7"])
    let result = try #require(answer["result"] as? Message, "\(answer)")
    let content = try #require(result["content"] as? [Message])
    #expect(content.count == 1 && content[0]["type"] as? String == "text")
    return (
      try #require(content[0]["text"] as? String), try #require(result["isError"] as? Bool)
    )
  }

  private func code(of message: Message?) -> Int? {
    (message?["error"] as? Message)?["code"] as? Int
  }

  @Test("a session begins with the version, and lists five tools with the options of the commands")
  func session() throws {
    let answers = try answers([
      #"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
      #"{"jsonrpc":"2.0","id":"two","method":"ping","params":{}}"#,
      #"{"jsonrpc":"2.0","id":3,"result":{}}"#, "", "  \r",
    ])
    #expect(answers.keys.sorted() == ["1", "hello", "two"])
    let begin = try #require(answers["hello"]?["result"] as? Message)
    #expect(begin["protocolVersion"] as? String == "2025-06-18")
    #expect((begin["capabilities"] as? Message)?.keys.sorted() == ["tools"])
    let list = try #require((answers["1"]?["result"] as? Message)?["tools"] as? [Message])
    let names = list.compactMap { $0["name"] as? String }
    #expect(names.sorted() == ["check", "explain", "explore", "mutate", "replay"])
    for tool in list {
      let schema = try #require(tool["inputSchema"] as? Message)
      #expect(schema["type"] as? String == "object")
      let properties = try #require(schema["properties"] as? [String: Message])
      #expect(properties.values.allSatisfy { $0["type"] != nil && $0["description"] != nil })
      #expect(properties.keys.allSatisfy { !["format", "watch", "memory"].contains($0) })
    }
  }

  @Test("check: the report is that of the command, and a violation is no error")
  func checks() throws {
    let dark = try result("check", #"{"path": ["dark.tray"], "read-only": true}"#)
    #expect(!dark.isError)
    let report = try JSONDecoder().decode(JSONMirror.self, from: Data(dark.text.utf8))
    #expect(report.schema == "traycheck-check" && report.exitStatus == 1)
    #expect(!report.next.isEmpty)
    try folder.write("spec A\nvar a = b\n", to: "wrong.tray")
    let wrong = try result("check", #"{"path": ["wrong.tray"]}"#)
    #expect(wrong.isError && wrong.text.contains(#""code" : "unknown-name""#))
  }

  @Test("check stores counterexamples, as its options say, and prints nothing else")
  func files() throws {
    let place = folder.url.appending(path: "Counterexamples").path
    _ = try result("check", #"{"path": ["dark.tray"], "read-only": true}"#)
    #expect(!FileManager.default.fileExists(atPath: place))
    _ = try result("check", #"{"path": ["dark.tray"]}"#)
    #expect(FileManager.default.fileExists(atPath: place))
    let replay = try result("replay", "{}")
    #expect(!replay.isError && replay.text.contains(#""verdict" : "still-violates""#))
  }

  @Test("explore, mutate and explain answer like their commands")
  func others() throws {
    let lines = try result("explore", #"{"spec": "lamp.tray", "eval": ["press", "lit"]}"#).text
    let objects = lines.split(separator: "\n").compactMap { Self.message($0) }
    #expect(objects.map { $0["answer"] as? String } == ["state", "value"])
    let mutate = try result("mutate", #"{"path": ["lamp.tray"], "sample": 1}"#)
    #expect(!mutate.isError && mutate.text.contains(#""schema" : "traycheck-mutate""#))
    #expect(try result("explain", #"{"topic": "unknown-event"}"#).text.contains("event"))
    #expect(try result("explain", #"{"topic": "language"}"#).text.contains("## Ten mistakes"))
  }

  @Test(
    "a wrong message or argument has an error with its code",
    arguments: [
      ("{", -32700), ("\u{0}", -32700), ("7", -32600), ("[]", -32600),
      (#"[{"jsonrpc":"2.0","id":7,"method":"ping"}]"#, -32600),
      (#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":1.5,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"1.0","id":7,"method":"ping"}"#, -32600),
      (#"{"jsonrpc":"2.0","id":7}"#, -32600), (#"{"jsonrpc":"2.0","id":7,"method":1}"#, -32600),
      (#"{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}"#, -32600),
      (#"{"jsonrpc":"2.0","id":7,"method":"tools/delete"}"#, -32601),
      (#"{"jsonrpc":"2.0","id":7,"method":"initialize","params":{}}"#, -32600),
      (#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"x"}}"#, -32602),
      (#"{"jsonrpc":"2.0","id":7,"method":"tools/call"}"#, -32602),
      (call(7, "format", "{}"), -32602), (call(7, "check", "[]"), -32602),
      (call(7, "check", #"{"pth": []}"#), -32602), (call(7, "check", #"{"path": 1}"#), -32602),
      (call(7, "check", #"{"path": "lamp.tray"}"#), -32602),
      (call(7, "check", #"{"read-only": "yes"}"#), -32602),
      (call(7, "check", #"{"path": ["a\u0000b"]}"#), -32602),
      (call(7, "check", #"{"path": ["lamp.tray"], "text": "spec A"}"#), -32602),
      (call(7, "check", #"{"path": ["lamp.tray"], "world": ["no"]}"#), -32602),
      (call(7, "check", #"{"path": ["--fix", "lamp.tray"]}"#), 2),
      (call(7, "explore", "{}"), -32602), (call(7, "explore", #"{"spec": ["lamp.tray"]}"#), -32602),
      (call(7, "mutate", #"{"path": ["lamp.tray"], "sample": -1}"#), -32602),
      (call(7, "explain", #"{"topic": "no-code"}"#), -32602),
    ])
  func mistakes(_ line: String, _ expected: Int) throws {
    let answers = try answers([line])
    let answer = answers["7"] ?? answers["none"]
    if expected == 2 {
      #expect((answer?["result"] as? Message)?["isError"] as? Bool == true, "\(answer ?? [:])")
    } else {
      #expect(code(of: answer) == expected, "\(answer ?? [:])")
    }
  }

  @Test("before the greeting, only pings are answered")
  func greeting() throws {
    let answers = try answers(
      [#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#, Self.call(2, "check", "{}")],
      isGreeting: false)
    #expect(answers["1"]?["result"] != nil && code(of: answers["2"]) == -32600)
    let first = try self.answers(
      [#"{"jsonrpc":"2.0","id":1,"method":"initialize"}"#], isGreeting: false)
    #expect(code(of: first["1"]) == -32602)
  }

  @Test("many calls at once each have one response, and too many are refused")
  func calls() throws {
    let calls = (1...80).map { Self.call($0, "explain", #"{"topic": "language"}"#) }
    let answers = try answers(calls)
    #expect(answers.count == 81)
    #expect((1...4).allSatisfy { answers["\($0)"]?["result"] != nil })
  }

  @Test("a cancelled call has no response, and ends at once")
  func cancels() throws {
    let begin = ContinuousClock.now
    let cancel = #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}"#
    let answers = try answers([
      Self.call(1, "check", #"{"path": ["large.tray"], "engine": "explicit"}"#),
      cancel, cancel.replacing("1}", with: "99}"), cancel.replacing("1}", with: "null}"),
      #"{"jsonrpc":"2.0","id":2,"method":"ping"}"#,
    ])
    #expect(answers.keys.sorted() == ["2", "hello"])
    #expect(ContinuousClock.now - begin < .seconds(50))
  }

  @Test("a call that takes too long reports the results so far")
  func timeLimit() throws {
    let large = #"{"path": ["large.tray"], "engine": "explicit", "read-only": true}"#
    let check = try result("check", large, ["--time-limit", "1s"])
    #expect(!check.isError && check.text.contains(#""status" : "inconclusive""#))
    let explore = #"{"spec": "large.tray", "eval": ["find a == 99999 && b == 99999"]}"#
    #expect(try result("explore", explore, ["--time-limit", "1s"]).text.contains("inconclusive"))
  }

  @Test(
    "random changes of a session end in responses, and never in anything else", arguments: 0..<12)
  func randomInput(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let lines = (0..<40).map { id in
      let calls = [
        #"{"jsonrpc":"2.0","id":\#(id),"method":"ping","params":{}}"#,
        #"{"jsonrpc":"2.0","id":\#(id),"method":"tools/list"}"#,
        #"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":\#(id)}}"#,
        Self.call(id, "explain", #"{"topic": "language"}"#),
        Self.call(id, "explore", #"{"spec": "lamp.tray", "eval": ["lit"]}"#),
      ]
      var bytes = Array(calls.randomElement(using: &random)!.utf8)
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = bytes.indices.randomElement(using: &random)!
        switch Int.random(in: 0...2, using: &random) {
        case 0: bytes.remove(at: place)
        case 1:
          bytes.insert(
            contentsOf: "{}[]\",:09 \\".utf8.randomElement(using: &random).map { [$0] }!, at: place)
        default: bytes[place] = UInt8.random(in: 32...126, using: &random)
        }
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let run = try BuiltTool.run(
      ["mcp"], in: folder.url,
      input:
        #"{"jsonrpc":"2.0","id":"hello","method":"initialize","params":{"protocolVersion":"x"}}"#
        + "\n" + lines.joined(separator: "\n"))
    #expect(run.status == 0 && run.stderr.isEmpty, "\(run.stderr)")
    for line in run.stdout.split(separator: "\n") {
      let message = try #require(Self.message(line), "\(line)")
      #expect((message["result"] == nil) != (message["error"] == nil), "\(line)")
    }
  }
}
