import Platform

/// Resources without which the runtime of the process crashes or hangs before a command can report it.
package enum SystemRequirements {
  /// The exit status of a process that lacks a resource: a file cannot be read or written.
  package static let exitStatus: Int32 = 2
  /// The number of files that must be open at once, including the standard streams. Pipes to a driver take most of
  /// them.
  static let files = 32
  /// The required free address space in bytes, for the stacks and heaps of the first threads.
  static let addressSpace = 96 << 20

  /// The first requirement that the system does not meet, as a sentence; nil if it meets all.
  ///
  /// The test takes less than a tenth of a millisecond, and raises the limit of open files if that is allowed.
  package static var problem: String? {
    #if os(Linux)
      // Arguments and memory usage are read from there.
      if access("/proc/self/cmdline", R_OK) != 0 {
        return "traycheck cannot run: '/proc' cannot be read"
      }
    #endif
    raiseFileLimit()
    if !hasFreeFiles {
      return "traycheck cannot run: fewer than \(files) files can be open at once (see 'ulimit -n')"
    }
    if !hasAddressSpace {
      return
        "traycheck cannot run: fewer than \(addressSpace >> 20) MiB of address space are free (see 'ulimit -v')"
    }
    return nil
  }

  private static func raiseFileLimit() {
    var limit = rlimit()
    guard getrlimit(fileResource, &limit) == 0, limit.rlim_cur < rlim_t(2 * files) else { return }
    limit.rlim_cur = min(limit.rlim_max, rlim_t(8 * files))
    _ = setrlimit(fileResource, &limit)
  }

  /// Whether the required number of files can be opened, in addition to the three standard streams.
  private static var hasFreeFiles: Bool {
    var opened: [Int32] = []
    defer { for file in opened { close(file) } }
    while opened.count < files - 3 {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      // A system without that file cannot be tested.
      if file < 0 { return errno != EMFILE && errno != ENFILE }
      opened.append(file)
    }
    return true
  }

  private static var hasAddressSpace: Bool {
    let map = mmap(nil, addressSpace, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let map, map != MAP_FAILED else { return false }
    munmap(map, addressSpace)
    return true
  }

  #if canImport(Glibc)
    private static let fileResource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #else
    private static let fileResource = RLIMIT_NOFILE
  #endif
}
