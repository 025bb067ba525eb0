import Conformance
import Foundation
import TestSupport
import Testing

/// The examples in the article about drivers are those that run here.
@Suite("The article about drivers") struct ArticleTests {
  private static func read(_ path: String) throws -> String {
    try String(contentsOf: RepositoryFolder.root.appending(path: path), encoding: .utf8)
  }

  private static let article = "Sources/TrayKit/TrayKit.docc/Drivers.md"

  @Test("has each recipe, word by word")
  func recipes() throws {
    let article = try Self.read(Self.article)
    let folder = "Tests/TypedDriverTests/Recipes"
    let files = try FileManager.default.contentsOfDirectory(
      atPath: RepositoryFolder.root.appending(path: folder).path)
    #expect(files.count >= 4)
    for file in files.map({ "\(folder)/\($0)" }) + ["Tests/TypedDriverTests/QuietXCTests.swift"] {
      #expect(article.contains("```swift\n\(try Self.read(file))```"), "\(file)")
    }
    #expect(
      article.components(separatedBy: "```swift\n").count == files.count + 2,
      "there is a block that is not compiled")
  }

  @Test("begins with the spec of the article before it")
  func spec() throws {
    let spec = try Self.read("Tests/TypedDriverTests/Specs/quiet.tray")
    let article = try Self.read("Sources/TrayKit/TrayKit.docc/Conformance.md")
    #expect(article.contains("```tray file=quiet.tray\n\(spec)```"))
  }

  @Test("shows what a test says of an app with a mistake")
  func difference() async throws {
    let error = await #expect(throws: TrayDifference.self) {
      for path in try Quiet.paths(.suite(), .walks(100, seed: 1)) {
        try await Quiet.check(path, with: ForgetfulDriver())
      }
    }
    let text = try #require(error).description
      .replacing("ForgetfulDriver", with: "TrayModelDriver")
    #expect(try Self.read(Self.article).contains("```text\n\(text)\n```"), "\(text)")
  }

  @Test("says what a driver would not notice that shows the tray alone")
  func strength() async throws {
    let strength = try await Quiet.strength(of: TrayOnlyDriver())
    let text = strength.description.replacing("strength: ", with: "")
    #expect(try Self.read(Self.article).contains("\"\(text)\""), "\(text)")
  }
}

/// Sees the tray of the app, and hears nothing.
@MainActor private final class TrayOnlyDriver: Quiet.Driver {
  nonisolated static var noticed: Set<Quiet.Signal.Name> { [] }
  private let driver = TrayModelDriver()

  func reset() { driver.reset() }
  func receive(kind: Quiet.Kind) { driver.receive(kind: kind) }
  func open() { driver.open() }
  func sleep() { driver.sleep() }
  func observe() -> Quiet.Observation { Quiet.Observation(tray: driver.observe().tray) }
  func emitted() -> [Quiet.Signal] { [] }
}

/// The app of the article, if it did not clear its tray.
@MainActor private final class ForgetfulDriver: Quiet.Driver {
  private var app = TrayModel()

  func reset() { app = TrayModel() }
  func receive(kind: Quiet.Kind) { app.didReceive(kind.rawValue) }
  func open() {}
  func sleep() { app.didLock() }
  func observe() -> Quiet.Observation {
    Quiet.Observation(tray: Set(app.shown.compactMap(Quiet.Kind.init)), awake: app.isScreenOn)
  }
  func emitted() -> [Quiet.Signal] { app.takeSounds().map { _ in .sound } }
}
