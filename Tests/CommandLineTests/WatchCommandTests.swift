import Foundation
import TestSupport
import Testing

/// `check --watch`: specs are checked when they are saved.
@Suite struct WatchCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "Specs"), withIntermediateDirectories: true)
    try folder.write(Lamp.holds, to: "Specs/lamp.tray")
    try folder.write(
      Lamp.holds.replacing("spec Lamp", with: "spec Other"), to: "Specs/other.tray")
  }

  private func session() throws -> TerminalSession {
    try TerminalSession(["check", "--watch", "--color", "never"], in: folder.url)
  }

  @Test("what became red or green is told first, of what was saved alone, and nothing is stored")
  func rounds() throws {
    let session = try session()
    try session.press("", after: "✓ all is green in 2 specs")
    try folder.write(Lamp.violated, to: "Specs/lamp.tray")
    try session.press("", after: "✗ 1 red in 2 specs")
    #expect(session.shown.contains("✗ red now: Lamp / default  dark"))
    try folder.write("spec Lamp\nvar lit = \n", to: "Specs/lamp.tray")
    try session.press("", after: "red in 2 specs")
    #expect(session.shown.contains("✓ green again: Lamp / default  dark"))
    try folder.write(Lamp.holds, to: "Specs/lamp.tray")
    try session.press("", after: "✓ all is green in 2 specs")
    try folder.write(
      Lamp.violated.replacing("spec Lamp", with: "spec Third"), to: "Specs/third.tray")
    try session.press("", after: "✗ 1 red in 3 specs")
    try FileManager.default.removeItem(at: folder.url.appending(path: "Specs/third.tray"))
    try session.press("", after: "✓ all is green in 2 specs")
    session.signal(SIGINT)
    let end = try session.end()
    #expect(end.status == 0 && end.isRestored)
    #expect(!session.shown.contains("Other"))
    #expect(!FileManager.default.fileExists(atPath: folder.url.path + "/Counterexamples"))
  }

  @Test("a world that says what it said is not checked again, and one that does not is")
  func rightWorlds() throws {
    let worlds = Lamp.holds + "\nworld other\n"
    try folder.write(worlds, to: "Specs/lamp.tray")
    let session = try session()
    try session.press("", after: "✓ all is green in 2 specs")
    try folder.write("// A remark\n\n" + worlds, to: "Specs/lamp.tray")
    try session.press("", after: "✓ all is green in 2 specs")
    #expect(!session.shown.contains("Lamp/default"))
    try folder.write(worlds + "\nworld third\n", to: "Specs/lamp.tray")
    try session.press("", after: "✓ all is green in 2 specs")
    #expect(!session.shown.contains("Lamp/default"))
    try folder.write(
      worlds.replacing("spec Lamp", with: "spec Lamp\nvar spare = false"), to: "Specs/lamp.tray")
    try session.press("", after: "✓ all is green in 2 specs")
    #expect(session.shown.contains("✓ Lamp/default"))
    session.signal(SIGINT)
    #expect(try session.end().status == 0)
  }

  @Test("a file that a spec uses, and that is not there yet, has the spec checked when it comes")
  func usedLater() throws {
    let text = Lamp.holds.replacing("spec Lamp\n", with: "spec Lamp\nuse \"../parts.tray\"\n")
    try folder.write(text, to: "Specs/lamp.tray")
    let session = try session()
    try session.press("", after: "red in 2 specs")
    try folder.write("library Parts\nlet one = 1\n", to: "parts.tray")
    try session.press("", after: "✓ all is green in 2 specs")
    session.signal(SIGINT)
    #expect(try session.end().status == 0)
  }

  @Test("a file that a spec uses has the spec checked")
  func used() throws {
    let text = Lamp.holds.replacing("spec Lamp\n", with: "spec Lamp\nuse \"../parts.tray\"\n")
    try folder.write(text, to: "Specs/lamp.tray")
    try folder.write("library Parts\nlet one = 1\n", to: "parts.tray")
    let session = try session()
    try session.press("", after: "✓ all is green in 2 specs")
    try folder.write("library Parts\nlet one =\n", to: "parts.tray")
    try session.press("", after: "red in 2 specs")
    try folder.write("library Parts\nlet one = 2\n", to: "parts.tray")
    try session.press("", after: "✓ all is green in 2 specs")
    session.signal(SIGINT)
    #expect(try session.end().status == 0)
  }

  @Test(
    "what is not checked again stays as it was: other paths, names that are gone, specs of one name"
  )
  func stays() throws {
    try folder.write(
      Lamp.violated.replacing("spec Lamp", with: "spec Other"), to: "Specs/other.tray")
    try folder.write(
      Lamp.violated.replacing("spec Lamp", with: "spec Other"), to: "Specs/lamp.tray")
    let same = try session()
    try same.press("", after: "✗ 2 red in 2 specs")
    try folder.write(
      "\n" + Lamp.violated.replacing("spec Lamp", with: "spec Other"), to: "Specs/lamp.tray")
    try same.press("", after: "✗ 2 red in 2 specs")
    #expect(!same.shown.contains("red now") && !same.shown.contains("green again"))
    same.signal(SIGINT)
    _ = try same.end()
    let gone = try TerminalSession(
      [
        "check", "--watch", "Specs/lamp.tray", "missing.tray", "--property", "dark", "--color",
        "never",
      ],
      in: folder.url)
    try gone.press("", after: "✗ 2 red in 1 spec")
    try folder.write(
      Lamp.violated.replacing("invariant dark", with: "invariant bleak"), to: "Specs/lamp.tray")
    try gone.press("", after: "red in")
    #expect(!gone.shown.contains("green again"))
    #expect(!gone.shown.contains("all is green") && gone.shown.contains("has a property 'dark'"))
    gone.signal(SIGHUP)
    _ = try gone.end()
  }

  @Test("a request that makes no sense ends it")
  func senseless() throws {
    let run = try BuiltTool.run(["check", "--watch", "--world", "nowhere"], in: folder.url)
    #expect(run.status == 64 && run.stderr.contains("nowhere"))
  }
}
