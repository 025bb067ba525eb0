/// A text in BTOR2, with numbers of up to 128 bits, interpreted line by line.
struct BTOR2Reader: SequentialModel {
  struct Malformed: Error { var line: String }

  private enum Word: String {
    case zero, const, input, state, not, and, or, xor, add, sub, mul, sdiv, srem, sll, eq, neq, slt
    case redor, ite, uext, sext, slice
  }

  private struct Line {
    var word: Word
    /// The number of bits of its value.
    var bits: Int
    /// Places of lines, or plain numbers.
    var operands: [Int] = []
    var constant: UInt128 = 0
    var dependsOnInput = false
  }

  private struct State {
    var name: String
    var line: Int
    var next: Int?
    var reset: UInt128?
  }

  private(set) var inputNames: [String] = []
  private(set) var badNames: [String] = []
  private(set) var comments: [String] = []
  private var lines: [Line] = []
  private var states: [State] = []
  private var inputs: [Int] = []
  private var bads: [Int] = []

  var registerNames: [String] { states.map(\.name) }
  var widths: [Int] { states.map { lines[$0.line].bits } }
  var reset: [Bool] {
    states.flatMap { state in bits(state.reset ?? 0, lines[state.line].bits) }
  }

  init(_ text: String) throws {
    var sorts: [Int: Int] = [:]
    var places: [Int: Int] = [:]
    var last = 0
    for text in text.split(separator: "\n") {
      if text.hasPrefix(";") {
        comments.append(String(text.dropFirst(2)))
        continue
      }
      let words = text.split(separator: " ").map(String.init)
      guard words.count > 2, let number = Int(words[0]), number > last else {
        throw Malformed(line: String(text))
      }
      last = number
      func place(_ index: Int) throws -> Int {
        guard index < words.count, let number = Int(words[index]), let place = places[number]
        else { throw Malformed(line: String(text)) }
        return place
      }
      if words[1] == "sort" {
        sorts[number] = Int(words[3])
        continue
      }
      if words[1] == "bad" {
        bads.append(try place(2))
        badNames.append(words[3])
        continue
      }
      guard let sort = Int(words[2]), let bits = sorts[sort] else {
        throw Malformed(line: String(text))
      }
      if words[1] == "init" || words[1] == "next" {
        let (line, value) = (try place(3), try place(4))
        guard let state = states.firstIndex(where: { $0.line == line }), lines[line].bits == bits,
          lines[value].bits == bits
        else { throw Malformed(line: String(text)) }
        if words[1] == "next" {
          states[state].next = value
        } else {
          states[state].reset = lines[value].constant
        }
        continue
      }
      guard let word = Word(rawValue: words[1]) else { throw Malformed(line: String(text)) }
      var line = Line(word: word, bits: bits)
      switch word {
      case .zero: break
      case .const:
        guard words[3].count == bits, let value = UInt128(words[3], radix: 2) else {
          throw Malformed(line: String(text))
        }
        line.constant = value
      case .input:
        inputs.append(lines.count)
        inputNames.append(words[3])
        line.dependsOnInput = true
      case .state: states.append(State(name: words[3], line: lines.count))
      case .uext, .sext: line.operands = [try place(3), Int(words[4]) ?? 0]
      case .slice: line.operands = [try place(3), Int(words[4]) ?? 0, Int(words[5]) ?? 0]
      default: line.operands = try words.indices.dropFirst(3).map(place)
      }
      let read = [.uext, .sext, .slice].contains(word) ? 1 : line.operands.count
      if line.operands.prefix(read).contains(where: { lines[$0].dependsOnInput }) {
        line.dependsOnInput = true
      }
      guard Self.isWellTyped(line, line.operands.prefix(read).map { lines[$0].bits }) else {
        throw Malformed(line: String(text))
      }
      places[number] = lines.count
      lines.append(line)
    }
    guard states.allSatisfy({ $0.next != nil && $0.reset != nil }) else {
      throw Malformed(line: "a state without what it becomes")
    }
  }

  private static func isWellTyped(_ line: Line, _ operands: [Int]) -> Bool {
    switch line.word {
    case .zero, .const, .input, .state: operands.isEmpty
    case .eq, .neq, .slt:
      operands.count == 2 && operands[0] == operands[1] && line.bits == 1
    case .redor: line.bits == 1 && operands.count == 1
    case .ite: operands == [1, line.bits, line.bits]
    case .uext, .sext: line.bits == operands[0] + line.operands[1]
    case .slice:
      line.bits == line.operands[1] - line.operands[2] + 1 && line.operands[1] < operands[0]
    case .not: operands == [line.bits]
    default: operands == [line.bits, line.bits]
    }
  }

  private func bits(_ value: UInt128, _ count: Int) -> [Bool] {
    (0..<count).map { value >> UInt128($0) & 1 == 1 }
  }

  func react(to state: [Bool]) -> (next: Set<[Bool]>, bads: Set<Int>) {
    var result: (next: Set<[Bool]>, bads: Set<Int>) = ([], [])
    var values = lines.map(\.constant)
    var first = 0
    for register in states {
      let count = lines[register.line].bits
      values[register.line] = state[first..<(first + count)].reversed().reduce(0) {
        $0 << 1 | ($1 ? 1 : 0)
      }
      first += count
    }
    for (place, line) in lines.enumerated() where !line.dependsOnInput {
      compute(line, place, &values)
    }
    let open = lines.indices.filter { lines[$0].dependsOnInput && lines[$0].word != .input }
    let count = inputs.reduce(1) { $0 << lines[$1].bits }
    for choice in 0..<count {
      // There is one input at most.
      for input in inputs { values[input] = UInt128(choice) }
      for place in open { compute(lines[place], place, &values) }
      result.next.insert(
        states.flatMap { bits(values[$0.next ?? 0], lines[$0.line].bits) })
      for (place, bad) in bads.enumerated() where values[bad] != 0 { result.bads.insert(place) }
    }
    return result
  }

  private func compute(_ line: Line, _ place: Int, _ values: inout [UInt128]) {
    let mask = line.bits == 128 ? UInt128.max : 1 << UInt128(line.bits) - 1
    func value(_ operand: Int) -> UInt128 { values[line.operands[operand]] }
    func signed(_ operand: Int) -> Int128 {
      let unused = 128 - Int128(lines[line.operands[operand]].bits)
      return (Int128(bitPattern: value(operand)) << unused) >> unused
    }
    let result: UInt128
    switch line.word {
    case .zero, .const, .input, .state: return
    case .not: result = ~value(0)
    case .and: result = value(0) & value(1)
    case .or: result = value(0) | value(1)
    case .xor: result = value(0) ^ value(1)
    case .add: result = value(0) &+ value(1)
    case .sub: result = value(0) &- value(1)
    case .mul: result = value(0) &* value(1)
    case .sdiv:
      result =
        value(1) == 0
        ? (signed(0) < 0 ? 1 : .max)
        : UInt128(bitPattern: signed(0).dividedReportingOverflow(by: signed(1)).partialValue)
    case .srem:
      result =
        value(1) == 0
        ? value(0)
        : UInt128(
          bitPattern: signed(0).remainderReportingOverflow(dividingBy: signed(1)).partialValue)
    case .sll: result = value(0) << value(1)
    case .eq: result = value(0) == value(1) ? 1 : 0
    case .neq: result = value(0) != value(1) ? 1 : 0
    case .slt: result = signed(0) < signed(1) ? 1 : 0
    case .redor: result = value(0) != 0 ? 1 : 0
    case .ite: result = value(0) != 0 ? value(1) : value(2)
    case .uext: result = value(0)
    case .sext: result = UInt128(bitPattern: signed(0))
    case .slice: result = value(0) >> UInt128(line.operands[2])
    }
    values[place] = result & mask
  }
}
