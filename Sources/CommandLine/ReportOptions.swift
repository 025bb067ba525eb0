import Platform
import TrayKit

/// The reports that a run writes to files, in addition to its output.
///
/// Output and files are independent: any number of reports can be combined with any `--format`. A path is verified
/// twice, before the run and before writing.
package enum ReportOptions {
  /// The condition for printing annotations; `auto` prints them in GitHub workflows.
  package enum Annotations: String, ArgumentChoice { case auto, always, never }

  /// The kinds of reports of a check, each with its format.
  private static let formats: [(kind: String, format: CheckOutcome.Format)] = [
    ("junit", .junit), ("sarif", .sarif), ("code-quality", .codeQuality), ("tap", .tap),
    ("json", .json), ("summary", .markdown), ("html", .html),
  ]
  private static let annotations = "annotations"

  /// The option of a command that writes these kinds of reports.
  package static func option(_ kinds: [String], annotations: Bool = false) -> Option<ReportTarget> {
    let words = annotations ? Annotations.allCases.map { "annotations=" + $0.rawValue } : []
    return Option(
      "report", value: "kind=file", from: .files,
      expecting: .keyed(words: words, keys: kinds, value: .text), isRepeatable: true,
      help: "Write a report to a file as well"
        + (annotations ? ", or say when to print annotations for GitHub." : "."))
  }

  /// The option of commands that check.
  package static let report = option(formats.map(\.kind), annotations: true)
  /// The option of commands with a page and no other report.
  package static let page = option(["html"])

  /// The files of some kind, in the given order.
  package static func files(
    _ kind: String, _ arguments: ParsedArguments
  ) -> [ReportFile] {
    arguments.all(report).filter { $0.kind == kind }.map {
      ReportFile(name: "--report \(kind)", path: $0.value ?? "")
    }
  }

  /// Whether a report shows more than failures.
  package static func areWanted(_ arguments: ParsedArguments) -> Bool {
    arguments.all(report).contains { target in formats.contains { $0.kind == target.kind } }
      || jobSummary != nil
  }

  /// Whether a page is written.
  package static func wantsPage(_ arguments: ParsedArguments) -> Bool {
    !files("html", arguments).isEmpty
  }

  /// Verifies before a run that all reports may be written, and removes those of earlier runs, so that a killed run
  /// leaves none. The job summary is kept, because it is appended to.
  ///
  /// - Throws: `RequestError` if a report would overwrite an input or another report. Nothing was removed then, and no
  ///   report must be written.
  package static func prepare(_ arguments: ParsedArguments, _ inputs: RunInputs)
    throws(RequestError)
  {
    try requireNames(arguments)
    var reports = ReportFiles(besides: inputs)
    try reports.prepare(targets(arguments).map(\.file))
  }

  private static func requireNames(_ arguments: ParsedArguments) throws(RequestError) {
    for target in arguments.all(report) {
      let value = target.value ?? ""
      if value.isEmpty || value == "-" {
        throw RequestError("'--report \(target.kind)' requires the name of a file")
      }
    }
  }

  /// Verifies the paths of the output and of a page, and removes an earlier page. It is for commands that have no other
  /// report.
  ///
  /// - Throws: `RequestError` if the page would overwrite an input.
  package static func preparePage(
    _ arguments: ParsedArguments, _ inputs: RunInputs
  ) throws(RequestError) {
    try requireNames(arguments)
    var reports = ReportFiles(besides: inputs)
    try reports.prepare(files("html", arguments))
  }

  /// Writes the page if one is requested; on failure, reports the error and returns false.
  package static func writePage(
    _ arguments: ParsedArguments, _ inputs: RunInputs, _ render: () throws -> String
  ) -> Bool {
    var reports = ReportFiles(besides: inputs)
    return files("html", arguments).reduce(true) { isWhole, file in
      tell(file.path) { try reports.write(try render(), to: file) } && isWhole
    }
  }

  /// The files that are written, each with its format.
  private static func targets(
    _ arguments: ParsedArguments
  ) -> [(file: ReportFile, format: CheckOutcome.Format)] {
    var targets = formats.flatMap { kind, format in
      files(kind, arguments).map { (file: $0, format: format) }
    }
    if files("summary", arguments).isEmpty, let path = jobSummary {
      let file = ReportFile(name: summaryVariable, path: path, isAppended: true)
      targets.append((file: file, format: .markdown))
    }
    return targets
  }

  /// Writes all requested reports; on failure, reports the error and returns false.
  package static func write(
    _ outcome: CheckOutcome, _ arguments: ParsedArguments, inputs: RunInputs
  ) -> Bool {
    var style = ReportStyle()
    style.sources = sources
    // Links may have changed since the run started.
    var reports = ReportFiles(besides: inputs)
    var isWhole = true
    for (file, format) in targets(arguments) {
      isWhole =
        tell(file.path) {
          try reports.write(try outcome.rendered(as: format, style), to: file)
        } && isWhole
    }
    if printsAnnotations(arguments) {
      // Output for another program must not be mixed with other text.
      let isText =
        arguments[SpecOptions.format] ?? .text == .text && !arguments[CheckCommand.dryRun]
      isWhole =
        tell("the annotations") {
          let text = try outcome.rendered(as: .annotations)
          let stream = isText ? Terminal.Stream.standardOutput : .standardError
          guard Terminal.write(text, to: stream, mayCommand: true) else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
          }
        } && isWhole
    }
    return isWhole
  }

  private static func printsAnnotations(_ arguments: ParsedArguments) -> Bool {
    let last = arguments.all(report).last { $0.kind == annotations }
    return switch last?.value.flatMap(Annotations.init) ?? .auto {
    case .always: true
    case .never: false
    case .auto: environment("GITHUB_ACTIONS") != nil
    }
  }

  private static let summaryVariable = "GITHUB_STEP_SUMMARY"

  /// The file for the job summary of GitHub.
  private static var jobSummary: String? { environment(summaryVariable) }

  /// The address at which GitHub shows the files of the checked commit.
  private static var sources: String? {
    guard let server = environment("GITHUB_SERVER_URL"),
      let repository = environment("GITHUB_REPOSITORY"), let commit = environment("GITHUB_SHA")
    else { return nil }
    return "\(server)/\(repository)/blob/\(commit)"
  }

  /// An environment variable; nil if it is unset or empty.
  package static func environment(_ name: String) -> String? {
    Terminal.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Runs a closure that writes, and reports an error on standard error; returns whether it succeeded.
  ///
  /// - Parameter what: the written thing, at the beginning of the message.
  private static func tell(_ what: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      let reason =
        switch error {
        case let error as ReportFileError: error.reason
        case let error as POSIXError: String(cString: strerror(error.code.rawValue))
        default: "\(error)"
        }
      Terminal.write(
        "Error: \(LogText.line(what)) cannot be written: \(reason)\n", to: .standardError)
      return false
    }
  }
}
