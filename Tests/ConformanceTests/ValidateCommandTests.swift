import Foundation
import TestSupport
import Testing

/// `traycheck validate` for its users, with logs that conform to the spec and logs that do not.
@Suite struct ValidateCommandTests {
  private static let spec = """
    spec Inbox
    enum Kind { mention, info }
    struct Card { kind: Kind, text: 0...3 }
    symmetric ID(3)
    var tray: Map<ID, Card> = [:]
    var awake = false
    signal sound
    signal banner(kind: Kind)
    on receive(id: ID, kind: Kind, text: 0...3) {
      tray[id] = Card(kind: kind, text: text)
      if kind == .mention { awake = true; emit sound; emit banner(kind: kind) }
    }
    on dismiss(id: ID) when tray[id] != nil { tray[id] = nil }
    on sleep when awake { awake = false }
    func count() -> 0...3 { tray.count }
    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.spec, to: "inbox.tray")
  }

  private func validate(
    _ log: String, _ options: String = "--signal sound"
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try folder.write(log, to: "app.jsonl")
    return try validate(files: "app.jsonl", options)
  }

  private func validate(
    files: String, _ options: String = ""
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    let words = "\(files) --spec inbox.tray \(options)".split(separator: " ").map(String.init)
    return try BuiltTool.run(["validate"] + words, in: folder.url)
  }

  private static let good = """
    {"event":"receive","arguments":{"id":"a7","kind":"info","text":1},"seen":{"count":1}}
    {"event":"receive","arguments":{"id":"b2","kind":"mention"},"seen":{"awake":true},"signals":["sound"]}
    {"event":"dismiss","arguments":{"id":"a7"},"seen":{"tray":{"b2":{"kind":"mention"}}}}
    {"event":"sleep"}

    """

  @Test("0: what the spec allows is explained, whatever is left out")
  func explained() throws {
    let result = try validate(Self.good)
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("✓ app.jsonl: explained  (4 lines, 4 events"))
    #expect(result.stdout.contains("seen: tray, awake, count"))
    #expect(result.stdout.contains("signals that are logged: sound"))
  }

  @Test("1: the first line that no run explains is shown, with the nearest log that would fit")
  func differs() throws {
    let result = try validate(Self.good.replacing("\"count\":1", with: "\"count\":2"))
    #expect(result.status == 1)
    #expect(result.stdout.contains("✗ app.jsonl:1: no run of the spec explains the log up to here"))
    #expect(result.stdout.contains("count: 1 by the spec, seen is 2"))
    #expect(
      result.stdout.contains(
        """
            nearest log that would fit, explained to its end:
              line 1 with count: 1 instead of 2
        """))
  }

  @Test(
    "1: the nearest log that would fit has one event more or less, another argument, or lines in another order",
    arguments: [
      (
        #"{"event":"receive","arguments":{"id":1,"kind":"mention"}}"#,
        "line 2 with the signal sound as well"
      ),
      (#"{"event":"sleep"}"#, "without line 2"),
      (
        #"{"event":"receive","arguments":{"id":2,"kind":"info"},"seen":{"tray":{"1":{"kind":"info"},"3":{"kind":"info"}}}}"#,
        "line 2 with id: 3 instead of 2"
      ),
      (
        #"{"event":"dismiss","arguments":{"id":3},"seen":{"count":1}}"#,
        "with receive(id: 3, kind: .mention, text: 0) before line 2, which was not logged"
      ),
    ])
  func repaired(_ line: String, _ repair: String) throws {
    let log = #"{"event":"receive","arguments":{"id":1,"kind":"info"},"seen":{"count":1}}"#
    let result = try validate("\(log)\n\(line)\n")
    #expect(result.status == 1)
    #expect(result.stdout.inOneLine.contains(repair), "\(result.stdout)")
  }

  @Test("1: what comes behind the line is looked at for 20 lines")
  func farther() throws {
    let line = #"{"event":"receive","arguments":{"id":1,"kind":"info"},"seen":{"count":1}}"# + "\n"
    let wrong = line.replacing("\"count\":1", with: "\"count\":0")
    let log = String(repeating: line, count: 70) + wrong + String(repeating: line, count: 10_000)
    let result = try validate(log)
    #expect(result.status == 1)
    #expect(result.stdout.contains("app.jsonl:71:"))
    #expect(result.stdout.contains("nearest log that would fit, explained up to line 91:"))
    #expect(result.stdout.contains("line 71 with count: 1 instead of 0"))
  }

  @Test("1: an event that is not possible is told with the condition that forbids it")
  func forbidden() throws {
    let result = try validate(#"{"event":"sleep"}"#)
    #expect(result.status == 1)
    #expect(result.stdout.contains("'sleep' happened, and by the spec it cannot happen here"))
    #expect(result.stdout.contains("awake is false"))
  }

  @Test("1: a signal that is not logged in the end")
  func owed() throws {
    let log = #"{"event":"receive","arguments":{"id":1,"kind":"mention"}}"# + "\n"
    let later = #"{"signal":"sound"}"# + "\n"
    #expect(try validate(log + later, "--signal sound --settled end").status == 0)
    #expect(try validate(log + later, "--signal sound").status == 1)
    let missing = try validate(log, "--signal sound --settled end")
    #expect(missing.status == 1)
    #expect(missing.stdout.contains("✗ app.jsonl, at the end: no run of the spec explains"))
    #expect(missing.stdout.contains("signal sound: emitted by the spec, and nobody noticed it"))
    let settled = try validate(
      log + #"{"settled":true}"# + "\n" + later, "--signal sound --settled end")
    #expect(settled.stdout.contains("✗ app.jsonl:2:"))
  }

  @Test(
    "2: a line that cannot be understood is named with its place",
    arguments: [
      (
        "{\"event\":\"sleep\"}\n{\"event\":\"slep\"}\n", "app.jsonl:2:10", "did you mean \"sleep\"?"
      ),
      ("{\"seen\":{\"trays\":{}}}\n", "app.jsonl:1:10", "did you mean \"tray\"?"),
      (
        "{\"event\":\"dismiss\",\"arguments\":{\"ids\":1}}\n", "app.jsonl:1:33",
        "did you mean 'id'?"
      ),
      ("{\"event\":\n", "app.jsonl:1:10", "ends too early"),
      ("\n\n[1]\n", "app.jsonl:3:1", "a line is an object, not an array"),
      ("{\"signals\":[\"banner\"]}\n", "app.jsonl:1:13", "none of the signals"),
      ("{\"event\":\"sleep\",\"é\":}\n", "app.jsonl:1:22", "expected a value"),
    ])
  func malformed(_ log: String, _ place: String, _ message: String) throws {
    let log = log.replacing("{\"event\":\"sleep\"}\n", with: "{}\n")
    let result = try validate(log)
    #expect(result.status == 2)
    #expect(result.stdout.contains("✗ \(place): "), "\(result.stdout)")
    #expect(result.stdout.inOneLine.contains(message), "\(result.stdout)")
  }

  @Test("the last line of a log that is being written may end anywhere")
  func truncated() throws {
    let result = try validate(Self.good + #"{"event":"rece"#)
    #expect(result.status == 0)
    #expect(result.stdout.contains("the last line is not whole, and was left out"))
    #expect(try validate(String(Self.good.dropLast())).stdout.contains("4 events"))
  }

  @Test(
    "the last line is judged without its end as well, if it cannot go on",
    arguments: [
      #"{"event":"nonsense"}"#, #"{"event":"sleep"}x"#, "sleep", #"{"seen":{"awake":3}}"#,
    ])
  func lastLine(_ line: String) throws {
    let result = try validate(Self.good + line)
    #expect(result.status == 2 && result.stdout.contains("✗ app.jsonl:5:"), "\(result.stdout)")
  }

  @Test("an event that was refused is not one that happened, whatever is known of it")
  func refused() throws {
    #expect(try validate(#"{"event":"dismiss","refused":true}"#, "").status == 0)
    let log = Self.good + #"{"event":"dismiss","refused":true,"seen":{"count":1}}"#
    #expect(try validate(log).status == 0)
    #expect(try validate(#"{"refused":true}"#, "").status == 2)
    #expect(try validate(#"{"arguments":{"id":"a7"}}"#, "").status == 2)
  }

  @Test("a whole number may be written as who knows no others does")
  func numbers() throws {
    #expect(try validate(Self.good.replacing("\"count\":1", with: "\"count\":1.0")).status == 0)
    #expect(try validate(Self.good.replacing("\"count\":1", with: "\"count\":1.5")).status == 1)
  }

  @Test("a log that cannot be read to its end is not explained")
  func tooLong() throws {
    let log = Self.good + String(repeating: "x", count: 17 << 20)
    let result = try validate(log, "--format json")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
    #expect(result.status == 2 && report["explained"] as? Bool == false)
  }

  @Test("marks of byte order and ends of lines of all systems are understood")
  func spelling() throws {
    let log = "\u{FEFF}" + Self.good.replacing("\n", with: "\r\n")
    let result = try validate(log)
    #expect(result.status == 0, "\(result.stdout)")
  }

  @Test("2: a line after the mistake is not shown if no line of the file was understood")
  func secrets() throws {
    let other = try validate("key secret-of-a-file\n")
    #expect(other.status == 2 && other.stdout.contains("app.jsonl:1:1"), "\(other)")
    #expect(!(other.stdout + other.stderr).contains("secret"), "\(other)")
    let log = try validate(Self.good + "key shown\n")
    #expect(log.status == 2 && (log.stdout + log.stderr).contains("key shown"), "\(log)")
  }

  @Test("2: bytes that are no text, lines without end, files that are not there")
  func unreadable() throws {
    let bytes = Data(#"{"event":""#.utf8) + Data([0xC3, 0x28]) + Data("\"}\n".utf8)
    try bytes.write(to: folder.url.appending(path: "app.jsonl"))
    let text = try validate(files: "app.jsonl")
    #expect(text.status == 2 && text.stdout.contains("✗ app.jsonl:1:11: this is not UTF-8"))
    try Data(repeating: 0x20, count: 17 << 20)
      .write(to: folder.url.appending(path: "app.jsonl"))
    let long = try validate(files: "app.jsonl")
    #expect(long.status == 2 && long.stderr.contains("line 1 is longer than 16 MB"))
    let missing = try validate(files: "none.jsonl")
    #expect(
      missing.status == 2 && missing.stderr.contains("none.jsonl: error: there is no such file"))
    #expect(try validate(files: ".").status == 2)
  }

  @Test("3: nothing happens in an empty log; and more names than the spec has")
  func undecided() throws {
    #expect(try validate("").status == 3)
    #expect(try validate("{\"seen\":{\"awake\":false}}\n").status == 3)
    let result = try validate(Self.received(7))
    #expect(result.status == 3)
    #expect(result.stdout.contains("--set ID=7"), "\(result.stdout)")
  }

  /// This number of messages, each with its own name.
  private static func received(_ count: Int) -> String {
    (1...count).map { #"{"event":"receive","arguments":{"id":\#($0),"kind":"info"}}"# }
      .joined(separator: "\n")
  }

  @Test("how many names the spec has is no limit for a log")
  func moreNames() throws {
    let result = try validate(Self.received(5))
    #expect(result.status == 0, "\(result.stdout)")
    #expect(result.stdout.contains("followed with 5 of ID"), "\(result.stdout)")
    let wrong = try validate(Self.received(5) + "\n" + #"{"seen":{"awake":true}}"#)
    #expect(wrong.status == 1, "\(wrong.stdout)")
  }

  @Test("the words of an app are translated by a map; what means nothing is left out")
  func map() throws {
    try folder.write(
      """
      {
        "event": {"key": "type", "names": {"push.received": "receive", "swiped": "dismiss"}},
        "arguments": {"id": "push.id", "kind": "push.category"},
        "seen": {"count": "state.cards", "awake": "state.screen.on"},
        "signals": {"key": "effects", "names": {"RING": "sound"}},
        "values": {"Kind": {"ALERT": "mention", "NEWS": "info"}},
        "ignore": ["heartbeat"],
        "hidden": ["sleep"]
      }
      """, to: "map.json")
    let log = """
      {"type":"push.received","push":{"id":17,"category":"ALERT","size":9},"state":{"cards":1},"effects":["RING"]}
      {"type":"heartbeat","cpu":0.3}
      {"type":"swiped","push":{"id":17},"state":{"cards":0}}

      """
    let result = try validate(log, "--map map.json")
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("happens unseen: sleep"))
    #expect(result.stdout.contains("left out by the map: 1 line"))
    #expect(
      result.stdout.contains("in no line, though the map has it: awake at 'state.screen.on'"))
    #expect(try validate(log.replacing("17}", with: "18}"), "--map map.json").status == 1)
    let unknown = try validate(log.replacing("heartbeat", with: "heartbeet"), "--map map.json")
    #expect(unknown.status == 2 && unknown.stdout.contains("app.jsonl:2:9: Inbox has no event"))
  }

  @Test("0: a map reads one of several places, the presence and size of values, and other words")
  func places() throws {
    try folder.write(
      """
      {"event": "e", "arguments": {"id": "push.id|id", "kind": "push.kind", "text": "push.body#"},
       "seen": {"awake": "loud?"}, "values": {"Kind": {"ALERT": "mention", "*": "info"}}}
      """, to: "map.json")
    let log = """
      {"e": "receive", "push": {"id": "a", "kind": "NEWS", "body": "ab"}}
      {"e": "receive", "id": "b", "push": {"kind": "ALERT", "body": ""}, "loud": 1}

      """
    let result = try validate(log, "--map map.json --strict")
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
    let long = try validate(log.replacing("\"ab\"", with: "\"abcd\""), "--map map.json")
    #expect(long.stdout.inOneLine.contains("text: 4, which is not in 0...3"), "\(long.stdout)")
  }

  @Test("a strict run fails for a key that nothing reads, and lists it with its path")
  func strictKeys() throws {
    let log = Self.good.replacing("\"seen\"", with: "\"sean\"")
    #expect(try validate(log).status == 0)
    let plain = try validate(log, "--signal sound --strict")
    #expect(plain.status == 3 && plain.stdout.contains("strict: 1 key of the log not read"))
    #expect(try validate(Self.good, "--signal sound --strict").status == 0)
    let line = #"{"type":"receive","push":{"id":1,"size":9},"cpu":0.3,"event":"sleep"}"#
    try folder.write(#"{"event": "type", "arguments": {"id": "push.id"}}"#, to: "map.json")
    let open = try validate(line, "--map map.json --strict")
    #expect(open.status == 3, "\(open.stdout)\(open.stderr)")
    #expect(open.stdout.contains("passed over: cpu, event, push.size"), "\(open.stdout)")
    try folder.write(
      #"""
      {"event": "type", "arguments": {"id": "push.id"}, "ignoreKeys": ["cpu", "event", "push.size"]}
      """#, to: "map.json")
    let known = try validate(line, "--map map.json --strict")
    #expect(known.status == 0, "\(known.stdout)\(known.stderr)")
  }

  @Test(
    "a strict run fails for each place of a map that is in no line",
    arguments: [
      (#""seen": {"awake": "stat.awake"}"#, "awake at 'stat.awake'"),
      (#""seen": "sean""#, "seen at 'sean'"), (#""time": "at""#, "time at 'at'"),
      (#""process": "thread""#, "process at 'thread'"),
      (#""signals": {"key": "effects"}"#, "signals at 'effects'"),
      (#""arguments": "payload""#, "arguments at 'payload'"),
      (#""arguments": {"kind": "a.kind"}"#, "arguments.kind at 'a.kind'"),
      (#""arguments": {"receive": {"kind": "a"}}"#, "arguments.receive.kind at 'a'"),
    ])
  func strictPlaces(_ entry: String, _ message: String) throws {
    let log = #"{"event":"receive","state":{"a":1}}"# + "\n"
    try folder.write("{\(entry), \"ignoreKeys\": [\"state\"]}", to: "map.json")
    let strict = try validate(log, "--map map.json --strict")
    #expect(strict.status == 3, "\(strict.stdout)\(strict.stderr)")
    #expect(strict.stdout.contains("in no line, though the map has it: \(message)"))
    #expect(strict.stdout.contains("strict: 1 place of the map in no line"))
    #expect(try validate(log, "--map map.json").status == 0)
  }

  @Test("the place of an argument may be in no line if no event with it occurs")
  func strictArguments() throws {
    try folder.write(
      #"""
      {"arguments": {"id": "id", "dismiss": {"id": "card"}}, "seen": {"awake": "on"}}
      """#, to: "map.json")
    let line = #"{"event":"receive","id":4,"on":true}"# + "\n"
    let unused = try validate(line, "--map map.json --strict")
    #expect(unused.status == 0, "\(unused.stdout)\(unused.stderr)")
    let used = try validate(line + #"{"event":"dismiss","on":true}"#, "--map map.json --strict")
    #expect(used.status == 3 && used.stdout.contains("arguments.dismiss.id at 'card'"))
    #expect(!used.stdout.contains("passed over"), "\(used.stdout)")
    let json = try validate(
      line + #"{"event":"dismiss","on":true}"#, "--map map.json --strict --format json")
    #expect(json.stdout.contains(#""isStrict" : true"#), "\(json.stdout)")
  }

  @Test(
    "2: a map that means nothing is told with its place",
    arguments: [
      (
        "{\"evnt\": 1}", "map.json:1:2: error: the map has no key \"evnt\"; did you mean \"event\"?"
      ),
      (
        "{\n  \"event\": {\"names\": {\"a\": \"receve\"}}}",
        "map.json:2:28: error: Inbox has no event \"receve\"; did you mean \"receive\"?"
      ),
      ("{\"seen\": {\"cuont\": \"c\"}}", "map.json:1:11: error: there is nothing to see called"),
      ("{\"values\": {\"Kind\": {\"A\": \"inf\"}}}", "map.json:1:27: error: Kind has no \"inf\""),
      ("{\"event\": \"a..b\"}", "map.json:1:11: error: \"event\" is a path such as"),
      ("{\"settled\": \"never\"}", "map.json:1:13: error: \"settled\" is one of"),
      ("{", "map.json:1:2: error: the file ends too early"),
    ])
  func brokenMap(_ map: String, _ message: String) throws {
    try folder.write(map, to: "map.json")
    let result = try validate(Self.good, "--map map.json")
    #expect(result.status == 2)
    #expect(result.stderr.contains(message), "\(result.stderr)")
  }

  @Test("lines of several processes are put in the order of their times, as far as clocks allow")
  func processes() throws {
    try folder.write(
      """
      {"time":"2024-05-01T10:00:00.020Z","event":"receive","arguments":{"id":1,"kind":"info"}}
      {"time":"2024-05-01T10:00:01Z","event":"receive","arguments":{"id":2,"kind":"mention"}}

      """, to: "push.jsonl")
    try folder.write(
      """
      {"time":1714557600010,"event":"dismiss","arguments":{"id":1}}
      {"time":1714557602000,"event":"sleep"}

      """, to: "ui.jsonl")
    let early = try validate(files: "push.jsonl ui.jsonl")
    #expect(early.status == 1)
    #expect(early.stdout.contains("✗ ui.jsonl:1: no run of the spec"), "\(early.stdout)")
    #expect(try validate(files: "push.jsonl ui.jsonl", "--skew 50ms").status == 0)
    #expect(try validate(files: "ui.jsonl push.jsonl", "--skew 50ms").status == 0)
    // For one process, the order is that of its lines.
    let log = """
      {"time":1,"process":"ui","event":"dismiss","arguments":{"id":1}}
      {"time":1.01,"process":"push","event":"receive","arguments":{"id":1,"kind":"info"}}

      """
    #expect(try validate(log, "--skew 50ms").status == 0)
    #expect(try validate(log, "").status == 1)
    #expect(try validate(log.replacing("push", with: "ui"), "--skew 50ms").status == 1)
    let untimed = try validate(Self.good, "--skew 1s")
    #expect(untimed.status == 2 && untimed.stdout.contains("each line needs its time"))
  }

  private static let monitored = """
    spec Monitor
    var cards: 0...3 = 0
    on post(isTwin: Bool) when cards < 2 { cards += isTwin ? 2 : 1 }
    on cancel when cards > 0 { cards -= 1 }
    /// There is one card at most.
    invariant single { cards <= 1 }
    invariant few { cards <= 3 }
    transition noLoss after any { cards >= old(cards) }
    eventually isEmpty whenever cards > 0 { cards == 0 }

    """

  @Test("an invariant that is false in all states after a line is violated, with that line")
  func violated() throws {
    try folder.write(Self.monitored, to: "inbox.tray")
    let post = #"{"event":"post","arguments":{"isTwin":false}}"# + "\n"
    let cancel = #"{"event":"cancel"}"# + "\n"
    let fine = try validate(post + cancel, "")
    #expect(fine.status == 0, "\(fine.stdout)\(fine.stderr)")
    #expect(fine.stdout.contains("  hold: single, few\n"), "\(fine.stdout)")
    #expect(fine.stdout.contains("  not checked: noLoss, isEmpty\n"), "\(fine.stdout)")
    let result = try validate(post + post + cancel, "")
    #expect(result.status == 1 && result.stdout.contains("✗ app.jsonl: 1 invariant violated"))
    #expect(result.stdout.contains("  violated: single, after line 2\n"), "\(result.stdout)")
    #expect(result.stdout.contains("There is one card at most."), "\(result.stdout)")
    let json = try validate(post + post + cancel, "--format json")
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(json.stdout.utf8)) as? [String: Any])
    let properties = try #require(report["properties"] as? [[String: Any]])
    #expect(
      properties.map { $0["status"] as? String } == [
        "violated", "holds", "not-checked", "not-checked",
      ])
    #expect(properties.first?["line"] as? Int == 2)
    let unexplained = try validate(post + post + cancel + cancel + cancel, "")
    #expect(unexplained.status == 1)
    #expect(unexplained.stdout.contains("Failed: the spec does not allow the log"))
    #expect(unexplained.stdout.contains("violated: single, after line 2"))
  }

  @Test("an invariant that is false in some states after a line is possibly violated")
  func possiblyViolated() throws {
    try folder.write(Self.monitored, to: "inbox.tray")
    let post = #"{"event":"post"}"# + "\n"
    let open = try validate(post, "")
    #expect(open.status == 3, "\(open.stdout)\(open.stderr)")
    #expect(open.stdout.contains("possibly violated: single, after line 1, in 1 of 2 states"))
    #expect(open.stdout.contains("? Inconclusive: 1 invariant possibly violated"))
    // Later lines can show that the app is in no other state.
    let later = try validate(post + #"{"seen":{"cards":2}}"#, "")
    #expect(later.status == 1 && later.stdout.contains("violated: single, after line 2"))
    let seen = try validate(#"{"event":"post","seen":{"cards":1}}"#, "")
    #expect(seen.status == 0 && seen.stdout.contains("hold: single, few"), "\(seen.stdout)")
  }

  @Test("a violation at the start, and one that the end of a log makes certain, are found")
  func violatedAtEnds() throws {
    try folder.write(
      "spec S\nvar x = true\nsignal sound\non a(b: Bool) { x = b; if !b { emit sound } }\n"
        + "invariant off { !x }\n", to: "inbox.tray")
    let start = try validate(#"{"event":"a","seen":{"x":false},"signals":["sound"]}"#)
    #expect(start.status == 1 && start.stdout.contains("violated: off, at the start"))
    try folder.write(
      "spec S\nvar x = false\nsignal sound\non a(b: Bool) { x = b; if !b { emit sound } }\n"
        + "invariant off { !x }\n", to: "inbox.tray")
    let end = try validate(#"{"event":"a"}"#, "--signal sound --settled end")
    #expect(end.status == 1, "\(end.stdout)\(end.stderr)")
    #expect(end.stdout.contains("violated: off, at the end"), "\(end.stdout)")
  }

  @Test("of lines in any order, all orders are judged, each line after each other")
  func violatedInOrders() throws {
    try folder.write(
      "spec S\nvar x = 0\nvar y = 0\non up when x < 2 { x += 1 }\non right when y < 2 { y += 1 }\n"
        .replacing("x = 0", with: "x: 0...2 = 0").replacing("y = 0", with: "y: 0...2 = 0")
        + "invariant low { x == 0 || y > 0 }\ninvariant all { x + y < 2 }\n", to: "inbox.tray")
    try folder.write(#"{"time":1,"event":"up"}"# + "\n", to: "a.jsonl")
    try folder.write(#"{"time":1.01,"event":"right"}"# + "\n", to: "b.jsonl")
    let result = try validate(files: "a.jsonl b.jsonl", "--skew 1s")
    #expect(result.status == 1, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("possibly violated: low, "), "\(result.stdout)")
    #expect(result.stdout.contains("  violated: all, "), "\(result.stdout)")
    let ordered = try validate(files: "a.jsonl b.jsonl")
    #expect(ordered.stdout.contains("  violated: low, after a.jsonl:1"), "\(ordered.stdout)")
  }

  @Test(
    "an invariant that a limit cuts is not decided; one that a world expects to fail is not checked"
  )
  func cutInvariants() throws {
    try folder.write(
      "spec S\ntype T = 0...3000\nvar x = false\non a { x = !x }\n"
        + "invariant far { every t in T, u in T: t + u >= 0 }\n"
        + "invariant off { !x }\nworld on {} violates off\n", to: "inbox.tray")
    let cut = try validate(#"{"event":"a"}"#, "--world on --time-limit 1s")
    #expect(cut.status == 3, "\(cut.stdout)\(cut.stderr)")
    #expect(cut.stdout.contains("inconclusive: far: a limit was reached"), "\(cut.stdout)")
    #expect(cut.stdout.contains("not checked: off"), "\(cut.stdout)")
  }

  @Test("'and others' excuses no invariant in a log")
  func toleratedInvariants() throws {
    try folder.write(
      "spec S\nvar x = false\non a { x = !x }\ninvariant off { !x }\ninvariant never { !x }\n"
        + "world on {} violates off, and others\n", to: "inbox.tray")
    let result = try validate(#"{"event":"a"}"#, "--world on")
    #expect(result.status == 1, "\(result.stdout)\(result.stderr)")
    #expect(result.stdout.contains("not checked: off"), "\(result.stdout)")
  }

  @Test("the report for tools has what the text says")
  func json() throws {
    let result = try validate(
      Self.good.replacing("\"count\":1", with: "\"count\":2"),
      "--signal sound --format json")
    #expect(result.status == 1)
    let report = try #require(
      JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
    #expect(report["format"] as? String == "traycheck-validation")
    #expect(report["explained"] as? Bool == false)
    let failure = try #require(report["failure"] as? [String: Any])
    #expect(failure["line"] as? Int == 1 && failure["kind"] as? String == "seen")
    let repairs = try #require(failure["repairs"] as? [[String: Any]])
    #expect(repairs.first?["text"] as? String == "line 1 with count: 1 instead of 2")
    #expect(repairs.first?["isToEnd"] as? Bool == true)
  }
}
