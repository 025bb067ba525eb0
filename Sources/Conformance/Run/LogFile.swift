import Basics
import Files
import Platform
import Semantics
import Synchronization

/// A log that is read in batches and parsed on another thread, in parallel with its analysis:
/// `while let line = try file.next() { … }`.
///
/// Read-ahead is bounded, so a log may be larger than memory.
final class LogFile {
  /// A line that is not blank.
  struct Line: Sendable {
    var number: Int
    /// Whether the line is complete. The last line of a log that is still being written may end anywhere.
    var isWhole: Bool
    /// The parsed content; nil if the map declares the line irrelevant.
    var said: Result<LogLine?, JSONError>
    /// The parts of the line that the map reads; empty without a map.
    var use = LogMap.LineUse()
    /// The raw text of a line that cannot be parsed.
    var text: [UInt8] = []
    /// The process that wrote the line, if the line names one.
    var process: String?
  }

  let path: String
  private let reader: BatchReader
  private var batch: [Line] = []
  private var place = 0
  /// The number of lines read, including blank ones.
  private(set) var lines = 0
  /// Whether the file has no more lines.
  private(set) var isAtEnd = false

  /// Opens a log.
  ///
  /// - Parameter isTimed: whether each line must have a timestamp.
  init(
    _ path: String, name: String?, _ interface: Interface, _ map: LogMap, _ settling: LogSettling,
    isTimed: Bool
  ) throws(FileError) {
    self.path = path
    let bytes = try LineBytes(path)
    reader = BatchReader(
      bytes,
      LineParser(
        name: name, interface: interface, map: map, settling: settling, isTimed: isTimed))
    reader.begin()
  }

  deinit { reader.abandon() }

  /// The next line that is not blank; nil at the end of the file, or if a limit is reached.
  func next() throws(FileError) -> Line? {
    while place == batch.count {
      guard !isAtEnd, let next = try reader.next() else { return nil }
      (batch, place) = (next.lines, 0)
      lines = next.count
      isAtEnd = next.isLast
    }
    defer { place += 1 }
    return batch[place]
  }
}

/// A parser of log lines.
final class LineParser: Sendable {
  let name: String?
  let interface: Interface
  let map: LogMap
  let settling: LogSettling
  let isTimed: Bool
  /// The fast scanner for lines in the usual notation.
  private let scanner: LineScanner?

  init(
    name: String?, interface: Interface, map: LogMap, settling: LogSettling, isTimed: Bool
  ) {
    self.name = name
    self.interface = interface
    self.map = map
    self.settling = settling
    self.isTimed = isTimed
    scanner = map.isEmpty && !isTimed ? LineScanner(interface, settling) : nil
  }

  /// Parses a line; nil for a blank line.
  func parsed(_ slice: ArraySlice<UInt8>, _ number: Int, isWhole: Bool) -> LogFile.Line? {
    if slice.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return nil }
    var line = LogFile.Line(number: number, isWhole: isWhole, said: .success(nil))
    if let scanner,
      let said = LogLine(
        number: number, file: name, bytes: slice, scanner, settled: settling)
    {
      line.said = .success(said)
      return line
    }
    let bytes = Array(slice)
    do throws(JSONError) {
      if let place = bytes.invalidUTF8 {
        throw JSONError(message: "this is not UTF-8", place: place)
      }
      let part = try JSONText.read(bytes)
      guard let natural = try map.natural(part, interface, &line.use) else { return line }
      var said = try LogLine(
        number: number, file: name, part: natural, interface, settled: settling)
      if isTimed {
        said.time = try map.time(of: part)
        if said.time == nil {
          throw JSONError(
            message: "of several processes, each line needs its time, so that they can be put "
              + "in order", place: part.place)
        }
        line.process = map.process(of: part)
      }
      line.said = .success(said)
    } catch {
      line.said = .failure(error)
      line.text = bytes
      line.isWhole = isWhole || !Self.isCut(bytes)
    }
    return line
  }

  /// Whether the bytes begin like a line whose JSON object is incomplete.
  private static func isCut(_ bytes: [UInt8]) -> Bool {
    var (depth, isText, isEscaped) = (0, false, false)
    for byte in bytes.drop(while: { $0 == 0x20 || $0 == 0x09 }) {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isText
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
      if depth <= 0, !isText { return false }
    }
    return true
  }
}

extension [UInt8] {
  /// The offset of the first byte that is not valid UTF-8; nil if there is none.
  var invalidUTF8: Int? {
    guard contains(where: { $0 >= 0x80 }), String(validating: self, as: UTF8.self) == nil
    else { return nil }
    // Binary search for the end of the valid prefix.
    return indices.partitioningIndex { place in
      var end = place + 1
      while end < count, self[end] & 0xC0 == 0x80, end < place + 4 { end += 1 }
      return String(validating: self[..<end], as: UTF8.self) == nil
    }
  }
}

/// Reads and parses batches of lines on its own thread, up to two batches ahead.
private final class BatchReader: Sendable {
  struct Batch: Sendable {
    var lines: [LogFile.Line]
    /// The number of lines up to the end of the batch, including blank ones.
    var count: Int
    var isLast: Bool
  }

  private static let ahead = 2

  private struct State {
    var bytes: LineBytes
    var ready: [Result<Batch, FileError>] = []
  }

  private let parser: LineParser
  private let state: Mutex<State>
  private let available = DispatchSemaphore(value: 0)
  // A semaphore must not be released with a lower value than its initial one.
  private let wanted = DispatchSemaphore(value: 0)
  private let isAbandoned = Mutex(false)

  init(_ bytes: sending LineBytes, _ parser: LineParser) {
    self.parser = parser
    state = Mutex(State(bytes: bytes))
  }

  func begin() {
    for _ in 0..<Self.ahead { wanted.signal() }
    let isStarted = DeepThread.start(stackSize: 1 << 20) { [self] in
      while readOne() {}
    }
    // If the system cannot start a thread, the log ends with an error.
    if !isStarted {
      state.withLock { $0.ready.append(.failure(FileError(code: EAGAIN))) }
      available.signal()
    }
  }

  /// Reads the next batch when it is requested; returns false at the end.
  private func readOne() -> Bool {
    wanted.wait()
    if isAbandoned.withLock({ $0 }) { return false }
    let (raw, isLast, problem, count) = state.withLock { state in
      let (raw, isLast, problem) = state.bytes.some()
      return (raw, isLast, problem, state.bytes.count)
    }
    let lines = raw.compactMap { parser.parsed($0.bytes, $0.number, isWhole: $0.isWhole) }
    state.withLock { state in
      state.ready.append(
        problem.map { .failure($0) }
          ?? .success(Batch(lines: lines, count: count, isLast: isLast)))
    }
    available.signal()
    return !isLast && problem == nil
  }

  /// Stops the reader, because its batches are no longer needed.
  func abandon() {
    isAbandoned.withLock { $0 = true }
    wanted.signal()
  }

  /// Waits for the next batch; nil if a limit is reached.
  func next() throws(FileError) -> Batch? {
    while available.wait(timeout: .now() + .milliseconds(50)) == .timedOut {
      if Deadline.isOver { return nil }
    }
    let batch = state.withLock { $0.ready.removeFirst() }
    wanted.signal()
    return try batch.get()
  }
}

/// The lines of a file, in batches.
struct LineBytes: Sendable {
  typealias Line = (bytes: ArraySlice<UInt8>, number: Int, isWhole: Bool)

  private static let pieceSize = 1 << 18
  private static let maximumLine = 16 << 20

  private let path: String
  /// Opened on the reading thread, because opening a pipe blocks.
  private var file: OpenFile?
  private var rest: [UInt8] = []
  /// The number of lines read.
  private(set) var count = 0
  private var isFirst = true

  init(_ path: String) throws(FileError) {
    guard !FileStatus.isFolder(path) else { throw FileError("it is a folder") }
    guard access(path, R_OK) == 0 else { throw FileError() }
    self.path = path
  }

  /// The next lines without their line ends, whether they are the last ones, and the error if there was one.
  mutating func some() -> (lines: [Line], isLast: Bool, problem: FileError?) {
    let piece: [UInt8]
    do throws(FileError) {
      let file: OpenFile
      if let open = self.file { file = open } else { file = try OpenFile(reading: path) }
      self.file = file
      piece = try file.read(atMost: Self.pieceSize)
    } catch {
      return ([], true, error)
    }
    guard !piece.isEmpty else {
      if rest.isEmpty { return ([], true, nil) }
      count += 1
      return ([(rest[...], count, false)], true, nil)
    }
    var bytes = rest
    bytes += piece
    var start = 0
    // The bytes searched so far contain no line end.
    var searched = rest.count
    if isFirst, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { (start, searched) = (3, 3) }
    isFirst = false
    var lines: [Line] = []
    while let end = bytes[searched...].firstIndex(of: 0x0A) {
      count += 1
      lines.append((bytes[start..<end], count, true))
      start = end + 1
      searched = start
    }
    rest = Array(bytes[start...])
    if rest.count > Self.maximumLine {
      return ([], true, FileError("line \(count + 1) is longer than 16 MB"))
    }
    return (lines, false, nil)
  }
}
