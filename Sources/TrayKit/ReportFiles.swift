import Files
import Platform

/// The input files of a run, which reports must not overwrite.
public indirect enum RunInputs: Sendable {
  /// The inputs of a check or of random walks.
  case check(CheckRequest)
  /// The reports that are merged, and the folder of counterexamples.
  case merge([String], counterexamples: String?)
  case replay(ReplayRequest)
  /// Specs, as files and folders.
  case specs([String])
}

/// A file for a report.
public struct ReportFile: Sendable {
  /// The name of the file in messages, such as `--report junit=FILE`.
  public var name: String
  /// The path of the file, relative to the current folder.
  public var path: String
  /// Whether the report is appended to existing contents.
  public var isAppended: Bool

  /// Creates the description of a file that is replaced or appended to.
  public init(name: String, path: String, isAppended: Bool = false) {
    self.name = name
    self.path = path
    self.isAppended = isAppended
  }
}

/// The error that a report cannot be written.
public struct ReportFileError: Error, Sendable {
  /// A clause in plain words, such as "there is no permission for it".
  public let reason: String

  package init(reason: String) { self.reason = reason }
}

/// Writes reports, and never over the inputs of a run, whatever path leads there.
///
/// A reader never sees a part of a report, and no report of an earlier run remains. Unless it is appended to, a file is
/// removed before the run and created after it.
public struct ReportFiles {
  private let inputs: RunInputs
  private lazy var read = ReadFiles(inputs)

  /// Creates a writer. The inputs are examined at first use.
  public init(besides inputs: RunInputs) { self.inputs = inputs }

  /// Verifies before a run that all reports may be written and that standard output is no input file; then removes the
  /// reports of earlier runs.
  ///
  /// - Throws: `RequestError` if a report would overwrite an input or another report. Nothing was removed then, and no
  ///   report must be written.
  public mutating func prepare(_ files: [ReportFile]) throws(RequestError) {
    let targets = files.map { (name: $0.name, file: OutputFile($0.path)) }
    let streams = [(STDOUT_FILENO, "standard output"), (STDERR_FILENO, "standard error")]
      .compactMap { number, name in
        FileStatus(descriptor: number).flatMap {
          $0.kind == .file ? (number, name, $0.identity) : nil
        }
      }
    if targets.isEmpty, streams.isEmpty { return }
    for (number, name, _) in streams {
      if let refusal = read.refusal(ofDescriptor: number) {
        throw RequestError("\(name) \(refusal)")
      }
    }
    for (index, target) in targets.enumerated() {
      if let refusal = read.refusal(of: target.file) {
        throw RequestError("\(target.name): '\(target.file.path)' \(refusal)")
      }
      if let other = targets[..<index].first(where: { $0.file.isSame(as: target.file) }) {
        throw RequestError("\(other.name) and \(target.name) write the same file")
      }
      if let stream = streams.first(where: { $0.2 == target.file.status?.identity }) {
        throw RequestError("\(target.name): '\(target.file.path)' is \(stream.1)")
      }
    }
    for file in files where !file.isAppended { OutputFile(file.path).remove() }
  }

  /// Writes a report to a file, or appends it.
  ///
  /// - Throws: `ReportFileError` if it cannot be written.
  public mutating func write(_ text: String, to file: ReportFile) throws(ReportFileError) {
    let target = OutputFile(file.path)
    do throws(FileError) {
      if let refusal = read.refusal(of: target) { throw FileError("it \(refusal)") }
      let bytes = Array(text.utf8)
      if file.isAppended { try target.append(bytes) } else { try target.replace(with: bytes) }
    } catch {
      throw ReportFileError(reason: error.reason)
    }
  }
}
