import Platform

/// Reads files of which nobody knows yet what they are: `try InputFile.read(path, atMost: 1 << 20)`.
///
/// What is no file is never waited for, and of what is too large nothing is kept.
package enum InputFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: how many bytes it may have.
  ///   - noun: what a larger file cannot be.
  /// - Throws: `FileError` if nothing is there, if it is a folder, a pipe or a device, if it is too
  ///   large, or if the system refuses.
  package static func read(
    _ path: String, atMost limit: Int, noun: String
  ) throws(FileError) -> [UInt8] {
    // A link that leads nowhere has words of its own.
    let status = try FileStatus(path)
    // Without a writer, a pipe would be waited for; and it may have come after the look.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if status.kind == .stream { throw FileError(notAFile) }
      throw FileError()
    }
    defer { close(descriptor) }
    switch FileStatus(descriptor: descriptor)?.kind {
    case .file: break
    case .folder: throw FileError("it is a folder, not a file")
    default: throw FileError(notAFile)
    }
    if status.size > limit { throw tooLarge(limit, noun) }
    return try contents(of: descriptor, expected: status.size, limit, noun)
  }

  private static let notAFile = "it is a pipe or a device, not a file"

  private static func tooLarge(_ limit: Int, _ noun: String) -> FileError {
    FileError("it is larger than \(limit >> 20) MiB, so it is no \(noun)")
  }

  /// Files of the system tell no size, and others may grow while they are read.
  ///
  /// So what is read is counted, whatever the status says.
  ///
  /// - Parameter expected: the size by the status; room is made for it, and nothing else depends on
  ///   it.
  private static func contents(
    of descriptor: Int32, expected: Int, _ limit: Int, _ noun: String
  ) throws(FileError) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(expected)
    var buffer = [UInt8](repeating: 0, count: min(max(expected + 1, 1 << 12), 1 << 20))
    while true {
      let count = buffer.withUnsafeMutableBytes {
        Platform.read(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 { throw FileError() }
      if count == 0 { return bytes }
      bytes += buffer[..<count]
      if bytes.count > limit { throw tooLarge(limit, noun) }
    }
  }
}
