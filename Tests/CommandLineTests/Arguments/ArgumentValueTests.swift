import Testing

@testable import Commands
import TrayKit

/// What is taken for a duration, a size, a number or an assignment.
@Suite struct ArgumentValueTests {
  @Test(
    "a duration is a number of seconds or numbers with units",
    arguments: [
      ("90", .seconds(90)), ("0.5", .milliseconds(500)), ("90s", .seconds(90)),
      ("5m", .seconds(300)), ("1h30m", .seconds(5400)), ("1.5h", .seconds(5400)),
      ("1m250ms", .milliseconds(60_250)), ("1_000s", .seconds(1000)), ("0s", .zero),
    ] as [(String, Duration)])
  func durations(text: String, value: Duration) throws {
    #expect(try Duration.read(text) == value)
  }

  @Test(
    "what only resembles a duration is refused",
    arguments: ["s", "1h30", "30m1h", "5m5m", "1 h", "-5s", "5d", "1.s", ".5s", "1e3", "٣s", "5mh"])
  func notDurations(text: String) {
    #expect(throws: ValueError.malformed) { try Duration.read(text) }
  }

  @Test(
    "a size has decimal or binary units",
    arguments: [
      ("512MB", 512_000_000), ("2GiB", 2 << 30), ("1.5GB", 1_500_000_000), ("1.5kib", 1536),
      ("4096", 4096), ("1_024B", 1024), ("0.3333333333333333333333333KB", 333),
      ("7TiB", 7 << 40), ("0.9999999999999999999999TB", 999_999_999_999),
    ])
  func sizes(text: String, bytes: Int) throws {
    #expect(try ByteCount.read(text).bytes == bytes)
  }

  @Test(
    "what only resembles a size is refused",
    arguments: [
      "2G", "MB", "1.5", "1..5GB", "1,5GB", "2 GiB", "2GiBs", "-1MB", "2GiB2", "1K\u{301}B",
    ])
  func notSizes(text: String) {
    #expect(throws: ValueError.malformed) { try ByteCount.read(text) }
  }

  @Test(
    "underscores stand between digits only",
    arguments: ["_1", "1_", "1__0", "_", "0x10", "+1", "1.0", "1\u{301}", " 1"])
  func notNumbers(text: String) {
    #expect(throws: ValueError.malformed) { try Int.read(text) }
  }

  @Test("numbers up to the largest are read, and none beyond")
  func largest() throws {
    #expect(try Int.read("9_223_372_036_854_775_807") == Int.max)
    #expect(throws: ValueError.tooLarge) { try Int.read("9223372036854775808") }
    #expect(throws: ValueError.tooLarge) { try ByteCount.read("9000000TiB") }
    #expect(throws: ValueError.tooLarge) { try Duration.read("2562047h48m") }
  }

  @Test("there is at least one thread, and there are not too many", arguments: ["0", "257", "-1"])
  func notThreads(text: String) throws {
    #expect(try ThreadCount.read("1") == ThreadCount(count: 1))
    #expect(try ThreadCount.read("256") == ThreadCount(count: 256))
    #expect(throws: ValueError.malformed) { try ThreadCount.read(text) }
  }

  @Test("an assignment lacks neither its name nor its value", arguments: ["n", "=3", "n=", "="])
  func notAssignments(text: String) {
    #expect(throws: ValueError.malformed) { try TraySetting.read(text) }
  }
}
