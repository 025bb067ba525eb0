import Reports

/// Something that happens during a check, for those who do not wait for its end.
public struct RunEvent: Sendable {
  /// What it is, and what there is to say of it.
  public indirect enum Kind: Sendable {
    /// The specs at these paths are read.
    case started(specs: [String])
    /// The specs are compiled and the stored counterexamples replayed; the search begins. It comes once,
    /// with what is known before.
    case prepared(CheckOutcome)
    /// An error or warning about the text of the spec at a path.
    case diagnostic(TrayDiagnostic, path: String)
    /// A file cannot be read or written, with the reason.
    case unreadable(path: String, reason: String)
    /// A stored counterexample was replayed.
    case replayed(ReplayVerdict)
    /// A world of a spec is decided, or as far as it will be.
    case world(WorldVerdict, spec: String, path: String)
    /// How far a search or walks are; a few times a second.
    case progress(CheckProgress)
    /// Something besides the verdicts keeps the run from being a success.
    case problem(GateProblem)
    /// A violation is in a file now.
    case saved(path: String)
    /// Something for people that changes nothing of the result, such as that a checkpoint cannot be written.
    case note(String)
    /// The run is over.
    case finished(ExitStatus)
  }

  /// What it is.
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

  /// The event as a line of JSON without its end, as `--format jsonl` prints it; nil for `prepared`, of
  /// which other events tell, and for `note`, which is for people. Described in "JSON report".
  public func jsonLine() throws -> String? {
    try line.map { String(try $0.line(paths: .found()).dropLast()) }
  }
}
