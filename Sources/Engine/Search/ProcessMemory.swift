#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory of this process.
enum ProcessMemory {
  /// The most memory that the process has had so far, in bytes.
  static var resident: Int {
    var usage = rusage()
    #if canImport(Glibc)
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    #else
      getrusage(RUSAGE_SELF, &usage)
    #endif
    #if os(Linux)
      return Int(usage.ru_maxrss) * 1024
    #else
      return Int(usage.ru_maxrss)
    #endif
  }
}
