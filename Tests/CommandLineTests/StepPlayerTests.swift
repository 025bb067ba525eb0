import Foundation
import TestSupport
import Testing

/// Going through a counterexample step by step.
@Suite struct StepPlayerTests {
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
      invariant low { floor < 3 }
      terminal { floor == 3 }
      """, to: "stairs.tray")
    _ = try BuiltTool.run(["check", "stairs.tray"], in: folder.url)
  }

  private static let longName = "aVariableWithAVeryLongNameThatDoesNotFitIntoANarrowTerminal"

  private func session(width: UInt16 = 80, height: UInt16 = 24) throws -> TerminalSession {
    try TerminalSession(["replay", "--step"], in: folder.url, width: width, height: height)
  }

  @Test("arrow keys go from step to step, and the end says why")
  func arrows() throws {
    let session = try session()
    try session.press(Self.right, after: "low  start")
    try session.press(Self.right, after: "step 1 of 3")
    try session.press(Self.left, after: "floor: 1 → 2")
    try session.press("\u{1B}[F", after: "floor: 0 → 1")
    try session.press("\u{1B}[H", after: "floor < 3: floor is 3")
    try session.press("q", after: "the start")
    let end = try session.end()
    #expect(end.status == 1 && end.isRestored)
    #expect(session.shown.contains("emits creak"))
    #expect(session.shown.hasPrefix("\u{1B}[?1049h") && session.shown.contains("\u{1B}[?1049l"))
  }

  @Test("the terminal is as before after ctrl-C and after a signal")
  func restored() throws {
    let typed = try session()
    try typed.press("\u{3}", after: "start")
    #expect(try typed.end().isRestored)
    let ended = try session()
    try ended.press(Self.right, after: "start")
    try ended.press(Self.right, after: "step 1")
    ended.signal(SIGTERM)
    #expect(try ended.end().isRestored)
  }

  @Test(
    "no line is wider than the terminal, no page higher", arguments: [(80, 24), (30, 9), (20, 12)])
  func sizes(_ width: UInt16, _ height: UInt16) throws {
    let session = try session(width: width, height: height)
    try session.press(Self.right, after: "floor")
    try session.press(Self.down, after: "climb")
    try session.press("q", after: "step")
    #expect(try session.end().isRestored)
    for page in session.shown.components(separatedBy: "\u{1B}[2J").dropFirst() {
      let rows = page.components(separatedBy: "\u{1B}[?25h")[0].components(separatedBy: "\r\n")
      #expect(rows.count <= Int(height))
      for row in rows {
        let plain = row.replacing(#/\u{1B}\[[0-9;?]*[a-zA-Z]/#, with: "")
        #expect(plain.count <= Int(width), "\(plain)")
      }
    }
  }
}
