import Platform

/// Where paths lead.
///
/// Nothing here fails, and nothing is made or changed: what cannot be looked at counts as not there.
package enum RealPath {
  /// More links than this are a circle.
  private static let maximumLinks = 40

  /// A path from the root without links, as far as there is something; what is missing is kept as it
  /// is. A link that leads nowhere is followed as well: who writes to it writes there.
  ///
  /// A `..` leads to the folder above the one that was come to, links followed, as the system takes
  /// it, and not to the one that is written before it. Behind the 40th link no more are followed, so
  /// that a circle has an end and is kept as it is.
  package static func of(_ path: String) -> String {
    var real: [Substring] = []
    var rest = parts(absolute(path))
    var links = 0
    // From so many parts on nothing is there, so that nothing need be asked.
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

  /// The folders on the way to a path that was resolved, the innermost first.
  ///
  /// The root is the last of them; of the root itself there are none.
  package static func folders(of path: String) -> [String] {
    var parts = path.split(separator: "/")
    var folders: [String] = []
    while parts.popLast() != nil { folders.append(text(parts)) }
    return folders
  }

  /// The parts of a path, the last one first.
  private static func parts(_ path: String) -> [Substring] {
    path.split(separator: "/").filter { $0 != "." }.reversed()
  }

  private static func text(_ parts: [Substring]) -> String { "/" + parts.joined(separator: "/") }

  /// Seen from the current folder, if it does not begin at the root.
  private static func absolute(_ path: String) -> String {
    path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
  }

  /// Where a link leads; nil if it is none.
  ///
  /// The path is as the link has it, which may be relative to the folder that the link is in.
  package static func link(at path: String) -> String? {
    if case .link(let target) = look(path) { target } else { nil }
  }

  /// What stands at a path.
  private enum PathKind {
    case link(String)
    case other
    /// Nothing, or nothing that can be looked at.
    case nothing
  }

  private static func look(_ path: String) -> PathKind {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &buffer, buffer.count)
    // It is there, and no link.
    if count < 0 { return errno == EINVAL ? .other : .nothing }
    return .link(String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }
}
