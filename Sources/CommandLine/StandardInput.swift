import Platform

/// A spec that comes from standard input instead of a file: the path `-`.
enum StandardInput {
  /// The name of the spec in messages.
  static let name = "<stdin>"
  /// The error of a command line with `-` and another path.
  static let misuse = "'-' cannot be combined with other paths"
  /// The maximum number of bytes that are read. It exceeds the size of a spec by one, so that a longer input is
  /// reported as too large.
  private static let maximumBytes = (16 << 20) + 1

  /// Reads standard input to its end.
  static func bytes() -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < maximumBytes {
      let count = Platform.read(
        STDIN_FILENO, &buffer, min(buffer.count, maximumBytes - bytes.count))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    return bytes
  }
}
