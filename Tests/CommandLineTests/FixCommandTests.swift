import Foundation
import TestSupport
import Testing

/// `traycheck check --fix` as its users run it.
@Suite struct FixCommandTests {
  private static let good = """
    spec A
    var lit = false
    on press { lit = !lit }
    reachable on { lit }

    """
  private static let broken = good.replacing("!lit", with: "!lti").replacing(
    "on { lit", with: "on { ilt")

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.broken, to: "Specs/a.tray")
  }

  private func check(_ line: String) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(["check"] + line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("0: the errors are fixed, and the fixed spec is checked")
  func fixes() throws {
    let first = try check("--fix")
    #expect(first.status == 0 && first.stderr.isEmpty, "\(first.stdout)\(first.stderr)")
    #expect(first.stdout.contains("fixed Specs/a.tray:3:19: did you mean 'lit'?"))
    #expect(first.stdout.contains("fixed Specs/a.tray:4:16: did you mean 'lit'?"))
    #expect(try folder.text(of: "Specs/a.tray") == Self.good)
    let second = try check("--fix")
    #expect(second.status == 0 && !second.stdout.contains("fixed "))
    #expect(try folder.text(of: "Specs/a.tray") == Self.good)
  }

  @Test("2: an error that only the author can fix stays, and the others are fixed")
  func someStay() throws {
    try folder.write(Self.broken + "on set { lit = nothing }\n", to: "Specs/a.tray")
    let result = try check("--fix --format json")
    #expect(result.status == 2)
    #expect(result.stdout.contains(#""code" : "unknown-name""#))
    #expect(try folder.text(of: "Specs/a.tray") == Self.good + "on set { lit = nothing }\n")
  }

  @Test("with --dry-run, nothing is written, and git applies the printed diff")
  func dryRun() throws {
    try folder.git("init", "-q")
    let result = try check("--fix --dry-run")
    #expect(result.status == 2)
    #expect(
      result.stdout == """
        --- a/Specs/a.tray
        +++ b/Specs/a.tray
        @@ -1,4 +1,4 @@
         spec A
         var lit = false
        -on press { lit = !lti }
        -reachable on { ilt }
        +on press { lit = !lit }
        +reachable on { lit }

        """)
    #expect(result.stderr.contains("✗ Not checked: fix 2 errors"))
    #expect(try folder.text(of: "Specs/a.tray") == Self.broken)
    try folder.write(result.stdout, to: "a.patch")
    try folder.git("apply", "a.patch")
    #expect(try folder.text(of: "Specs/a.tray") == Self.good)
    let nothing = try check("--fix --dry-run")
    #expect(nothing.status == 0 && nothing.stdout.isEmpty && nothing.stderr.contains("✓"))
  }

  @Test("line ends, a byte-order mark and a link stay")
  func bytes() throws {
    func windows(_ text: String) -> String { "\u{FEFF}" + text.replacing("\n", with: "\r\n") }
    try folder.write(windows(Self.broken), to: "far.tray")
    try FileManager.default.removeItem(at: folder.url.appending(path: "Specs/a.tray"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.url.path + "/Specs/a.tray", withDestinationPath: "../far.tray")
    #expect(try check("--fix").status == 0)
    #expect(try folder.text(of: "far.tray") == windows(Self.good))
    let attributes = try FileManager.default.attributesOfItem(
      atPath: folder.url.path + "/Specs/a.tray")
    #expect(attributes[.type] as? FileAttributeType == .typeSymbolicLink)
  }

  @Test("a file that a spec uses is fixed only if it is given, and then its user is fixed too")
  func uses() throws {
    let library = "library L\nlet limit = 1\nlet least = limti\n"
    let user = Self.broken.replacing("spec A\n", with: "spec A\nuse \"../l.tray\"\n")
    try folder.write(library, to: "l.tray")
    try folder.write(user, to: "Specs/a.tray")
    #expect(try check("--fix Specs/a.tray").status == 2)
    #expect(try folder.text(of: "l.tray") == library)
    #expect(try folder.text(of: "Specs/a.tray").contains("reachable on { lit }"))
    try folder.write(user, to: "Specs/a.tray")
    _ = try check("--fix Specs/a.tray l.tray")
    #expect(try folder.text(of: "l.tray").contains("let least = limit"))
    #expect(try folder.text(of: "Specs/a.tray").contains("reachable on { lit }"))
  }

  @Test("2: a file that cannot be written stays, and the check reports its errors")
  func unwritable() throws {
    guard geteuid() != 0 else { return }
    let path = folder.url.path + "/Specs/a.tray"
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
    let result = try check("--fix")
    #expect(result.status == 2)
    #expect(
      result.stderr.contains("Specs/a.tray: error: it cannot be fixed: it is not writable"))
    #expect(result.stderr.contains("has 2 errors"))
    #expect(try folder.text(of: "Specs/a.tray") == Self.broken)
  }

  @Test(
    "64: options that do not fit together write nothing",
    arguments: [
      ("--dry-run", "'--dry-run' requires '--fix'"),
      ("--fix --dry-run --format json", "'--dry-run' cannot be combined with '--format json'"),
      ("--watch --fix", "'--watch' cannot be combined with '--fix'"),
    ])
  func usage(_ line: String, _ message: String) throws {
    let result = try check(line)
    #expect(result.status == 64 && result.stderr == "Error: \(message)\n")
    #expect(try folder.text(of: "Specs/a.tray") == Self.broken)
  }

  @Test("lines for editors have the help after each error")
  func compiler() throws {
    let lines = try check("--format compiler").stdout.split(separator: "\n")
    #expect(lines.count == 4)
    #expect(
      lines.first?.hasSuffix("a.tray:3:19: error: there is no name 'lti' [unknown-name]") == true)
    #expect(
      lines.dropFirst().first?.hasSuffix("a.tray:3:19: note: help: did you mean 'lit'?") == true)
  }
}
