import Testing

@testable import Commands

/// The messages for a mistyped command line.
@Suite struct ArgumentErrorTests {
  @Test("a misspelt option proposes the nearest")
  func misspeltOption() {
    #expect(
      ArgumentFixture.error("check --qiet") == "unknown option '--qiet'; did you mean '--quiet'?")
    #expect(
      ArgumentFixture.error("check --max-sates=3")
        == "unknown option '--max-sates'; did you mean '--max-states'?")
    #expect(
      ArgumentFixture.error("check -quiet")
        == "unknown option '-quiet'; did you mean '--quiet'?")
  }

  @Test("an option like no other proposes nothing")
  func unknownOption() {
    #expect(ArgumentFixture.error("check --zzz") == "unknown option '--zzz'")
    #expect(ArgumentFixture.error("check -x") == "unknown option '-x'")
    #expect(ArgumentFixture.error("check -=x") == "unknown option '-=x'")
    #expect(ArgumentFixture.error("--quiet") == "unknown option '--quiet'")
  }

  @Test("a misspelt subcommand proposes the nearest")
  func subcommands() {
    #expect(ArgumentFixture.error("chekc") == "unknown subcommand 'chekc'; did you mean 'check'?")
    #expect(
      ArgumentFixture.error("help chekc")
        == "unknown subcommand 'chekc'; did you mean 'check'?")
    #expect(ArgumentFixture.error("hepl") == "unknown subcommand 'hepl'; did you mean 'help'?")
    #expect(ArgumentFixture.error("Tray.spec") == "unknown subcommand 'Tray.spec'")
  }

  @Test("arguments are counted")
  func counts() {
    #expect(ArgumentFixture.error("replay") == "missing argument '<trace>'")
    #expect(ArgumentFixture.error("replay a b") == "unexpected argument 'b'")
    #expect(ArgumentFixture.error("help check b") == "unexpected argument 'b'")
  }

  @Test(
    "an option without its value says so",
    arguments: ["--format", "--format=", "--format --quiet", "--format --", "-fq json"])
  func missingValue(line: String) {
    #expect(ArgumentFixture.error("check " + line) == "missing value for '--format <format>'")
  }

  @Test("a flag takes no value")
  func flagValue() {
    #expect(
      ArgumentFixture.error("check --quiet=yes") == "'--quiet' takes no value, but is given 'yes'")
    #expect(ArgumentFixture.error("check -q=yes") == "'--quiet' takes no value, but is given 'yes'")
  }

  @Test("an option that is meant once is not taken twice")
  func twice() {
    #expect(
      ArgumentFixture.error("check --format text -f json") == "'--format <format>' is given twice")
  }

  @Test(
    "an invalid value says what was expected",
    arguments: [
      ("--max-states abc", "'abc' is not a whole number for --max-states <n>"),
      ("--max-states -5", "'-5' is not a whole number for --max-states <n>"),
      (
        "--max-states 99999999999999999999",
        "'99999999999999999999' is too large for --max-states <n>"
      ),
      ("--format xml", "'xml' is not 'text' or 'json' for --format <format>"),
      (
        "--format txt",
        "'txt' is not 'text' or 'json' for --format <format>; did you mean 'text'?"
      ),
      ("--color no", "'no' is not 'auto', 'always' or 'never' for --color <when>"),
      ("--set n", "'n' is not of the form name=value for --set <name=value>"),
      ("--memory 2", "'2' is not a size such as 512MB or 2GiB for --memory <size>"),
      ("--memory 2G", "'2G' is not a size such as 512MB or 2GiB for --memory <size>"),
      (
        "--time-limit soon",
        "'soon' is not a duration such as 90s, 5m or 1h30m for --time-limit <duration>"
      ),
    ])
  func invalid(line: String, text: String) {
    #expect(ArgumentFixture.error("check " + line) == text)
  }

  @Test("a strange word is shown in one short line")
  func strange() throws {
    let word = "\u{1B}[2J\n" + String(repeating: "x", count: 100_000)
    let text = try #require(ArgumentFixture.error("check --max-states " + word))
    #expect(text.hasPrefix("'\\u{1B}[2J\\nxxx"))
    #expect(text.count < 160)
  }

  @Test("what a terminal would obey is not shown as it is")
  func hidden() {
    let error = UsageError(
      problem: .missingArgument("<a\u{202E}b\nc\u{1B}>"), path: CommandPath(ArgumentFixture.tool))
    #expect(
      error.rendered().hasPrefix("Error: missing argument '<a\u{FFFD}b\u{FFFD}c\u{FFFD}>'\n"),
      "\(error.rendered())")
  }

  @Test("an error is followed by the way to the help, and by nothing else")
  func rendered() {
    let error = UsageError(
      problem: .missingArgument("<trace>"),
      path: CommandPath(ArgumentFixture.tool).appending(ArgumentFixture.replay))
    #expect(
      error.rendered() == """
        Error: missing argument '<trace>'
          See 'traycheck replay --help' for more information.
        """)
    #expect(UsageError.exitStatus == 64)
  }
}
