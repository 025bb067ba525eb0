import Files
import Platform

/// What a run reads, which is not to be written over.
public enum RunInputs: Sendable {
  /// A check, or walks.
  case check(CheckRequest)
  /// The reports that are merged, and the folder of counterexamples.
  case merge([String], counterexamples: String?)
  case replay(ReplayRequest)
  case diff(DiffRequest)
}

/// Where a report is written.
public struct ReportFile: Sendable {
  /// How messages call it, such as `--report junit=FILE`.
  public var name: String
  /// Where it is, seen from the current folder.
  public var path: String
  /// It is added to what is there.
  public var isAppended: Bool

  /// A file that is replaced, or added to.
  public init(name: String, path: String, isAppended: Bool = false) {
    self.name = name
    self.path = path
    self.isAppended = isAppended
  }
}

/// Why a report cannot be written.
public struct ReportFileError: Error, Sendable {
  /// In plain words, such as "there is no permission for it".
  public let reason: String
}

/// Writes reports, and never over what a run reads, whatever path leads there.
///
/// A reader never sees a part of a report, and none is left of an earlier run: what is not added to is
/// removed before the run and replaced after it.
public struct ReportFiles {
  private let inputs: RunInputs
  private lazy var read = ReadFiles(inputs)

  /// What is there when it is first needed counts.
  public init(besides inputs: RunInputs) { self.inputs = inputs }

  /// Decides before a run begins whether all reports may be written, and what is printed may go where it
  /// goes; then removes those of earlier runs.
  ///
  /// - Throws: `RequestError` if a report would be written over what the run reads or over another
  ///   report. Then nothing was removed, and no report is to be written.
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

  /// Writes a report.
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
