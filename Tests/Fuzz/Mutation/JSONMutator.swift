import TestSupport

/// Corrupts a JSON document: members removed, duplicated, renamed and of another type, extreme numbers, other
/// encodings, and bytes.
struct JSONMutator {
  private var document: JSONNode
  private var random: SplitMix64

  init(_ document: JSONNode, seed: UInt64) {
    self.document = document
    random = SplitMix64(seed: seed)
  }

  mutating func mutated() -> [UInt8] {
    for _ in 0..<[1, 1, 1, 2, 3][random.number(below: 5)] {
      var dice = random
      document.change(at: random.number(below: document.count)) { Self.spoil(&$0, &dice) }
      random = dice
      _ = random.next()
    }
    return encoded(document.text)
  }

  private static func spoil(_ node: inout JSONNode, _ random: inout SplitMix64) {
    if random.oneIn(4) {
      node = value(&random)
      return
    }
    switch node {
    case .object(var members):
      guard !members.isEmpty else { return node = value(&random) }
      let place = random.number(below: members.count)
      switch random.number(below: 6) {
      case 0: members.remove(at: place)
      case 1: members.append(members[place])
      case 2: members[place].key = random.pick(keys) ?? ""
      case 3: members.append(.init(key: members[place].key, value: value(&random)))
      case 4: members.append(.init(key: random.pick(keys) ?? "", value: value(&random)))
      default: members.swapAt(place, random.number(below: members.count))
      }
      node = .object(members)
    case .array(var elements):
      guard !elements.isEmpty else { return node = .array([value(&random)]) }
      let place = random.number(below: elements.count)
      switch random.number(below: 5) {
      case 0: elements.remove(at: place)
      case 1: elements.insert(elements[place], at: place)
      case 2: elements.swapAt(place, random.number(below: elements.count))
      case 3: elements = Array(repeatElement(elements, count: 3).joined())
      default: elements[place] = value(&random)
      }
      node = .array(elements)
    case .string(let text): node = .string(spoilt(text, &random))
    case .word: node = .word(random.pick(numbers) ?? "0")
    }
  }

  private static func spoilt(_ text: String, _ random: inout SplitMix64) -> String {
    switch random.number(below: 5) {
    case 0: return random.pick(texts) ?? ""
    case 1: return String(text.dropLast())
    case 2: return text + (random.pick(texts) ?? "")
    case 3: return String(repeating: text, count: 2 + random.number(below: 20))
    default:
      guard let first = text.first else { return "x" }
      return String(first.isUppercase ? first.lowercased() : first.uppercased()) + text.dropFirst()
    }
  }

  private static func value(_ random: inout SplitMix64) -> JSONNode {
    switch random.number(below: 7) {
    case 0: return .word("null")
    case 1: return .word(random.oneIn(2) ? "true" : "false")
    case 2: return .word(random.pick(numbers) ?? "0")
    case 3: return .object([])
    case 4: return .array([])
    case 5:
      return (0..<random.pick([2, 20, 600])!).reduce(JSONNode.array([])) { node, _ in .array([node])
      }
    default: return .string(random.pick(texts) ?? "")
    }
  }

  private static let keys = [
    "", "format", "version", "spec", "name", "path", "digest", "property", "kind", "line", "column",
    "expect", "world", "constants", "start", "steps", "event", "arguments", "rule", "signals",
    "choices",
    "changes", "loop", "loopStart", "found", "summary", "shortest", "x", "Steps", "k\u{65}\u{301}y",
  ]

  private static let numbers = [
    "0", "1", "-1", "2", "1.5", "1e2", "1e400", "-0", "255", "4294967296", "9223372036854775807",
    "9223372036854775808", "1E-7",
  ]

  private static let texts = [
    "", " ", "x", "violated", "fixed", "invariant", "transition", "eventually", "possible",
    "deadlock",
    "fault", "gap", "overlap", "default", "1", "-1", "99999999999999999999", "true", ".a", "N#1",
    "nil",
    "[]", "[:]", "spec.tray", "/dev/null", "..", "../../../../etc/passwd", "Specs", "a\u{0}b",
    "\u{1B}[2J",
    "\u{202E}x", "e\u{301}", "灯", "((((((((", "1 + 1", "{", "press", "\n", "%s%n", "##vso[x]",
  ]

  private mutating func encoded(_ text: String) -> [UInt8] {
    var bytes = Array(text.utf8)
    switch random.number(below: 40) {
    case 0: return Array("\u{FEFF}".utf8) + bytes
    case 1:
      return [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case 2: bytes.removeLast(random.number(below: bytes.count + 1))
    case 3:
      bytes.insert(UInt8(random.number(below: 256)), at: random.number(below: bytes.count + 1))
    case 4: if !bytes.isEmpty { bytes[random.number(below: bytes.count)] = 0xFF }
    case 5: bytes += bytes
    case 6:
      if !bytes.isEmpty {
        bytes[random.number(below: bytes.count)] ^= 1 << UInt8(random.number(below: 8))
      }
    default: break
    }
    return bytes
  }
}
