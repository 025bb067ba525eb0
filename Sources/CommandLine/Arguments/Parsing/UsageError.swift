/// A command line that the tool does not understand, and the command that it was meant for.
struct UsageError: Error, Sendable {
  /// The exit status of the tool after such an error: `EX_USAGE` of `sysexits.h`.
  static let exitStatus: Int32 = 64

  /// What is wrong.
  var problem: ArgumentError

  /// The command whose usage helps.
  var path: CommandPath
}

/// What is wrong with a command line; options are spelt as in the help: `--format <format>`.
enum ArgumentError: Error, Equatable, Sendable {
  /// No option has this name; the nearest that has, with its dashes.
  case unknownOption(String, nearest: String?)

  /// No subcommand has this name; the nearest that has.
  case unknownSubcommand(String, nearest: String?)

  /// The command only has subcommands, and none is named.
  case missingSubcommand(among: [String])

  /// A positional argument that the command needs is not there.
  case missingArgument(String)

  /// There are more arguments than the command takes.
  case unexpectedArgument(String)

  /// An option is followed by no value, or by an empty one.
  case missingValue(String)

  /// A flag is given a value.
  case unexpectedValue(String, option: String)

  /// An option that is not repeatable is given twice.
  case givenTwice(String)

  /// A value is none of those that the option or argument accepts.
  case invalidValue(String, ValueError, expected: ValueExpectation, label: String)
}
