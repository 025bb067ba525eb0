import Foundation
import Reports
import TestSupport
import Testing

/// Paths as services want them.
@Suite struct RepositoryPathsTests {
  /// A machine on which `/var` is a link.
  private let paths = RepositoryPaths(root: "/var/code", current: "/var/code/sub") { path in
    path.hasPrefix("/var/") ? "/private" + path : path
  }

  @Test(
    "a path is relative to the root",
    arguments: [
      ("a.tray", "sub/a.tray"), ("./a.tray", "sub/a.tray"), ("../a.tray", "a.tray"),
      (".././Specs//a.tray", "Specs/a.tray"), ("/var/code/Specs/a.tray", "Specs/a.tray"),
      ("/private/var/code/Specs/a.tray", "Specs/a.tray"), ("/var/code/x/../a.tray", "a.tray"),
      ("..", "."), ("/var/code", "."), ("../../other/a.tray", "../other/a.tray"),
      ("/var/codeshop/a.tray", "../codeshop/a.tray"), ("/etc/a.tray", "../../../etc/a.tray"),
      ("", "sub"), ("../../../../../../a.tray", "../../../a.tray"),
    ])
  func relative(_ given: String, _ expected: String) {
    #expect(paths.relative(given) == expected)
  }

  @Test("the root is the nearest folder upwards with a .git, or the current one")
  func found() {
    let nested = RepositoryPaths.found(from: "/a/b/c") { ["/a/.git", "/a/b/.git"].contains($0) }
    #expect(nested.relative("x") == "c/x")
    let none = RepositoryPaths.found(from: "/a/b/c") { _ in false }
    #expect(none.relative("x") == "x" && none.relative("../x") == "../x")
    let top = RepositoryPaths.found(from: "/a") { $0 == "/.git" }
    #expect(top.relative("x") == "a/x")
  }

  @Test("links are followed where that leads into the repository")
  func links() throws {
    let folder = try ScratchFolder()
    let real = folder.url.appending(path: "real").path
    let link = folder.url.appending(path: "link").path
    try FileManager.default.createDirectory(
      atPath: real + "/.git", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: real)
    let paths = RepositoryPaths.found(from: link)
    #expect(paths.relative("a.tray") == "a.tray")
    #expect(paths.relative(real + "/a.tray") == "a.tray")
    #expect(paths.relative(link + "/Specs/new.tray") == "Specs/new.tray")
    #expect(RepositoryPaths.found(from: real).relative(link + "/a.tray") == "a.tray")
    #expect(RepositoryPaths.found(from: real).withoutRoot("in \(real)/a.tray") == "in a.tray")
  }

  @Test("a URI has nothing but what a URI may have")
  func uri() {
    #expect(RepositoryPaths.uri("a b/é:%#?.tray") == "a%20b/%C3%A9%3A%25%23%3F.tray")
  }

  @Test("a long text is cut in its middle, between characters")
  func cut() {
    let family = "👩‍👩‍👧‍👦"
    #expect("short".cut(toBytes: 5) == "short")
    #expect("abcdefghij".cut(toBytes: 7) == "ab…ij")
    let text = String(repeating: family, count: 10).cut(toBytes: 60)
    #expect(text == "\(family)…\(family)" && text.utf8.count <= 60)
  }

  @Test("what a terminal would obey is replaced")
  func printable() {
    #expect("a\u{1B}[1mb\r\nc\td\u{202E}\u{85}".printable == "a\u{FFFD}[1mb\nc\td\u{FFFD}\u{FFFD}")
    #expect("a\nb\tc\u{2028}".printableLine == "a\u{FFFD}b\u{FFFD}c\u{FFFD}")
    #expect("é 😀 e\u{301}".printable == "é 😀 e\u{301}")
  }
}
