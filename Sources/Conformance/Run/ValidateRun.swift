import Basics
import Files
import Platform
import Reports
import Semantics

/// Validates logs against a spec: `ValidateRun(request: request, limits: limits).run()`.
///
/// Logs are read in batches, and visited states are not kept. Memory does not depend on the length of the logs.
struct ValidateRun {
  let request: ValidateRequest
  let limits: RunLimits

  func run() throws(RequestError) -> LogReport {
    var report = LogReport(spec: request.conform.path)
    report.isStrict = request.isStrict
    let limit = try limits.during { () throws(RequestError) in try follow(&report) }
    if let limit { report.limit = Wording.reason(limits.searchLimit(limit)) }
    return report
  }

  private func follow(_ report: inout LogReport) throws(RequestError) {
    let loaded = try LoadedInterface(request.conform, limits)
    (report.broken, report.unreadable) = (loaded.broken, loaded.unreadable)
    guard var interface = loaded.interface, let map = map(interface, &report) else { return }
    interface.hidden.formUnion(
      (request.conform.hidden + map.hidden).compactMap(interface.event(named:)))
    for name in request.signals + map.noticed {
      guard let index = interface.signal(named: name) else {
        throw RequestError(
          "\(interface.spec.name) has no signal '\(name)'"
            + NearestName.hint(name, among: interface.spec.signals.map(\.name)))
      }
      interface.heard.insert(index)
    }
    report.interface = interface
    guard let log = follow(interface, map, &report) else { return }
    (report.interface, report.log) = explained(log, interface)
  }

  /// The report on the logs with the smallest number of names that explains them.
  private func explained(
    _ log: LogReport.Log, _ interface: Interface
  ) -> (Interface, LogReport.Log) {
    let isKept = request.logs.allSatisfy { (try? FileStatus($0))?.kind == .file }
    if isKept {
      return interface.explained((interface, log), { $0.1.explained }) { other in
        var report = LogReport(spec: request.conform.path)
        return map(other, &report).flatMap { follow(other, $0, &report) }.map { (other, $0) }
      }
    }
    guard case .no = log.explained, let more = interface.others.first(where: { _ in true })
    else { return (interface, log) }
    var log = log
    let settings = more.spec.symmetricTypes.map {
      "'\(interface.vocabulary.settings) \($0.name)=\($0.count)'"
    }
    log.failure?.kind = .undecided(
      "the names of the spec do not explain it, and more names might, but only a file can be read again; "
        + "store the log in a file, or give \(settings.joined(separator: " and "))")
    return (interface, log)
  }

  /// The map of the request; nil if it cannot be parsed.
  private func map(_ interface: Interface, _ report: inout LogReport) -> LogMap? {
    guard let path = request.map else { return LogMap() }
    let data: [UInt8]
    do throws(FileError) {
      data = try InputFile.read(path, atMost: 16 << 20, noun: "map")
    } catch {
      report.unreadable.append(.init(path: path, reason: error.reason))
      return nil
    }
    do throws(JSONError) {
      return try LogMap(try JSONText.read(data), interface)
    } catch {
      report.unreadable.append(.init(path: path, error, in: data))
      return nil
    }
  }

  private func follow(
    _ interface: Interface, _ map: LogMap, _ report: inout LogReport
  ) -> LogReport.Log? {
    let begin = ContinuousClock.now
    var files: [LogFile] = []
    let isTimed = request.logs.count > 1 || request.skew != nil
    for path in request.logs {
      do throws(FileError) {
        files.append(
          try LogFile(
            path, name: request.logs.count > 1 ? path : nil, interface, map,
            request.settling ?? map.settling ?? .line, isTimed: isTimed))
      } catch {
        report.unreadable.append(.init(path: path, reason: error.reason))
      }
    }
    guard report.unreadable.isEmpty else { return nil }
    let following = FollowedLog(
      interface, request.logs, skew: isTimed ? request.skew ?? .zero : nil)
    var input = LogInput(files)
    do throws(FileError) {
      try following.follow(&input)
    } catch {
      report.unreadable.append(.init(path: input.failing ?? "", reason: error.reason))
      following.log.isCutShort = true
    }
    // For a single unexplained log, lines that were read ahead do not count.
    let isSingle = files.count == 1
    following.log.lines = isSingle ? following.log.failure?.place?.line ?? input.count : input.count
    following.log.duration = .now - begin
    following.log.unmet = map.unmatched(following.use)
    return following.log
  }
}

extension CheckReport.Unreadable {
  /// A file whose content is not as expected.
  init(path: String, _ error: JSONError, in data: [UInt8]) {
    let place = JSONError.position(of: error.place, in: data)
    self.init(path: path, reason: error.message, place: (place.line, place.column))
  }
}

extension JSONError {
  /// The line and column of a byte offset in a text, both counted from 1.
  static func position(of place: Int, in data: [UInt8]) -> (line: Int, column: Int) {
    let lines = data.prefix(place).split(separator: 0x0A, omittingEmptySubsequences: false)
    let column = String(decoding: lines.last ?? [], as: UTF8.self).unicodeScalars.count + 1
    return (max(1, lines.count), column)
  }
}

/// A log that is followed to its end, or to its first unexplained line.
private final class FollowedLog {
  var log: LogReport.Log
  /// The parts of lines that the map reads.
  private(set) var use = LogMap.Use()
  private var estimator: LogFollower
  private var window: LogWindow

  init(_ interface: Interface, _ paths: [String], skew: Duration?) {
    log = LogReport.Log(paths: paths)
    estimator = LogFollower(
      interface, skew: skew.map { Int64(min($0 / .nanoseconds(1), 1e17)) })
    estimator.judge(BeliefInvariants(interface))
    window = LogWindow(estimator)
  }

  func follow(_ input: inout LogInput) throws(FileError) {
    defer { note() }
    var count = 0
    while let (path, line) = try input.next() {
      count += 1
      if count & 255 == 0, Deadline.isOver { break }
      use.add(line.use)
      switch line.said {
      case .success(nil): log.skipped += 1
      case .success(let said?):
        if let failure = estimator.follow(said) {
          return try tell(failure, behind: said, &input)
        }
        window.append(said, estimator)
      case .failure(let mistake):
        if !line.isWhole {
          log.isTruncated = true
          continue
        }
        let text = shown(line.text, to: mistake)
        log.failure = .init(mistake, path: path, line: line.number, text: text, window.lines)
        return
      }
    }
    if Deadline.isOver {
      log.isCutShort = true
    } else if let failure = estimator.end() {
      try tell(failure, behind: nil, &input)
    }
  }

  /// The part of a line that may be shown with an error.
  ///
  /// If no line of a file could be parsed, it may be no log at all and contain secrets. Its line is then shown only up
  /// to the error.
  private func shown(_ text: [UInt8], to mistake: JSONError) -> [UInt8] {
    guard window.lines.isEmpty, log.skipped == 0, mistake.place < text.count else { return text }
    return text.prefix(mistake.place) + Array("…".utf8)
  }

  /// Reports an unexplained line, with the nearest log that the spec allows.
  private func tell(
    _ failure: LogFollower.Failure, behind last: LogLine?, _ input: inout LogInput
  ) throws(FileError) {
    log.failure = .init(failure, of: log.paths, window.lines + (last.map { [$0] } ?? []), estimator)
    guard case .differs = failure.kind else { return }
    var next = last.map { [$0] } ?? []
    var isWhole = true
    while last != nil {
      guard next.count <= LogRepairs.reach else {
        isWhole = false
        break
      }
      guard let (_, line) = try input.next() else { break }
      guard case .success(let said) = line.said else {
        isWhole = !line.isWhole
        break
      }
      if let said { next.append(said) }
    }
    log.failure?.repairs = window.repairs(failing: failure.line, next, isWhole: isWhole)
  }

  private func note() {
    log.events = estimator.events
    log.seen = estimator.seen
    log.hasSignals = estimator.hasSignals
    log.ignored = estimator.ignored.union(use.unread).sorted()
    log.names = estimator.names
    log.states = estimator.count
    log.invariants = estimator.invariants
  }
}
