import Basics
import Files
import Platform
import Semantics

/// The file of a checkpoint's states: words are only appended, and never changed.
///
/// So an earlier head stays valid while more is written. Only one process at a time can open it. Words have their
/// layout in memory. Not thread-safe.
final class CheckpointFile {
  /// The start of the file up to some word.
  struct Mark {
    /// The number of words.
    var count = 0
    fileprivate var lanes: (UInt64, UInt64) = (0xCBF2_9CE4_8422_2325, 0x6C62_272E_07BB_0142)

    /// A digest of the words.
    var digest: [UInt64] { [lanes.0, lanes.1 ^ UInt64(count)] }

    /// Each step is a bijection of the previous digest, and of the word: if one of the two differs, so does the
    /// result. The multipliers are those of FNV (Fowler, Noll, Vo) and of SplitMix.
    fileprivate mutating func add(_ words: UnsafePointer<UInt64>, count: Int) {
      var (first, second) = lanes
      for place in 0..<count {
        first = (first ^ words[place]) &* 0x0000_0100_0000_01B3
        first ^= first >> 32
        second = (second ^ words[place]) &* 0xBF58_476D_1CE4_E5B9
        second ^= second >> 29
      }
      lanes = (first, second)
      self.count += count
    }
  }

  enum Problem: Error {
    case system(FileError)
    /// Another process has it open.
    case inUse
  }

  /// The first word, which identifies the format: any other file stays unchanged.
  private static let magic: UInt64 = 0x5354_4154_4553_2E31
  private let descriptor: Int32
  /// All that was written.
  private(set) var end = Mark()
  private static let portion = 1 << 17
  /// The number of attempts to lock the file, 20 ms apart.
  private static let patience = 100

  /// Opens a file, and creates it if it is missing.
  ///
  /// `deinit` also runs after an error, as all properties have their values, so that nothing else may close the file: a
  /// second `close` could close another thread's file, which has got the same number in the meantime.
  init(_ path: String) throws(Problem) {
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW
    descriptor = open(path, flags, 0o666)
    guard descriptor >= 0 else {
      throw .system(errno == ELOOP ? FileError("it is a link") : FileError())
    }
    let status = FileStatus(descriptor: descriptor)
    guard status?.kind == .file else { throw .system(FileError("it is not a file")) }
    var first = Self.magic
    guard status?.size == 0 || (pread(descriptor, &first, 8, 0) == 8 && first == Self.magic)
    else { throw .system(FileError("it is no file of states")) }
    // The previous owner may have removed it in the meantime, when its search finished.
    guard Self.lock(descriptor), status?.identity == (try? FileStatus(path))?.identity
    else { throw .inUse }
  }

  /// Locks the file while it is open.
  ///
  /// A process that was just killed may own it for a moment. Some file systems have no locks, and do not prevent
  /// access.
  private static func lock(_ descriptor: Int32) -> Bool {
    for _ in 0..<patience {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK { return true }
      usleep(20_000)
    }
    return false
  }

  deinit { if descriptor >= 0 { close(descriptor) } }

  /// Reads the first words, which must exist, and continues after them. Later content is an unfinished write of a
  /// killed process.
  ///
  /// - Returns: their digest; nil if there are fewer, or if it is interrupted.
  func begin(behind count: Int) throws(FileError) -> [UInt64]? {
    end = Mark()
    let buffer = Buffer<UInt64>(count: min(count, Self.portion))
    while end.count < count {
      if Deadline.isOver { return nil }
      let next = min(Self.portion, count - end.count)
      guard try read(at: end.count, into: buffer.base, count: next) else { return nil }
      end.add(buffer.base, count: next)
    }
    return end.digest
  }

  /// Removes everything that was written after a mark.
  func removeAll(behind mark: Mark) throws(FileError) {
    end = mark
    guard ftruncate(descriptor, off_t(mark.count * FileWords.size)) == 0 else { throw FileError() }
  }

  /// Writes words after the last one.
  func append(_ words: UnsafePointer<UInt64>, count: Int) throws(FileError) {
    guard FileWords(descriptor: descriptor).write(words, at: end.count, count: count)
    else { throw FileError() }
    end.add(words, count: count)
  }

  /// Restarts without states.
  func removeAll() throws(FileError) {
    try removeAll(behind: Mark())
    var magic = Self.magic
    try append(&magic, count: 1)
  }

  /// Waits until everything is on the disk.
  func synchronize() throws(FileError) {
    guard fsync(descriptor) == 0 else { throw FileError() }
  }

  /// Reads words; false if there are fewer.
  func read(
    at start: Int, into words: UnsafeMutablePointer<UInt64>, count: Int
  ) throws(FileError) -> Bool {
    let isWhole = FileWords(descriptor: descriptor).read(at: start, into: words, count: count)
    guard let isWhole else { throw FileError() }
    return isWhole
  }
}
