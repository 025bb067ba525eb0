import CFileSystem
import Platform

/// A program that runs in a process group of its own:
/// `try ChildProcess("/usr/bin/git", ["status"], output: pipe.writer)`.
///
/// The process stays in the table of the system until the last reference is gone, so that `id` belongs to no other.
package final class ChildProcess {
  /// How a process ended.
  package enum Ending: Equatable, Sendable {
    case status(Int32)
    case signal(Int32)
  }

  package let id: pid_t

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: an executable file; it is not looked up.
  ///   - environment: nil for that of this process.
  ///   - folder: where it works; nil for the current folder.
  ///   - input: nil for an empty one.
  ///   - output: nil for that of this process, as for `errors`.
  /// - Throws: `FileError` if the system cannot run it.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String]? = nil,
    folder: String? = nil, input: OpenFile? = nil, output: OpenFile? = nil,
    errors: OpenFile? = nil
  ) throws(FileError) {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
      let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_CLOEXEC_DEFAULT
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
      let flags = Int32(POSIX_SPAWN_SETPGROUP)
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    if let input {
      posix_spawn_file_actions_adddup2(&actions, input.descriptor, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    for (file, number) in [(output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
      posix_spawn_file_actions_adddup2(&actions, file?.descriptor ?? number, number)
    }
    if let folder {
      #if os(Linux)
        traycheck_spawn_in(&actions, folder)
      #else
        posix_spawn_file_actions_addchdir_np(&actions, folder)
      #endif
    }
    let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0)=\($1)" }
    id = try Self.withPointers([path] + arguments) { arguments throws(FileError) in
      try Self.withPointers(variables) { variables throws(FileError) in
        var id = pid_t()
        let code = posix_spawn(&id, path, &actions, &attributes, arguments, variables)
        guard code == 0 else { throw FileError(code: code) }
        return id
      }
    }
  }

  deinit {
    var status: Int32 = 0
    _ = waitpid(id, &status, WNOHANG)
  }

  /// Runs a body with the texts as C has them, and a null after them.
  private static func withPointers<Result>(
    _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) throws(FileError) -> Result
  ) throws(FileError) -> Result {
    let pointers = texts.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return try body(pointers + [nil])
  }

  /// How it ended; nil while it runs.
  package var ending: Ending? { look(WNOHANG) }

  /// Waits until it ends.
  package func wait() -> Ending { look(0) ?? .status(0) }

  /// Waits until it ends, but only so long; nil if it still runs then.
  package func wait(atMost time: Duration) -> Ending? {
    let end = ContinuousClock.now + time
    return wait { .now >= end }
  }

  /// Waits until it ends; nil if the caller gives up before.
  package func wait(until isOver: () -> Bool) -> Ending? {
    while true {
      if let ending { return ending }
      if isOver() { return nil }
      usleep(2_000)
    }
  }

  private func look(_ options: Int32) -> Ending? {
    var information = siginfo_t()
    while waitid(P_PID, id_t(bitPattern: id), &information, WEXITED | WNOWAIT | options) != 0 {
      // Somebody else has collected it.
      if errno != EINTR { return .status(0) }
    }
    guard information.si_signo == SIGCHLD else { return nil }
    #if canImport(Glibc)
      let status = information._sifields._sigchld.si_status
    #elseif canImport(Musl)
      let status = information.__si_fields.__si_common.__second.__sigchld.si_status
    #else
      let status = information.si_status
    #endif
    return information.si_code == CLD_EXITED ? .status(status) : .signal(status)
  }

  /// Sends a signal to it and to all processes of its group.
  package func send(_ signal: Int32) {
    kill(-id, signal)
    kill(id, signal)
  }
}
