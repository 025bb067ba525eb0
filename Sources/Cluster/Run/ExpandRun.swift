import Engine
import Platform
import Reports
import Semantics
import TrayKit

/// Expands the states that arrive over a file descriptor: `try ExpandRun(request, …).run()`.
///
/// The input is a header, lines `known FINDING` with the findings of earlier levels, and one state per line.
/// `ExpansionLines` describes the output. A truncated line or an invalid state ends the run.
final class ExpandRun {
  private let request: ExpandRequest
  private let limits: RunLimits
  private let input: Int32
  private let output: Int32
  private let world: CheckedSpec

  /// Reads the spec and the world of a request.
  ///
  /// - Throws: `ClusterProblem` if the spec or the world does not exist.
  init(
    _ request: ExpandRequest, _ limits: RunLimits, input: Int32, output: Int32
  ) throws(ClusterProblem) {
    var check = request.check
    if check.worlds.isEmpty { check.worlds = [CheckedSpec.defaultWorldName] }
    guard let world = try ClusterSpec(check, limits).worlds.first, check.worlds.count == 1 else {
      throw ClusterProblem("there has to be one world, and one that is not walked", .usage)
    }
    (self.request, self.limits, self.input, self.output) = (request, limits, input, output)
    self.world = world
  }

  func run() throws(ClusterProblem) {
    guard let machine = try? Machine(world) else {
      throw ClusterProblem("a state of the world '\(world.worldName)' does not fit")
    }
    var options = Expansion.Options()
    options.mode = request.mode == .steps ? .steps : .successors
    options.reducesSymmetry = request.check.reducesSymmetry
    if !request.check.properties.isEmpty {
      options.properties = world.places(of: request.check.properties)
    }
    options.memory = limits.memory / 4
    do throws(ExpansionFailure) {
      let expansion = try Expansion(machine, options) { [output] in Self.write($0, to: output) }
      if request.mode == .starts {
        guard let starts = try? machine.starts() else {
          throw ExpansionFailure.foreign("the world '\(world.worldName)' has no start")
        }
        expansion.begin(known: [])
        try expansion.take(starts: starts)
      } else {
        try readAhead(into: expansion)
        try read(into: expansion)
      }
      _ = try expansion.finish()
    } catch {
      throw problem(error)
    }
  }

  private func problem(_ failure: ExpansionFailure) -> ClusterProblem {
    switch failure {
    case .foreign(let what): ClusterProblem("the input cannot be expanded: \(what)")
    case .memory:
      ClusterProblem(
        "there is not memory enough: \(request.check.vocabulary.memoryLimit) gives "
          + Wording.bytes(limits.memory), .inconclusive)
    case .stopped: ClusterProblem("interrupted", .inconclusive)
    case .unwritten: ClusterProblem("the results cannot be written")
    case .unexplained(let error): ClusterProblem(error.message, .internalError)
    }
  }

  // MARK: Lines

  /// Reads the target states of the requested steps.
  private func readAhead(into expansion: Expansion) throws(ExpansionFailure) {
    guard let folder = request.ahead else { return }
    do throws(ClusterFolder.Failure) {
      let files = MarkFiles(folder: folder, length: expansion.text.length)
      try files.forEachLine { (line) throws(ClusterFolder.Failure) in
        do throws(ExpansionFailure) {
          try expansion.lookAhead(to: UnsafeBufferPointer(rebasing: line.prefix(files.length)))
        } catch {
          throw ClusterFolder.Failure(reason: "'\(Self.shown(line))' in \(folder) is no state")
        }
      }
    } catch {
      throw .foreign(error.reason)
    }
  }

  /// Reads to the end of the input.
  private func read(into expansion: Expansion) throws(ExpansionFailure) {
    let header = ExpansionHeader(world, request.check, expansion.text)
    var (line, known) = (0, Set<Finding>())
    var hasBegun = false
    try forEachLine { (text) throws(ExpansionFailure) in
      line += 1
      if line == 1 {
        if let problem = header.problem(with: Self.shown(text)) { throw .foreign(problem) }
        return
      }
      if !hasBegun, text.starts(with: Self.knownPrefix) {
        let rest = String(decoding: text.dropFirst(Self.knownPrefix.count), as: UTF8.self)
        guard let finding = Finding(compactText: rest), finding.fits(world) else {
          throw .foreign("line \(line) is not a finding of this spec")
        }
        known.insert(finding)
        return
      }
      if !hasBegun { expansion.begin(known: known) }
      hasBegun = true
      do throws(ExpansionFailure) {
        try expansion.take(text)
      } catch {
        guard case .foreign(let what) = error else { throw error }
        throw .foreign("line \(line) is no state: '\(what.printable)'")
      }
    }
    if line == 0 { throw .foreign("there is no first line '\(header.text)'") }
    if !hasBegun { expansion.begin(known: known) }
  }

  private static let knownPrefix = Array("known ".utf8)

  private static func shown(_ text: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: text.prefix(200), as: UTF8.self).printable
  }

  private func forEachLine(
    _ body: (UnsafeBufferPointer<UInt8>) throws(ExpansionFailure) -> Void
  ) throws(ExpansionFailure) {
    let capacity = 1 << 18
    let buffer = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    defer { buffer.deallocate() }
    var count = 0
    while true {
      if count == capacity { throw .foreign("a line is too long") }
      let more = try receive(buffer + count, capacity - count)
      if more == 0 { break }
      count += more
      var start = 0
      while let end = memchr(buffer + start, 0x0A, count - start) {
        let place = buffer.distance(to: end.assumingMemoryBound(to: UInt8.self))
        try body(UnsafeBufferPointer(start: buffer + start, count: place - start))
        start = place + 1
      }
      count -= start
      memmove(buffer, buffer + start, count)
    }
    if count > 0 {
      let rest = UnsafeBufferPointer(start: buffer, count: count)
      throw .foreign("the last line is cut off: '\(Self.shown(rest))'")
    }
  }

  /// Waits for bytes until a limit or an interruption ends the wait; returns 0 at the end of the input.
  private func receive(
    _ buffer: UnsafeMutablePointer<UInt8>, _ capacity: Int
  ) throws(ExpansionFailure) -> Int {
    while true {
      if limits.isInterrupted() { throw .stopped }
      var poller = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard poll(&poller, 1, 50) != 0 else { continue }
      let count = Platform.read(input, buffer, capacity)
      if count >= 0 { return count }
      if errno != EINTR && errno != EAGAIN { throw .foreign(String(cString: strerror(errno))) }
    }
  }

  private static func write(_ bytes: UnsafeRawBufferPointer, to output: Int32) -> Bool {
    var rest = bytes[...]
    while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress, !rest.isEmpty {
      let count = Platform.write(output, base, rest.count)
      if count < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return false
      }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
