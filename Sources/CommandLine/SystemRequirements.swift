import Platform

/// Resources without which the runtime of the process crashes or hangs before a command can report it.
public enum SystemRequirements {
  /// The exit status of a process that lacks one: a file cannot be read or written.
  public static let exitStatus: Int32 = 2
  /// How many files can be open at once, the standard ones among them. Pipes to a driver take most of them.
  static let files = 32
  /// Free address space, in bytes: the stacks and heaps of the first threads.
  static let addressSpace = 96 << 20

  /// The first requirement that the system does not meet, in a sentence; nil if it meets them all.
  ///
  /// It takes less than a tenth of a millisecond, and raises the limit of open files if that is allowed.
  public static var problem: String? {
    #if os(Linux)
      // Arguments and memory are read from there.
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

  /// Whether as many files as needed can be opened besides the three standard ones.
  private static var hasFreeFiles: Bool {
    var opened: [Int32] = []
    defer { for file in opened { close(file) } }
    while opened.count < files - 3 {
      let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
      // A system without that file has nothing to count with.
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
