import Files
import Reports
import Semantics
import SpecLanguage

/// Formats files one after another. An error in one file does not affect the others.
struct FormatRun {
  private let request: FormatRequest
  private let limits: RunLimits
  private var outcome = FormatOutcome()

  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(_ request: FormatRequest, isInterrupted: @escaping @Sendable () -> Bool) {
    self.request = request
    limits = RunLimits(time: request.timeLimit, memory: nil, isInterrupted: isInterrupted)
  }

  /// Formats all files. It must be called once.
  mutating func run() -> FormatOutcome {
    if let text = request.text {
      formatText(text.name, text.bytes)
    } else {
      formatFiles()
    }
    return outcome
  }

  private mutating func formatText(_ name: String, _ bytes: [UInt8]) {
    if let reason = SpecLoader.sizeProblem(bytes) { return refuse(name, reason) }
    outcome.text = formatted(name, bytes)
  }

  private mutating func formatFiles() {
    var found = SpecLoader.Found()
    var targets: Set<[UInt8]> = []
    for path in request.paths {
      for name in SpecLoader.specs(at: path, &found, &targets) {
        do throws(FileError) {
          let bytes = try SpecLoader.read(name)
          let text = formatted(name, bytes)
          guard request.writes, let text, text != bytes else { continue }
          try SpecReplacement(name, old: bytes).write(text)
        } catch {
          refuse(name, error.reason)
        }
      }
    }
    for file in found.unreadable { outcome.problems.append(.unreadable(file)) }
    for folder in found.empty { refuse(folder, SpecLoader.emptyFolder) }
  }

  private mutating func refuse(_ path: String, _ reason: String) {
    outcome.problems.append(.unreadable(.init(path: path, reason: reason)))
  }

  /// The formatted text, recorded if it differs; nil if the text cannot be formatted.
  private mutating func formatted(_ path: String, _ bytes: [UInt8]) -> [UInt8]? {
    let file = SourceFile(path: path, contents: bytes)
    let deadline = limits.deadline()
    let result = deadline.during {
      Result { () throws(SpecFormatter.Refusal) in try SpecFormatter.edits(of: file) }
    }
    switch result {
    case .success(let edits):
      outcome.count += 1
      let text = file.bytes(with: edits)
      if text != bytes { note(file, edits, text, hasMark: bytes.starts(with: Self.byteOrderMark)) }
      return text
    case .failure(.mistakes(let sink)):
      outcome.problems.append(.mistakes(sink.inTextOrder, suppressed: sink.suppressed))
    case .failure(.stopped):
      let reason =
        deadline.limit.map { limits.searchLimit($0) }.map(Wording.reason) ?? "interrupted"
      outcome.problems.append(.stopped(.init(path: path, reason: "not formatted: \(reason)")))
    case .failure(.unsound):
      outcome.problems.append(
        .unsound(.init(path: path, reason: "internal error: formatted it would be another spec")))
    }
    return nil
  }

  private mutating func note(
    _ file: SourceFile, _ edits: [TextEdit], _ text: [UInt8], hasMark: Bool
  ) {
    var old = file.bytes
    var ranges = edits.map { ($0.range, $0.text.utf8.count) }
    if hasMark {
      let shift = Self.byteOrderMark.count
      old = Self.byteOrderMark + old
      ranges = ranges.map { (SourceRange($0.0.start + shift, $0.0.end + shift), $0.1) }
      ranges.insert((SourceRange(0, shift), 0), at: 0)
    }
    let diff = UnifiedDiff(old: old, new: text, edits: ranges)
    outcome.changed.append(
      .init(path: file.path, line: diff.firstLine, diff: diff.text(path: file.path)))
  }
}
