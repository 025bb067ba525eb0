/// Parses the words of a command line by the tool's description.
///
/// The input is the words without the name of the executable. The output is a command with its validated values, or a
/// request for help or the version. Nothing is printed, and no file is read.
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

/// The request that a command line expresses.
indirect enum CommandRequest: Sendable {
  /// Run the command at the end of the arguments' path.
  case run(ParsedArguments)

  /// Print the ``HelpText`` of the command, with or without extra commands.
  case help(CommandPath, isWhole: Bool = false)

  /// Print a text about the language or about the code of a diagnostic.
  case explanation(String)

  /// Print the version.
  case version(String)
}
