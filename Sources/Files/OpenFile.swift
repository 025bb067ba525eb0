import CFileSystem
import Platform
import Synchronization

/// An open file or an end of a pipe, closed with its last reference: `try OpenFile(reading: "app.log").read()`.
///
/// A program that is started does not inherit it.
package final class OpenFile: Sendable {
  package let descriptor: Int32
  private let isClosed = Atomic(false)

  private init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Opens a file; a pipe is waited for.
  package convenience init(reading path: String) throws(FileError) {
    try self.init(path, O_RDONLY)
  }

  /// Opens a file that exists.
  package convenience init(writing path: String) throws(FileError) {
    try self.init(path, O_WRONLY)
  }

  private convenience init(_ path: String, _ mode: Int32) throws(FileError) {
    let descriptor = open(path, mode | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError() }
    self.init(descriptor)
  }

  deinit { close() }

  /// Closes it, once.
  package func close() {
    guard !isClosed.exchange(true, ordering: .relaxed) else { return }
    Platform.close(descriptor)
  }

  /// Makes a pipe.
  package static func pipe() throws(FileError) -> (reader: OpenFile, writer: OpenFile) {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      guard traycheck_pipe(&ends) == 0 else { throw FileError() }
    #else
      guard Platform.pipe(&ends) == 0 else { throw FileError() }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    #endif
    return (OpenFile(ends[0]), OpenFile(ends[1]))
  }

  /// Waits for bytes and reads some; none at the end.
  package func read(atMost limit: Int = 1 << 16) throws(FileError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: limit)
    var count = Platform.read(descriptor, &bytes, limit)
    while count < 0, errno == EINTR { count = Platform.read(descriptor, &bytes, limit) }
    guard count >= 0 else { throw FileError() }
    bytes.removeSubrange(count...)
    return bytes
  }

  /// Writes all bytes.
  package func write(_ bytes: [UInt8]) throws(FileError) {
    guard System.write(bytes, to: descriptor) else { throw FileError() }
  }

  /// Reads two pipes to their ends, in turn, so that neither is full and blocks its writer.
  ///
  /// A pipe that cannot be read ends there.
  package static func contents(
    of first: OpenFile, _ second: OpenFile
  ) -> (first: [UInt8], second: [UInt8]) {
    var contents: [[UInt8]] = [[], []]
    let files = [first, second]
    var wanted = files.map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    while wanted.contains(where: { $0.fd >= 0 }) {
      guard poll(&wanted, 2, -1) >= 0 else {
        if errno == EINTR { continue }
        break
      }
      for index in 0..<2 where wanted[index].fd >= 0 && wanted[index].revents != 0 {
        let piece = (try? files[index].read()) ?? []
        contents[index] += piece
        // poll(2) leaves out what is negative.
        if piece.isEmpty { wanted[index].fd = -1 }
      }
    }
    return (contents[0], contents[1])
  }
}
