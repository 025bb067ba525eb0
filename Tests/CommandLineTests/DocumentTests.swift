import Foundation
import Guests
import TestSupport
import Testing
import TrayKit

/// Every example in the documents behaves as they say.
@Suite struct DocumentTests {
  @Test("a document has examples, all of a kind that is tested", arguments: Document.all)
  func examplesAreTested(_ document: Document) {
    #expect(!document.blocks.isEmpty)
    for block in document.blocks {
      #expect(block.kind != .unknown, "\(block.description): '\(block.info)'")
    }
  }

  @Test("a spec in a document has the verdict that the document announces", arguments: specs)
  func specHasItsVerdict(_ block: Block) throws {
    guard case .spec(let status, _) = block.kind else { return }
    #expect(
      block.lines.contains { $0.hasPrefix("spec ") || $0.hasPrefix("library ") },
      "a block is a whole file")
    let folder = try ScratchFolder()
    for other in Self.specs where other.path == block.path {
      if case .spec(_, let file?) = other.kind, block.text.contains("use \"\(file)\"") {
        try folder.write(other.text, to: file)
      }
    }
    let path = try folder.write(block.text, to: "example.tray")
    let outcome = try CheckRequest(paths: [path]).outcome()
    let report = outcome.diagnostics() + outcome.text()
    #expect(outcome.status.rawValue == status, "\(block.description)\n\(report)")
  }

  @Test("a command in a document prints what the document shows", arguments: Document.all)
  func commandPrintsWhatIsShown(_ document: Document) throws {
    if DocumentRefresh.isWanted { return try DocumentRefresh.refresh(document) }
    var console = try Console(document)
    for block in document.blocks where block.kind == .console {
      for command in Console.commands(in: block) {
        guard let printed = try console.run(command) else { continue }
        let report = printed.map(Console.normalized).joined(separator: "\n")
        #expect(
          Console.matches(command.output, printed),
          "\(block.description): '\(command.text)' printed\n\(report)")
      }
    }
  }

  private static let specs = Document.all.flatMap(\.blocks).filter { block in
    if case .spec = block.kind { true } else { false }
  }
}

/// The tests of documents detect the intended mistakes.
@Suite struct DocumentReadingTests {
  @Test(
    "a block that is not closed, or of another kind, is unknown",
    arguments: [
      "```swift\n```", "```\n```", "```tray\nspec A", "```tray color=red\n```",
      "```console -x\n```",
    ])
  func strangeBlockIsUnknown(_ text: String) {
    #expect(Document(path: "test", text: text).blocks.map(\.kind) == [.unknown])
  }

  @Test("a spec says its status and file behind the fence")
  func infoIsRead() {
    let text = "a\n```tray status=3 file=x.tray\nspec A\n```\n```console\n$ swift test\n```"
    let blocks = Document(path: "test", text: text).blocks
    #expect(blocks.map(\.kind) == [.spec(status: 3, file: "x.tray"), .console])
    #expect(blocks.map(\.line) == [2, 5])
    #expect(blocks[0].text == "spec A\n")
  }

  @Test("times do not matter, everything else does")
  func outputIsCompared() {
    #expect(Console.matches(["2 states, 0.01 s"], ["2 states, 1,234 s"]))
    #expect(!Console.matches(["2 states, 0.01 s"], ["3 states, 0.01 s"]))
    #expect(!Console.matches(["a"], ["a", "b"]))
    #expect(Console.matches(["a", "…", "z"], ["a", "b", "c", "z"]))
    #expect(!Console.matches(["a", "…", "z"], ["a", "b", "c"]))
  }

  @Test("a refreshed document shows what the commands print, and keeps what it leaves out")
  func documentIsRefreshed() throws {
    let text = """
      a
      ```console
      $ swift run -c release traycheck --version
      old
      $ echo $?
      ```
      ```console
      $ swift run -c release traycheck --help
      …
      $ swift test
      ```
      """
    let shown = text.replacing("old", with: tool.description.version ?? "")
      .replacing("$ echo $?", with: "$ echo $?\n0")
    #expect(try DocumentRefresh.refreshed(text, path: "test") == shown)
  }

  @Test("a command that nobody knows is an error")
  func unknownCommandIsRefused() throws {
    var console = try Console(Document(path: "test", text: ""))
    let command = Console.Command(text: "rm -r Specs", output: [])
    #expect(throws: Console.Unknown.self) { try console.run(command) }
  }
}
