/// An invalid command line, with the command that it selects.
package struct UsageError: Error, Sendable {
  /// The exit status of the tool after such an error: `EX_USAGE` of `sysexits.h`.
  package static let exitStatus: Int32 = 64

  /// The problem.
  var problem: ArgumentError

  /// The command whose usage is shown.
  var path: CommandPath
}

/// A problem with a command line. Options are spelt as in the help: `--format <format>`.
indirect enum ArgumentError: Error, Equatable, Sendable {
  /// No option has this name; the nearest name, with its dashes.
  case unknownOption(String, nearest: String?)

  /// No subcommand has this name; the nearest name.
  case unknownSubcommand(String, nearest: String?)

  /// The command has only subcommands, and none is named.
  case missingSubcommand(among: [String])

  /// A required positional argument is missing.
  case missingArgument(String)

  /// There are more arguments than the command takes.
  case unexpectedArgument(String)

  /// An option has no value, or an empty one.
  case missingValue(String)

  /// A flag is given a value.
  case unexpectedValue(String, option: String)

  /// An option that is not repeatable is given twice.
  case givenTwice(String)

  /// A value is not accepted by the option or argument.
  case invalidValue(String, ValueError, expected: ValueExpectation, label: String)
}
