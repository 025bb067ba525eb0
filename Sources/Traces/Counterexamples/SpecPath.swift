import Files

/// Finds the spec of a counterexample. Paths are relative to the parent of the counterexample folder, so that they are
/// valid wherever the repository is.
package enum SpecPath {
  /// The path of a spec in the form that a file in that folder stores.
  package static func relative(_ spec: String, toParentOf folder: String) -> String {
    let target = parts(spec)
    let base = Array(parts(folder).dropLast())
    var common = 0
    while common < min(target.count - 1, base.count), target[common] == base[common] { common += 1 }
    let up = Array(repeating: "..", count: base.count - common)
    return (up + target[common...]).joined(separator: "/")
  }

  /// The spec that a file in that folder names: relative to the parent of the folder, or else to the current folder;
  /// nil if it exists at neither place.
  package static func find(_ path: String?, besides folder: String) -> String? {
    places(of: path, besides: folder).first(where: FileStatus.isFile)
  }

  /// The possible paths of the spec of a file in that folder, without duplicates.
  package static func places(of path: String?, besides folder: String) -> [String] {
    guard let path, !path.isEmpty else { return [] }
    return distinct([parent(of: folder), ""].map { path.hasPrefix("/") ? path : $0 + path })
  }

  /// The path of the spec of a file in that folder, relative to the root of the repository; nil if the folder is in
  /// none.
  package static func inRepository(_ path: String?, besides folder: String) -> String? {
    guard let path, !path.isEmpty, !path.hasPrefix("/") else { return nil }
    return repository(of: folder).map { $0 + path }
  }

  /// The folders in which specs are searched by name for a file in that folder: those with the given name, at the
  /// places to which paths of specs are relative.
  package static func folders(named name: String, besides folder: String) -> [String] {
    let homes = [parent(of: folder), ""] + (repository(of: folder).map { [$0] } ?? [])
    return distinct(homes.map { $0 + name }.filter(FileStatus.isFolder))
  }

  /// The paths without duplicates of the same file.
  private static func distinct(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert(absolute($0)).inserted }
  }

  /// The root of the repository that contains a folder, relative to the current folder unless the given path is
  /// absolute; nil if there is none.
  private static func repository(of folder: String) -> String? {
    guard let root = RealPath.repository(of: absolute(folder)) else { return nil }
    if folder.hasPrefix("/") { return root == "/" ? root : root + "/" }
    return seenFromHere(root)
  }

  /// The path of a folder relative to the current one, with a trailing slash.
  private static func seenFromHere(_ folder: String) -> String {
    let (target, base) = (parts(folder), parts("."))
    let common = zip(target, base).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: base.count - common)
    return (up + target[common...]).map { $0 + "/" }.joined()
  }

  /// The folder of a file.
  package static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// The parent of a folder, with a trailing slash; empty for the current one.
  private static func parent(of folder: String) -> String {
    guard let last = folder.split(separator: "/").last else { return "/" }
    if last == "." || last == ".." { return folder + "/../" }
    return String(folder.dropLast(last.count))
  }

  /// Whether two paths lead to the same file.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    parts(first) == parts(second)
  }

  /// The absolute path, which is equal for all paths to the same file.
  package static func absolute(_ path: String) -> String {
    RealPath.of(path)
  }

  private static func parts(_ path: String) -> [String] {
    RealPath.of(path).split(separator: "/").map(String.init)
  }
}
