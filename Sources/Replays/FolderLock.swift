import Platform

/// Serializes the processes that write to a folder.
package enum FolderLock {
  /// Runs `body` while no other process and no other thread holds the lock of this folder.
  ///
  /// The lock is released when the process ends in any way. If the file system does not support locks, `body` runs
  /// without one and is informed, because the results must not be lost.
  package static func hold<Result>(
    _ folder: String, _ body: (_ isLocked: Bool) -> Result
  ) -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return body(false) }
    // Closing the file releases the lock.
    defer { close(descriptor) }
    var code: Int32
    repeat { code = flock(descriptor, LOCK_EX) } while code != 0 && errno == EINTR
    return body(code == 0)
  }
}
