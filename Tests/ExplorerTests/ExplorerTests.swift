import Foundation
import TestSupport
import Testing

/// The interactive simulator for a spec or a counterexample, on a terminal.
@Suite struct ExplorerTests {
  private let folder: ScratchFolder
  private static let (up, down, right, left) = ("\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D")

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      """
      spec Stairs
      signal creak
      var floor: 0...3 = 0
      var \(Self.longName) = false
      on climb when floor < 3 { floor += 1; emit creak }
      on jump(by: 1...2) when floor == 0 { floor += by }
      invariant low { floor < 3 }
      terminal { floor == 3 }
      """, to: "stairs.tray")
    _ = try BuiltTool.run(["check", "stairs.tray"], in: folder.url)
  }

  private static let longName = "aVariableWithAVeryLongNameThatDoesNotFitIntoANarrowTerminal"

  private func session(
    _ arguments: [String] = ["explore", "stairs.tray"], width: UInt16 = 80, height: UInt16 = 24
  ) throws -> TerminalSession {
    try TerminalSession(arguments, in: folder.url, width: width, height: height)
  }

  @Test("a counterexample is gone through along its path, and the end says why")
  func replay() throws {
    let session = try session(["replay", "--step"])
    try session.press(Self.right, after: "low  start")
    try session.press(Self.left, after: "step 1 of 2")
    try session.press("\u{1B}[F", after: "low  start")
    try session.press("\u{1B}[H", after: "floor < 3: floor is 3")
    try session.press("q", after: "low  start")
    let end = try session.end()
    #expect(end.status == 1 && end.isRestored)
    #expect(session.shown.contains("♪ creak") && session.shown.contains("✗ low"))
    #expect(session.shown.hasPrefix("\u{1B}[?1049h") && session.shown.contains("\u{1B}[?1049l"))
  }

  @Test("steps are chosen and taken, searched, walked at random, and written out as a scenario")
  func explored() throws {
    let session = try session()
    try session.press(Self.down, after: "▸ climb")
    try session.press("\r", after: "▸ jump(by: 1)")
    try session.press("/", after: "step 1 of 1")
    try session.press("floor == 3\r", after: "next state where")
    try session.press("r", after: "found after 2 steps")
    try session.press("w", after: "nothing can happen here")
    try session.press("upstairs\r", after: "name of the scenario")
    try session.press("q", after: "is printed when you leave")
    let end = try session.end()
    #expect(end.status == 0 && end.isRestored)
    #expect(session.shown.contains("- jump: jump(by: 1): floor == 0: floor is"))
    let printed = session.shown.components(separatedBy: "\u{1B}[?1049l").last ?? ""
    #expect(printed.contains("scenario upstairs {"))
    #expect(printed.contains("jump(by: 1)") && printed.contains("expect floor == 3"))
  }

  @Test("steps, expressions and questions are typed after ':'")
  func typed() throws {
    let session = try session()
    try session.press(":", after: "▸ climb")
    try session.press("floor * 2\r", after: ":▏")
    try session.press(":jump\r", after: "floor * 2: 0")
    try session.press("x", after: "which? steps 2, 3 fit")
    try session.press(":jump(by: 2)\r", after: "▸ climb")
    try session.press(":why not jump(by: 1)\r", after: "step 1 of 1")
    try session.press("x", after: "jump(by: 1) cannot happen:")
    try session.press(":floor +\r", after: "step 1 of 1")
    try session.press(":quit\r", after: "column")
    let end = try session.end()
    #expect(end.status == 0 && end.isRestored)
  }

  @Test("many steps are grouped by event and kind, and a group is expanded before a step is taken")
  func grouped() throws {
    try folder.write(
      """
      spec Tray
      enum Kind { info, call }
      var tray: Map<1...4, Kind> = [:]
      signal sound
      on receive(kind: Kind, id: 1...4, alert: Bool) {
        tray[id] = kind
        if alert || kind == .call { emit sound }
      }
      on tap(id: 1...4) when tray[id] != nil { tray[id] = nil }
      invariant fine { tray.count < 5 }
      """, to: "tray.tray")
    let session = try session(["explore", "tray.tray"])
    try session.press(Self.down, after: "Next: 12 steps in 2 kinds")
    try session.press(Self.up, after: "▸ receive call")
    try session.press("\r", after: "▸ receive info")
    try session.press(Self.down, after: "receive(kind: .info, id: 1, alert: false)")
    try session.press(Self.down, after: "▸   receive(kind: .info, id: 1, alert: false)")
    try session.press("\r", after: "▸   receive(kind: .info, id: 1, alert: true)")
    try session.press("p", after: "step 1 of 1")
    try session.press("x", after: "✓  invariant fine")
    try session.press("q", after: "step 1 of 1")
    #expect(try session.end().isRestored)
    #expect(
      session.shown.contains(#/receive call +id 1 2 3 4 +adds tray\[1\] or \[2\] …  ♪ sound/#))
    // The signals come before the state.
    let last = session.shown.components(separatedBy: "\u{1B}[H").last ?? ""
    let sound = try #require(last.range(of: "♪ sound"))
    let card = try #require(last.firstRange(of: #/\+ \[1\] info +new/#))
    #expect(sound.lowerBound < card.lowerBound)
  }

  @Test(
    "cards have a box, and a word for what the last step did to them, on every size",
    arguments: [(80, 24), (60, 20), (120, 40)])
  func cards(_ width: UInt16, _ height: UInt16) throws {
    try folder.write(
      """
      spec Tray
      enum Kind { info, call }
      struct Card { kind: Kind, text: 1...2 }
      var tray: Map<1...3, Card> = [:]
      var unread: 0...3 = 0
      var screenOn = false
      var last: Kind? = nil
      signal sound
      on receive(kind: Kind, id: 1...3, text: 1...2) {
        tray[id] = Card(kind: kind, text: text)
        last = kind
        if kind == .call { emit sound; screenOn = true }
      }
      on tap(id: 1...3) when tray[id] != nil { tray[id] = nil }
      /// When a call arrives, no info is left.
      invariant callIsAlone { last == .call implies every c in tray.values: c.kind == .call }
      """, to: "tray.tray")
    let session = try session(
      ["explore", "tray.tray", "--go", "callIsAlone"], width: width, height: height)
    try session.press("q", after: "? help  q quit")
    #expect(try session.end().isRestored)
    let screen = try #require(session.shown.components(separatedBy: "\u{1B}[H").last)
      .replacing(#/\u{1B}\[[0-9;?]*[a-zA-Z]/#, with: "")
    #expect(
      screen.contains("step 2 of 2") && screen.contains("✗ When a call arrives, no info is left."))
    #expect(screen.contains("screen on, wakes    ♪ sound"))
    #expect(screen.contains("╭───") && screen.contains("───╯"))
    #expect(screen.contains(#/│ ✗ \[1\] info +text 1 +still here +│/#))
    #expect(screen.contains(#/│ \+ \[2\] call +text 1 +new +│/#))
    #expect(screen.contains("* last .info → .call"))
    for row in screen.components(separatedBy: "\r\n") { #expect(row.count <= Int(width), "\(row)") }
  }

  @Test(
    "the keys in the last row are whole, however narrow the terminal is", arguments: [80, 60, 34])
  func keys(_ width: UInt16) throws {
    let session = try session(width: width)
    try session.press("q", after: "? help  q quit")
    #expect(try session.end().isRestored)
    #expect(session.shown.contains("↑↓ choose  ⏎ take"))
  }

  @Test("the help loses nothing on a narrow terminal")
  func narrowHelp() throws {
    let session = try session(width: 40, height: 60)
    try session.press("?", after: "start")
    try session.press("x", after: "any key goes back")
    try session.press("q", after: "start")
    #expect(try session.end().isRestored)
    let words = session.shown.replacing(#/\u{1B}\[[0-9;?]*[a-zA-Z]/#, with: "")
      .split { $0.isWhitespace }.joined(separator: " ")
    #expect(words.contains("go the shortest path to another state in which a condition holds"))
    #expect(words.contains("it waits for something, says nothing here, has no value"))
  }

  @Test("one goes at once to how a property is violated, and to a stored counterexample")
  func places() throws {
    let session = try session()
    try session.press("g", after: "start")
    try session.press(Self.down + "\r", after: "how the invariant is violated")
    try session.press("\u{1B}[H", after: "✗ low fails")
    try session.press("g", after: "low  start, 2 steps ahead")
    try session.press("\u{1B}[F\r", after: "a counterexample of low")
    // The screen on which one waits has no such row.
    try session.press("?", after: "q quit")
    try session.press("x", after: "any key goes back")
    try session.press("q", after: "start")
    #expect(try session.end().isRestored)
  }

  @Test("a screen that Ctrl-S would stop still takes keys and signals", arguments: [nil, SIGTERM])
  func stopped(_ number: Int32?) throws {
    let session = try session()
    try session.press("\u{13}" + Self.down, after: "▸ climb")
    if let number {
      try session.press("", after: "▸ jump(by: 1)")
      session.signal(number)
    } else {
      try session.press("\u{3}", after: "▸ jump(by: 1)")
    }
    #expect(try session.end().isRestored)
  }

  @Test("the terminal is as before after SIGQUIT")
  func quit() throws {
    let session = try session()
    try session.press("", after: "▸ climb")
    session.signal(SIGQUIT)
    #expect(try session.end().isRestored)
    #expect(session.shown.contains("\u{1B}[?1049l"))
  }

  @Test("the terminal is as before after ctrl-C, after a signal and after a crash")
  func restored() throws {
    let typed = try session()
    try typed.press("\u{3}", after: "start")
    #expect(try typed.end().isRestored)
    for number in [SIGTERM, SIGHUP, SIGABRT] {
      let ended = try session()
      try ended.press("\r", after: "start")
      try ended.press("", after: "step 1")
      ended.signal(number)
      #expect(try ended.end().isRestored)
      #expect(ended.shown.contains("\u{1B}[?1049l"))
    }
  }

  @Test(
    "no line is wider than the terminal, no screen higher, and nothing is cleared before it is written over",
    arguments: [(80, 24), (30, 9), (20, 12)])
  func sizes(_ width: UInt16, _ height: UInt16) throws {
    let session = try session(width: width, height: height)
    try session.press("\r", after: "floor")
    try session.press("\r", after: "step")
    try session.press("q", after: "step")
    #expect(try session.end().isRestored)
    #expect(!session.shown.contains("\u{1B}[2J"))
    for screen in session.shown.components(separatedBy: "\u{1B}[H").dropFirst() {
      let rows = screen.components(separatedBy: "\u{1B}[J")[0].components(separatedBy: "\r\n")
      #expect(rows.count == Int(height))
      for row in rows {
        let plain = row.replacing(#/\u{1B}\[[0-9;?]*[a-zA-Z]/#, with: "")
        #expect(plain.count <= Int(width), "\(plain)")
      }
    }
  }

  @Test("the step that return takes is shown, and what is typed, however small the terminal is")
  func tiny() throws {
    let session = try session(width: 20, height: 4)
    try session.press("\u{1B}[B", after: "▸")
    try session.press("/" + String(repeating: "x", count: 30) + "end", after: "▸")
    try session.press("\u{1B}", after: "end▏")
    try session.press("q", after: "▸")
    #expect(try session.end().isRestored)
    for screen in session.shown.components(separatedBy: "\u{1B}[H").dropFirst() {
      #expect(screen.components(separatedBy: "\u{1B}[J")[0].contains("▸"))
    }
  }
}
