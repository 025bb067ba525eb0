import Foundation
import TestSupport
import Testing

/// When the tool uses colours.
@Suite struct ColorTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Lamp.violated, to: "lamp.tray")
    try folder.write(Lamp.holds + "var dim = lti\n", to: "mistake.tray")
  }

  @Test("what does not go to a terminal is plain")
  func plainInFiles() throws {
    let result = try BuiltTool.run(["check", "lamp.tray", "mistake.tray"], in: folder.url)
    #expect(!result.stdout.contains("\u{1B}") && !result.stderr.contains("\u{1B}"))
  }

  @Test(
    "colours can be asked for, and that wins over NO_COLOR", arguments: [[:], ["NO_COLOR": "1"]])
  func coloursOnRequest(_ environment: [String: String]) throws {
    let result = try BuiltTool.run(
      ["check", "lamp.tray", "mistake.tray", "--color", "always"], in: folder.url,
      environment: environment)
    #expect(result.stdout.contains("\u{1B}[") && result.stderr.contains("\u{1B}["))
  }

  @Test("JSON never has colours")
  func plainJSON() throws {
    let result = try BuiltTool.run(
      ["check", "lamp.tray", "--color", "always", "--format", "json"], in: folder.url)
    #expect(!result.stdout.contains("\u{1B}"))
  }

  @Test("a terminal gets colours")
  func coloursOnTerminal() throws {
    #expect(
      try PseudoTerminal.output(of: ["check", "lamp.tray"], in: folder.url).contains("\u{1B}["))
  }

  @Test(
    "a terminal gets none if NO_COLOR is set, if it is dumb, or if they are refused",
    arguments: [
      (["NO_COLOR": "1"], [String]()), (["TERM": "dumb"], []), ([:], ["--color", "never"]),
    ])
  func noColoursOnTerminal(_ environment: [String: String], _ options: [String]) throws {
    let text = try PseudoTerminal.output(
      of: ["check", "lamp.tray"] + options, in: folder.url, environment: environment)
    #expect(text.contains("dark"))
    #expect(!text.contains("\u{1B}"))
  }

  @Test("an empty NO_COLOR is as good as none")
  func emptyNoColor() throws {
    let text = try PseudoTerminal.output(
      of: ["check", "lamp.tray"], in: folder.url, environment: ["NO_COLOR": ""])
    #expect(text.contains("\u{1B}["))
  }
}
