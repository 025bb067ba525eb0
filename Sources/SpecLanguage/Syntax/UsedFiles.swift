import Semantics

/// The files that a spec uses: `UsedFiles { read($0) }.joined(to: file)`.
///
/// They are found by single words of the text, so they are found despite syntax errors. Nothing is thrown: a file that
/// cannot be read, or uses itself, becomes a link with the reason.
package struct UsedFiles {
  /// The result of reading a path.
  package enum Contents {
    case bytes([UInt8])
    /// A clause with the reason why the file cannot be read.
    case unreadable(String)
  }

  /// The greatest size of a spec with all its used files.
  package static let maximumBytes = 16 << 20
  /// The greatest length of a chain of used files.
  static let maximumDepth = 50

  private let root: String
  private let read: (String) -> Contents
  private let identity: (String) -> String

  /// Creates a reader of used files.
  ///
  /// - Parameters:
  ///   - root: the common prefix of all paths, which no `use` can leave.
  ///   - read: a function that reads the file at a path, which is relative if that of the using file is.
  ///   - identity: a function with equal results for paths to the same file.
  package init(
    root: String = "", identity: @escaping (String) -> String = { $0 },
    read: @escaping (String) -> Contents
  ) {
    self.root = root
    self.read = read
    self.identity = identity
  }

  /// Returns the file with all its used files after it; the file itself if it uses none.
  package func joined(to file: SourceFile) -> SourceFile {
    guard file.parts.count == 1, file.links.isEmpty, file.usesOthers else { return file }
    var join = Join(files: self)
    join.add(file, identity: identity(file.path))
    return SourceFile(joining: join.parts, links: join.links)
  }

  /// Returns the path that a `use` means, relative to the folder of the using file.
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

  /// The joined files, each before the files that it uses.
  private struct Join {
    let files: UsedFiles
    var parts: [SourceFile] = []
    var links: [Int: SourceFile.Link] = [:]
    var size = 0
    /// The indices of files among the parts.
    var places: [String: Int] = [:]
    /// The files whose used files are being added, each with the place of its `use`.
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
      if path.isEmpty { return .unreadable("the path is empty") }
      if path.hasPrefix("/") {
        return .unreadable("the path cannot begin with '/'; it starts from the folder of this file")
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
          "the chain of 'use' has more than \(UsedFiles.maximumDepth) files")
      }
      switch files.read(target) {
      case .unreadable(let reason): return .unreadable(reason)
      case .bytes(let bytes):
        guard size + bytes.count <= UsedFiles.maximumBytes else {
          return .unreadable(
            "the files together have more than \(UsedFiles.maximumBytes >> 20) MiB")
        }
        let index = parts.count
        add(SourceFile(path: target, contents: bytes), identity: identity, from: place)
        return .part(index)
      }
    }
  }
}

extension SourceFile {
  /// Whether some line may begin with `use`.
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

  /// The paths after `use`, with the offsets of their quotes.
  fileprivate var usedPaths: [(offset: Int, path: String)] {
    Lexer(self).tokens.filter { $0.kind == .path }.map {
      ($0.range.start, Parser.path(text($0.range)))
    }
  }
}
