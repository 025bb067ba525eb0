import Foundation
import TestSupport
import Testing

/// `traycheck check --since`: reports mark the lines that changed.
@Suite("A check since a revision") struct SinceTests {
  private static let spec = """
    spec Counter
    var n: 0...3 = 0
    var m: 0...1 = 0
    on add {
      rule up when n < 3 { n += 1 }
      otherwise stays {}
    }
    on mark { m = 1 }
    /// The counter stays low.
    invariant low { n < 3 }
    invariant unmarked { m == 0 }

    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(
      Self.spec.replacing("n < 3 {", with: "n < 2 {").replacing("m = 1 }", with: "m = 0 }"),
      to: "counter.tray")
    try folder.commitAll()
  }

  private func run(_ line: String) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("marks the line to change, and lists all lines that changed")
  func text() throws {
    try folder.write(Self.spec, to: "counter.tray")
    let result = try run("check counter.tray --read-only --since git:main")
    #expect(result.status == 1)
    #expect(result.stdout.contains("  changed since main\n"), "\(result.stdout)")
    #expect(result.stdout.contains("counter.tray: lines 5, 8 changed since main"))
  }

  @Test("shows a failure in a changed line before one with a shorter trace")
  func order() throws {
    try folder.write(Self.spec.replacing("n < 3 {", with: "n < 2 {"), to: "counter.tray")
    try folder.git("commit", "-q", "-a", "-m", "second")
    try folder.write(Self.spec, to: "counter.tray")
    let all = try run("check counter.tray --read-only").stdout
    #expect(all.hasPrefix("✗ unmarked is violated"), "\(all)")
    let since = try run("check counter.tray --read-only --since git:main").stdout
    #expect(since.hasPrefix("✗ The counter stays low."), "\(since)")
  }

  @Test("has the lines in the JSON report, and marks them on the page and in SARIF")
  func reports() throws {
    try folder.write(Self.spec, to: "counter.tray")
    let result = try run(
      "check counter.tray --read-only --since git:main --format json --report html=p.html "
        + "--report sarif=r.sarif")
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.stdout.utf8)) as? [String: Any])
    let changed = (json["specs"] as? [[String: Any]])?.first?["changed"] as? [String: Any]
    #expect(changed?["since"] as? String == "main" && changed?["lines"] as? [Int] == [5, 8])
    #expect(try folder.text(of: "p.html").contains("line 5, changed since main"))
    #expect(try folder.text(of: "r.sarif").contains("line 5 changed since main"))
  }

  @Test("takes a new file for changed, and says if nothing changed")
  func extremes() throws {
    try folder.write(Self.spec, to: "new.tray")
    #expect(
      try run("check new.tray --read-only --since git:main").stdout
        .contains("lines 1 to 11 changed since main"))
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "second")
    #expect(
      try run("check new.tray --read-only --since git:main").stdout
        .contains("no line changed since main"))
  }

  @Test("refuses a revision that is not there", arguments: ["main", "git:", "git:none", "git:-x"])
  func wrong(_ revision: String) throws {
    let result = try run("check counter.tray --read-only --since \(revision)")
    #expect(result.status == 64 && result.stdout.isEmpty && result.stderr.contains(revision))
  }
}
