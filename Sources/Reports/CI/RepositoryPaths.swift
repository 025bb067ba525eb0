import Platform

/// Paths as services that show a repository want them: relative to its root, and never absolute.
package struct RepositoryPaths: Sendable {
  /// The root of the repository, and the current folder, as parts.
  private let root: [String]
  private let current: [String]
  /// The root without symbolic links.
  private let realRoot: [String]
  private let resolve: @Sendable (String) -> String

  /// - Parameters:
  ///   - root: the root of the repository, an absolute path.
  ///   - current: the folder from which relative paths count, an absolute path.
  ///   - resolve: an absolute path without symbolic links.
  package init(
    root: String, current: String,
    resolve: @escaping @Sendable (String) -> String = RepositoryPaths.withoutLinks
  ) {
    self.root = Self.parts(root)
    self.current = Self.parts(current)
    self.resolve = resolve
    realRoot = Self.parts(resolve(root))
  }

  /// The repository that the current folder is in: the nearest folder upwards that has a `.git`, or
  /// the current folder if there is none.
  package static func found(
    from current: String = FileManager.default.currentDirectoryPath,
    exists: (String) -> Bool = FileManager.default.fileExists
  ) -> RepositoryPaths {
    var folder = parts(current)
    while true {
      let path = "/" + folder.joined(separator: "/")
      if exists(path == "/" ? "/.git" : path + "/.git") {
        return RepositoryPaths(root: path, current: current)
      }
      if folder.popLast() == nil { return RepositoryPaths(root: current, current: current) }
    }
  }

  /// A path, as the user gave it, relative to the root; with `../` where it is outside.
  package func relative(_ path: String) -> String {
    let given = path.hasPrefix("/") ? Self.parts(path) : Self.parts(path, from: current)
    if let inside = Self.rest(given, below: root) ?? Self.rest(given, below: realRoot) {
      return inside
    }
    let real = Self.parts(resolve("/" + given.joined(separator: "/")))
    if let inside = Self.rest(real, below: realRoot) { return inside }
    let common = zip(real, realRoot).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: realRoot.count - common)
    return (up + real[common...]).joined(separator: "/")
  }

  /// Where a path leads that seems to be in the repository and is outside; nil for all others.
  package func targetOutside(_ path: String) -> String? {
    let given = path.hasPrefix("/") ? Self.parts(path) : Self.parts(path, from: current)
    guard Self.rest(given, below: root) != nil || Self.rest(given, below: realRoot) != nil else {
      return nil
    }
    let real = resolve("/" + given.joined(separator: "/"))
    return Self.rest(Self.parts(real), below: realRoot) == nil ? real : nil
  }

  /// A text in which absolute paths of files in the repository are relative to its root.
  package func withoutRoot(_ text: String) -> String {
    var text = text
    for root in [root, realRoot] where !root.isEmpty {
      let prefix = "/" + root.joined(separator: "/") + "/"
      // Behind a letter or another path it is a part of something else.
      var shortened = ""
      var rest = text[...]
      while let found = rest.firstRange(of: prefix) {
        shortened += rest[..<found.lowerBound]
        let before = shortened.last
        let isPart = before.map { $0.isLetter || $0.isNumber || "./_-".contains($0) } ?? false
        if isPart { shortened += prefix }
        rest = rest[found.upperBound...]
      }
      text = shortened + rest
    }
    return text
  }

  /// A relative path as a URI reference: all but letters, digits and `-._~/` percent-encoded.
  package static func uri(_ path: String) -> String {
    var uri = ""
    for byte in path.utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        uri.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        uri += "%" + (digits.count == 1 ? "0" : "") + digits
      }
    }
    return uri
  }

  /// What is left of a path below a folder; nil if it is not there.
  private static func rest(_ path: [String], below folder: [String]) -> String? {
    guard path.starts(with: folder) else { return nil }
    return path.count == folder.count ? "." : path[folder.count...].joined(separator: "/")
  }

  /// The parts of a path, with `.` and `..` done.
  private static func parts(_ path: String, from base: [String] = []) -> [String] {
    var parts = base
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts
  }

  /// An absolute path without symbolic links; of what does not exist, the folders that do.
  package static func withoutLinks(_ path: String) -> String {
    var existing = parts(path)
    var missing: [String] = []
    while true {
      let path = "/" + existing.joined(separator: "/")
      if let real = realpath(path, nil) {
        defer { free(real) }
        return ([String(cString: real)] + missing).joined(separator: "/")
      }
      guard let last = existing.popLast() else { return path }
      missing.insert(last, at: 0)
    }
  }
}
