import Platform

/// Converts paths between the folder of the user and the folder in which a command runs.
struct FolderMove: Sendable, Equatable {
  /// The absolute path of the user's folder.
  let from: String
  /// The absolute path of the folder in which the command runs.
  let to: String
  /// The names of the folders from `to` down to `from`; nil if `from` is elsewhere.
  private let inner: [Substring]?

  init(from: String, to: String) {
    (self.from, self.to) = (from, to)
    let (from, to) = (from.split(separator: "/"), to.split(separator: "/"))
    inner = from.starts(with: to) ? Array(from.dropFirst(to.count)) : nil
  }

  /// The path of a file that the user names, relative to the new folder.
  func path(_ path: String) -> String {
    guard !path.hasPrefix("/"), path != "-", inner != [] else { return path }
    guard let inner else { return "\(from)/\(path)" }
    var (parts, rest) = (inner, path.split(separator: "/")[...])
    while let part = rest.first, part == "." || part == ".." {
      rest.removeFirst()
      if part == "." { continue }
      if parts.last.map({ $0 == ".." }) ?? true { parts.append("..") } else { parts.removeLast() }
    }
    parts += rest
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// The path of an input file, relative to the user's folder; if it does not exist, relative to the new folder, as
  /// reports print it.
  func input(_ path: String) -> String {
    let moved = self.path(path)
    let files = FileManager.default
    return files.fileExists(atPath: moved) || !files.fileExists(atPath: path) ? moved : path
  }

  /// The path of a file in the new folder, relative to the user's folder.
  func back(_ path: String) -> String {
    guard !path.hasPrefix("/"), inner != [] else { return path }
    guard let inner else { return "\(to)/\(path)" }
    return String(repeating: "../", count: inner.count) + path
  }

  /// The arguments of a command with all paths relative to the new folder.
  func moved(_ arguments: ParsedArguments) -> ParsedArguments {
    let command = arguments.path.command
    var arguments = arguments
    for option in command.options {
      guard let value = option.value else { continue }
      arguments.options[option.name]?.mutate { moved($0, value) }
    }
    for positional in command.positionals {
      arguments.positionals[positional.value.name]?.mutate { moved($0, positional.value) }
    }
    return arguments
  }

  private func moved(_ text: String, _ value: ValueDescription) -> String {
    switch (value.origin, value.expectation) {
    case (.nowhere, _), (.worlds, _), (.properties, _): return text
    case (_, .list), (_, .keyed):
      return text.split(separator: ",", omittingEmptySubsequences: false).map { part in
        guard let sign = part.firstIndex(of: "="), !part.hasPrefix("annotations=") else {
          return String(part)
        }
        return part[...sign] + path(String(part[part.index(after: sign)...]))
      }.joined(separator: ",")
    case (.folders, _) where text == "none": return text
    case (.files(let ending), _) where !ending.isEmpty:
      return text.hasPrefix("git:") ? text : input(text)
    case (.files, _), (.folders, _): return path(text)
    }
  }
}

extension [String] {
  /// Replaces each element.
  fileprivate mutating func mutate(_ change: (String) -> String) { self = map(change) }
}
