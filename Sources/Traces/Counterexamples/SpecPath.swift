import Files

/// Where the spec of a counterexample is: written relative to the folder above the folder of
/// counterexamples, so that it is right wherever the repository lies.
package enum SpecPath {
  /// The path of a spec as a file in that folder tells it.
  package static func relative(_ spec: String, toParentOf folder: String) -> String {
    let target = parts(spec)
    let base = Array(parts(folder).dropLast())
    var common = 0
    while common < min(target.count - 1, base.count), target[common] == base[common] { common += 1 }
    let up = Array(repeating: "..", count: base.count - common)
    return (up + target[common...]).joined(separator: "/")
  }

  /// The spec that a file in that folder means: beside the folder, or else from the current folder;
  /// nil if it is at neither place.
  package static func find(_ path: String?, besides folder: String) -> String? {
    places(of: path, besides: folder).first(where: FileStatus.isFile)
  }

  /// The paths at which the spec of a file in that folder is, each place once.
  package static func places(of path: String?, besides folder: String) -> [String] {
    guard let path, !path.isEmpty else { return [] }
    return distinct([parent(of: folder), ""].map { path.hasPrefix("/") ? path : $0 + path })
  }

  /// The path of the spec of a file in that folder from the root of the repository; nil if the folder
  /// is in none.
  package static func inRepository(_ path: String?, besides folder: String) -> String? {
    guard let path, !path.isEmpty, !path.hasPrefix("/") else { return nil }
    return repository(of: folder).map { $0 + path }
  }

  /// The folders of specs that are searched by name for a file in that folder: those called as given,
  /// at the places where the paths of specs begin.
  package static func folders(named name: String, besides folder: String) -> [String] {
    let homes = [parent(of: folder), ""] + (repository(of: folder).map { [$0] } ?? [])
    return distinct(homes.map { $0 + name }.filter(FileStatus.isFolder))
  }

  /// The paths of which no earlier one means the same file.
  private static func distinct(_ paths: [String]) -> [String] {
    var seen: Set<String> = []
    return paths.filter { seen.insert(absolute($0)).inserted }
  }

  /// The root of the repository that a folder is in, seen from the current folder unless the folder
  /// is given from the root of the file system; nil if it is in none.
  private static func repository(of folder: String) -> String? {
    let real = absolute(folder)
    let folders = [real] + RealPath.folders(of: real)
    let root = folders.first { (try? FileStatus($0 == "/" ? "/.git" : "\($0)/.git")) != nil }
    guard let root else { return nil }
    if folder.hasPrefix("/") { return root == "/" ? root : root + "/" }
    return seenFromHere(root)
  }

  /// The path of a folder from the current one, with a slash at its end.
  private static func seenFromHere(_ folder: String) -> String {
    let (target, base) = (parts(folder), parts("."))
    let common = zip(target, base).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: base.count - common)
    return (up + target[common...]).map { $0 + "/" }.joined()
  }

  /// The folder that a file is in.
  package static func folder(of file: String) -> String {
    guard let slash = file.lastIndex(of: "/") else { return "." }
    return slash == file.startIndex ? "/" : String(file[..<slash])
  }

  /// The folder above a folder, with a slash at its end; nothing for the current one.
  private static func parent(of folder: String) -> String {
    guard let last = folder.split(separator: "/").last else { return "/" }
    if last == "." || last == ".." { return folder + "/../" }
    return String(folder.dropLast(last.count))
  }

  /// Whether two paths mean the same file.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    parts(first) == parts(second)
  }

  /// The path from the root, by which it is the same as another that means the same file.
  package static func absolute(_ path: String) -> String {
    RealPath.of(path)
  }

  private static func parts(_ path: String) -> [String] {
    RealPath.of(path).split(separator: "/").map(String.init)
  }
}
