import Platform

/// Wakes a waiting thread when files are written, if the system supports that (Linux, by inotify); elsewhere it wakes
/// at intervals. The waiter checks for actual changes: a signal may be spurious, and a network file system sends
/// none.
package final class FolderSignal {
  /// The longest time between checks without a signal.
  private static let interval: Duration = hasSignals ? .milliseconds(200) : .milliseconds(30)

  #if os(Linux)
    private static let hasSignals = true
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
  #else
    private static let hasSignals = false
  #endif

  package init() {}

  /// Adds folders to watch, by path; known ones stay.
  package func add(_ folders: some Sequence<String>) {
    #if os(Linux)
      let kinds = IN_CLOSE_WRITE | IN_MODIFY | IN_MOVE | IN_CREATE | IN_DELETE | IN_DELETE_SELF
      for folder in folders { _ = inotify_add_watch(descriptor, folder, UInt32(kinds)) }
    #endif
  }

  /// Waits until something may have been written, at most a fifth of a second.
  package func wait() {
    #if os(Linux)
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard descriptor >= 0, poll(&wanted, 1, Int32(Self.interval / .milliseconds(1))) >= 0 else {
        return pause(Self.interval)
      }
      var events = [UInt8](repeating: 0, count: 4096)
      while read(descriptor, &events, events.count) > 0 {}
    #else
      pause(Self.interval)
    #endif
  }

  /// Waits that long.
  package func pause(_ time: Duration) { usleep(useconds_t(time / .microseconds(1))) }

  deinit {
    #if os(Linux)
      if descriptor >= 0 { close(descriptor) }
    #endif
  }
}
