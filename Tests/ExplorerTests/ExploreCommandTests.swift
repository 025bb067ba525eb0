import Foundation
import TestSupport
import Testing

/// `explore` without a terminal: a command in each line of standard input.
@Suite struct ExploreCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      """
      spec Bell
      symmetric ID(2)
      struct Card { loud: Bool, count: 0...2 }
      param top: 1...2 = 2
      var tray: Map<ID, Card> = [:]
      signal ring
      on receive(id: ID, loud: Bool) when tray.count < top {
        rule first when tray[id] == nil { tray[id] = Card(loud: loud, count: 1); if loud { emit ring } }
        rule again when tray[id] != nil && !loud { tray[id]?.count = 2 }
      }
      on clear when tray.count == 2 { tray = [:] }
      invariant few { tray.count < 2 }
      transition rings after receive { emitted(ring) }
      eventually cleared whenever tray.count == 2 { tray.isEmpty }
      reachable counted { some c in tray.values: c.count == 2 }
      terminal { true }
      world one { top = 1 }
      """, to: "bell.tray")
  }

  private func run(
    _ lines: String, _ arguments: [String] = []
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(
      ["explore", "bell.tray", "--seed", "1"] + arguments, in: folder.url, input: lines)
  }

  @Test("a state, its properties, and what can happen, cannot, or goes wrong")
  func shown() throws {
    let run = try run("receive(id: ID#1, loud: false)\n")
    #expect(run.status == 0 && run.stderr.isEmpty)
    let scenes = run.stdout.components(separatedBy: "\n\n== ")
    #expect(
      scenes.first == """
        == Bell  start
          tray = [:]
        ✓ few  · rings  · cleared  ○ counted
          1  receive(id: ID#1, loud: false)  rule first
               tray[ID#1]: nil → Card(loud: false, count: 1)
          2  receive(id: ID#1, loud: true)  rule first
               tray[ID#1]: nil → Card(loud: true, count: 1)
               emits ring
          3  receive(id: ID#2, loud: false)  rule first
               tray[ID#2]: nil → Card(loud: false, count: 1)
          4  receive(id: ID#2, loud: true)  rule first
               tray[ID#2]: nil → Card(loud: true, count: 1)
               emits ring
          -  clear cannot happen
               tray.count == 2: tray.count is 0
        """)
    let after = try #require(scenes.last)
    #expect(after.contains("after receive(id: ID#1, loud: false)  rule first\n"))
    #expect(after.contains("* tray = [ID#1: Card(loud: false, count: 1)]"))
    #expect(after.contains("✓ few  ✗ rings"))
    #expect(
      after.contains(
        "!  receive goes wrong\n       gap at receive(id: ID#1, loud: true): no rule applies"))
  }

  @Test("searches, places, random steps and scenarios, in any world and with any settings")
  func asked() throws {
    let found = try run(
      "find some c in tray.values: c.count == 2\nscenario twice\nback 2\nforward\n")
    #expect(found.status == 0 && found.stdout.contains("found after 2 steps\n"))
    #expect(found.stdout.contains("scenario twice {\n    receive("))
    #expect(found.stdout.contains("Bell  start, 2 steps ahead"))
    let none = try run("find tray.count == 2\n", ["--world", "one"])
    #expect(none.status == 0 && none.stdout.contains("no state is like that from here on"))
    let set = try run("find tray.count == 2\n", ["--world", "one", "--set", "top=2"])
    #expect(set.stdout.contains("found after 2 steps"))
    let gone = try run("back 2\n", ["--go", "few"])
    #expect(gone.stdout.hasPrefix("== Bell  few  step 2 of 2\n"))
    #expect(gone.stdout.contains("== Bell  few  start, 2 steps ahead"))
    #expect(
      try run("go few\n").stdout.contains("! violated: it does not hold in the last state"))
    let waits = try run("find tray.count == 2\n").stdout
    #expect(waits.contains("… cleared") && waits.contains("✗ few"))
    let random = try run("random 5\n")
    #expect(try random.stdout == run("random 5\n").stdout && random.stdout.contains("step 5 of 5"))
  }

  @Test("an event that is called like a command is taken by 'take', and blanks do not matter")
  func named() throws {
    try folder.write(
      "spec Way\nvar at = 0\nvar far: 0...2 = 0\non back(by: 1...2) { far = by }\n"
        .replacing("var at = 0\n", with: ""), to: "bell.tray")
    let run = try run("take back(by:2)\nback\n")
    #expect(run.status == 0 && run.stdout.contains("after back(by: 2)"))
    #expect(run.stdout.contains("start, 1 step ahead"))
  }

  @Test("a search for what has no value somewhere says so, and many arguments are no hindrance")
  func limits() throws {
    try folder.write(
      """
      spec Wide
      var list: List<0...1, 2> = []
      on add(value: 0...99_999) when list.count < 2 { append value % 2 to list }
      """, to: "bell.tray")
    #expect(try run("").stdout.contains("and 49999 more like it"))
    try folder.write(folder.text(of: "bell.tray").replacing("99_999", with: "9"), to: "bell.tray")
    let run = try run("find list[1] == 1 && list[1] == 0\n")
    #expect(run.status == 64 && run.stderr.contains("no value in some state"))
  }

  @Test("a scenario that is written out passes in the spec")
  func scenario() throws {
    let text = try #require(
      run("random 6\nscenario walked\n").stdout.components(separatedBy: "scenario walked").last)
    try folder.write(
      folder.text(of: "bell.tray") + "\nscenario walked" + text, to: "walked.tray")
    let check = try BuiltTool.run(
      ["check", "walked.tray", "--property", "walked", "--read-only"], in: folder.url)
    #expect(check.status == 0, "\(check)")
  }

  @Test("a part of the arguments is enough where the others make no difference")
  func partial() throws {
    try folder.write(
      """
      spec Phone
      enum Kind { info, call }
      var last: Kind? = nil
      var from: 0...2 = 0
      on receive(kind: Kind, id: 1...2, loud: Bool) { last = kind; if kind == .info { from = id } }
      """, to: "bell.tray")
    let one = try run("receive(kind: .call)\nreceive(kind: .info, id: 2, loud: _)\n")
    #expect(one.status == 0 && one.stderr.isEmpty)
    #expect(one.stdout.contains("after receive(kind: .call, id: 1, loud: false)"))
    #expect(one.stdout.contains("after receive(kind: .info, id: 2, loud: false)"))
    let two = try run("receive(kind: .info)\n")
    #expect(two.status == 64)
    #expect(
      two.stderr == "Error: line 1: which? steps 1, 2 fit: type a number, or give id too\n")
    #expect(two.stdout.hasSuffix("       from: 0 → 2\n"))
  }

  @Test("expressions and questions are answered at the start, or after a stored counterexample")
  func questions() throws {
    let start = try run(
      "", ["--eval", "tray.count + 1", "--eval", "tray[ID#1] == nil", "--eval", "why not clear"])
    #expect(start.status == 0 && start.stderr.isEmpty)
    #expect(
      start.stdout
        == "1\ntrue\nclear cannot happen:\n  tray.count == 2: tray.count is 0\n")
    _ = try BuiltTool.run(["check", "bell.tray", "--property", "rings"], in: folder.url)
    let after = ["--after", "Counterexamples/Bell.default.rings.json"]
    let end = try run("", after + ["--eval", "emitted(ring)", "--eval", "old(tray.count)"])
    #expect(end.status == 0 && end.stdout == "false\n0\n", "\(end)")
    let rules = try run("", after + ["--eval", "why not receive(id: ID#1).first"])
    #expect(
      rules.stdout.hasPrefix("receive(id: ID#1, loud: any)  rule first cannot happen:\n"))
    #expect(rules.stdout.contains("  tray[id] == nil"))
    #expect(try run("", after + ["--world", "one"]).status == 64)
    #expect(try run("", ["--after", "none.json"]).status == 2)
  }

  @Test("a search that a limit ends is inconclusive")
  func inconclusive() throws {
    let parts = (0..<4).map {
      "var v\($0): 0...999 = 0\non e\($0) { v\($0) = (v\($0) + 1) % 1000 }\n"
    }
    try folder.write("spec Big\n\(parts.joined())", to: "bell.tray")
    let condition = (0..<4).map { "v\($0) == 999" }.joined(separator: " && ")
    let run = try run("", ["--time-limit", "2s", "--eval", "next step that \(condition)"])
    #expect(run.status == 3 && run.stdout.isEmpty, "\(run)")
    #expect(run.stderr.contains("inconclusive: the time limit of 2.00 s was reached"))
  }

  @Test("an error in an expression has a column, and a search sees the step to its state")
  func wrongQuestions() throws {
    let wrong = try run("", ["--eval", "eval tray.count == true"])
    #expect(wrong.status == 64 && wrong.stderr.contains("line 1, column 6: "), "\(wrong.stderr)")
    let early = try run("", ["--eval", "old(tray) == tray"])
    #expect(early.status == 64 && early.stderr.contains("column 1: "))
    let next = try run("next step that emitted(ring) && old(tray.count) == 1\n")
    #expect(next.status == 0 && next.stdout.contains("found after 2 steps\n"))
    let named = try run("next step that tray[ID#2]?.count == 2\n")
    #expect(named.stdout.contains("found after 2 steps\n"))
  }

  @Test("each answer is a JSON object with documented keys")
  func json() throws {
    let lines = [
      "tray.count", "receive", "why not clear", "places", "scenario", "tray.cuont",
      "find tray.count == 9", "receive(id: ID#1, loud: true)",
    ]
    let run = try run(lines.map { $0 + "\n" }.joined(), ["--format", "jsonl"])
    let objects = try run.stdout.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    let answers = objects.map { $0["answer"] as? String ?? "" }
    #expect(
      answers == [
        "state", "value", "which", "refusals", "text", "text", "error", "not-found", "state",
      ])
    #expect(run.status == 64 && run.stderr.isEmpty)
    let page = try String(
      contentsOf: RepositoryFolder.root.appending(
        path: "Sources/TrayKit/TrayKit.docc/Looking.md"), encoding: .utf8)
    for key in Self.keys(objects) { #expect(page.contains("`\(key)`"), "\(key)") }
    #expect(objects[1]["value"] as? String == "0" && objects[1]["type"] as? String == "Int")
    #expect(objects[6]["column"] as? Int == 6)
  }

  /// The names of all keys in a JSON value.
  private static func keys(_ value: Any) -> Set<String> {
    if let list = value as? [Any] { return list.reduce(into: []) { $0.formUnion(keys($1)) } }
    guard let object = value as? [String: Any] else { return [] }
    return object.values.reduce(into: Set(object.keys)) { $0.formUnion(keys($1)) }
  }

  @Test("what cannot be done is told with its line, and the rest is done")
  func mistakes() throws {
    let lines = [
      "9", "fly", "back x", "find tray.cuont == 1", "clear", "go fwe", "-9223372036854775808",
      "receive",
      "forward 9223372036854775807", "2",
    ]
    let run = try run(lines.map { $0 + "\n" }.joined())
    #expect(run.status == 64)
    #expect(
      run.stderr == """
        Error: line 1: there is no step 9, only 1 to 4
        Error: line 2, column 1: there is no name 'fly'; 'help' lists the commands
        Error: line 3: 'x' is no number of steps
        Error: line 4, column 11: a value of type Map<ID, Card> has no member 'cuont'; did you mean 'count'?
        Error: line 5: clear cannot happen here: tray.count == 2: tray.count is 0
        Error: line 6: there is no 'fwe' to go to; did you mean 'few'?
        Error: line 7: there is no step -9223372036854775808, only 1 to 4
        Error: line 8: which? steps 1, 2, 3, 4 fit: type a number, or give id, loud too

        """)
    #expect(run.stdout.contains("step 1 of 1"))
    #expect(try self.run("", ["--world", "tow"]).status == 2)
    #expect(try self.run("", ["--go", "nowhere"]).status == 64)
    #expect(try BuiltTool.run(["explore", "none.tray"], in: folder.url).status == 2)
    #expect(try BuiltTool.run(["explore"], in: folder.url).status == 64)
  }
}
