import Foundation
import TestSupport

/// Writes the output of commands into the documents after an intended change: `TRAYCHECK_REFRESH=1 swift test
/// --filter DocumentTests`. Parts that `…` omits stay omitted.
enum DocumentRefresh {
  static var isWanted: Bool { ProcessInfo.processInfo.environment["TRAYCHECK_REFRESH"] == "1" }

  /// Writes the document again.
  static func refresh(_ document: Document) throws {
    let url = RepositoryFolder.root.appending(path: document.path)
    let text = try String(contentsOf: url, encoding: .utf8)
    try Data(try refreshed(text, path: document.path).utf8).write(to: url)
  }

  /// The text of a document with the output of its commands as it is now.
  static func refreshed(_ text: String, path: String) throws -> String {
    let document = Document(path: path, text: text)
    var console = try Console(document)
    var lines = text.components(separatedBy: "\n")
    var shift = 0
    for block in document.blocks where block.kind == .console {
      var shown: [String] = []
      for command in Console.commands(in: block) {
        let printed = try console.run(command)?.map(Console.normalized)
        shown.append("$ \(command.text)")
        shown += command.output.contains("…") ? command.output : printed ?? command.output
      }
      let first = block.line + shift
      lines.replaceSubrange(first..<(first + block.lines.count), with: shown)
      shift += shown.count - block.lines.count
    }
    return lines.joined(separator: "\n")
  }
}
