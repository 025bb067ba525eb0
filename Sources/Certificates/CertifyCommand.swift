import CertificateCheck
import Commands
import Files
import Platform
import Reports
import TrayKit

/// `traycheck certify`: checks certificates again.
package enum CertifyCommand: Command {
  private static let paths = Positional<String>(
    "path", from: .files, isRepeatable: true,
    help: "Certificates, and folders of them.",
    defaultText: CertifyRequest.defaultFolder)
  private static let specs = Option<String>(
    "specs", value: "path", from: .specs, isRepeatable: true,
    help: "Require a certificate of each world of these specs, except walked worlds.")
  private static let strict = Flag(
    "strict",
    help: "Require all worlds of certified specs, claims in each certificate, and no other file.")
  private static let format = Option<ReportFormat>(
    "format", value: "format", help: "Print a report as text or JSON.", defaultText: "text")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop each certificate after this time, such as 90s or 5m.")

  package static let description = CommandDescription(
    name: "certify",
    settings: .inFolderOfFile,
    abstract: "Check certificates again.",
    discussion: """
      Checks with the reference interpreter alone that no run leaves the states of a certificate, that \
      the properties hold in all of them, and that its ranks lead to their end.
      """,
    positionals: [paths],
    options: [
      specs, strict, SpecOptions.set, format, timeLimit, SpecOptions.memory, SpecOptions.threads,
      SpecOptions.quiet, Terminal.color,
    ],
    statuses: [
      0: "Every certificate proves its claims.",
      1: "A certificate proves less, has other constants, or its spec has changed.",
      2: "A file cannot be read or is damaged, or a spec has errors.",
      3: "Inconclusive: a limit was reached, a certificate is missing, or --strict fails.",
      70: "Internal error: the tool contradicts itself. Please report it.",
    ],
    examples: [
      "traycheck certify Certificates --specs Specs":
        "Check certificates of all worlds of the specs."
    ])

  /// Checks certificates; returns the exit status.
  package static func run(_ arguments: ParsedArguments) async -> Int32 {
    let given = arguments.all(paths)
    var request = CertifyRequest(paths: given.isEmpty ? [CertifyRequest.defaultFolder] : given)
    request.specs = arguments.all(specs)
    request.isStrict = arguments[strict]
    request.settings = arguments.all(SpecOptions.set)
    request.timeLimit = arguments[timeLimit]
    request.memoryLimit = arguments[SpecOptions.memory]?.bytes
    request.threads = arguments[SpecOptions.threads]?.count
    request.vocabulary = .options()
    do throws(RequestError) {
      var outcome = try await Interruption.outcome(of: request)
      outcome.report.next = next(outcome.report, request, arguments)
      return Terminal.present(outcome, as: arguments[format] ?? .text, arguments)
    } catch {
      return SpecOptions.refuse(error)
    }
  }

  /// The commands that make sense after a run: they write certificates again, and check without limits.
  private static func next(
    _ report: CertificateReport, _ request: CertifyRequest, _ arguments: ParsedArguments
  ) -> [NextCommand] {
    let folder = request.paths.first(where: FileStatus.isFolder) ?? CertifyRequest.defaultFolder
    let stale = report.verdicts.filter { $0.status == .rejected || $0.status == .stale }
    let needed =
      stale.compactMap { verdict in verdict.specPath.map { ($0, verdict.world ?? "default") } }
      + report.missing.map { ($0.path, $0.world) }
    let writing = needed.prefix(3).compactMap { path, world in
      arguments.next(
        "check", [path, "--world", world, "--report", "\(CertificateOption.key)=\(folder)"],
        "writes the certificate")
    }
    return arguments.errors(of: report.broken.map(\.path)) + writing + arguments.withoutLimits()
  }
}

/// `traycheck check --report certificate=FOLDER`: writes certificates.
private enum CertificateOption {
  static let key = "certificate"

  static let options = CommandExtension(
    of: "check",
    changes: [
      OptionChange(
        "report", keys: [key],
        help:
          "Write a report to a file as well, certificates of worlds to a folder, or say when to "
          + "print annotations for GitHub.")
    ],
    request: { arguments, request in
      request.certificateFolder = arguments.all(ReportOptions.report).last { $0.kind == key }?.value
    })
}

extension Guest {
  /// Writes certificates of verdicts, and checks them without the engine.
  package static let certificates = Guest()
    .with(CertifyCommand.self, in: .strength)
    .extending(CertificateOption.options)
    .writing(
      "traycheck-certificate", CertificateFile.Form.diagram.rawValue,
      after: "traycheck-counterexample"
    )
    .writing(
      "traycheck-certify", CertificateReport.schemaVersion, after: "traycheck-replay")
}
