import Foundation
import TestSupport
import Testing
import TrayKit

/// The promises of a library in the report of a spec that uses it.
@Suite struct LibraryPromiseTests {
  private static let library = """
    library Reminders
    open let mayRemind = true
    open let most = 1
    var reminders: 0...2 = 0
    on remind when mayRemind && reminders < most { reminders += 1 }
    on clear when reminders > 0 { reminders -= 1 }
    on idle {}
    invariant few { reminders < 2 }
    reachable canRemind { reminders > 0 }
    reachable canIdle { reminders == 0 }
    """

  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.library, to: "reminders.tray")
  }

  private func check(_ changes: String, _ rest: String = "") throws -> CheckOutcome {
    let text = "spec Mine\nuse \"reminders.tray\" { \(changes) }\ninvariant mine { true }\n\(rest)"
    return try SynchronousAPI.check(CheckRequest(paths: [try folder.write(text, to: "mine.tray")]))
  }

  @Test("the promises of a library are one line, and all of them with every detail")
  func folded() throws {
    let outcome = try check("")
    let text = outcome.text()
    #expect(text.contains("    ✓ invariant mine: holds in every reachable state\n"))
    #expect(text.contains("    ✓ reminders: 3 hold\n") && !text.contains("canRemind"))
    var style = ReportStyle()
    style.isVerbose = true
    let verbose = try outcome.rendered(as: .text, style)
    #expect(verbose.contains("reachable canRemind") && !verbose.contains("3 hold"))
    #expect(try outcome.rendered(as: .json).contains("\"canRemind\""))
  }

  @Test("a 'reachable' of a library that the design excludes is a note in every report")
  func excluded() throws {
    let outcome = try check("let mayRemind = false")
    #expect(outcome.status == .success)
    #expect(outcome.text().contains("reminders: 2 hold, 1 cannot happen in your design\n"))
    #expect(outcome.specs[0].worlds[0].properties.contains { $0.status == .notReached })
    #expect(
      try outcome.rendered(as: .tap).contains("canRemind # SKIP it cannot happen in your design"))
    let own = try check("let mayRemind = false", "reachable mineToo { reminders == 1 }")
    #expect(own.status == .violation)
  }

  @Test("an invariant of a library that fails is a failure")
  func failing() throws {
    let outcome = try check("let most = 2")
    #expect(outcome.status == .violation && outcome.text().contains("✗ few is violated"))
  }

  @Test("a world may still expect that a library's 'reachable' is not met")
  func expected() throws {
    let world = "world quiet { let mayRemind = false } violates canRemind"
    #expect(try check("", world).status == .success)
    let loud = "world loud { let most = 1 } violates canRemind"
    #expect(try check("", loud).status == .violation)
  }

  @Test("the library itself has to meet its own 'reachable'")
  func library() throws {
    let text = Self.library.replacing("let mayRemind = true", with: "let mayRemind = false")
    let path = try folder.write(text, to: "reminders.tray")
    #expect(try SynchronousAPI.check(CheckRequest(paths: [path])).status == .violation)
  }

  @Test(
    "'without' takes one name or several, also before other changes",
    arguments: [
      "without canRemind, canIdle", "without canRemind, canIdle, few; let mayRemind = false",
      "without canRemind, let mayRemind = false", "without canRemind\n without canIdle",
    ])
  func without(_ changes: String) throws {
    let outcome = try check(changes)
    #expect(outcome.status == .success, "\(outcome.diagnostics())")
    #expect(!outcome.specs[0].worlds[0].properties.contains { $0.name == "canRemind" })
  }

  @Test("a name after 'without' that no library has is an error at its place")
  func unknown() throws {
    let outcome = try check("without canRemind, canIdel")
    #expect(outcome.status == .specError && outcome.diagnostics().contains("canIdel"))
  }
}
