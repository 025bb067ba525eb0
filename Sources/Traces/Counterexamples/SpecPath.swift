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
    guard let path, !path.isEmpty else { return nil }
    let beside = "\(parent(of: folder))\(path)"
    return [beside, path].first(where: FileStatus.isFile)
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
