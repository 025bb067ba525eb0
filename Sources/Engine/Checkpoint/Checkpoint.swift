import Files
import Platform
import Semantics

/// The part of a long search that is saved on disk, so that another run can resume it: `let checkpoint =
/// Checkpoint(…); try checkpoint.open(resuming: true, …)`.
///
/// There are two files. New states are only appended to the states file. The head, which says which part of that is
/// valid and contains everything else, is replaced atomically. So if the process is killed, or the disk is full, the
/// last head and its states are intact. Not thread-safe.
package final class Checkpoint: @unchecked Sendable {
  /// The folder that contains it.
  private let folder: String
  /// The name of the head.
  private let name: String
  let traits: [CheckpointTrait]
  private let pace: Duration
  private let onNote: (String) -> Void
  private let onWriting: (Bool) -> Void
  private var file: CheckpointFile?
  /// The head in the folder; nil if there is none.
  private(set) var head: CheckpointHead?
  /// The search time of the runs that this one resumes.
  private(set) var earlierDuration: Duration = .zero
  private var lastTime = ContinuousClock.now
  /// The error of the last attempt; reported once.
  private var told: String?
  /// The number of words that are read or written at once.
  static let portionWords = 1 << 17

  /// - Parameters:
  ///   - name: of the head, without a slash.
  ///   - traits: the dependencies of the search.
  ///   - pace: the time between checkpoints.
  ///   - onNote: receives messages for the user.
  ///   - onWriting: called when writing starts, and when it is done.
  package init(
    _ name: String, in folder: String, traits: [CheckpointTrait], every pace: Duration,
    onNote: @escaping @Sendable (String) -> Void = { _ in },
    onWriting: @escaping @Sendable (Bool) -> Void = { _ in }
  ) {
    (self.name, self.folder, self.traits, self.pace) = (name, folder, traits, pace)
    (self.onNote, self.onWriting) = (onNote, onWriting)
  }

  package var path: String { "\(folder)/\(name)" }
  private var statesPath: String { "\(folder)/\(name).states" }

  /// Whether it exists, regardless of its content.
  package var isThere: Bool { (try? FileStatus(path, followsLinks: false)) != nil }

  // MARK: Going on

  /// Reads the existing checkpoint, and prepares for writing.
  ///
  /// - Throws: if it cannot be resumed, or must not be overwritten.
  package func open(resuming: Bool, _ limits: SearchLimits) throws(CheckpointRefusal) {
    let isThere = isThere
    if isThere, !resuming {
      throw refusal(
        "it belongs to an unfinished search: resume that search, or choose another folder")
    }
    do throws(FileError) {
      try AtomicFile.makeFolder(folder, for: name)
    } catch {
      throw CheckpointRefusal(path: folder, reason: "it cannot be written: \(error.reason)")
    }
    // The process that opened the states owns the head as well.
    let file = try opened()
    self.file = file
    AtomicFile.removeLeftovers(of: name, in: folder)
    if isThere {
      let head = try readHead(limits)
      try verify(head, file)
      self.head = head
      earlierDuration = .seconds(head.seconds)
    } else if resuming {
      onNote("\(path): there is no checkpoint yet, so the search begins from the start")
    }
    lastTime = .now
  }

  private func opened() throws(CheckpointRefusal) -> CheckpointFile {
    do throws(CheckpointFile.Problem) {
      return try CheckpointFile(statesPath)
    } catch {
      switch error {
      case .inUse: throw refusal("another check is writing it")
      case .system(let problem):
        throw CheckpointRefusal(path: statesPath, reason: "it cannot be opened: \(problem.reason)")
      }
    }
  }

  private func readHead(_ limits: SearchLimits) throws(CheckpointRefusal) -> CheckpointHead {
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try InputFile.read(path, atMost: CheckpointHead.maximumBytes, noun: "checkpoint")
    } catch {
      throw refusal("it cannot be read: \(error.reason)")
    }
    let head: CheckpointHead
    do throws(CheckpointHead.Unreadable) {
      head = try CheckpointHead.read(bytes)
    } catch {
      throw refusal(error.reason)
    }
    for (theirs, ours) in zip(head.traits, traits) where theirs != ours {
      throw refusal(
        "it is of another search: \(ours.name) is '\(ours.value)' now, and was '\(theirs.value)'")
    }
    if head.traits.count != traits.count { throw refusal("it is of another search") }
    if head.isByFingerprint, limits.onMemoryLimit != .fingerprints {
      throw refusal(
        "its search compared states by fingerprints, and this one compares them exactly")
    }
    if let states = limits.states {
      if head.count > states { throw refusal("it has more states than this search may have") }
      if !head.isInOrder {
        throw refusal("it is of a search without a limit on states, in whose order none can end")
      }
    }
    if let depth = limits.depth, head.level > depth || head.level == depth && head.isWithinLevel {
      throw refusal("it is deeper than this search may be")
    }
    return head
  }

  /// Checks whether the states are those of the head.
  private func verify(
    _ head: CheckpointHead, _ file: CheckpointFile
  ) throws(CheckpointRefusal) {
    func states(_ reason: String) -> CheckpointRefusal {
      CheckpointRefusal(path: statesPath, reason: reason)
    }
    do {
      guard let digest = try file.begin(behind: head.words) else {
        throw states("it is cut: there are fewer states than its checkpoint has")
      }
      guard digest == head.digest else {
        throw states("it is damaged: its digest is not the one that its checkpoint has")
      }
      try file.removeAll(behind: file.end)
    } catch let problem as FileError {
      throw states("it cannot be read: \(problem.reason)")
    } catch let refusal as CheckpointRefusal {
      throw refusal
    } catch {
      throw states("\(error)")
    }
  }

  private func refusal(_ reason: String) -> CheckpointRefusal {
    CheckpointRefusal(path: path, reason: reason)
  }

  /// Reads words of the states.
  ///
  /// - Throws: `ScratchFailure` if they can no longer be read.
  func read(
    at start: Int, into words: UnsafeMutablePointer<UInt64>, count: Int
  ) throws(ScratchFailure) {
    do throws(FileError) {
      if try file?.read(at: start, into: words, count: count) == true { return }
    } catch {
      throw ScratchFailure(reason: "the checkpoint \(statesPath) cannot be read: \(error.reason)")
    }
    throw ScratchFailure(reason: "the checkpoint \(statesPath) was cut while it was read")
  }

  // MARK: Writing

  /// Whether the next one is due.
  var isDue: Bool { ContinuousClock.now - lastTime >= pace }

  /// Delays the next one, as if one had just been written.
  func postpone() { lastTime = .now }

  /// Replaces the last checkpoint. If that fails, the last one stays, and the user is notified.
  ///
  /// - Parameters:
  ///   - isInOrder: whether the states of an unfinished level are in the order of the last checkpoint.
  ///   - body: adds new states and findings to the draft.
  func write(isInOrder: Bool, _ body: (inout Draft) throws -> CheckpointHead) {
    onWriting(true)
    defer { onWriting(false) }
    guard let file else { return }
    var begin = file.end
    do {
      if head == nil {
        begin = CheckpointFile.Mark()
        try file.removeAll()
      }
      var draft = Draft(file: file, last: head, isInOrder: isInOrder)
      var next = try body(&draft)
      (next.states, next.words, next.digest) = (draft.states, file.end.count, file.end.digest)
      let bytes = try next.encoded()
      if bytes.count > CheckpointHead.maximumBytes { throw FileError("it is too large") }
      try file.synchronize()
      try AtomicFile.replace(name, in: folder, with: bytes)
      try? AtomicFile.synchronize(folder: folder)
      head = next
      told = nil
    } catch {
      try? file.removeAll(behind: begin)
      let reason =
        (error as? FileError)?.reason ?? (error as? ScratchFailure)?.reason ?? "\(error)"
      if told != reason {
        let what = head == nil ? "there is none yet" : "the one before stays"
        onNote(
          "\(path): no checkpoint can be written: \(reason); \(what), and the search continues")
      }
      told = reason
    }
  }

  /// A checkpoint in preparation.
  struct Draft {
    fileprivate let file: CheckpointFile
    /// The locations of the states.
    fileprivate(set) var states: [CheckpointHead.Extent]
    /// The number of states so far, times the words of one.
    private(set) var stateWords: Int
    /// The findings of earlier levels in the last checkpoint.
    private let known: [Finding: CheckpointHead.Met]

    fileprivate init(file: CheckpointFile, last: CheckpointHead?, isInOrder: Bool) {
      self.file = file
      states = last.map { isInOrder ? $0.states : $0.statesOfWholeLevels } ?? []
      stateWords = states.reduce(0) { $0 + $1.count }
      known = Dictionary(
        (last?.met ?? []).map { ($0.finding, $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// Adds states after the last one.
    mutating func append(states words: UnsafePointer<UInt64>, count: Int) throws(FileError) {
      if count == 0 { return }
      let start = file.end.count
      try file.append(words, count: count)
      stateWords += count
      if let last = states.last, last.start + last.count == start {
        states[states.count - 1].count += count
      } else {
        states.append(.init(start: start, count: count))
      }
    }

    /// Adds findings, unless the last checkpoint has them.
    mutating func append(
      _ finding: Finding, level: Int, isOpen: Bool, fingerprints: () -> [UInt64]
    ) throws(FileError) -> CheckpointHead.Met {
      if !isOpen, let met = known[finding] { return met }
      let (keys, start) = (fingerprints(), file.end.count)
      try file.append(keys, count: keys.count)
      return .init(finding: finding, level: level, keys: .init(start: start, count: keys.count))
    }
  }

  // MARK: Its end

  /// The number of states in the last checkpoint; nil if there is none.
  package var count: Int? { head?.count }

  /// Stops writing. Without a checkpoint, no file remains.
  package func close() {
    if head == nil, file != nil { unlink(statesPath) }
    file = nil
  }

  /// Removes the files of a search whose result has been reported.
  package static func remove(_ path: String) {
    // Without a head there is no checkpoint, even if other files remain.
    unlink(path)
    unlink("\(path).states")
  }
}
