import Basics
import Files
import Semantics

/// The results of validating logs against a spec.
package struct LogReport: Sendable {
  /// A failure at a line of a log.
  package struct Failure: Sendable {
    package var kind: LogFollower.Failure.Kind
    /// Whether some run of the spec explains the log.
    fileprivate var explained = Explained.yes
    /// The file and the line, counted from 1; nil for the end of the log.
    package var place: (path: String, line: Int)?
    /// The text of the line.
    package var text: [UInt8]
    /// The preceding lines.
    package var recent: [LogLine]
    /// Lines of other processes that could have come instead.
    package var others: [(line: LogLine, difference: Difference)] = []
    /// The possible states of the implementation before the line, if they are few.
    package var beliefs: [[Value]] = []
    package var count = 0
    /// The smallest changes of the log that make more of it valid; nil if they were not searched.
    package var repairs: [LogRepair]?

    /// The number of preceding lines that are kept.
    private static let context = 5

    /// Creates a failure for a line that cannot be parsed.
    package init(
      _ mistake: JSONError, path: String, line: Int, text: [UInt8], _ recent: [LogLine]
    ) {
      kind = .malformed(mistake)
      place = (path, line)
      self.text = text
      self.recent = recent.suffix(Self.context)
    }

    /// Creates a failure for a line, or for the end of a log, that the spec does not allow.
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
    /// The number of lines that the map declares irrelevant.
    package var skipped = 0
    package var events = 0
    package var seen: Set<Int> = []
    package var hasSignals = false
    package var ignored: [String] = []
    /// The unused entries of the map, each with its path.
    package var unmet: [(name: String, path: String)] = []
    package var names = NameTable()
    /// The verdicts on invariants in the possible states after each line.
    package var invariants: BeliefInvariants?
    /// The number of possible states at the end of the log.
    package var states = 0
    @Boxed package var failure: Failure?
    /// Whether the last line is incomplete, because the log is still being written.
    package var isTruncated = false
    package var isCutShort = false
    package var duration = Duration.zero

    /// Whether some run of the spec explains the log, up to its first invalid line.
    package var explained: Explained {
      failure?.explained ?? (isCutShort ? .open(isExhausted: false) : .yes)
    }

    /// Whether all keys of the log are read, and each entry of the map is used.
    package var isReadInFull: Bool { ignored.isEmpty && unmet.isEmpty }

    /// The properties that are violated in all possible states after some line, in the order of the text.
    package var violated: [(property: Int, place: BeliefInvariants.Place)] {
      verdicts { if case .violated(let place) = $0 { place } else { nil } }
    }

    /// The properties that are violated in some of the possible states after some line.
    package var possiblyViolated: [(property: Int, place: BeliefInvariants.Place)] {
      verdicts { if case .possiblyViolated(let place) = $0 { place } else { nil } }
    }

    /// The properties whose evaluation a limit cut, each with the reason.
    package var undecided: [(property: Int, reason: String)] {
      verdicts { if case .undecided(let reason) = $0 { reason } else { nil } }
    }

    /// The properties that no possible state violates.
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

    /// Whether the log has no events, so that passing has no meaning.
    package var isIdle: Bool { events == 0 && failure == nil }
  }

  package var spec: String
  @Boxed package var interface: Interface?
  /// Whether unread keys and unused map entries are failures.
  package var isStrict = false
  @Boxed package var log: Log?
  package var limit: String?
  package var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  package var unreadable: [CheckReport.Unreadable] = []
  /// The commands that make sense now; the caller fills the list.
  package var next: [NextCommand] = []

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

  /// A clause with the reason why an allowed log does not pass; nil if it passes, or if a limit was reached.
  package var openReason: String? {
    guard let log else { return nil }
    let (possible, undecided) = (log.possiblyViolated.count, log.undecided.count)
    if possible > 0 { return "\(Wording.count(possible, "invariant")) possibly violated" }
    if undecided > 0 { return "\(Wording.count(undecided, "invariant")) inconclusive" }
    return strictFailure
  }

  /// A clause about the findings that fail a strict run; nil if there are none.
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
