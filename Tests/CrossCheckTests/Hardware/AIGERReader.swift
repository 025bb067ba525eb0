/// A file in the binary form of AIGER 1.9, evaluated for 64 values of the inputs at once.
struct AIGERReader: SequentialModel {
  struct Malformed: Error { var line: String }

  private(set) var inputNames: [String] = []
  private(set) var registerNames: [String] = []
  private(set) var badNames: [String] = []
  private(set) var comments: [String] = []
  private var inputs = 0
  private var next: [Int] = []
  private var bads: [Int] = []
  private var gates: [(Int, Int)] = []

  var reset: [Bool] { Array(repeating: false, count: next.count) }

  init(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    func line() throws -> String {
      guard let end = rest.firstIndex(of: 10) else { throw Malformed(line: "no end of line") }
      defer { rest = rest[(end + 1)...] }
      return String(decoding: rest[..<end], as: UTF8.self)
    }
    func number() throws -> Int {
      var (value, shift) = (0, 0)
      while let byte = rest.popFirst() {
        value |= Int(byte & 127) << shift
        if byte < 128 { return value }
        shift += 7
      }
      throw Malformed(line: "no end of a number")
    }
    func literal() throws -> Int {
      let text = try line()
      guard let value = Int(text) else { throw Malformed(line: text) }
      return value
    }
    let first = try line()
    let header = first.split(separator: " ")
    let counts = header.dropFirst().compactMap { Int($0) }
    guard header.first == "aig", header.count == 7, counts.count == 6, counts[3] == 0,
      counts[0] == counts[1] + counts[2] + counts[4]
    else { throw Malformed(line: first) }
    inputs = counts[1]
    for _ in 0..<counts[2] { next.append(try literal()) }
    for _ in 0..<counts[5] { bads.append(try literal()) }
    for place in 0..<counts[4] {
      let left = 2 * (counts[1] + counts[2] + place + 1)
      let greater = left - (try number())
      let lesser = greater - (try number())
      guard left > greater, greater >= lesser, lesser >= 0 else {
        throw Malformed(line: "gate \(left)")
      }
      gates.append((greater, lesser))
    }
    guard (next + bads).allSatisfy({ 0...(2 * counts[0] + 1) ~= $0 }) else {
      throw Malformed(line: "a literal that there is not")
    }
    var symbol = try line()
    while symbol != "c" {
      let parts = symbol.split(separator: " ", maxSplits: 1)
      guard parts.count == 2, let place = Int(parts[0].dropFirst()) else {
        throw Malformed(line: symbol)
      }
      let name = String(parts[1])
      let names: WritableKeyPath<Self, [String]> =
        switch parts[0].first {
        case "i": \.inputNames
        case "l": \.registerNames
        default: \.badNames
        }
      guard self[keyPath: names].count == place else { throw Malformed(line: symbol) }
      self[keyPath: names].append(name)
      symbol = try line()
    }
    guard inputNames.count == inputs, registerNames.count == next.count,
      badNames.count == bads.count
    else { throw Malformed(line: "names are missing") }
    while !rest.isEmpty { comments.append(try line()) }
  }

  func react(to state: [Bool]) -> (next: Set<[Bool]>, bads: Set<Int>) {
    var result: (next: Set<[Bool]>, bads: Set<Int>) = ([], [])
    let count = 1 << inputs
    var values = [UInt64](repeating: 0, count: 1 + inputs + state.count + gates.count)
    for (place, bit) in state.enumerated() { values[1 + inputs + place] = bit ? .max : 0 }
    for first in stride(from: 0, to: count, by: 64) {
      for input in 0..<inputs {
        // Whether that bit of the input is set, for the values from the first on.
        values[1 + input] = (0..<64).reduce(0) { $0 | UInt64((first + $1) >> input & 1) << $1 }
      }
      func value(_ literal: Int) -> UInt64 {
        literal & 1 == 1 ? ~values[literal >> 1] : values[literal >> 1]
      }
      for (place, gate) in gates.enumerated() {
        values[1 + inputs + state.count + place] = value(gate.0) & value(gate.1)
      }
      let lanes = min(64, count - first)
      let mask = lanes == 64 ? UInt64.max : 1 << UInt64(lanes) - 1
      let after = next.map(value)
      var seen: Set<[Bool]> = []
      for lane in 0..<lanes {
        seen.insert(after.map { $0 >> UInt64(lane) & 1 == 1 })
      }
      result.next.formUnion(seen)
      for (place, bad) in bads.enumerated() where value(bad) & mask != 0 {
        result.bads.insert(place)
      }
    }
    return result
  }
}
