/// Turns the words of a command line into what they ask for, as the tool's description says.
///
/// The words come in without the name of the executable; what goes out is a command with its
/// values, all of them checked, or a request for help or the version. Nothing is printed here, and
/// no file is looked at.
struct ArgumentParser: Sendable {
  /// The description of the whole tool.
  let tool: CommandDescription

  /// Parses the words from left to right and throws the first error.
  ///
  /// A `--help` anywhere before `--` wins over errors in the same command.
  func parse(_ arguments: [String]) throws(UsageError) -> CommandRequest {
    var reader = ArgumentReader(path: CommandPath(tool), rest: arguments[...])
    do throws(ArgumentError) {
      return try reader.read()
    } catch {
      throw UsageError(problem: error, path: reader.path)
    }
  }
}

/// What a command line asks for.
enum CommandRequest: Sendable {
  /// Run the command at the end of the arguments' path.
  case run(ParsedArguments)

  /// Print the ``HelpText`` of the command, with or without extra commands.
  case help(CommandPath, isWhole: Bool = false)

  /// Print the version.
  case version(String)
}
