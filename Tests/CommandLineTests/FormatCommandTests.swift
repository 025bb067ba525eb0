import Foundation
import TestSupport
import Testing
import TrayKit

/// `traycheck format` as its users run it.
@Suite struct FormatCommandTests {
  private static let plain = "spec A\nvar x=1\non e{x=2;}\n"
  private static let formatted = "spec A\nvar x = 1\non e { x = 2 }\n"

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.plain, to: "a.tray")
  }

  private func run(
    _ line: String, _ input: String = ""
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(
      ["format"] + line.split(separator: " ").map(String.init), in: folder.url, input: input)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }

  @Test("0: files are replaced, and left alone once they are formatted")
  func inPlace() throws {
    let path = folder.url.appending(path: "a.tray").path
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
    try FileManager.default.createSymbolicLink(
      at: folder.url.appending(path: "link.tray"), withDestinationURL: URL(filePath: path))
    let first = try run("link.tray")
    #expect(first.status == 0 && first.stdout == "formatted link.tray\n", "\(first.stderr)")
    #expect(try text("a.tray") == Self.formatted)
    let kept = try FileManager.default.attributesOfItem(atPath: path)
    #expect(kept[.posixPermissions] as? Int == 0o640)
    let again = try run("a.tray")
    #expect(again.status == 0 && again.stdout.isEmpty)
    let now = try FileManager.default.attributesOfItem(atPath: path)
    #expect(now[.modificationDate] as? Date == kept[.modificationDate] as? Date)
    #expect(now[.systemFileNumber] as? Int == kept[.systemFileNumber] as? Int)
  }

  @Test("a hard link stays, and an unwritable file is refused")
  func links() throws {
    let path = folder.url.path
    try FileManager.default.linkItem(atPath: path + "/a.tray", toPath: path + "/b.tray")
    #expect(try run("a.tray").status == 0)
    #expect(try text("b.tray") == Self.formatted)
    guard geteuid() != 0 else { return }
    try folder.write(Self.plain, to: "c.tray")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o444], ofItemAtPath: path + "/c.tray")
    let refused = try run("c.tray")
    #expect(refused.status == 2 && refused.stderr.contains("it is not writable"), "\(refused)")
    #expect(try text("c.tray") == Self.plain)
  }

  @Test("a save that comes while a file is formatted is kept")
  func saved() throws {
    let body = "spec A\n" + (0..<2_000).map { "var v\($0)=1\n" }.joined()
    for turn in 0..<20 {
      try folder.write(body, to: "a.tray")
      let process = Process()
      process.executableURL = try BuiltTool.location()
      process.arguments = ["format", "a.tray"]
      process.currentDirectoryURL = folder.url
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      usleep(UInt32(turn) * 10_000)
      try folder.write(body + "// saved\n", to: "new")
      rename(folder.url.path + "/new", folder.url.path + "/a.tray")
      process.waitUntilExit()
      #expect(try text("a.tray").contains("// saved"))
    }
  }

  @Test("1: with --check what is not formatted is told, and nothing written")
  func check() throws {
    try folder.write(Self.formatted, to: "b.tray")
    let result = try run("--check .")
    #expect(result.status == 1)
    #expect(
      result.stdout
        == "./a.tray:2: not formatted from this line on\n1 of 2 specs not formatted\n")
    #expect(try text("a.tray") == Self.plain)
    #expect(try run("--check b.tray").status == 0)
  }

  @Test("--diff prints what would change, in a form that git applies")
  func diff() throws {
    let result = try run("--diff a.tray")
    #expect(result.status == 0)
    #expect(
      result.stdout == """
        --- a/a.tray
        +++ b/a.tray
        @@ -1,3 +1,3 @@
         spec A
        -var x=1
        -on e{x=2;}
        +var x = 1
        +on e { x = 2 }

        """)
    #expect(try text("a.tray") == Self.plain)
    let both = try run("--diff --check a.tray")
    #expect(both.status == 1 && both.stdout == result.stdout)
    #expect(both.stderr.contains("a.tray:2:"))
  }

  @Test("a diff tells of far lines apart, of a missing line end, and of a byte order mark")
  func hunks() throws {
    let lines = (0..<30).map { "var v\($0) = 0\n" }.joined()
    try folder.write(
      "\u{FEFF}spec A\n\(lines)var  w = 0\n\n\n\(lines.replacing("var v", with: "var u"))var z=1",
      to: "far.tray")
    let result = try run("--diff far.tray")
    #expect(result.stdout.split(separator: "\n").filter { $0.hasPrefix("@@") }.count == 3)
    #expect(result.stdout.contains("-\u{FEFF}spec A\n+spec A\n"))
    #expect(result.stdout.contains("-var  w = 0\n"))
    #expect(result.stdout.hasSuffix("-var z=1\n\\ No newline at end of file\n+var z = 1\n"))
  }

  @Test("standard input goes to standard output")
  func standardInput() throws {
    let result = try run("-", "spec A\r\nvar x=1")
    #expect(result.status == 0 && result.stdout == "spec A\r\nvar x = 1\r\n")
    let broken = try run("-", "spec A\nvar x=\n")
    #expect(broken.status == 2 && broken.stdout.isEmpty)
    #expect(broken.stderr.hasPrefix("<stdin>:3:1: error: "))
    #expect(try run("--check -", Self.plain).status == 1)
    #expect(try run("- a.tray").status == 64)
  }

  @Test("2: what has mistakes stays, with a line for each, and the others are formatted")
  func mistakes() throws {
    let text = "spec B\nvar x =\nvar y = 1 +\n"
    try folder.write(text, to: "b.tray")
    let result = try run("b.tray a.tray none.tray")
    #expect(result.status == 2)
    #expect(try self.text("b.tray") == text && self.text("a.tray") == Self.formatted)
    let checked = try BuiltTool.run(["check", "b.tray", "--format", "compiler"], in: folder.url)
    let first = checked.stdout.split(separator: "\n").first?.split(separator: "b.tray").last ?? ""
    #expect(result.stderr.hasPrefix("b.tray\(first)\n"), "\(result.stderr)")
    #expect(result.stderr.contains("none.tray: error: "))
  }

  @Test("3: what is not formatted in time stays")
  func limit() throws {
    let result = try run("--time-limit 0s a.tray")
    #expect(result.status == 3 && result.stderr.contains("a.tray: error: not formatted: "))
    #expect(try text("a.tray") == Self.plain)
  }

  @Test("files that others use are formatted where they are named")
  func uses() throws {
    try folder.write("spec B\nuse \"lib.tray\"\nvar y=n\n", to: "b.tray")
    try folder.write("library L\nlet n=1\n", to: "lib.tray")
    #expect(try run("b.tray").stdout == "formatted b.tray\n")
    #expect(try text("lib.tray") == "library L\nlet n=1\n")
  }

  @Test("all of our specs are formatted, and the examples of the documents beside them")
  func ours() async throws {
    let result = try BuiltTool.run(["format", "--check"], in: RepositoryFolder.root)
    #expect(result.status == 0, "\(result.stdout)")
    let documents = Document.all.filter { $0.path.hasPrefix("Specs/") }
    for block in documents.flatMap(\.blocks) {
      guard case .spec(let status, _) = block.kind, status != 2 else { continue }
      let request = FormatRequest(text: Array(block.text.utf8), name: block.path)
      let outcome = await Traycheck.run(request)
      guard let text = outcome.text else { continue }
      #expect(String(decoding: text, as: UTF8.self) == block.text, "\(block.description)")
    }
  }
}
