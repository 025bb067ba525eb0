import Foundation
import TrayKit

extension CertifyOutcome.Format: ArgumentChoice {}

/// `traycheck certify`: checks what `check --certificate` has written.
enum CertifyCommand {
  private static let paths = Positional<String>(
    "path", from: .files, isRepeatable: true, help: "Certificates, and folders of them.",
    defaultText: CertifyRequest.defaultFolder)
  private static let specs = Option<String>(
    "specs", value: "path", from: .specs, isRepeatable: true,
    help: "Require a certificate of each world of these specs, but for worlds that are walked.")
  private static let strict = Flag(
    "strict",
    help: "Require all worlds of the specs of certificates, claims in each, and no other files.")
  private static let format = Option<CertifyOutcome.Format>(
    "format", value: "format", help: "Print a report as text or JSON.", defaultText: "text")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop the check of each certificate after this time, such as 90s or 5m.")
  private static let quiet = Flag(
    "quiet", short: "q", help: "Print only what is not certified, and the last line.")

  static let description = CommandDescription(
    name: "certify",
    abstract: "Check certificates of what holds.",
    discussion: """
      Finds out anew, by the reference evaluator alone, that no run leaves the states of a \
      certificate, that the properties hold in all of them, and that its ranks lead to their end.
      """,
    positionals: [paths.description],
    options: [
      specs.description, strict.description, SpecOptions.set.description,
      format.description, timeLimit.description, SpecOptions.memory.description,
      SpecOptions.threads.description, quiet.description, Terminal.color.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "Every certificate proves what it claims."),
          HelpRow(
            label: "1",
            text: "One does not, it has other constants, or its spec was changed since."),
          HelpRow(label: "2", text: "A file cannot be read or is damaged, or a spec has an error."),
          HelpRow(
            label: "3", text: "A limit was reached, a certificate is missing, or --strict fails."),
          HelpRow(label: "64", text: "Wrong usage."),
          HelpRow(
            label: "70", text: "Internal error: the tool contradicts itself. Please report it."),
        ])
    ])

  /// Checks them; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
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
    var style = ReportStyle()
    style.isQuiet = arguments[quiet]
    style.usesColor = Terminal.usesColor(arguments[Terminal.color], on: .standardOutput)
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
