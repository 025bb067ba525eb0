/// System calls that need no object: `System.write("done\n", to: STDOUT_FILENO)`.
public enum System {
  /// The path of the executable of this process; nil if the system does not report it.
  public static var executablePath: String? {
    #if os(Linux)
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
      let count = readlink("/proc/self/exe", &buffer, buffer.count)
      guard count > 0 else { return nil }
      return String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    #else
      return Bundle.main.executablePath
    #endif
  }

  /// The current thread, as a number that no other running thread has.
  public static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  /// Writes all bytes; false with `errno` if the system refuses.
  public static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) -> Bool {
    let bytes = Array(bytes)
    return bytes.withUnsafeBytes { buffer in
      var rest = buffer[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Platform.write(descriptor, piece.baseAddress, piece.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  /// Writes a text; false with `errno` if the system refuses.
  public static func write(_ text: String, to descriptor: Int32) -> Bool {
    write(text.utf8, to: descriptor)
  }
}

extension StringProtocol {
  /// The text without whitespace at both ends.
  public var trimmed: String {
    let first = drop(while: \.isWhitespace)
    guard let last = first.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(first[...last])
  }
}
