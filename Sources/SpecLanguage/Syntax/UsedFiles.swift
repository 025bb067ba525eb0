import Semantics

/// Puts a spec together with the files that it uses: `UsedFiles { read($0) }.joined(to: file)`.
///
/// What is used is found by the words of the text alone, so that it is found in a text with mistakes as well.
/// Nothing is thrown: what cannot be read, or uses itself, becomes a link that says so.
package struct UsedFiles {
  /// What is at a path.
  package enum Contents {
    case bytes([UInt8])
    /// A clause that says why there is nothing.
    case unreadable(String)
  }

  /// The most that a spec and all that it uses may have together.
  package static let maximumBytes = 16 << 20
  /// How many files may use one another in a row.
  static let maximumDepth = 50

  private let root: String
  private let read: (String) -> Contents
  private let identity: (String) -> String

  /// - Parameters:
  ///   - root: what all paths begin with that no `use` leads out of.
  ///   - read: what is at a path, which is that of the using file with another end.
  ///   - identity: the same for paths that lead to the same file.
  package init(
    root: String = "", identity: @escaping (String) -> String = { $0 },
    read: @escaping (String) -> Contents
  ) {
    self.root = root
    self.read = read
    self.identity = identity
  }

  /// The file with all that it uses behind it; the file itself if it uses nothing.
  package func joined(to file: SourceFile) -> SourceFile {
    guard file.parts.count == 1, file.links.isEmpty, file.usesOthers else { return file }
    var join = Join(files: self)
    join.add(file, identity: identity(file.path))
    return SourceFile(joining: join.parts, links: join.links)
  }

  /// The path that a `use` means: from the folder of the file that uses it.
  func path(_ path: String, from user: String) -> String {
    let shown = user.hasPrefix(root) ? user.dropFirst(root.count) : user[...]
    var components = shown.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    for component in path.split(separator: "/") where component != "." {
      if component == "..", let last = components.last, !["", ".", ".."].contains(last) {
        components.removeLast()
      } else {
        components.append(component)
      }
    }
    return root + components.joined(separator: "/")
  }

  /// The files as they are found: each before those that it uses.
  private struct Join {
    let files: UsedFiles
    var parts: [SourceFile] = []
    var links: [Int: SourceFile.Link] = [:]
    var size = 0
    /// The places of files among the parts.
    var places: [String: Int] = [:]
    /// The files that wait for what they use, each with where it is used.
    var users: [(identity: String, place: Int?)] = []

    mutating func add(_ file: SourceFile, identity: String, from place: Int? = nil) {
      let start = size
      places[identity] = parts.count
      users.append((identity, place))
      parts.append(file)
      size += file.bytes.count + 1
      for (offset, path) in file.usedPaths {
        links[start + offset] = link(to: path, of: file, at: start + offset)
      }
      users.removeLast()
    }

    private mutating func link(
      to path: String, of file: SourceFile, at place: Int
    ) -> SourceFile.Link {
      if path.isEmpty { return .unreadable("it has no name") }
      if path.hasPrefix("/") {
        return .unreadable("the path begins at the folder of this file, not with '/'")
      }
      if !path.hasSuffix(".tray") { return .unreadable("its name does not end in '.tray'") }
      let target = files.path(path, from: file.path)
      let identity = files.identity(target)
      if let user = users.firstIndex(where: { $0.identity == identity }) {
        return .cycle(users[(user + 1)...].compactMap(\.place))
      }
      if let known = places[identity] { return .part(known) }
      guard users.count <= UsedFiles.maximumDepth else {
        return .unreadable(
          "more than \(UsedFiles.maximumDepth) files use one another in a row")
      }
      switch files.read(target) {
      case .unreadable(let reason): return .unreadable(reason)
      case .bytes(let bytes):
        guard size + bytes.count <= UsedFiles.maximumBytes else {
          return .unreadable(
            "with it, there are more than \(UsedFiles.maximumBytes >> 20) MiB of text")
        }
        let index = parts.count
        add(SourceFile(path: target, contents: bytes), identity: identity, from: place)
        return .part(index)
      }
    }
  }
}

extension SourceFile {
  /// Some line may begin with `use`.
  fileprivate var usesOthers: Bool {
    let word = Array("use".utf8)
    var start = 0
    while start < bytes.count {
      let line = bytes[start...].drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      if line.starts(with: word) { return true }
      guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) else { return false }
      start = end + 1
    }
    return false
  }

  /// The paths behind `use`, with the places at which their quotes begin.
  fileprivate var usedPaths: [(offset: Int, path: String)] {
    Lexer(self).tokens.filter { $0.kind == .path }.map {
      ($0.range.start, Parser.path(text($0.range)))
    }
  }
}
