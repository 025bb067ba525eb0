import Reports

/// An event of a running check, for progress reports.
public struct RunEvent: Sendable {
  /// The kind of an event, with its data.
  public indirect enum Kind: Sendable {
    /// The specs at these paths are being read.
    case started(specs: [String])
    /// The specs were compiled and the stored counterexamples replayed; the search starts. This event occurs once, with
    /// the results known by then.
    case prepared(CheckOutcome)
    /// There is an error or warning in the text of the spec at a path.
    case diagnostic(TrayDiagnostic, path: String)
    /// A file cannot be read or written, with the reason.
    case unreadable(path: String, reason: String)
    /// A stored counterexample was replayed.
    case replayed(ReplayVerdict)
    /// A world of a spec was decided, or ended inconclusively.
    case world(WorldVerdict, spec: String, path: String)
    /// The progress of a search or of walks, a few times a second.
    case progress(CheckProgress)
    /// A problem besides the verdicts keeps the run from passing.
    case problem(GateProblem)
    /// A violation was stored in a file.
    case saved(path: String)
    /// A note for people that does not affect the result, such as a checkpoint that cannot be written.
    case note(String)
    /// The run has ended.
    case finished(ExitStatus)
  }

  /// The kind of the event, with its data.
  public let kind: Kind
  private let line: CheckEvent?

  init(_ event: CheckEvent) {
    line = event
    kind =
      switch event {
      case .start(_, let specs): .started(specs: specs)
      case .diagnostic(let diagnostic):
        .diagnostic(TrayDiagnostic(diagnostic), path: diagnostic.path)
      case .unreadable(let file): .unreadable(path: file.path, reason: file.reason)
      case .replay(let verdict): .replayed(verdict)
      case .world(let spec, let path, let verdict): .world(verdict, spec: spec, path: path)
      case .progress(let progress): .progress(progress)
      case .problem(let problem): .problem(problem)
      case .saved(let saved): .saved(path: saved.outcome.path)
      case .end(let status, _, _, _): .finished(status)
      }
  }

  init(prepared outcome: CheckOutcome) {
    kind = .prepared(outcome)
    line = nil
  }

  init(note: String) {
    kind = .note(note)
    line = nil
  }

  /// Encodes the event as a JSON line without a line end, as `--format jsonl` prints it; described in "JSON report".
  /// The result is nil for `prepared`, which other events repeat, and for `note`, which is for people.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func jsonLine() throws -> String? {
    try line.map { String(try $0.line(paths: .found()).dropLast()) }
  }
}
