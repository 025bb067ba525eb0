import Conformance
import Semantics
import Testing

@testable import TrayKit

@Suite("The channel to a driver") struct DriverChannelTests {
  @Test("a message that waits for the task of the driver is not the driver's time")
  func queued() async {
    let channel = DriverChannel()
    #expect(channel.queued == .zero)
    #expect(
      DeepThread.start(stackSize: 1 << 20) { _ = try? channel.send(.reset(run: 1)) })
    #expect(await channel.next() != nil)
    let queued = channel.queued
    #expect(queued > .zero)
    #expect(channel.queued == queued)
    channel.answer(.failure(.interrupted))
    channel.finish()
    #expect(await channel.next() == nil)
    #expect(channel.queued == queued)
  }
}
