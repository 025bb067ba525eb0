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
        Error: line 2: 'fly' is not a command or an event; 'help' lists them
        Error: line 3: 'x' is no number of steps
        Error: line 4: a value of type Map<ID, Card> has no member 'cuont'
        Error: line 5: that cannot happen here
        Error: line 6: there is no 'fwe' to go to; did you mean 'few'?
        Error: line 7: there is no step -9223372036854775808, only 1 to 4
        Error: line 8: that cannot happen here, but receive(id: ID#1, loud: false)  rule first can

        """)
    #expect(run.stdout.contains("step 1 of 1"))
    #expect(try self.run("", ["--world", "tow"]).status == 2)
    #expect(try self.run("", ["--go", "nowhere"]).status == 64)
    #expect(try BuiltTool.run(["explore", "none.tray"], in: folder.url).status == 2)
    #expect(try BuiltTool.run(["explore"], in: folder.url).status == 64)
  }
}
