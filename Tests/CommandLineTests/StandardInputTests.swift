import Foundation
import TestSupport
import Testing

/// `check -`: a spec from standard input.
@Suite struct StandardInputTests {
  private let folder: ScratchFolder
  private static let text =
    "spec A\nuse \"lib.tray\"\nvar x: 0...3 = 0\non up when x < n { x += 1 }\n"
    + "invariant low { x < 2 }\nterminal { true }\n"

  init() throws {
    folder = try ScratchFolder()
    try folder.write("library L\nlet n = 3\n", to: "lib.tray")
  }

  private func run(
    _ arguments: [String] = [], _ input: String = text
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(["check", "-"] + arguments, in: folder.url, input: input)
  }

  @Test("a spec from standard input is checked with the files that it uses, and nothing is stored")
  func checked() throws {
    let run = try run()
    #expect(run.status == 1 && run.stdout.contains("<stdin>"), "\(run)")
    #expect(run.stdout.contains("low") && !run.stdout.contains("traycheck explore"))
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(files == ["lib.tray"])
    let good = try self.run(["--quiet"], Self.text.replacing("x < 2", with: "x < 4"))
    #expect(good.status == 0, "\(good)")
  }

  @Test("used files are relative to the user's folder, also with a settings file in another one")
  func moved() throws {
    try folder.makeFolders("other")
    try folder.write("{}", to: "other/settings.json")
    let run = try run(["--settings", "other/settings.json"])
    #expect(run.status == 1 && run.stdout.contains("1 property of 1 checked"), "\(run)")
  }

  @Test("errors have places in '<stdin>', as lines for editors too")
  func mistakes() throws {
    let run = try run([], "spec A\nvar x: 0...3 = y\ninvariant i { x < 9 }\n")
    #expect(run.status == 2 && run.stderr.contains("<stdin> has 1 error"), "\(run)")
    #expect(run.stderr.contains("2:16"))
    let lines = try self.run(["--format", "compiler"], "spec A\nvar x = y\n")
    #expect(lines.status == 2 && lines.stdout.contains("/<stdin>:2:9: error: "), "\(lines)")
  }

  @Test(
    "options that need a file are wrong usage",
    arguments: ["--fix", "--watch", "--checkpoint=c", "--since=git:HEAD", "lib.tray"])
  func refused(_ option: String) throws {
    let run = try run([option])
    #expect(run.status == 64 && run.stderr.contains("'-' cannot be combined with"), "\(run)")
  }
}
