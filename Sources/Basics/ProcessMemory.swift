#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The memory of this process.
package enum ProcessMemory {
  /// The memory that the process has at the moment, in bytes.
  ///
  /// Linux provides it in `/proc/self/statm` (proc_pid_statm(5)), whose second number is the resident pages.
  /// Elsewhere it is the peak so far.
  package static var resident: Int {
    #if os(Linux)
      if let file = fopen("/proc/self/statm", "r") {
        defer { fclose(file) }
        var text = [UInt8](repeating: 0, count: 128)
        let count = fread(&text, 1, text.count, file)
        let fields = text[..<count].split(separator: UInt8(ascii: " "))
        if fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) {
          return pages * sysconf(Int32(_SC_PAGESIZE))
        }
      }
    #endif
    return peak
  }

  /// The least limit of memory with which the process could continue, in whole megabytes, as bytes.
  ///
  /// - Parameter bytes: the memory that others in the process will use.
  package static func leastLimit(beside bytes: Int = 0) -> Int {
    let room = 8_000_000
    return (resident + bytes + room + 999_999) / 1_000_000 * 1_000_000
  }

  /// Returns free memory to the system, so that `resident` shows the memory in use. Does nothing without the GNU C
  /// library.
  package static func giveBack() {
    #if canImport(Glibc)
      // malloc_trim(3), which the module does not have.
      typealias Trim = @convention(c) (Int) -> Int32
      if let trim = dlsym(nil, "malloc_trim") { _ = unsafeBitCast(trim, to: Trim.self)(0) }
    #endif
  }

  /// The peak memory of the process so far, in bytes.
  private static var peak: Int {
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
