import Platform

/// Reads lines from a file descriptor, with a time limit for each: `try reader.line { … }`.
struct LineReader {
  /// The reason why there is no line.
  enum Failure: Error {
    /// The other side closed the stream; the associated value is its last, incomplete line.
    case ended(String)
    case tooLong
    case stopped
  }

  /// The maximum length of a line in bytes.
  static let maximumLength = 16 << 20

  private let descriptor: Int32
  private var unread: [UInt8] = []

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Reads the next line that is not empty, without its line end.
  ///
  /// - Parameter mustStop: polled every few milliseconds during the wait.
  mutating func line(_ mustStop: () -> Bool) throws(Failure) -> [UInt8] {
    var searched = 0
    while true {
      if let end = unread[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(unread[..<end])
        unread.removeFirst(end + 1)
        searched = 0
        if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
        return line
      }
      searched = unread.count
      if unread.count > Self.maximumLength { throw .tooLong }
      if mustStop() { throw .stopped }
      try read()
    }
  }

  /// Reads the available bytes after a short wait.
  private mutating func read() throws(Failure) {
    var poller = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&poller, 1, 20) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = Platform.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      unread += buffer[..<count]
    } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
      throw .ended(String(decoding: unread.prefix(200), as: UTF8.self))
    }
  }
}
