import Semantics
import TestSupport

/// Corrupts binary files: truncated, mixed with others of their kind, with flipped bits.
struct ByteMutator {
  /// Files of the kind that belong to something else.
  private let strangers: [[UInt8]]

  init(_ strangers: [[UInt8]]) { self.strangers = strangers }

  /// A mutated file, possibly unchanged.
  func spoilt(_ entry: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var bytes = entry
    let place = random.number(below: bytes.count)
    switch random.number(below: 10) {
    case 0: return entry
    case 1: return []
    case 2: bytes.removeLast(bytes.count - place)
    case 3: bytes.removeFirst(place)
    case 4: return random.pick(strangers) ?? []
    case 5:
      let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
      return Array(lines.reversed().joined(separator: [0x0A]))
    case 6:
      let end = min(bytes.count, place + 1 + random.number(below: 40))
      bytes.replaceSubrange(place..<end, with: random.pick(SpecMutator.strange) ?? [])
    case 7:
      let other = random.pick(strangers) ?? []
      return Array(bytes[..<place]) + other.suffix(random.number(below: other.count + 1))
    default:
      for _ in 0..<1 + random.number(below: 3) {
        bytes[random.number(below: bytes.count)] ^= 1 << UInt8(random.number(below: 8))
      }
    }
    return bytes
  }

  /// Updates the digest in the header line of a file (format, version and digest of the rest), so that readers do not
  /// stop there.
  static func sealed(_ bytes: [UInt8]) -> [UInt8] {
    guard let end = bytes.firstIndex(of: 0x0A) else { return bytes }
    let words = bytes[..<end].split(separator: 0x20)
    return Array(words.dropLast().joined(separator: [0x20])) + [0x20]
      + Array("\(Fingerprint.of(bytes: bytes[(end + 1)...]))".utf8) + bytes[end...]
  }
}
