import Conformance
import Files
import Foundation
import Reports
import Semantics
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
    var log = LogReport.Log(path: path)
    var recent: [(number: Int, text: [UInt8])] = []
    while let (line, isWhole) = try reader.line() {
      if log.lines & 255 == 0, Watch.isOver {
        log.isCutShort = true
        break
      }
      log.lines += 1
      if line.isEmpty { continue }
      let before = (follower.beliefs, follower.count)
      guard let failure = follower.follow(line) else {
        recent.append((log.lines, line))
        if recent.count > Self.context { recent.removeFirst() }
        continue
      }
      // The last line of a log that is being written may end anywhere.
      if case .malformed = failure, !isWhole {
        log.isTruncated = true
        break
      }
      log.failure = .init(
        failure, line: log.lines, text: line, recent: recent, beliefs: before.0, count: before.1)
      break
    }
    if log.failure == nil, !log.isCutShort {
      let before = (follower.beliefs, follower.count)
      if let failure = follower.settle() {
        log.failure = .init(
          failure, line: log.lines, text: nil, recent: recent, beliefs: before.0, count: before.1)
      }
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
