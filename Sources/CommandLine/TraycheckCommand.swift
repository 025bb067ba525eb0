import Platform
import Synchronization
import TrayKit

/// The tool `traycheck` with its guests: finds the command and runs it.
package struct TraycheckCommand: Sendable {
  /// The commands and options of the tool, and the text of its help.
  package let description: CommandDescription
  /// The forms of all files and messages, with the version that this build writes.
  package let formats: [(name: String, version: Int)]
  private var commands: [String: any Command.Type] = [:]
  private let extensions: [String: [CommandExtension]]

  private static let core = Guest()
    .with(CheckCommand.self, in: .everyDay)
    .with(WalkCommand.self, in: .everyDay)
    .with(ReplayCommand.self, in: .everyDay)
    .with(NewCommand.self, in: .everyDay)
    .with(FormatCommand.self, in: .everyDay)

  /// Adds the commands of the guests to those of the core.
  package init(guests: [Guest]) {
    extensions = Dictionary(grouping: guests.flatMap(\.extensions), by: \.command)
    var formats = Traycheck.formats
    for form in guests.flatMap(\.forms) {
      let before = formats.firstIndex { $0.name == form.predecessor }
      formats.insert((form.name, form.version), at: before.map { $0 + 1 } ?? formats.endIndex)
    }
    self.formats = formats
    var groups: [Guest.Group: [CommandDescription]] = [:]
    for place in ([Self.core] + guests).flatMap(\.places) {
      for command in [place.command] + place.command.subcommands {
        commands[command.description.name] = command
      }
      var description = place.command.description
      for more in extensions[description.name] ?? [] { more.extend(&description) }
      let before = groups[place.group]?.firstIndex { $0.name == place.predecessor }
      let end = groups[place.group]?.count ?? 0
      groups[place.group, default: []].insert(description, at: before.map { $0 + 1 } ?? end)
    }
    description = CommandDescription(
      name: "traycheck",
      abstract: "Check the rules of a phone's notification tray.",
      discussion: """
        A '.tray' file describes notification rules as a state machine with properties. \
        'traycheck new NAME' begins one. Specs/README.md is the tutorial.
        """,
      version: Traycheck.versionText(of: formats),
      subcommandGroups: Guest.Group.allCases.compactMap { group in
        groups[group].map { CommandGroup(group.rawValue, $0, isExtra: group == .more) }
      })
  }

  /// Runs the command of some words, while the thread waits; returns the exit status.
  ///
  /// Commands are asynchronous and run on other threads. This thread looks for signals, which a handler can only note.
  /// If the command left work for the terminal, this thread does it at the end.
  ///
  /// - Parameter words: without the name of the executable.
  package func main(_ words: [String]) -> Int32 {
    let status = Atomic<Int32>(0)
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      status.store(await run(words), ordering: .relaxed)
      done.signal()
    }
    while done.wait(timeout: .now() + .milliseconds(10)) == .timedOut { Interruption.look() }
    let last = Terminal.foregroundWork.withLock { work in
      defer { work = nil }
      return work
    }
    last?()
    return status.load(ordering: .relaxed)
  }

  /// Parses the words, and prints the requested help or runs the command. Only a `UsageError` leaves the parser of
  /// arguments; each command reports its own errors and returns a status.
  private func run(_ words: [String]) async -> Int32 {
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
      case .explanation(let text):
        Terminal.write(text, to: .standardOutput)
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

  private func run(_ arguments: ParsedArguments) async -> Int32 {
    let name = arguments.path.command.name
    var arguments = arguments
    arguments.extensions = extensions[name] ?? []
    for more in arguments.extensions {
      if let status = await more.run(arguments) { return status }
    }
    return await (commands[name] ?? CheckCommand.self).run(arguments)
  }
}
