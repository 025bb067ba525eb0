import Foundation
import TestSupport
import Testing

/// The exit status of the built tool, and the stream of each message.
@Suite struct ExitCodeTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  /// Runs the tool in a folder with that spec.
  private func run(
    _ line: String, _ spec: String = Lamp.holds
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try folder.write(spec, to: "lamp.tray")
    return try BuiltTool.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  @Test("0: everything is as the spec says")
  func success() throws {
    let result = try run("check lamp.tray")
    #expect(result.status == 0)
    #expect(result.stdout.hasPrefix("✓ Lamp  lamp.tray\n"))
    #expect(result.stderr.isEmpty)
  }

  @Test(
    "1: something is violated, or an announced violation did not happen",
    arguments: [
      "invariant dark { !lit }", "on { }", "reachable both { lit && !lit }",
      "scenario wrong { press; expect !lit }", "world w { } violates deadlock",
    ])
  func violation(_ declaration: String) throws {
    let broken = declaration == "on { }" ? Lamp.stuck : Lamp.holds + declaration + "\n"
    let result = try run("check lamp.tray", broken)
    #expect(result.status == 1, "\(result.stderr)")
    #expect(result.stderr.isEmpty)
  }

  @Test("2: a spec has a mistake, or there is none")
  func mistake() throws {
    let result = try run("check lamp.tray", Lamp.holds + "var dim = lti\n")
    #expect(result.status == 2)
    #expect(result.stderr.hasPrefix("✗ lamp.tray has 1 error\n"))
    #expect(!result.stdout.contains("error:") && !result.stdout.contains("'lti'"))
    #expect(try run("check nowhere").status == 2)
    #expect(try run("check").stderr.contains("Specs"))
  }

  @Test("3: a limit was reached")
  func inconclusive() throws {
    #expect(try run("check lamp.tray --max states=1").status == 3)
    #expect(try run("check lamp.tray --max depth=0").status == 3)
  }

  @Test(
    "64: the command line is wrong",
    arguments: [
      "chekc", "check --qiet", "check --max states many", "check --max states", "check -x",
      "check lamp.tray --world none", "check lamp.tray --property none",
      "check lamp.tray --set none=1", "check lamp.tray --set none", "check --format yaml",
      "help nothing",
    ])
  func wrongUsage(_ line: String) throws {
    let result = try run(line)
    #expect(result.status == 64)
    #expect(result.stdout.isEmpty)
    #expect(result.stderr.hasPrefix("Error: "))
  }

  @Test("a misspelt option or command is answered with the nearest one")
  func nearest() throws {
    let option = try run("check --time-limt 3s").stderr
    #expect(option.contains("unknown option '--time-limt'; did you mean '--time-limit'?"))
    #expect(option.contains("See 'traycheck check --help'"))
    #expect(try run("chekc").stderr.contains("did you mean 'check'?"))
  }

  @Test("the report goes to standard output, mistakes and warnings to standard error")
  func streams() throws {
    let mixed = try run("check lamp.tray nowhere.tray")
    #expect(mixed.stdout.contains("Lamp  lamp.tray"))
    #expect(mixed.stderr.hasPrefix("nowhere.tray: error: "))
    let json = try run("check lamp.tray --format json", Lamp.holds + "var dim = lti\n")
    #expect(try JSONSerialization.jsonObject(with: Data(json.stdout.utf8)) is [String: Any])
    #expect(json.stderr.hasPrefix("✗ lamp.tray has 1 error\n"))
  }

  @Test(
    "help and version are no errors", arguments: ["--help", "help check", "check -h", "--version"])
  func informationSucceeds(_ line: String) throws {
    let result = try run(line)
    #expect(result.status == 0 && result.stderr.isEmpty && !result.stdout.isEmpty)
  }

  @Test("a reader that goes away is no crash")
  func closedPipe() throws {
    try folder.write(Lamp.holds, to: "lamp.tray")
    let tool = try BuiltTool.location().path
    let script = "'\(tool)' check lamp.tray; echo $? > status"
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "{ sleep 0.2; \(script); } | true"]
    shell.currentDirectoryURL = folder.url
    try shell.run()
    shell.waitUntilExit()
    #expect(try folder.text(of: "status") == "0\n")
  }
}
