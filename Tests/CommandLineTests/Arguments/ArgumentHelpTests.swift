import Testing

@testable import Commands

/// The layout of the help.
@Suite struct ArgumentHelpTests {
  @Test("the help of the tool lists its subcommands")
  func tool() {
    #expect(
      HelpText(path: CommandPath(ArgumentFixture.tool)).rendered() == """
        OVERVIEW: Check models of notification trays.

        USAGE: traycheck <command>

        SUBCOMMANDS:
          check                   Check every property of the specs.
          replay                  Run a trace again.

        GENERAL:
          --version               Show the version.
          -h, --help              Show help information.

          'traycheck help <command>' explains one command.
          'traycheck help <code>' explains an error such as unknown-event.
          'traycheck help language' summarizes the language for an assistant.
        """)
  }

  @Test("the help of a subcommand has its arguments and options in two columns")
  func subcommand() {
    let path = CommandPath(ArgumentFixture.tool).appending(ArgumentFixture.check)
    #expect(
      HelpText(path: path).rendered() == """
        OVERVIEW: Check every property of the specs.

        Without a path, the folder Specs is searched.

        USAGE: traycheck check [<path> ...] [<options>]

        ARGUMENTS:
          <path>                  A spec, or a folder that is searched for specs.
                                  (default: Specs)

        OPTIONS:
          --set <name=value>      Give a constant another value.
          --world <name>          Check only this world.
          --property <name>       Check only this property.
          -q, --quiet             Print violations only.
          -f, --format <format>   How the verdict is written. (values: text, json;
                                  default: text)
          --max-states <n>        Stop after this many states.
          --max-depth <n>         Stop after this many steps.
          --time-limit <duration> Stop after this time, such as 90s or 1h30m.
          --memory <size>         How much memory the visited states may take before the
                                  search stops. (default: 2GiB)
          --max-values <n>        The most values that a type may have.
          --color <when>          When to use colours. (values: auto, always, never;
                                  default: auto)

        GENERAL:
          --settings <file>       Read settings from this file; 'none' reads none.
                                  (default: .traycheck.json of the repository)
          --show-settings         Print the settings in force and their sources, and
                                  nothing else.
          --version               Show the version.
          -h, --help              Show help information.

        EXIT STATUS:
          0                       Every property holds.
          1                       A property is violated.
        """)
  }

  @Test("no line of the help exceeds the width")
  func width() {
    let path = CommandPath(ArgumentFixture.tool).appending(ArgumentFixture.check)
    for width in [60, 80, 120] {
      let lines = HelpText(path: path).rendered(width: width).split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width })
    }
  }

  @Test("an explanation goes to the next line after a long label")
  func longLabel() {
    let option = Flag("a-name-of-exactly-this-many", help: "Explained.")
    let tool = CommandDescription(name: "tool", abstract: "A tool.", options: [option])
    let help = HelpText(path: CommandPath(tool)).rendered()
    #expect(
      help.contains("  --a-name-of-exactly-this-many\n\(String(repeating: " ", count: 26))Expl"))
  }

  @Test("lines of the discussion keep their indent when they are wrapped")
  func discussion() {
    #expect(
      TextWrapping.wrap("One two three\n\n  four five six", width: 10) == """
        One two
        three

          four
          five six
        """)
  }
}
