@testable import Commands
import TrayKit

/// A command line like that of the tool.
enum ArgumentFixture {
  enum Format: String, ArgumentChoice { case text, json }
  enum Color: String, ArgumentChoice { case auto, always, never }

  static let paths = Positional<String>(
    "path", isRepeatable: true,
    help: "A spec, or a folder that is searched for specs.", defaultText: "Specs")
  static let set = Option<TraySetting>(
    "set", value: "name=value", isRepeatable: true, help: "Give a constant another value.")
  static let world = Option<String>(
    "world", value: "name", isRepeatable: true, help: "Check only this world.")
  static let property = Option<String>(
    "property", value: "name", isRepeatable: true, help: "Check only this property.")
  static let quiet = Flag("quiet", short: "q", help: "Print violations only.")
  static let format = Option<Format>(
    "format", short: "f", value: "format", help: "How the verdict is written.",
    defaultText: "text")
  static let maxStates = Option<Int>(
    "max-states", value: "n", help: "Stop after this many states.")
  static let maxDepth = Option<Int>("max-depth", value: "n", help: "Stop after this many steps.")
  static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Stop after this time, such as 90s or 1h30m.")
  static let memory = Option<ByteCount>(
    "memory", value: "size",
    help: "How much memory the visited states may take before the search stops.",
    defaultText: "2GiB")
  static let maxValues = Option<Int>(
    "max-values", value: "n", help: "The most values that a type may have.")
  static let color = Option<Color>(
    "color", value: "when", help: "When to use colours.", defaultText: "auto")

  static let check = CommandDescription(
    name: "check",
    settings: .inFolderOfFile,
    abstract: "Check every property of the specs.",
    discussion: "Without a path, the folder Specs is searched.",
    positionals: [paths],
    options: [
      set, world, property, quiet, format, maxStates, maxDepth, timeLimit, memory, maxValues, color,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "Every property holds."),
          HelpRow(label: "1", text: "A property is violated."),
        ])
    ]
  )
  static let replay = CommandDescription(
    name: "replay",
    abstract: "Run a trace again.",
    positionals: [Positional<String>("trace", isRequired: true, help: "The trace.")])
  static let tool = CommandDescription(
    name: "traycheck", abstract: "Check models of notification trays.", version: "1.2.3",
    subcommands: [check, replay])

  /// Parses a line of words without quotation marks.
  static func parse(_ line: String) throws(UsageError) -> CommandRequest {
    try ArgumentParser(tool: tool).parse(line.split(separator: " ").map(String.init))
  }

  /// Parses the words after `check`, which must run it.
  static func check(_ line: String) throws -> ParsedArguments {
    guard case .run(let arguments) = try parse("check " + line) else { throw NotRun() }
    return arguments
  }

  /// The text of the error in a line, or nil when it has none.
  static func error(_ line: String) -> String? {
    do throws(UsageError) {
      _ = try parse(line)
      return nil
    } catch {
      return error.problem.text
    }
  }

  /// The command for which a line requests help.
  static func helpTopic(_ line: String) throws -> String? {
    guard case .help(let path, _) = try parse(line) else { return nil }
    return path.invocation
  }

  struct NotRun: Error {}
}
