import Platform

/// Finds installed programs: `ProgramPath.find("git")`.
package enum ProgramPath {
  /// The first program of that name in the folders of `PATH`, or in the default ones if there is no such variable; a
  /// path is returned unchanged.
  ///
  /// - Returns: nil if there is no executable file.
  package static func find(_ name: String) -> String? {
    if name.contains("/") { return isProgram(name) ? name : nil }
    let folders = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    return folders.split(separator: ":").map { "\($0)/\(name)" }.first(where: isProgram)
  }

  private static func isProgram(_ path: String) -> Bool {
    (try? FileStatus(path))?.kind == .file && FileManager.default.isExecutableFile(atPath: path)
  }
}
