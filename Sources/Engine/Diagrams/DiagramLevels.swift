import Basics
import Semantics

/// The fields of a state that form each level of a diagram, and their values.
///
/// The entries of maps, tables and sets for one key form a block of levels. Variables without keys come before all
/// blocks, because most steps read them. Variables with few parts come before lists. The order depends on names, not
/// on places in the text.
struct DiagramLevels {
  /// Fields whose combined values are one value of the level.
  struct Level {
    /// The numbers of the fields in the circuit, with the place of their bits in a code.
    var fields: [(number: Int, field: StateField, shift: Int)]
    /// The codes that a state can have there, ascending. The place of a code is the value of the level.
    var codes: [Int]
  }

  /// The maximum number of values in a level.
  static let maximumWidth = 1 << 14
  /// The number of values up to which fields are combined.
  private static let usualWidth = 96
  /// With more levels, diagrams are not tried.
  private static let maximumLevels = 2_000

  private(set) var levels: [Level] = []
  /// The levels of each separate value of a state.
  private(set) var groups: [Range<Int>] = []
  /// For each field of the circuit, its level, and its index among the level's fields.
  private(set) var places: [(level: Int, part: Int)] = []

  /// - Returns: nil if a field has too many values, or there are too many.
  init?(_ machine: Machine, _ circuit: Circuit) {
    var collector = Collector()
    for (variable, node) in zip(machine.spec.variables, machine.layout.nodes) {
      collector.collect(node, variable.type, name: variable.name, block: nil)
    }
    let numbers = Dictionary(
      uniqueKeysWithValues: circuit.fields.enumerated().map { ($1, $0) })
    places = Array(repeating: (-1, 0), count: circuit.fields.count)
    let chooser = CodeChooser(circuit: circuit)
    for group in collector.inOrder {
      var open: Level?
      let first = levels.count
      for field in group where field.width > 0 {
        guard let number = numbers[field], field.maximum < Self.maximumWidth else { return nil }
        if let level = open, let wider = chooser.adding(number, to: level, upTo: Self.usualWidth) {
          open = wider
          continue
        }
        if let level = open { add(level) }
        open = chooser.level(of: number)
      }
      if let level = open { add(level) }
      groups.append(first..<levels.count)
    }
    guard places.allSatisfy({ $0.level >= 0 }), levels.count <= Self.maximumLevels else {
      return nil
    }
  }

  private mutating func add(_ level: Level) {
    for (part, field) in level.fields.enumerated() { places[field.number] = (levels.count, part) }
    levels.append(level)
  }

  var widths: [Int] { levels.map(\.codes.count) }

  /// The same levels with some of the codes only.
  func confined(to codes: [Set<Int>]) -> DiagramLevels {
    var confined = self
    for (index, wanted) in codes.enumerated() { confined.levels[index].codes = wanted.sorted() }
    return confined
  }

  /// The value of each level in a packed state; nil if it is invalid.
  func values(of words: [UInt64]) -> [UInt16]? {
    var values: [UInt16] = []
    for level in levels {
      guard let place = level.place(of: level.code(in: words)) else { return nil }
      values.append(UInt16(truncatingIfNeeded: place))
    }
    return values
  }

  /// The packed state of the values of the levels.
  func words(of values: [UInt16], count: Int) -> [UInt64] {
    var words = [UInt64](repeating: 0, count: count)
    for (level, value) in zip(levels, values) { level.put(level.codes[Int(value)], into: &words) }
    return words
  }
}

extension DiagramLevels.Level {
  /// The code of a packed state.
  func code(in words: [UInt64]) -> Int {
    fields.reduce(0) { code, part in
      code | Int(words[part.field.word] >> UInt64(part.field.shift) & part.field.mask) << part.shift
    }
  }

  /// Adds a code to a packed state that is zero there.
  func put(_ code: Int, into words: inout [UInt64]) {
    for (_, field, shift) in fields {
      words[field.word] |= (UInt64(code >> shift) & field.mask) << UInt64(field.shift)
    }
  }

  /// The value of the level that a code is.
  func place(of code: Int) -> Int? {
    if code >= 0, code < codes.count, codes[code] == code { return code }
    let place = codes.partitioningIndex { $0 >= code }
    return place < codes.count && codes[place] == code ? place : nil
  }

  /// The content of a part of a code.
  func content(_ code: Int, part: Int) -> Int {
    code >> fields[part].shift & Int(fields[part].field.mask)
  }
}

/// Computes the codes that fields can have together: absent parts are zero.
private struct CodeChooser {
  let circuit: Circuit
  private let wires: [Circuit.Wire]

  init(circuit: Circuit) {
    self.circuit = circuit
    var wires = [Circuit.Wire](repeating: -1, count: circuit.fields.count)
    for (wire, gate) in circuit.gates.enumerated() where gate.operation == .field {
      wires[Int(gate.a)] = Circuit.Wire(truncatingIfNeeded: wire)
    }
    self.wires = wires
  }

  func level(of number: Int) -> DiagramLevels.Level {
    let field = circuit.fields[number]
    return DiagramLevels.Level(
      fields: [(number, field, 0)], codes: Array(0...field.maximum))
  }

  /// A level with one more field; nil if it has too many values.
  func adding(
    _ number: Int, to level: DiagramLevels.Level, upTo limit: Int
  ) -> DiagramLevels.Level? {
    let field = circuit.fields[number]
    guard let last = level.fields.last else { return nil }
    let shift = last.shift + last.field.width
    guard shift + field.width <= 16, level.codes.count * (field.maximum + 1) <= limit * 16
    else { return nil }
    var wider = level
    wider.fields.append((number, field, shift))
    wider.codes = (0...field.maximum).flatMap { content in
      level.codes.map { $0 | content << shift }
    }.filter { mayBe($0, wider) }
    return wider.codes.count <= limit ? wider : nil
  }

  /// Whether absent parts are zero, as far as the fields of the level show.
  private func mayBe(_ code: Int, _ level: DiagramLevels.Level) -> Bool {
    var contents: [Int: Int] = [:]
    for (part, field) in level.fields.enumerated() {
      contents[field.number] = level.content(code, part: part)
    }
    return level.fields.allSatisfy { field in
      guard contents[field.number] != 0, let alive = circuit.liveness[wires[field.number]] else {
        return true
      }
      return value(of: alive, contents) != 0
    }
  }

  /// The value of a wire if only some fields are known; nil if that does not decide it.
  private func value(of wire: Circuit.Wire, _ contents: [Int: Int]) -> Int? {
    let gate = circuit.gates[Int(wire)]
    switch gate.operation {
    case .constant: return Circuit.constantValue(gate)
    case .field: return contents[Int(gate.a)]
    case .and:
      let (a, b) = (value(of: gate.a, contents), value(of: gate.b, contents))
      if a == 0 || b == 0 { return 0 }
      return a.flatMap { a in b.map { a & $0 } }
    default:
      guard let a = value(of: gate.a, contents) else { return nil }
      switch gate.operation.operandCount {
      case 1: return gate.operation == .not ? gate.operation.value(a, a) : nil
      case 2: return value(of: gate.b, contents).map { gate.operation.value(a, $0) }
      default: return nil
      }
    }
  }
}

/// Puts the fields of a layout into groups.
private struct Collector {
  /// A key: its type, and its index among the keys.
  struct Block {
    var type: String
    var place: Int
  }

  private struct Group {
    var block: Block?
    var name: String
    var fields: [StateField]
  }

  private var groups: [Group] = []

  /// The groups in the order of the levels.
  var inOrder: [[StateField]] {
    groups.sorted { left, right in
      switch (left.block, right.block) {
      case (nil, nil):
        return (left.fields.count, left.name) < (right.fields.count, right.name)
      case (nil, _): return true
      case (_, nil): return false
      case (let x?, let y?):
        return (x.type, x.place, left.name) < (y.type, y.place, right.name)
      }
    }.map(\.fields)
  }

  mutating func collect(
    _ node: StateLayout.Node, _ type: Type, name: String, block: Block?
  ) {
    switch (node, type) {
    case (.structure(let parts), .structure(let owner)) where block == nil:
      for (part, field) in zip(parts, owner.fields) {
        collect(part, field.type, name: "\(name).\(field.name ?? "")", block: nil)
      }
    case (.table(let parts), .table(let key, let content)) where block == nil:
      let keys = key.allValues
      for (place, part) in parts.enumerated() {
        collect(part, content, name: name, block: self.block(of: keys[place], key, place))
      }
    case (.map(let entries, let keys), .map(let key, _)) where block == nil:
      for (place, entry) in entries.enumerated() {
        let block = self.block(of: keys[place], key, place)
        groups.append(Group(block: block, name: name, fields: [entry.present] + entry.1.fields))
      }
    case (.set(let fields, let elements), .set(let element, _)) where block == nil:
      for (place, field) in fields.enumerated() {
        let block = self.block(of: elements[place], element, place)
        groups.append(Group(block: block, name: name, fields: [field]))
      }
    default: groups.append(Group(block: block, name: name, fields: node.fields))
    }
  }

  /// The block of a key; of a key with parts that of the first.
  private func block(of key: Value, _ type: Type, _ place: Int) -> Block {
    if case (.record(let values), .structure(let owner)) = (key, type), let first = values.first {
      let part = owner.fields[0].type
      return block(of: first, part, part.allValues.firstIndex(of: first) ?? place)
    }
    return Block(type: "\(type)", place: place)
  }
}
