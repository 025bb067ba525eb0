import Files
import Platform

/// Converts paths for services that show a repository: relative to its root, and never absolute.
package struct RepositoryPaths: Sendable {
  /// The root of the repository and the current folder, as path components.
  private let root: [String]
  private let current: [String]
  /// The root without symbolic links.
  private let realRoot: [String]
  private let resolve: @Sendable (String) -> String

  /// Creates a converter.
  ///
  /// - Parameters:
  ///   - root: the absolute path of the root of the repository.
  ///   - current: the absolute path of the folder to which given paths are relative.
  ///   - resolve: returns an absolute path without symbolic links.
  package init(
    root: String, current: String,
    resolve: @escaping @Sendable (String) -> String = RepositoryPaths.withoutLinks
  ) {
    self.root = Self.parts(root)
    self.current = Self.parts(current)
    self.resolve = resolve
    realRoot = Self.parts(resolve(root))
  }

  /// The repository of the current folder: the nearest parent folder that contains `.git`, or the current folder if
  /// there is none.
  package static func found(
    from current: String = FileManager.default.currentDirectoryPath,
    exists: (String) -> Bool = FileManager.default.fileExists
  ) -> RepositoryPaths {
    RepositoryPaths(
      root: RealPath.repository(of: current, exists: exists) ?? current, current: current)
  }

  /// The given path relative to the root, with `../` if it is outside.
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

  /// The target of a path that seems to be in the repository but is outside; nil for all others.
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
      // After a letter or another path, it is a part of something else.
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

  /// A relative path as a URI reference, percent-encoded except for letters, digits and `-._~/`.
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

  /// The part of a path below a folder; nil if it is not below the folder.
  private static func rest(_ path: [String], below folder: [String]) -> String? {
    guard path.starts(with: folder) else { return nil }
    return path.count == folder.count ? "." : path[folder.count...].joined(separator: "/")
  }

  /// The components of a path, with `.` and `..` resolved.
  private static func parts(_ path: String, from base: [String] = []) -> [String] {
    var parts = base
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return parts
  }

  /// An absolute path without symbolic links. For a missing file, the existing parent folders are resolved.
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
