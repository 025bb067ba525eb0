import Basics
import Semantics
import Synchronization
import Testing

@testable import TrayKit
@testable import Conformance

@Suite("What a driver is asked") struct DriverChannelTests {
  @Test("a message that waits for the task of the driver is not the driver's time")
  func queued() async throws {
    let channel = DriverChannel()
    #expect(channel.queued == .zero)
    try #require(
      DeepThread.start(stackSize: 1 << 20) { _ = try? channel.send(.reset(run: 1)) })
    #expect(await channel.next() != nil)
    let queued = channel.queued
    #expect(queued > .zero)
    channel.answer(.failure(.interrupted))
    channel.finish()
    #expect(await channel.next() == nil)
    #expect(channel.queued == queued)
  }

  @Test("an answer is late behind so many ticks, once, and none that came")
  func clock() {
    let clock = AnswerClock(timeout: .seconds(1))
    let late = Atomic(0)
    func tick(_ count: Int) { for _ in 0..<count { clock.tick() } }
    tick(20)
    clock.start { late.add(1, ordering: .relaxed) }
    tick(AnswerClock.ticks)
    #expect(late.load(ordering: .relaxed) == 0)
    tick(20)
    #expect(late.load(ordering: .relaxed) == 1)
    clock.start { late.add(1, ordering: .relaxed) }
    tick(AnswerClock.ticks)
    clock.stop()
    tick(20)
    #expect(late.load(ordering: .relaxed) == 1)
  }
}
