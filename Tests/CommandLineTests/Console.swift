import Foundation
import TestSupport

/// Follows a document like its reader: saves its specs and types its commands.
struct Console {
  /// A command with its output in the document.
  struct Command {
    var text: String
    var output: [String]
  }

  struct Unknown: Error { var command: String }

  private let folder: ScratchFolder
  private var status: Int32 = 0

  /// A console in a copy of the repository's `Specs` and `Counterexamples`, with all specs and
  /// counterexamples that the document names files for.
  init(_ document: Document) throws {
    folder = try ScratchFolder()
    for name in ["Specs", "Counterexamples"] {
      try FileManager.default.copyItem(
        at: RepositoryFolder.root.appending(path: name), to: folder.url.appending(path: name))
    }
    for block in document.blocks {
      switch block.kind {
      case .spec(_, let file?), .file(let file):
        try folder.write(block.text, to: file)
      case .spec(_, nil), .console, .recipe, .excerpt, .unknown: break
      }
    }
  }

  /// The commands of a block; lines before the first one belong to no command and make it unknown.
  static func commands(in block: Block) -> [Command] {
    var commands: [Command] = []
    for line in block.lines {
      if line.hasPrefix("$ ") || commands.isEmpty {
        commands.append(Command(text: String(line.dropFirst(2)), output: []))
      } else {
        commands[commands.count - 1].output.append(line)
      }
    }
    return commands
  }

  /// Runs a command; nil for those that tests do not run.
  mutating func run(_ command: Command) throws -> [String]? {
    // Results of an earlier check would add words to lines, which then break elsewhere.
    let environment =
      command.output == ["…"]
      ? ProcessInfo.processInfo.environment.filter { $0.key == "TRAYCHECK_CACHE" }
      : ["TRAYCHECK_CACHE": folder.url.deletingLastPathComponent().path + "/cache"]
    if let piped = command.text.wholeMatch(of: /echo '([^']*)' \| (.*)/) {
      return try run(String(piped.2), environment, input: "\(piped.1)\n")
    }
    return try run(command.text, environment)
  }

  private mutating func run(
    _ command: String, _ environment: [String: String], input: String = ""
  ) throws -> [String]? {
    let words = command.split(separator: " ").map(String.init)
    // Programs in other languages run only if their interpreter is installed.
    if words.contains("python3"), !BuiltTool.isInstalled("python3") { return nil }
    // A real notification server is driven by `DriverTests`.
    if words.last?.hasSuffix("freedesktop.py") ?? false { return nil }
    let tool = ["swift", "run", "-c", "release", "traycheck"]
    if words.starts(with: tool) {
      let redirect = words.firstIndex(of: ">") ?? words.endIndex
      let result = try BuiltTool.run(
        calledAs: tool.joined(separator: " "), Array(words[tool.count..<redirect]), in: folder.url,
        environment: environment, input: input)
      status = result.status
      if redirect + 1 < words.endIndex {
        try folder.write(result.stdout, to: words[redirect + 1])
        return Self.lines(result.stderr)
      }
      return Self.lines(result.stderr) + Self.lines(result.stdout)
    }
    if words == ["swift", "run", "-c", "release", "benchmark", "--cluster"] {
      return Self.lines(try BuiltTool.run(["--cluster"], of: "benchmark").stdout)
    }
    if command == "echo $?" { return ["\(status)"] }
    let leftOut = [["swift", "test"], ["git", "clone"], ["apt-get", "install"], ["cd"]]
    guard leftOut.contains(where: { words.starts(with: $0) }) else {
      throw Unknown(command: command)
    }
    return nil
  }

  /// Returns whether a command printed the text in the document, except for times; each line `…` matches any number of
  /// lines.
  static func matches(_ shown: [String], _ printed: [String]) -> Bool {
    areSame(shown.map(normalized), printed.map(normalized))
  }

  private static func areSame(_ shown: [String], _ printed: [String]) -> Bool {
    guard let gap = shown.firstIndex(of: "…") else { return shown == printed }
    let (head, tail) = (shown[..<gap], Array(shown[(gap + 1)...]))
    guard head.count <= printed.count, printed.starts(with: head) else { return false }
    return (head.count...printed.count).contains { areSame(tail, Array(printed[$0...])) }
  }

  /// A line with `0.01 s` for every time, and without messages about the cache: a reader may have none.
  static func normalized(_ line: String) -> String {
    line.replacing(#/\b[0-9][0-9,]*(\.[0-9]+)? s\b/#, with: "0.01 s")
      .replacing(#/, ([0-9,]+ )?from the cache\b/#, with: "")
  }

  private static func lines(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    return (text.hasSuffix("\n") ? String(text.dropLast()) : text).components(separatedBy: "\n")
  }
}
