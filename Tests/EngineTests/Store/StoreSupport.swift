import TestSupport

@testable import Engine
@testable import Semantics

/// Runs a body on as many threads as there are parts, and waits for them all.
func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  await withTaskGroup(of: Void.self) { group in
    for part in 0..<count { group.addTask { body(part) } }
  }
}

/// Families of keys below 2⁶³ that searches produce, and random ones.
enum KeyFamily: String, CaseIterable, Sendable {
  case random, consecutive, highBitsOnly, stride, fields, singleBits

  /// Returns `count` distinct keys, or fewer if the family has no more.
  func keys(_ count: Int) -> [UInt64] {
    var random = SplitMix64(seed: 7)
    var seen: Set<UInt64> = []
    var keys: [UInt64] = []
    for index in 0..<UInt64(count) {
      let key =
        switch self {
        case .random: random.next() >> 1
        case .consecutive: index
        case .highBitsOnly: index % (1 << 20) << 43
        case .stride: index &* 0x0000_0123_4567_8000 & (1 << 63 - 1)
        case .fields:
          index % 5 | index / 5 % 3 << 7 | index / 15 % 7 << 13 | index / 105 % 4 << 29
            | index / 420 % 9 << 40 | index / 3780 << 55 & (1 << 63 - 1)
        case .singleBits: UInt64(1) << (index % 63) | UInt64(1) << (index / 63 % 63)
        }
      if seen.insert(key).inserted { keys.append(key) }
    }
    return keys
  }
}

/// The error that a store has no room.
struct NoRoom: Error {}

/// The built value; throws if there was no room for it.
func built<Value: ~Copyable>(_ value: consuming Value?) throws -> Value {
  guard let value = consume value else { throw NoRoom() }
  return value
}

extension KeyTable {
  /// Grows on this thread alone; false if the system has no room.
  mutating func grow(to capacity: Int) -> Bool {
    guard let growth = beginGrowth(to: capacity) else { return false }
    growth.move(part: 0, of: 1)
    endGrowth(growth)
    return true
  }
}

extension WordTable {
  /// Grows on this thread alone; false if the system has no room.
  mutating func grow(to capacity: Int) -> Bool {
    guard let growth = beginGrowth(to: capacity) else { return false }
    growth.move(part: 0, of: 1)
    endGrowth(growth)
    return true
  }
}
