import Conformance
import Semantics
import Traces

/// What became of holding a log against a spec.
package struct LogReport: Sendable {
  /// What is not explained.
  package struct Failure: Sendable {
    package var kind: LogFollower.Failure.Kind
    /// Whether some run of the spec explains it.
    fileprivate var explained = Explained.yes
    /// The file and the line, counted from 1; nil for the end of the log.
    package var place: (path: String, line: Int)?
    /// The line.
    package var text: [UInt8]
    /// Lines before it.
    package var recent: [LogLine]
    /// Lines of other processes that could have come instead.
    package var others: [(line: LogLine, difference: Difference)] = []
    /// The states in which the implementation might be before, if they are few.
    package var beliefs: [[Value]] = []
    package var count = 0
    /// The smallest changes of the log with which more of it is explained; nil if they were not looked for.
    package var repairs: [LogRepair]?

    /// So many lines before it are kept.
    private static let context = 5

    /// A line that cannot be understood.
    package init(
      _ mistake: JSONError, path: String, line: Int, text: [UInt8], _ recent: [LogLine]
    ) {
      kind = .malformed(mistake)
      place = (path, line)
      self.text = text
      self.recent = recent.suffix(Self.context)
    }

    /// A line, or the end, at which a log that is followed fails.
    package init(
      _ failure: LogFollower.Failure, of paths: [String], _ recent: [LogLine],
      _ estimator: LogFollower
    ) {
      kind = failure.kind
      place = failure.line.map { ($0.file ?? paths.first ?? "", $0.number) }
      text = failure.line.map { Array($0.part.text.utf8) } ?? []
      let known = recent.firstIndex { line in
        failure.line.map { $0.number == line.number && $0.file == line.file } ?? false
      }
      self.recent = recent.prefix(known ?? recent.count).suffix(Self.context)
      others = failure.others
      explained = failure.explained
      beliefs = estimator.beliefs
      count = estimator.count
    }
  }

  package struct Log: Sendable {
    package var paths: [String]
    package var lines = 0
    /// Lines that mean nothing by the map.
    package var skipped = 0
    package var events = 0
    package var seen: Set<Int> = []
    package var hasSignals = false
    package var ignored: [String] = []
    /// The entries of the map whose place is in no line, each with that place.
    package var unmet: [(name: String, path: String)] = []
    package var names = NameTable()
    /// The verdicts on invariants in the states that the implementation may be in after each line.
    package var invariants: BeliefInvariants?
    /// In how many states the implementation may be at the end.
    package var states = 0
    package var failure: Failure?
    /// The last line has no end and is not to be understood, as it is being written.
    package var isTruncated = false
    package var isCutShort = false
    package var duration = Duration.zero

    package init(paths: [String]) { self.paths = paths }

    /// Whether some run of the spec explains it, up to what is no line of a log.
    package var explained: Explained {
      failure?.explained ?? (isCutShort ? .open(isExhausted: false) : .yes)
    }

    /// Whether all keys of the log are read, and each place of the map is in some line.
    package var isReadInFull: Bool { ignored.isEmpty && unmet.isEmpty }

    /// The properties that are violated in all states that explain the log up to some line, in the order of the text.
    package var violated: [(property: Int, place: BeliefInvariants.Place)] {
      verdicts { if case .violated(let place) = $0 { place } else { nil } }
    }

    /// The properties that are violated in some of the states that explain the log up to some line.
    package var possiblyViolated: [(property: Int, place: BeliefInvariants.Place)] {
      verdicts { if case .possiblyViolated(let place) = $0 { place } else { nil } }
    }

    /// The properties of which a limit cut the evaluation, each with the reason.
    package var undecided: [(property: Int, reason: String)] {
      verdicts { if case .undecided(let reason) = $0 { reason } else { nil } }
    }

    /// The properties that are violated in no state that explains the log.
    package var holding: [Int] {
      verdicts { if case .holds = $0 { () } else { nil } }.map(\.0)
    }

    private func verdicts<Value>(
      _ value: (BeliefInvariants.Verdict) -> Value?
    ) -> [(property: Int, Value)] {
      (invariants?.verdicts ?? [:]).sorted { $0.key < $1.key }.compactMap { property, verdict in
        value(verdict).map { (property, $0) }
      }
    }

    /// Nothing happens in it, so anything explains it.
    package var isIdle: Bool { events == 0 && failure == nil }
  }

  package var spec: String
  package var interface: Interface?
  /// Keys that nothing reads, and places of the map that no line has, are a failure.
  package var isStrict = false
  package var log: Log?
  package var limit: String?
  package var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  package var unreadable: [CheckReport.Unreadable] = []

  package init(spec: String) { self.spec = spec }

  /// Whether no line contradicts the spec.
  package var isExplained: Bool {
    if case .differs = log?.failure?.kind { false } else { true }
  }

  package var status: ExitStatus {
    if !broken.isEmpty || !unreadable.isEmpty { return .specError }
    guard let log else { return .inconclusive }
    switch log.failure?.kind {
    case .malformed: return .specError
    case .differs: return .violation
    case .undecided where !log.violated.isEmpty, nil where !log.violated.isEmpty: return .violation
    case .undecided: return .inconclusive
    case nil:
      let isOpen = limit != nil || log.isCutShort || log.isIdle || openReason != nil
      return isOpen ? .inconclusive : .success
    }
  }

  /// The reason why a log that is explained does not pass, in a clause; nil if it passes, or a limit was reached.
  package var openReason: String? {
    guard let log else { return nil }
    let (possible, undecided) = (log.possiblyViolated.count, log.undecided.count)
    if possible > 0 { return "\(Wording.count(possible, "invariant")) possibly violated" }
    if undecided > 0 { return "\(Wording.count(undecided, "invariant")) inconclusive" }
    return strictFailure
  }

  /// The things that a strict run fails for, in a clause; nil if there are none.
  package var strictFailure: String? {
    guard isStrict, let log, !log.isReadInFull else { return nil }
    var parts: [String] = []
    if !log.ignored.isEmpty {
      parts.append("\(Wording.count(log.ignored.count, "key")) of the log not read")
    }
    if !log.unmet.isEmpty {
      parts.append("\(Wording.count(log.unmet.count, "place")) of the map in no line")
    }
    return "strict: " + parts.joined(separator: ", ")
  }
}
