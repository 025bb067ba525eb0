import Files
import Platform

/// When the files of a check were last written: `FileTimes(paths, …).changes(since: earlier)`.
///
/// Files are looked at by their times and sizes, which every file system tells, also those that tell nobody of
/// changes.
struct FileTimes: Equatable {
  private(set) var stamps: [String: FileStatus.Stamp] = [:]

  /// - Parameters:
  ///   - paths: specs, and folders of them.
  ///   - others: files that are looked at besides.
  ///   - counterexamples: the folder of stored counterexamples.
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

  /// Takes over how some files are, as if nothing had happened to them.
  mutating func adopt(_ later: FileTimes, where isMeant: (String) -> Bool) {
    for (path, stamp) in later.stamps where isMeant(path) { stamps[path] = stamp }
  }

  /// Leaves some files out.
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

  /// The files that are not as they were, new ones and those that are gone among them, by name.
  func changes(since earlier: FileTimes) -> [String] {
    Set(stamps.keys).union(earlier.stamps.keys)
      .filter { stamps[$0] != earlier.stamps[$0] }.sorted()
  }
}
