import Platform

/// The reason why the scratch folder is unusable.
struct ScratchFailure: Error {
  /// The system's message, with the folder.
  let reason: String

  /// The failure of the last system call.
  fileprivate init(_ folder: String) {
    reason = "the scratch folder \(folder) cannot be used: " + String(cString: strerror(errno))
  }

  init(reason: String) { self.reason = reason }
}

/// An unnamed file of words: it is removed from the scratch folder as soon as it is open, so that nothing remains,
/// however the process ends.
///
/// Words have their layout in memory; only the process that wrote the file reads it. Threads may write to separate
/// ranges that one of them reserved, and read data that was written before.
final class ScratchFile {
  private let descriptor: Int32
  private let folder: String
  /// The number of words in the file.
  private(set) var count = 0

  init(in folder: String) throws(ScratchFailure) {
    self.folder = folder
    var path = Array((folder + "/traycheck-XXXXXX").utf8CString)
    descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw ScratchFailure(folder) }
    unlink(path)
  }

  deinit { close(descriptor) }

  /// Writes words after the last one.
  func append(_ words: UnsafePointer<UInt64>, count: Int) throws(ScratchFailure) {
    try write(words, at: reserve(count), count: count)
  }

  /// Reserves room after the last word, and returns its start. Unwritten parts take no room on the disk.
  func reserve(_ count: Int) -> Int {
    defer { self.count += count }
    return self.count
  }

  /// Writes words to reserved room.
  func write(
    _ words: UnsafePointer<UInt64>, at start: Int, count: Int
  ) throws(ScratchFailure) {
    guard FileWords(descriptor: descriptor).write(words, at: start, count: count)
    else { throw ScratchFailure(folder) }
  }

  /// Reads words that were written.
  func read(
    at start: Int, into words: UnsafeMutablePointer<UInt64>, count: Int
  ) throws(ScratchFailure) {
    assert(start >= 0 && start + count <= self.count)
    guard
      let isWhole = FileWords(descriptor: descriptor).read(at: start, into: words, count: count)
    else { throw ScratchFailure(folder) }
    if !isWhole {
      throw ScratchFailure(reason: "a file in the scratch folder \(folder) was cut off")
    }
  }

  /// Removes all words and frees their room on the disk.
  func removeAll() throws(ScratchFailure) {
    guard ftruncate(descriptor, 0) == 0 else { throw ScratchFailure(folder) }
    count = 0
  }
}
