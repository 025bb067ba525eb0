import Conformance
import Foundation
import TestSupport
import Testing

/// A difference is stored, and driven again first.
@Suite("A difference of an app in Swift") struct KeptDifferenceTests {
  private static func broken() -> PlainQuietDriver {
    let driver = PlainQuietDriver()
    driver.onReceive = { kind in if kind == .mention { throw QuietApp.Mistake.broken } }
    return driver
  }

  @Test("is kept as a file, is one of the paths of its folder, and passes once it is mended")
  func kept() async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url.path
    #expect(try Quiet.paths(.kept(in: folder)).isEmpty)
    #expect(try Quiet.paths(.kept(in: folder + "/none")).isEmpty)
    let path = TrayPath("receive(kind: .info)", "open", "receive(kind: .mention)")
    let error = await #expect(throws: TrayDifference.self) {
      try await Quiet.check(path, with: Self.broken(), keptIn: folder)
    }
    #expect(
      error?.description.contains("kept in \(folder)/Quiet.default.PlainQuietDriver.") == true)
    let kept = try Quiet.paths(.kept(in: folder))
    #expect(kept == [TrayPath("receive(kind: .mention)")])
    await #expect(throws: TrayDifference.self) {
      try await Quiet.check(kept[0], with: Self.broken(), keptIn: folder)
    }
    #expect(try Quiet.paths(.kept(in: folder)) == kept)
    try await Quiet.check(kept[0], with: PlainQuietDriver())
  }

  @Test("that cannot be read is told of")
  func unreadable() async throws {
    let scratch = try ScratchFolder()
    let folder = scratch.url.path
    try Data("{".utf8).write(to: URL(filePath: folder + "/a.difference.json"))
    #expect(throws: TrayDriverProblem.self) { try Quiet.paths(.kept(in: folder)) }
  }
}
