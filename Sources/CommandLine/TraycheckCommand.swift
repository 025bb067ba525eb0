import Platform
import Synchronization
import TrayKit

/// The command `traycheck`: selects the subcommand and runs it.
public enum TraycheckCommand {
  static let description = CommandDescription(
    name: "traycheck",
    abstract: "Check the rules of a phone's notification tray.",
    discussion: """
      A '.tray' file describes notification rules as a state machine with properties. \
      'traycheck new NAME' begins one. Specs/README.md is the tutorial.
      """,
    version: Traycheck.versionText,
    subcommandGroups: [
      CommandGroup(
        "EVERY DAY",
        [
          CheckCommand.description, WalkCommand.description, ReplayCommand.description,
          ExploreCommand.description, DiffCommand.description, NewCommand.description,
          FormatCommand.description,
        ]),
      CommandGroup("IS IT ENOUGH?", [MutateCommand.description, CertifyCommand.description]),
      CommandGroup("REAL SOFTWARE", [ConformCommand.description, ValidateCommand.description]),
      CommandGroup(
        "MORE", [EditorCommand.description, ExportCommand.description, ClusterCommand.description],
        isExtra: true),
    ])

  /// Runs the command that the words select, while the thread waits; returns the exit status.
  ///
  /// Commands are asynchronous and run on other threads. This thread polls for signals, and at the end shows an
  /// exploration if the command left one.
  ///
  /// - Parameter words: the words without the name of the executable.
  public static func main(_ words: [String]) -> Int32 {
    let status = Atomic<Int32>(0)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      status.store(await run(words), ordering: .relaxed)
      done.signal()
    }
    while done.wait(timeout: .now() + .milliseconds(10)) == .timedOut { Interruption.look() }
    let explorer = Explorer.next.withLock { explorer in
      defer { explorer = nil }
      return explorer
    }
    if var explorer { explorer.run() }
    return status.load(ordering: .relaxed)
  }

  /// Parses the words, and prints the requested help or runs the command. Only the parser throws `UsageError`; each
  /// command reports its own errors and returns a status.
  private static func run(_ words: [String]) async -> Int32 {
    // A reader such as 'head' may close the pipe, which must not look like a crash.
    signal(SIGPIPE, SIG_IGN)
    // A limit on file sizes is a reported error, like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    do throws(UsageError) {
      switch try ArgumentParser(tool: description).parse(words) {
      case .help(let path, let isWhole):
        let help = HelpText(path: path, isWhole: isWhole).rendered(width: 80)
        Terminal.write(help + "\n", to: .standardOutput)
        return 0
      case .version(let version):
        Terminal.write(version + "\n", to: .standardOutput)
        return 0
      case .run(let arguments):
        for note in arguments.notes { Terminal.write("note: \(note)\n", to: .standardError) }
        let settled: ParsedArguments
        do throws(SettingsFile.Problem) {
          settled = try Settings.applied(to: arguments)
        } catch {
          Terminal.write("\(error)\n", to: .standardError)
          return ExitStatus.specError.rawValue
        }
        guard settled[Settings.show] else { return await run(settled) }
        let isWritten = Terminal.write(settled.settingsText, to: .standardOutput)
        return isWritten ? 0 : ExitStatus.specError.rawValue
      }
    } catch {
      Terminal.write(error.rendered() + "\n", to: .standardError)
      return UsageError.exitStatus
    }
  }

  private static func run(_ arguments: ParsedArguments) async -> Int32 {
    switch arguments.path.command.name {
    case NewCommand.description.name: NewCommand.run(arguments)
    case FormatCommand.description.name: await FormatCommand.run(arguments)
    case WalkCommand.description.name: await WalkCommand.run(arguments)
    case MergeCommand.description.name: await MergeCommand.run(arguments)
    case ExpandCommand.description.name: await ExpandCommand.run(arguments)
    case ClusterCommand.description.name: await ClusterCommand.run(arguments)
    case ReplayCommand.description.name: await ReplayCommand.run(arguments)
    case ExploreCommand.description.name: ExploreCommand.run(arguments)
    case CertifyCommand.description.name: await CertifyCommand.run(arguments)
    case ExportCommand.description.name: ExportCommand.run(arguments)
    case DiffCommand.description.name: await DiffCommand.run(arguments)
    case MutateCommand.description.name: await MutateCommand.run(arguments)
    case ConformCommand.description.name: await ConformCommand.run(arguments)
    case LanguageServerCommand.description.name: await LanguageServerCommand.run(arguments)
    case EditorCommand.description.name: EditorCommand.run(arguments)
    case CompletionsCommand.description.name: CompletionsCommand.run(arguments)
    case ServeCommand.description.name: await ServeCommand.run(arguments)
    case TestsCommand.description.name: await TestsCommand.run(arguments)
    case ValidateCommand.description.name: await ValidateCommand.run(arguments)
    case GenerateCommand.description.name: await GenerateCommand.run(arguments)
    default: await CheckCommand.run(arguments)
    }
  }
}
