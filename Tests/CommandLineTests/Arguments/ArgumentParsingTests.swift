import Testing

@testable import Commands
import TrayKit

/// The parsing of a command line.
@Suite struct ArgumentParsingTests {
  @Test("paths and options may be mixed")
  func mixed() throws {
    let arguments = try ArgumentFixture.check(
      "a.tray --set n=3 b --quiet --set m=x=y - --max-states 1_000")
    #expect(arguments.path.invocation == "traycheck check")
    #expect(arguments.all(ArgumentFixture.paths) == ["a.tray", "b", "-"])
    #expect(
      arguments.all(ArgumentFixture.set) == [
        TraySetting("n", "3"), TraySetting("m", "x=y"),
      ])
    #expect(arguments[ArgumentFixture.quiet])
    #expect(arguments[ArgumentFixture.maxStates] == 1000)
  }

  @Test("what is not given is absent")
  func absent() throws {
    let arguments = try ArgumentFixture.check("")
    #expect(!arguments[ArgumentFixture.quiet])
    #expect(arguments[ArgumentFixture.format] == nil)
    #expect(arguments[ArgumentFixture.paths] == nil)
    #expect(arguments.all(ArgumentFixture.set).isEmpty)
  }

  @Test(
    "a value follows after a space or an equals sign, and a short flag may share the dash",
    arguments: [
      "--format json", "--format=json", "-f json", "-f=json", "-qf json", "-qf=json",
      "-q -q -f json",
    ])
  func spellings(line: String) throws {
    #expect(try ArgumentFixture.check(line)[ArgumentFixture.format] == .json)
  }

  @Test("two dashes end the options")
  func end() throws {
    let arguments = try ArgumentFixture.check("-- --quiet -- --help")
    #expect(arguments.all(ArgumentFixture.paths) == ["--quiet", "--", "--help"])
    #expect(!arguments[ArgumentFixture.quiet])
  }

  @Test(
    "help is asked for with a flag or a command, and wins over errors",
    arguments: [
      ("", "traycheck"), ("help", "traycheck"), ("--help", "traycheck"), ("-h", "traycheck"),
      ("--help check", "traycheck"), ("help --help", "traycheck"),
      ("help check", "traycheck check"), ("check --help", "traycheck check"),
      ("check a --bad --max-states -h", "traycheck check"), ("check -qh", "traycheck check"),
    ])
  func help(line: String, topic: String) throws {
    #expect(try ArgumentFixture.helpTopic(line) == topic)
  }

  @Test("the version is given at every level", arguments: ["--version", "check --version"])
  func version(line: String) throws {
    guard case .version("1.2.3") = try ArgumentFixture.parse(line) else {
      Issue.record("no version")
      return
    }
  }
}
