import Foundation
import TestSupport
import Testing

/// The first page that a newcomer reads.
@Suite("The README") struct ReadmeTests {
  private static let file = RepositoryFolder.root.appending(path: "README.md")

  @Test("has at most 700 words")
  func length() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(text.split(whereSeparator: \.isWhitespace).count <= 700)
  }

  @Test("shows the picture that the tool draws of its spec")
  func picture() throws {
    let folder = try ScratchFolder()
    let spec = try #require(Document(path: "README.md").blocks.first)
    #expect(spec.lines.count <= 12)
    try folder.write(spec.text, to: "inbox.tray")
    #expect(try BuiltTool.run(["check", "inbox.tray"], in: folder.url).status == 1)
    let drawn = try BuiltTool.run(["replay", "--format", "svg"], in: folder.url).stdout
    let picture = RepositoryFolder.root.appending(
      path: "Sources/TrayKit/TrayKit.docc/Resources/inbox.svg")
    if Golden.isRefreshing { try Data(drawn.utf8).write(to: picture) }
    #expect(try String(contentsOf: picture, encoding: .utf8) == drawn)
  }
}
