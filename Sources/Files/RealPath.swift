import Platform

/// Resolves paths.
///
/// Nothing here fails or changes files: an inaccessible file counts as missing.
package enum RealPath {
  /// The maximum number of links, after which they count as a cycle.
  private static let maximumLinks = 40

  /// An absolute path without links, as far as it exists; missing parts are unchanged. A broken link is followed as
  /// well, because writing to it creates its target.
  ///
  /// A `..` leads to the parent of the resolved folder, as the system does it, and not to the folder before it in the
  /// text. After 40 links no more are followed, so a cycle ends and stays unchanged.
  package static func of(_ path: String) -> String {
    var real: [Substring] = []
    var rest = parts(absolute(path))
    var links = 0
    // From this part on, nothing exists and no check is needed.
    var missing = Int.max
    while let part = rest.popLast() {
      if part == ".." {
        _ = real.popLast()
        if real.count < missing { missing = .max }
        continue
      }
      real.append(part)
      guard real.count < missing, links < maximumLinks else { continue }
      let target: String
      switch look(text(real)) {
      case .link(let path): target = path
      case .other: continue
      case .nothing:
        missing = real.count
        continue
      }
      links += 1
      if target.hasPrefix("/") { real = [] } else { real.removeLast() }
      rest += parts(target)
    }
    return text(real)
  }

  /// The parent folders of a resolved path, the innermost first.
  ///
  /// The root is the last of them; the root itself has none.
  package static func folders(of path: String) -> [String] {
    var parts = path.split(separator: "/")
    var folders: [String] = []
    while parts.popLast() != nil { folders.append(text(parts)) }
    return folders
  }

  /// The root of the repository of an absolute path: the path itself or its nearest parent folder that contains
  /// `.git`; nil if there is none.
  package static func repository(
    of path: String, exists: (String) -> Bool = { (try? FileStatus($0)) != nil }
  ) -> String? {
    ([path] + folders(of: path)).first { exists($0 == "/" ? "/.git" : "\($0)/.git") }
  }

  /// The parts of a path, the last one first.
  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  private static func text(_ parts: [Substring]) -> String { "/" + parts.joined(separator: "/") }

  /// Relative to the current folder, if it does not begin at the root.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// The target of a link; nil if it is none.
  ///
  /// The path is that of the link, which may be relative to the link's folder.
  package static func link(at path: String) -> String? {
    if case .link(let target) = look(path) { target } else { nil }
  }

  /// The kind of file at a path.
  private enum PathKind {
    case link(String)
    case other
    /// It is missing or inaccessible.
    case nothing
  }

  private static func look(_ path: String) -> PathKind {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    // It exists, and is no link.
    if count < 0 { return errno == EINVAL ? .other : .nothing }
    return .link(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
