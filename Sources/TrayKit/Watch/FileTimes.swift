import Files
import Platform

/// The modification times of the files of a check: `FileTimes(paths, …).changes(since: earlier)`.
///
/// Files are compared by time and size, which works on every file system, even without change notifications.
struct FileTimes: Equatable {
  private(set) var stamps: [String: FileStatus.Stamp] = [:]

  /// Reads the times of all files.
  ///
  /// - Parameters:
  ///   - paths: specs, and folders of specs.
  ///   - others: additional files.
  ///   - counterexamples: the folder of stored counterexamples; nil for none.
  init(_ paths: [String], others: Set<String>, counterexamples: String?) {
    for path in paths {
      if FileStatus.isFolder(path) {
        for file in FolderWalk(path, SpecLoader.suffix).files { look(at: file) }
      } else {
        look(at: path)
      }
    }
    for path in others where stamps[path] == nil { look(at: path) }
    if let counterexamples, FileStatus.isFolder(counterexamples) {
      for file in FolderWalk(counterexamples, ".json").files { look(at: file) }
    }
  }

  private mutating func look(at path: String) {
    if let status = try? FileStatus(path) { stamps[path] = status.stamp }
  }

  /// Takes the current times of some files, so that their changes are ignored.
  mutating func adopt(_ later: FileTimes, where isMeant: (String) -> Bool) {
    for (path, stamp) in later.stamps where isMeant(path) { stamps[path] = stamp }
  }

  /// Removes some files.
  mutating func forget(where isMeant: (String) -> Bool) {
    stamps = stamps.filter { !isMeant($0.key) }
  }

  /// The folders of all files.
  var folders: Set<String> {
    Set(
      stamps.keys.map { path in
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
      })
  }

  /// The names of the files that changed, including new and deleted ones.
  func changes(since earlier: FileTimes) -> [String] {
    Set(stamps.keys).union(earlier.stamps.keys)
      .filter { stamps[$0] != earlier.stamps[$0] }.sorted()
  }
}
