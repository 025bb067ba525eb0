import Conformance
import Files
import Foundation
import Reports
import Semantics
import Synchronization
import Traces

/// Holds logs against a spec: `ValidateRun(request, …).run()`.
///
/// A log is read piece by piece; neither its length nor how many states it goes through takes memory.
struct ValidateRun {
  /// So many lines are shown before the one that is not explained.
  private static let context = 5

  private let request: ValidateRequest
  private let limits: RunLimits

  init(_ request: ValidateRequest, isInterrupted: @escaping @Sendable () -> Bool) {
    self.request = request
    limits = RunLimits(
      time: request.conform.timeLimit, memory: request.conform.memoryLimit,
      isInterrupted: isInterrupted)
  }

  func run() throws(RequestError) -> LogReport {
    var report = LogReport(spec: request.conform.path)
    let watch = limits.watch()
    let result = watch.during {
      Result { () throws(RequestError) in
        let loaded = try LoadedInterface(request.conform, limits)
        (report.broken, report.unreadable) = (loaded.broken, loaded.unreadable)
        guard var interface = loaded.interface else { return }
        let spec = interface.spec
        interface.hidden.formUnion(request.conform.hidden.compactMap(interface.event(named:)))
        for name in request.signals {
          guard let index = interface.signal(named: name) else {
            throw RequestError(
              "\(spec.name) has no signal '\(name)'"
                + NearestName.hint(name, among: spec.signals.map(\.name)))
          }
          interface.heard.insert(index)
        }
        report.interface = interface
        for path in request.logs where !Watch.isOver {
          do throws(FileProblem) {
            report.logs.append(try follow(path, interface))
          } catch {
            report.unreadable.append(.init(path: path, reason: error.reason))
          }
        }
      }
    }
    try result.get()
    if let limit = watch.limit { report.limit = Wording.reason(limits.searchLimit(limit)) }
    return report
  }

  private func follow(_ path: String, _ interface: Interface) throws(FileProblem) -> LogReport.Log {
    let begin = ContinuousClock.now
    var reader = try LogReader(path)
    var follower = LogFollower(interface)
    var window = LogWindow(follower)
    var log = LogReport.Log(path: path)
    // While some lines are followed, the next ones are parsed on another thread.
    var batch = ParsedLines(try reader.lines())
    follow: while !batch.isEmpty {
      let upcoming = ParsedLines(try reader.lines())
      let lines = batch.parsed
      for (index, line) in lines.enumerated() {
        if log.lines & 255 == 0, Watch.isOver {
          log.isCutShort = true
          break follow
        }
        log.lines += 1
        if line.text.isEmpty { continue }
        guard let failure = follower.follow(line.part) else {
          if case .success(let part) = line.part {
            window.append(LogLine(number: log.lines, part: part), follower)
          }
          continue
        }
        // The last line of a log that is being written may end anywhere.
        if case .malformed = failure, !line.isWhole {
          log.isTruncated = true
          break follow
        }
        let next = lines[(index + 1)...] + (upcoming.isEmpty ? [] : upcoming.parsed)
        log.failure = Self.told(
          failure, line, log.lines, next, isWhole: upcoming.isEmpty, window, follower)
        break follow
      }
      batch = upcoming
    }
    if log.failure == nil, !log.isCutShort, let failure = follower.settle() {
      log.failure = Self.told(failure, nil, log.lines, [], isWhole: true, window, follower)
    }
    log.events = follower.events
    log.seen = follower.seen
    log.hasSignals = follower.hasSignals
    log.ignored = follower.ignored.sorted()
    log.names = follower.names
    log.states = follower.count
    log.duration = .now - begin
    return log
  }

  /// A line that is not explained, with what is known of it.
  ///
  /// - Parameters:
  ///   - line: nil for the end of the log.
  ///   - next: what comes behind it; `isWhole` if that is all.
  private static func told(
    _ kind: LogFollower.Failure, _ line: ParsedLines.Parsed?, _ number: Int,
    _ next: ArraySlice<ParsedLines.Parsed>, isWhole: Bool, _ window: LogWindow,
    _ follower: LogFollower
  ) -> LogReport.Failure {
    var failure = LogReport.Failure(
      kind, line: number, text: line?.text,
      recent: window.lines.suffix(context).map { ($0.number, $0.part) },
      beliefs: follower.beliefs, count: follower.count)
    guard case .differs = kind else { return failure }
    var lines: [LogLine] = []
    var last = number
    var isWhole = isWhole
    for line in next {
      last += 1
      guard lines.count < LogRepairs.reach else {
        isWhole = false
        break
      }
      if line.text.isEmpty { continue }
      guard case .success(let part) = line.part else {
        isWhole = false
        break
      }
      lines.append(LogLine(number: last, part: part))
    }
    let failing = line.flatMap { try? $0.part.get() }.map { LogLine(number: number, part: $0) }
    failure.repairs = window.repairs(failing: failing, lines, isWhole: isWhole)
    return failure
  }
}

/// Some lines, which are parsed on another thread.
private final class ParsedLines: Sendable {
  typealias Parsed = (text: [UInt8], isWhole: Bool, part: Result<JSONPart, JSONMistake>)

  let isEmpty: Bool
  private let done = DispatchSemaphore(value: 0)
  private let result = Mutex<[Parsed]>([])

  init(_ lines: [(line: [UInt8], isWhole: Bool)]) {
    isEmpty = lines.isEmpty
    DispatchQueue.global().async { [self] in
      let parsed = lines.map { line, isWhole -> Parsed in
        (line, isWhole, Result { () throws(JSONMistake) in try JSONText.read(line) })
      }
      result.withLock { $0 = parsed }
      done.signal()
    }
  }

  /// Waits for them; to be asked once.
  var parsed: [Parsed] {
    done.wait()
    return result.withLock { $0 }
  }
}

/// Reads the lines of a file, a piece at a time.
private struct LogReader {
  private static let pieceSize = 1 << 20
  private static let maximumLine = 16 << 20

  private let file: FileHandle
  private var piece: [UInt8] = []
  private var position = 0
  private var isAtEnd = false
  private var isFirst = true

  init(_ path: String) throws(FileProblem) {
    guard !FileStatus.isFolder(path) else { throw FileProblem("it is a folder") }
    guard let file = FileHandle(forReadingAtPath: path) else { throw FileProblem() }
    self.file = file
  }

  /// The next lines; none at the end of the file.
  mutating func lines() throws(FileProblem) -> [(line: [UInt8], isWhole: Bool)] {
    var lines: [(line: [UInt8], isWhole: Bool)] = []
    while lines.count < 1024, let next = try line() { lines.append(next) }
    return lines
  }

  /// The next line without its end, and whether it has one; nil at the end of the file.
  mutating func line() throws(FileProblem) -> (line: [UInt8], isWhole: Bool)? {
    var searched = position
    while true {
      if let end = piece[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { position = end + 1 }
        return (trimmed(position..<end), true)
      }
      searched = piece.count
      if isAtEnd {
        guard position < piece.count else { return nil }
        defer { position = piece.count }
        return (trimmed(position..<piece.count), false)
      }
      guard piece.count - position < Self.maximumLine else {
        throw FileProblem("a line is longer than 16 MB")
      }
      piece.removeFirst(position)
      searched -= position
      position = 0
      let more: Data?
      do {
        more = try file.read(upToCount: Self.pieceSize)
      } catch {
        throw FileProblem("it cannot be read: \(error.localizedDescription)")
      }
      if let more, !more.isEmpty { piece += more } else { isAtEnd = true }
      if isFirst {
        isFirst = false
        if piece.starts(with: [0xEF, 0xBB, 0xBF]) {
          piece.removeFirst(3)
          searched = 0
        }
      }
    }
  }

  private func trimmed(_ range: Range<Int>) -> [UInt8] {
    var range = range
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0D || byte == 0x09 }
    while let last = range.last, isSpace(piece[last]) {
      range = range.lowerBound..<range.upperBound - 1
    }
    return Array(piece[range])
  }
}
