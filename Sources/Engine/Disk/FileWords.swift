import Platform

/// Words of 64 bits in an open file, at places that count words.
struct FileWords {
  let descriptor: Int32
  static let size = MemoryLayout<UInt64>.stride

  /// Writes words; false, with the reason in `errno`, if the system refuses.
  func write(_ words: UnsafePointer<UInt64>, at start: Int, count: Int) -> Bool {
    let (offset, size) = (start * Self.size, count * Self.size)
    let bytes = UnsafeRawPointer(words)
    var done = 0
    while done < size {
      let written = pwrite(descriptor, bytes + done, size - done, off_t(offset + done))
      if written < 0, errno == EINTR { continue }
      guard written > 0 else { return false }
      done += written
    }
    return true
  }

  /// Reads words: whether the file has them; nil, with the reason in `errno`, if the system refuses.
  func read(at start: Int, into words: UnsafeMutablePointer<UInt64>, count: Int) -> Bool? {
    let (offset, size) = (start * Self.size, count * Self.size)
    let bytes = UnsafeMutableRawPointer(words)
    var done = 0
    while done < size {
      let seen = pread(descriptor, bytes + done, size - done, off_t(offset + done))
      if seen < 0, errno == EINTR { continue }
      guard seen >= 0 else { return nil }
      if seen == 0 { return false }
      done += seen
    }
    return true
  }
}
