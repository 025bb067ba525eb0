import Foundation

/// A Markdown document of the repository with its fenced blocks: `Document(path: "README.md")`.
public struct Document: Sendable {
  /// The path from the root of the repository.
  public let path: String
  /// Its fenced blocks, in order.
  public let blocks: [Block]

  /// Every document whose examples are promised to work.
  public static let all = [
    "README.md", "Specs/README.md", "Specs/CheatSheet.md", "Specs/Recipes.md",
    "Specs/Guides.md", "Specs/Language.md",
    "Sources/TrayKit/TrayKit.docc/Commands.md", "Sources/TrayKit/TrayKit.docc/Why.md",
    "Counterexamples/README.md",
    "Sources/TrayKit/TrayKit.docc/Conformance.md",
    "Sources/TrayKit/TrayKit.docc/DriverProtocol.md", "Sources/TrayKit/TrayKit.docc/Logs.md",
    "Sources/TrayKit/TrayKit.docc/Certificates.md", "Sources/TrayKit/TrayKit.docc/Looking.md",
    "Sources/TrayKit/TrayKit.docc/MoreMachines.md", "Sources/TrayKit/TrayKit.docc/ClusterCosts.md",
    "Sources/TrayKit/TrayKit.docc/Settings.md", "Sources/TrayKit/TrayKit.docc/SettingsKeys.md",
    "Sources/TrayKit/TrayKit.docc/Pages.md",
    "Sources/TrayKit/TrayKit.docc/Editors.md", "Sources/TrayKit/Begin/Templates/language.md",
  ].map(Document.init(path:))

  /// A document that cannot be read has no blocks.
  public init(path: String) {
    let url = RepositoryFolder.root.appending(path: path)
    self.init(path: path, text: (try? String(contentsOf: url, encoding: .utf8)) ?? "")
  }

  /// Splits a text into its blocks.
  public init(path: String, text: String) {
    self.path = path
    blocks = Self.blocks(in: text.components(separatedBy: "\n"), of: path)
  }

  private static func blocks(in lines: [String], of path: String) -> [Block] {
    var blocks: [Block] = []
    var open: (line: Int, info: String)?
    for (index, line) in lines.enumerated() where line.hasPrefix("```") {
      if let (start, info) = open {
        blocks.append(
          Block(path: path, line: start + 1, info: info, lines: Array(lines[(start + 1)..<index])))
        open = nil
      } else {
        open = (index, String(line.dropFirst(3)))
      }
    }
    if let (start, info) = open {
      blocks.append(Block(path: path, line: start + 1, info: "\(info) (not closed)", lines: []))
    }
    return blocks
  }
}

/// The text between two fences.
public struct Block: Sendable {
  /// The use of a block by a test.
  public enum Kind: Equatable {
    /// A whole spec, the exit status of checking it, and the name under which a reader saves it.
    case spec(status: Int32, file: String?)
    /// A file that is no spec, such as a program, a log or a counterexample, and its name.
    case file(String)
    /// A part of a text, for reading only.
    case excerpt
    /// Commands with their output.
    case console
    /// Something to copy into a CI's configuration.
    case recipe
    /// Anything else.
    case unknown
  }

  /// The path of its document.
  public let path: String
  /// The line of the opening fence, from 1.
  public let line: Int
  /// The text after the opening fence.
  public let info: String
  /// The lines between the fences.
  public let lines: [String]

  /// The lines as one text.
  public var text: String { lines.joined(separator: "\n") + "\n" }

  /// The use of the block by a test.
  public var kind: Kind {
    let words = info.split(separator: " ").map(String.init)
    if words == ["console"] { return .console }
    if [["yaml"], ["sh"], ["groovy"]].contains(words) { return .recipe }
    if words.count == 2, ["python", "jsonl", "json", "sh", "yaml"].contains(words[0]),
      words[1].hasPrefix("file=")
    {
      return .file(String(words[1].dropFirst("file=".count)))
    }
    if ["json", "kotlin", "typescript", "dockerfile", "text"].map({ [$0] }).contains(words) {
      return .excerpt
    }
    guard words.first == "tray" else { return .unknown }
    var status: Int32 = 0
    var file: String?
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      switch (parts.first, parts.last.flatMap { Int32($0) }) {
      case ("status", let value?): status = value
      case ("file", nil) where parts.count == 2: file = parts[1]
      default: return .unknown
      }
    }
    return .spec(status: status, file: file)
  }
}

extension Document: CustomStringConvertible {
  /// Its path.
  public var description: String { path }
}

extension Block: CustomStringConvertible {
  /// Its path and line.
  public var description: String { "\(path):\(line)" }
}
