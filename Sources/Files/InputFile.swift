import Platform

/// Reads files of unknown content: `try InputFile.read(path, atMost: 1 << 20)`.
///
/// Special files are never waited for, and nothing of a file that is too large is kept.
package enum InputFile {
  /// The bytes of a file.
  ///
  /// - Parameters:
  ///   - limit: the maximum number of bytes.
  ///   - noun: the name for files of that kind in messages.
  /// - Throws: `FileError` if the file is missing, a folder, a pipe or a device, too large, or if the system
  ///   refuses.
  package static func read(
    _ path: String, atMost limit: Int, noun: String
  ) throws(FileError) -> [UInt8] {
    // A broken link has its own message.
    let status = try FileStatus(path)
    // Opening a pipe without a writer would block; and it may have appeared after the check.
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

  /// System files report no size, and others may grow while they are read.
  ///
  /// So the bytes read are counted, whatever the status says.
  ///
  /// - Parameter expected: the size in the status; only a hint for the allocation.
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
