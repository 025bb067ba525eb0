import Basics
import Files
import Platform
import Semantics

/// A working folder of an external program, removed with its last reference.
///
/// A file lock shows that its process is running. The system releases the lock however the process ends.
final class ExternalToolFolder: Sendable {
  let path =
    "\(ExternalToolFolder.temporaryFolder)/\(ExternalToolFolder.prefix)\(UUID().uuidString)"
  private let lock: Int32
  static let temporaryFolder = FileManager.default.temporaryDirectory.path
  private static let prefix = "traycheck-opinion-"
  private static let lockName = ".traycheck.lock"

  init() throws(ExternalChecker.Failure) {
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    } catch {
      throw .unavailable("\(path) cannot be made")
    }
    let new = "\(path)/\(Self.lockName).new"
    lock = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    // The lock file gets its name only after it is locked, so that the folder is never taken for a leftover.
    if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 { rename(new, "\(path)/\(Self.lockName)") }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
    if lock >= 0 { close(lock) }
  }

  /// Removes the folders that killed processes of this user left in a folder.
  static func removeLeftovers(in folder: String = temporaryFolder) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(folder)/\(name)"
      var info = stat()
      guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFDIR, info.st_uid == geteuid()
      else { continue }
      let lock = open("\(path)/\(lockName)", O_WRONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
      close(lock)
    }
  }

  func write(_ bytes: [UInt8], to name: String) throws(ExternalChecker.Failure) {
    guard FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes)) else {
      throw .unavailable("\(path) cannot be written into")
    }
  }
}

/// An external program, run to its end in a folder.
struct ExternalTool: Sendable {
  let path: String

  /// The output and the exit status of the program.
  struct Answer: Sendable {
    var status: Int32
    var output: String
  }

  /// Looks up a program in the search path; nil if there is none.
  ///
  /// - Parameter name: the name of the program.
  init?(_ name: String) {
    guard let path = ProgramPath.find(name) else { return nil }
    self.path = path
  }

  /// Runs the program until it exits or the deadline of the thread ends. Its process group is then killed.
  ///
  /// Both outputs go to one file in the folder, so the program cannot block on a full pipe.
  ///
  /// - Parameter memory: its memory limit in bytes; nil if the arguments contain one.
  func run(
    _ arguments: [String], in folder: ExternalToolFolder, memory: Int?
  ) throws(ExternalChecker.Failure) -> Answer {
    let log = "\(folder.path)/said.txt"
    try folder.write([], to: "said.txt")
    guard let output = try? OpenFile(writing: log) else {
      throw .unavailable("\(folder.path) cannot be written into")
    }
    var (program, words) = (path, arguments)
    if let memory {
      // The memory limit must be set within the process. Where that is unsupported, the program runs without a limit.
      let script = "ulimit -v \"$0\" 2>/dev/null; exec \"$@\""
      (program, words) = ("/bin/sh", ["-c", script, "\(memory >> 10)", path] + arguments)
    }
    var environment = ProcessInfo.processInfo.environment
    environment["LC_ALL"] = "C"
    guard
      let process = try? ChildProcess(
        program, words, environment: environment, folder: folder.path, output: output,
        errors: output)
    else { throw .unavailable("\(path) cannot be run") }
    guard let ending = process.wait(until: { Deadline.isOver }) else {
      // It leads its own process group, because a compiler starts other programs.
      process.send(SIGKILL)
      _ = process.wait()
      throw .time
    }
    let said = String(
      decoding: (try? Data(contentsOf: URL(filePath: log))) ?? Data(), as: UTF8.self)
    if ending != .status(0),
      Self.signsOfMemory.contains(where: { said.lowercased().contains($0) })
    {
      throw .memory
    }
    switch ending {
    case .signal(let signal): throw .unavailable("\(path) was ended by signal \(signal)")
    case .status(let status): return Answer(status: status, output: said)
    }
  }

  /// Messages that programs print when they run out of memory.
  private static let signsOfMemory = [
    "out of memory", "memory exhausted", "cannot allocate memory", "bad_alloc", "memory limit",
    "outofmemoryerror", "failed to allocate", "allocation failed",
  ]
}
