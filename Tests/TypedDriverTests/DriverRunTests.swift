import Conformance
import Foundation
import Testing

/// The behaviour of drivers during a run.
@Suite("A typed driver") struct DriverRunTests {
  private static let walks = TrayPaths.walks(10, steps: 15, seed: 3)

  @Test("may be a class, an actor, or live on the main actor")
  @MainActor func isolation() async throws {
    for path in try Quiet.paths(Self.walks) {
      try await Quiet.check(path, with: PlainQuietDriver())
      try await Quiet.check(path, with: QuietActorDriver())
      try await Quiet.check(path, with: MainQuietDriver())
    }
  }

  @Test("is only ever asked where it is checked")
  @MainActor func staysOnTheActor() async throws {
    let driver = PlainQuietDriver()
    driver.onReceive = { _ in
      MainActor.assertIsolated()
      await Task.yield()
    }
    for path in try Quiet.paths(Self.walks) {
      try await Quiet.check(path, with: driver)
      try await Quiet.check(path, with: driver, timeout: .seconds(60))
    }
  }

  @Test("may say that an event is not possible, if it says that it does")
  func refusal() async throws {
    let driver = RefusingQuietDriver()
    for path in try Quiet.paths(Self.walks) { try await Quiet.check(path, with: driver) }
    #expect(driver.refusals > 0)
    let undeclared = PlainQuietDriver()
    undeclared.onReceive = { _ in throw TrayRefusal() }
    let error = await #expect(throws: TrayDifference.self) {
      try await Quiet.check(TrayPath("receive(kind: .info)"), with: undeclared)
    }
    #expect(error?.description.contains("the driver does not say that it refuses") == true)
  }

  @Test("that throws is an app that fails")
  func error() async throws {
    let driver = PlainQuietDriver()
    driver.onReceive = { kind in if kind == .mention { throw QuietApp.Mistake.broken } }
    let error = await #expect(throws: TrayDifference.self) {
      try await Quiet.check(
        TrayPath("receive(kind: .info)", "open", "receive(kind: .mention)"), with: driver)
    }
    let text = try #require(error).description
    #expect(text.contains("after 1 event, the implementation failed  (fails 3 of 3)"))
    #expect(text.contains("receive: broken"))
    #expect(text.contains(#"again: TrayPath("receive(kind: .mention)")"#))
  }

  @Test("that takes too long is told so, and not waited for")
  func timeout() async throws {
    let driver = PlainQuietDriver()
    driver.onReceive = { _ in
      // It does not terminate on request.
      while true { try? await Task.sleep(for: .milliseconds(20)) }
    }
    let error = await #expect(throws: TrayDifference.self) {
      try await Quiet.check(
        TrayPath("receive(kind: .info)"), with: driver, timeout: .milliseconds(100))
    }
    #expect(error?.description.contains("'receive' did not come to an end within 0.1 s") == true)
  }

  @Test("ends when its task is cancelled")
  func cancellation() async throws {
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let check = Task {
      let driver = PlainQuietDriver()
      driver.onReceive = { _ in
        begin.yield()
        try await Task.sleep(for: .seconds(3600))
      }
      try await Quiet.check(TrayPath("receive(kind: .info)"), with: driver)
    }
    for await _ in begun { break }
    check.cancel()
    await #expect(throws: CancellationError.self) { try await check.value }
    let late = Task {
      await Task.yield()
      try await Quiet.check(TrayPath("sleep"), with: PlainQuietDriver())
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
  }

  @Test("that shows nothing and notices nothing passes no test")
  func blind() async throws {
    for path in try Quiet.paths(Self.walks) {
      let problem = await #expect(throws: TrayDriverProblem.self) {
        try await Quiet.check(path, with: BlindQuietDriver())
      }
      #expect(
        problem?.description
          == "Quiet, \(path): BlindQuietDriver shows nothing and notices no signal, so that nothing can "
          + "differ")
    }
  }

  @Test("may call things by names of its own")
  func names() async throws {
    for path in try Inbox.paths(.walks(40, steps: 25, seed: 1)) {
      try await Inbox.check(path, with: InboxDriver())
    }
  }

  @Test("whose app reminds too late is found out")
  func lateReminder() async throws {
    let error = await #expect(throws: TrayDifference.self) {
      for path in try Inbox.paths(.walks(40, steps: 25, seed: 1)) {
        try await Inbox.check(path, with: InboxDriver(delay: 2))
      }
    }
    #expect(error?.path.events.last == "tick", "\(error?.description ?? "")")
  }
}
