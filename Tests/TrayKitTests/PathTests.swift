import Foundation
import TestSupport
import Testing
import TrayKit

/// Files and folders that are not as somebody thought.
@Suite struct PathTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func outcome(_ names: String...) throws -> CheckOutcome {
    try SynchronousAPI.check(
      CheckRequest(paths: names.map { folder.url.appending(path: $0).path }))
  }

  @Test("a path at which nothing is, is told")
  func missingPath() throws {
    let outcome = try outcome("nothing.tray")
    #expect(outcome.status == .specError)
    #expect(outcome.diagnostics().contains("nothing.tray: error: there is no such file"))
  }

  @Test("a folder without specs is told, so that a wrong path passes nothing")
  func folderWithoutSpecs() throws {
    try folder.write("spec Lamp", to: "lamp.txt")
    let outcome = try outcome("")
    #expect(outcome.status == .specError)
    #expect(outcome.diagnostics().contains("there is no spec in this folder"))
  }

  @Test("a folder stands for all specs in it, at any depth, in the order of their names")
  func folderWithSpecs() throws {
    let inner = folder.url.appending(path: "a/inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    for name in ["c", "a/inner/b", "a/z"] {
      try folder.write(Lamp.spec, to: "\(name).tray")
    }
    let outcome = try outcome("")
    #expect(outcome.diagnostics().isEmpty)
    let names = outcome.report.specs.map { URL(filePath: $0.path).lastPathComponent }
    #expect(names == ["b.tray", "z.tray", "c.tray"])
  }

  @Test("a spec that is named twice is checked once")
  func sameFileTwice() throws {
    try folder.write(Lamp.spec, to: "lamp.tray")
    #expect(try outcome("lamp.tray", "lamp.tray").report.specs.count == 1)
  }

  @Test("a folder whose name ends in .tray is a folder")
  func folderNamedLikeSpec() throws {
    let odd = folder.url.appending(path: "odd.tray")
    try FileManager.default.createDirectory(at: odd, withIntermediateDirectories: true)
    #expect(try outcome("odd.tray").status == .specError)
    #expect(
      try Intake.complaint(about: outcome("odd.tray")) != nil, "there is no spec to complain of")
    try folder.write(Lamp.spec, to: "lamp.tray")
    let outcome = try outcome("")
    #expect(outcome.diagnostics().contains("odd.tray: error: it is a folder, not a file"))
  }

  @Test("one path that cannot be read keeps no other from being checked")
  func othersAreChecked() throws {
    try folder.write(Lamp.spec, to: "lamp.tray")
    let outcome = try outcome("nothing.tray", "lamp.tray")
    #expect(outcome.status == .specError)
    #expect(outcome.report.specs.map(\.worlds.count) == [1])
  }

  @Test("a file without permission to read it is told", .enabled(if: getuid() != 0))
  func unreadableFile() throws {
    let path = try folder.write(Lamp.spec, to: "secret.tray")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
    let outcome = try outcome("secret.tray")
    #expect(outcome.status == .specError)
    #expect(outcome.diagnostics().contains("secret.tray: error: there is no permission"))
  }

  @Test("a file over 16 MiB is no spec, and one of 16 MiB may be")
  func hugeFile() throws {
    let url = folder.url.appending(path: "huge.tray")
    try Data(repeating: UInt8(ascii: "x"), count: 16 << 20 + 1).write(to: url)
    let outcome = try outcome("huge.tray")
    #expect(outcome.status == .specError)
    #expect(outcome.diagnostics().contains("larger than 16 MiB"))
  }
}
