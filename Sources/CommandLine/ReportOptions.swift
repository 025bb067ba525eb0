import Foundation
import TrayKit

/// The reports that a run writes besides what it prints, for whatever reads them in CI.
///
/// What is printed and what is written to files are independent: any number of reports can be written
/// beside any `--format`. Whether a file may be written is decided twice, before the run and when it
/// is written.
enum ReportOptions {
  /// When annotations are printed: `auto` is where a GitHub workflow would read them.
  enum Annotations: String, ArgumentChoice { case auto, always, never }

  private static let junit = Option<String>(
    "junit", value: "file", from: .files, help: "Write a JUnit report, with a suite for each world."
  )
  private static let sarif = Option<String>(
    "sarif", value: "file", from: .files, help: "Write a SARIF 2.1.0 report, for code scanning.")
  private static let codeQuality = Option<String>(
    "code-quality", value: "file", from: .files,
    help: "Write a code quality report, as GitLab reads it.")
  private static let tap = Option<String>(
    "tap", value: "file", from: .files, help: "Write a report in the Test Anything Protocol.")
  private static let json = Option<String>(
    "json", value: "file", from: .files, help: "Write the JSON report.")
  private static let summary = Option<String>(
    "summary", value: "file", from: .files, help: "Write a summary in Markdown.",
    defaultText: "GITHUB_STEP_SUMMARY, if that is set, and then it is added to")
  /// Also of commands that have no other reports.
  static let html = Option<String>(
    "html", value: "file", from: .files,
    help:
      "Write a page for a browser, with traces as rows of phones: one file that needs nothing from elsewhere."
  )
  private static let annotations = Option<Annotations>(
    "annotations", value: "when", help: "When to print annotations for GitHub.",
    defaultText: "auto: if GITHUB_ACTIONS is set")

  /// The options that take a file, each with what is written there; whatever needs all of them goes
  /// by this list.
  private static let formats: [(Option<String>, CheckOutcome.Format)] = [
    (junit, .junit), (sarif, .sarif), (codeQuality, .codeQuality), (tap, .tap), (json, .json),
    (summary, .markdown), (html, .html),
  ]
  private static let files = formats.map(\.0)

  /// For the descriptions of the commands that have reports.
  static let all = files.map(\.description) + [annotations.description]

  /// Whether a report shows more than what is wrong.
  static func areWanted(_ arguments: ParsedArguments) -> Bool {
    files.contains { arguments[$0] != nil } || jobSummary != nil
  }

  /// Decides before a run begins whether all reports may be written, and removes those of earlier
  /// runs, so that of a run that is killed none is left; the summary of a job is added to and stays.
  ///
  /// - Throws: `RequestError` if a report would be written over what the run reads or over another
  ///   report. Then nothing was removed, and no report is to be written.
  static func prepare(_ arguments: ParsedArguments, _ inputs: RunInputs) throws(RequestError) {
    for option in files { try requireName(option, arguments) }
    var reports = ReportFiles(besides: inputs)
    try reports.prepare(targets(arguments).map(\.file))
  }

  private static func requireName(
    _ option: Option<String>, _ arguments: ParsedArguments
  ) throws(RequestError) {
    if let path = arguments[option], path.isEmpty || path == "-" {
      throw RequestError("--\(option.description.name): there has to be the name of a file")
    }
  }

  /// Decides whether what is printed may go where it goes, and a page may be written, and removes that of an earlier
  /// run; for commands that have no other report.
  ///
  /// - Throws: `RequestError` as above.
  static func preparePage(
    _ arguments: ParsedArguments, _ inputs: RunInputs
  ) throws(RequestError) {
    try requireName(html, arguments)
    var reports = ReportFiles(besides: inputs)
    try reports.prepare(page(arguments).map { [$0] } ?? [])
  }

  private static func page(_ arguments: ParsedArguments) -> ReportFile? {
    arguments[html].map { ReportFile(name: "--\(html.description.name)", path: $0) }
  }

  /// Writes the page, if one is asked for; false if it could not be written, which is told.
  static func writePage(
    _ arguments: ParsedArguments, _ inputs: RunInputs, _ render: () throws -> String
  ) -> Bool {
    guard let file = page(arguments) else { return true }
    var reports = ReportFiles(besides: inputs)
    return tell(file.path) { try reports.write(try render(), to: file) }
  }

  /// The files that are written, each with its form.
  private static func targets(
    _ arguments: ParsedArguments
  ) -> [(file: ReportFile, format: CheckOutcome.Format)] {
    var targets = formats.compactMap { option, format in
      arguments[option].map {
        (file: ReportFile(name: "--\(option.description.name)", path: $0), format: format)
      }
    }
    if arguments[summary] == nil, let path = jobSummary {
      let file = ReportFile(name: summaryVariable, path: path, isAppended: true)
      targets.append((file: file, format: .markdown))
    }
    return targets
  }

  /// Writes all that is asked for; false if something could not be written, which is told.
  static func write(
    _ outcome: CheckOutcome, _ arguments: ParsedArguments, inputs: RunInputs
  ) -> Bool {
    var style = ReportStyle()
    style.sources = sources
    // What leads where may have changed since the run began.
    var reports = ReportFiles(besides: inputs)
    var isWhole = true
    for (file, format) in targets(arguments) {
      isWhole =
        tell(file.path) {
          try reports.write(try outcome.rendered(as: format, style), to: file)
        } && isWhole
    }
    if printsAnnotations(arguments) {
      // What is printed for another program must stay what it is.
      let isText = arguments[SpecOptions.format] ?? .text == .text
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
    switch arguments[annotations] ?? .auto {
    case .always: true
    case .never: false
    case .auto: environment("GITHUB_ACTIONS") != nil
    }
  }

  private static let summaryVariable = "GITHUB_STEP_SUMMARY"

  /// Where GitHub wants the summary of the job.
  private static var jobSummary: String? { environment(summaryVariable) }

  /// Where GitHub shows the files of the commit that is checked.
  private static var sources: String? {
    guard let server = environment("GITHUB_SERVER_URL"),
      let repository = environment("GITHUB_REPOSITORY"), let commit = environment("GITHUB_SHA")
    else { return nil }
    return "\(server)/\(repository)/blob/\(commit)"
  }

  /// A variable of the environment; nil also if it is empty.
  static func environment(_ name: String) -> String? {
    Terminal.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Does something that writes, and tells on standard error if it fails; returns whether it did not.
  ///
  /// - Parameter what: what is written, at the beginning of the message.
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
