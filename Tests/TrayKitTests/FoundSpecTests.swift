import Foundation
import Reports
import TestSupport
import Testing
import TrayKit

/// Every spec that is in a folder is checked, or told by name.
@Suite struct FoundSpecTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Lamp.spec, to: "lamp.tray")
  }

  private func path(_ name: String) -> String { "\(folder.url.path)/\(name)" }

  private func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: path(name), withIntermediateDirectories: true)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
  }

  private func check(_ name: String = "") throws -> (names: [String], told: String, status: Int32) {
    let outcome = try SynchronousAPI.check(CheckRequest(paths: [path(name)]))
    return (
      outcome.report.specs.map { String($0.path.dropFirst(path("").count)) },
      outcome.diagnostics(), outcome.status.rawValue
    )
  }

  @Test("links to folders are followed, each folder once, and circles are told")
  func links() throws {
    try make("specs")
    try make("elsewhere")
    try folder.write(Lamp.spec, to: "elsewhere/other.tray")
    try link("specs/a", to: "../elsewhere")
    try link("specs/b", to: "../elsewhere")
    let found = try check("specs")
    #expect(found.status == 0 && found.names == ["specs/a/other.tray"])
    try link("elsewhere/back", to: "../specs")
    let circle = try check("specs")
    #expect(circle.status == 0 && circle.names == ["specs/a/other.tray"])
    #expect(circle.told.contains("specs/a/back: warning: it leads back to "))
    try link("all", to: "specs")
    #expect(try check("all").names == ["all/a/other.tray"])
  }

  @Test("a link out of the repository is read, and told")
  func outside() throws {
    let other = try ScratchFolder()
    try other.write(Lamp.spec, to: "other.tray")
    try FileManager.default.createSymbolicLink(
      atPath: path("x.tray"), withDestinationPath: other.url.appending(path: "other.tray").path)
    let inside = RepositoryPaths(root: folder.url.path, current: folder.url.path)
    #expect(inside.targetOutside("x.tray")?.hasSuffix("/other.tray") == true)
    #expect(inside.targetOutside("lamp.tray") == nil)
    #expect(inside.targetOutside(other.url.path) == nil)
  }

  @Test("of a file and a link to it, the file is read")
  func linkedFile() throws {
    try link("a.tray", to: "lamp.tray")
    #expect(try check().names == ["lamp.tray"])
  }

  @Test(
    "what leads nowhere, or to no file, is told by name",
    arguments: [
      ("x.tray", "gone", "it is a link to 'gone', and nothing is there"),
      ("x", "gone", "it is a link to 'gone', and nothing is there"),
      ("x.tray", "x.tray", "its links lead round in a circle"),
      ("x.tray", "/dev/zero", "it is a pipe or a device, not a file"),
      ("x.tray", "lamp.tray/x", "a part of its path is no folder"),
    ])
  func broken(_ name: String, _ target: String, _ reason: String) throws {
    try link(name, to: target)
    let found = try check()
    #expect(found.status == 2 && found.names == ["lamp.tray"])
    #expect(found.told.contains("\(name): error: \(reason)"), "\(found.told)")
  }

  @Test("a pipe is waited for by nobody")
  func pipe() throws {
    #expect(mkfifo(path("pipe.tray"), 0o600) == 0)
    #expect(try check().told.contains("pipe.tray: error: it is a pipe or a device, not a file"))
    #expect(try check("pipe.tray").status == 2)
  }

  @Test("names are compared byte by byte, but for capitals")
  func names() throws {
    try folder.write(Lamp.spec, to: "x\u{0600}.tray")
    try folder.write(Lamp.spec, to: "Y.TRAY")
    #expect(try check().names.count == 3)
    try folder.write(Lamp.spec, to: "e\u{301}.tray")
    try folder.write(Lamp.spec, to: "\u{E9}.tray")
    // Where the system takes both for one name, there is nothing to tell.
    let files = try FileManager.default.contentsOfDirectory(atPath: path(""))
    if files.count == 5 {
      #expect(try check().told.contains("its name reads like that of another"))
    }
  }

  #if os(Linux)
    @Test("a name that is not UTF-8 is told")
    func unnamed() throws {
      let bytes = path("").utf8.map { CChar(bitPattern: $0) }
      for name in ["bad\u{0}.tray", "bad\u{0}"] {
        let tail = name.utf8.map { $0 == 0 ? CChar(bitPattern: 0xFF) : CChar(bitPattern: $0) }
        if name.hasSuffix(".tray") {
          close(open(bytes + tail + [0], O_CREAT | O_WRONLY, 0o600))
        } else {
          #expect(mkdir(bytes + tail + [0], 0o700) == 0)
        }
      }
      let found = try check()
      #expect(found.status == 2)
      #expect(found.told.components(separatedBy: "its name is not UTF-8").count == 3)
    }
  #endif

  @Test("a path that is longer than the system allows is told")
  func deep() throws {
    let name = String(repeating: "d", count: 200)
    let start = FileManager.default.currentDirectoryPath
    let tree = Process()
    tree.executableURL = URL(filePath: "/bin/sh")
    tree.arguments = [
      "-c", "for i in $(seq 25); do mkdir \(name) && cd -P \(name) || exit 1; done; : > x.tray",
    ]
    tree.currentDirectoryURL = folder.url
    try tree.run()
    tree.waitUntilExit()
    #expect(start == FileManager.default.currentDirectoryPath)
    let found = try check()
    #expect(found.status == 2 && found.told.contains("its path is longer than the system allows"))
  }

  @Test("a folder without permission to read it is told", .enabled(if: getuid() != 0))
  func unreadableFolder() throws {
    try make("secret")
    try folder.write(Lamp.spec, to: "secret/x.tray")
    chmod(path("secret"), 0)
    defer { chmod(path("secret"), 0o700) }
    let found = try check()
    #expect(found.status == 2 && found.told.contains("secret: error: there is no permission"))
  }
}
