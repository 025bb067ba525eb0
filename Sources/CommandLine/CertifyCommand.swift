import Platform
import TrayKit

extension CertifyOutcome.Format: ArgumentChoice {}

/// `traycheck certify`: checks certificates, or cross-checks specs with other model checkers.
enum CertifyCommand {
  private static let paths = Positional<String>(
    "path", from: .files, isRepeatable: true,
    help: "Certificates, and folders of them. With --with: specs, and folders of specs.",
    defaultText: CertifyRequest.defaultFolder)
  private static let specs = Option<String>(
    "specs", value: "path", from: .specs, isRepeatable: true,
    help: "Require a certificate of each world of these specs, except walked worlds.")
  private static let strict = Flag(
    "strict",
    help: "Require all worlds of certified specs, claims in each certificate, and no other file.")
  private static let format = Option<CertifyOutcome.Format>(
    "format", value: "format", help: "Print a report as text or JSON.", defaultText: "text")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop each certificate or checker after this time, such as 90s or 5m.",
    defaultText: "2m for other checkers")
  private static let with = Option<CheckerNames>(
    "with", value: "checkers", from: .files, isRepeatable: true,
    help:
      "Check specs with other model checkers, and compare their verdicts, counts and traces. Commas "
      + "separate names.")
  private static let maximums = Maximum.option(
    .states,
    help: "With --with: skip explicit checkers for larger worlds, by default 2000000 states.")

  static let description = CommandDescription(
    name: "certify",
    abstract: "Check verdicts again: certificates, or by other model checkers.",
    discussion: """
      Checks with the reference interpreter alone that no run leaves the states of a certificate, that \
      the properties hold in all of them, and that its ranks lead to their end. With --with, it \
      writes each world as a model of other checkers, runs those that are installed, and compares \
      their results with the check.
      """,
    positionals: [paths.description],
    options: [
      specs.description, strict.description, with.description, SpecOptions.world.description,
      SpecOptions.set.description, maximums.description,
      format.description, timeLimit.description, SpecOptions.memory.description,
      SpecOptions.threads.description, SpecOptions.quiet.description, Terminal.color.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(
            label: "0", text: "Every certificate proves its claims, or other checkers agree."),
          HelpRow(
            label: "1",
            text: "A certificate proves less, has other constants, or its spec has changed."),
          HelpRow(label: "2", text: "A file cannot be read or is damaged, or a spec has errors."),
          HelpRow(
            label: "3",
            text:
              "Inconclusive: a limit was reached, a certificate is missing, --strict fails, or no "
              + "other checker has a verdict on some world."),
          HelpRow(label: "4", text: "Another checker disagrees."),
          HelpRow(label: "64", text: "Wrong usage."),
          HelpRow(
            label: "70",
            text:
              "Internal error: the tool contradicts itself, or wrote a model that a checker refuses."
          ),
        ])
    ],
    examples: [
      HelpRow(
        label: "traycheck certify Certificates --specs Specs",
        text: "Check certificates of all worlds of the specs."),
      HelpRow(
        label: "traycheck certify --with spin,rumur Specs/slack-tray.tray",
        text: "Compare the check of one spec with Spin and rumur."),
    ])

  /// Checks certificates; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let checkers = arguments.all(with)
    let excluded: Set = checkers.isEmpty ? ["world", "max"] : ["specs", "strict", "threads"]
    if let other = arguments.names.intersection(excluded).sorted().first {
      return SpecOptions.refuse(
        checkers.isEmpty
          ? "'--\(other)' requires '--with'" : "'--with' cannot be combined with '--\(other)'")
    }
    if !checkers.isEmpty {
      return await SecondOpinionCommand.run(
        arguments, paths: arguments.all(paths), checkers, timeLimit: arguments[timeLimit],
        format: arguments[format] ?? .text)
    }
    let given = arguments.all(paths)
    var request = CertifyRequest(paths: given.isEmpty ? [CertifyRequest.defaultFolder] : given)
    request.specs = arguments.all(specs)
    request.isStrict = arguments[strict]
    request.settings = arguments.all(SpecOptions.set)
    request.timeLimit = arguments[timeLimit]
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.threads = arguments[SpecOptions.threads]?.count
    request.vocabulary = .options()
    let wanted = request
    let run = Task { await certify(wanted) }
    let outcome: CertifyOutcome
    do throws(RequestError) {
      outcome = try await Interruption.watch(run).get()
    } catch {
      return SpecOptions.refuse(error)
    }
    let diagnostics = outcome.diagnostics
    if !diagnostics.isEmpty { Terminal.write(diagnostics, to: .standardError) }
    var style = Terminal.style(arguments)
    style.isQuiet = arguments[SpecOptions.quiet]
    do {
      let text = try outcome.rendered(as: arguments[format] ?? .text, style)
      guard Terminal.write(text, to: .standardOutput) else {
        Terminal.write(
          "Error: the report cannot be written: \(String(cString: strerror(errno)))\n",
          to: .standardError)
        return 2
      }
    } catch {
      Terminal.write("Error: the report cannot be written: \(error)\n", to: .standardError)
      return 2
    }
    return outcome.status.rawValue
  }

  /// A task that signals can cancel must not throw, so the error is part of the result.
  private static func certify(_ request: CertifyRequest) async -> Result<
    CertifyOutcome, RequestError
  > {
    do throws(RequestError) {
      return .success(try await Traycheck.certify(request))
    } catch {
      return .failure(error)
    }
  }
}
