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

  /// Says what is wrong with the options; nil if nothing is.
  static func problem(_ arguments: ParsedArguments) -> RequestError? {
    var seen: [String: String] = [:]
    for option in files {
      guard let path = arguments[option] else { continue }
      if path.isEmpty || path == "-" {
        return RequestError("--\(option.description.name): there has to be the name of a file")
      }
      let file = URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath()
      if file.pathExtension == "tray" || path.hasSuffix(".tray") {
        return RequestError("--\(option.description.name): '\(path)' is the name of a spec")
      }
      let stored = URL(
        filePath: arguments[SpecOptions.counterexamples] ?? ReplayRequest.defaultFolder
      ).standardizedFileURL.resolvingSymlinksInPath()
      if file.deletingLastPathComponent().path == stored.path {
        return RequestError(
          "--\(option.description.name): '\(path)' is in the folder of the counterexamples")
      }
      if let other = seen.updateValue(option.description.name, forKey: file.path) {
        return RequestError("--\(other) and --\(option.description.name) write the same file")
      }
    }
    return nil
  }

  /// Writes all that is asked for; false if something could not be written, which is told.
  static func write(_ outcome: CheckOutcome, _ arguments: ParsedArguments, tool: String) -> Bool {
    let reports: [(Option<String>, () throws -> String)] = [
      (junit, outcome.junit), (sarif, outcome.sarif), (codeQuality, outcome.codeQuality),
      (tap, outcome.tap), (json, outcome.json),
      (summary, { try outcome.markdownSummary(tool: tool, sources: sources) }),
    ]
    var isWhole = true
    for (option, report) in reports {
      guard let path = arguments[option] else { continue }
      isWhole = tell(path) { try replace(path, with: report()) } && isWhole
    }
    if arguments[summary] == nil, let path = jobSummary {
      isWhole =
        tell(path) { try append(outcome.markdownSummary(tool: tool, sources: sources), to: path) }
        && isWhole
    }
    if printsAnnotations(arguments) {
      // What is printed for another program must stay what it is.
      let isText = arguments[SpecOptions.format] ?? .text == .text
      isWhole =
        tell("the annotations") {
          let text = try outcome.annotations()
          guard Terminal.write(text, to: isText ? .standardOutput : .standardError) else {
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

  /// Text for people as a log of GitHub can hold it: nothing in it is a command to the runner.
  static func inert(_ text: String) -> String {
    environment("GITHUB_ACTIONS") == nil ? text : CheckOutcome.inert(text)
  }

  /// Where GitHub wants the summary of the job.
  private static var jobSummary: String? { environment("GITHUB_STEP_SUMMARY") }

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
      Terminal.write(
        "Error: \(what) cannot be written: \(reason(error))\n", to: .standardError)
      return false
    }
  }

  /// The reason as the system tells it.
  private static func reason(_ error: any Error) -> String {
    let outer = error as NSError
    let inner = outer.userInfo[NSUnderlyingErrorKey] as? NSError ?? outer
    guard inner.domain == NSPOSIXErrorDomain else { return error.localizedDescription }
    return String(cString: strerror(Int32(inner.code)))
  }

  /// Writes a file so that nobody ever sees a part of it, and none is left of an earlier run.
  private static func replace(_ path: String, with text: String) throws {
    let url = URL(filePath: path)
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw POSIXError(.EISDIR)
    }
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    if let type = attributes?[.type] as? FileAttributeType, type != .typeRegular {
      // What is no file, such as a terminal or a pipe, is written to and not replaced.
      guard let handle = FileHandle(forWritingAtPath: path) else {
        throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
      }
      defer { try? handle.close() }
      if type == .typeSymbolicLink { try? handle.truncate(atOffset: 0) }
      return try handle.write(contentsOf: Data(text.utf8))
    }
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url, options: .atomic)
  }

  private static func append(_ text: String, to path: String) throws {
    guard let handle = FileHandle(forWritingAtPath: path) else {
      return try Data(text.utf8).write(to: URL(filePath: path))
    }
    defer { try? handle.close() }
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(text.utf8))
  }
}
