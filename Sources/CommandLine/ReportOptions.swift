import Files
import Foundation
import TrayKit

/// The reports that a run writes besides what it prints, for whatever reads them in CI.
enum ReportOptions {
  enum Annotations: String, ArgumentChoice { case auto, always, never }

  private static let junit = Option<String>(
    "junit", value: "file", help: "Write a JUnit report, with a suite for each world.")
  private static let sarif = Option<String>(
    "sarif", value: "file", help: "Write a SARIF 2.1.0 report, for code scanning.")
  private static let codeQuality = Option<String>(
    "code-quality", value: "file", help: "Write a code quality report, as GitLab reads it.")
  private static let tap = Option<String>(
    "tap", value: "file", help: "Write a report in the Test Anything Protocol.")
  private static let json = Option<String>("json", value: "file", help: "Write the JSON report.")
  private static let summary = Option<String>(
    "summary", value: "file", help: "Write a summary in Markdown.",
    defaultText: "GITHUB_STEP_SUMMARY, if that is set, and then it is added to")
  private static let annotations = Option<Annotations>(
    "annotations", value: "when", help: "When to print annotations for GitHub.",
    defaultText: "auto: if GITHUB_ACTIONS is set")

  private static let files = [junit, sarif, codeQuality, tap, json, summary]

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
  static func prepare(_ arguments: ParsedArguments, _ inputs: () -> ReadFiles) throws(RequestError)
  {
    try requireNames(arguments)
    try requireFree(targets(arguments), inputs)
    for option in files { if let path = arguments[option] { OutputFile(path).remove() } }
  }

  /// Decides whether what is printed may go where it goes.
  static func prepare(_ inputs: () -> ReadFiles) throws(RequestError) {
    try requireFree([], inputs)
  }

  private static func requireNames(_ arguments: ParsedArguments) throws(RequestError) {
    for option in files {
      if let path = arguments[option], path.isEmpty || path == "-" {
        throw RequestError("--\(option.description.name): there has to be the name of a file")
      }
    }
  }

  /// The files that are written, each with what asks for it.
  private static func targets(_ arguments: ParsedArguments) -> [(name: String, file: OutputFile)] {
    var targets = files.compactMap { option in
      arguments[option].map { (name: "--\(option.description.name)", file: OutputFile($0)) }
    }
    if arguments[summary] == nil, let path = jobSummary {
      targets.append((summaryVariable, OutputFile(path)))
    }
    return targets
  }

  private static func requireFree(
    _ targets: [(name: String, file: OutputFile)], _ inputs: () -> ReadFiles
  ) throws(RequestError) {
    let streams = [(STDOUT_FILENO, "standard output"), (STDERR_FILENO, "standard error")]
      .compactMap { number, name in
        FileStatus(descriptor: number).flatMap {
          $0.kind == .file ? (number, name, $0.identity) : nil
        }
      }
    if targets.isEmpty, streams.isEmpty { return }
    let inputs = inputs()
    for (number, name, _) in streams {
      if let refusal = inputs.refusal(ofDescriptor: number) {
        throw RequestError("\(name) \(refusal)")
      }
    }
    for (index, target) in targets.enumerated() {
      if let refusal = inputs.refusal(of: target.file) {
        throw RequestError("\(target.name): '\(target.file.path)' \(refusal)")
      }
      if let other = targets[..<index].first(where: { $0.file.isSame(as: target.file) }) {
        throw RequestError("\(other.name) and \(target.name) write the same file")
      }
      if let stream = streams.first(where: { $0.2 == target.file.status?.identity }) {
        throw RequestError("\(target.name): '\(target.file.path)' is \(stream.1)")
      }
    }
  }

  /// Writes all that is asked for; false if something could not be written, which is told.
  static func write(
    _ outcome: CheckOutcome, _ arguments: ParsedArguments, tool: String,
    inputs: () -> ReadFiles
  ) -> Bool {
    let markdown = { try outcome.markdownSummary(tool: tool, sources: sources) }
    let reports: [(Option<String>, () throws -> String)] = [
      (junit, outcome.junit), (sarif, outcome.sarif), (codeQuality, outcome.codeQuality),
      (tap, outcome.tap), (json, outcome.json), (summary, markdown),
    ]
    var isWhole = true
    // What leads where may have changed since the run began.
    let read = targets(arguments).isEmpty ? nil : inputs()
    func write(_ path: String, _ body: (OutputFile) throws -> Void) {
      let file = OutputFile(path)
      isWhole =
        tell(path) {
          if let refusal = read?.refusal(of: file) { throw FileProblem("it \(refusal)") }
          try body(file)
        } && isWhole
    }
    for (option, report) in reports {
      guard let path = arguments[option] else { continue }
      write(path) { try $0.replace(with: Array(report().utf8)) }
    }
    if arguments[summary] == nil, let path = jobSummary {
      write(path) { try $0.append(Array(markdown().utf8)) }
    }
    if printsAnnotations(arguments) {
      // What is printed for another program must stay what it is.
      let isText = arguments[SpecOptions.format] ?? .text == .text
      isWhole =
        tell("the annotations") {
          let text = try outcome.annotations()
          let stream = isText ? Terminal.Stream.standardOutput : .standardError
          guard Terminal.write(text, to: stream, mayCommand: true) else {
            throw FileProblem()
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

  static func environment(_ name: String) -> String? {
    ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func tell(_ what: String, _ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch {
      let reason = (error as? FileProblem)?.reason ?? "\(error)"
      Terminal.write(
        "Error: \(what.printableLine) cannot be written: \(reason)\n", to: .standardError)
      return false
    }
  }
}
