import Platform

/// Keeps processes that write to a folder from doing so at the same time.
package enum FolderLock {
  /// Runs `body` while no other process, and no other thread, does so for this folder.
  ///
  /// A process that ends, however it does, lets go of it. Where the file system has no locks, `body`
  /// runs without one, and is told so: what was found must not be lost for that.
  package static func hold<Result>(
    _ folder: String, _ body: (_ isLocked: Bool) -> Result
  ) -> Result {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return body(false) }
    // Closing lets go of the lock.
    defer { close(descriptor) }
    var code: Int32
    repeat { code = flock(descriptor, LOCK_EX) } while code != 0 && errno == EINTR
    return body(code == 0)
  }
}
