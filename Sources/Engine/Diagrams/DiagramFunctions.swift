import Semantics

/// The wires of a circuit as functions in a diagram: `functions.node(of: wire)`.
struct DiagramFunctions {
  typealias Node = DiagramStore.Node
  typealias Wire = Circuit.Wire

  let store: DiagramStore
  let levels: DiagramLevels
  private let circuit: Circuit
  private static let unknown = Node.max
  private var nodes: [Node]
  /// The contents of fields, by their numbers.
  private var contents: [Node]

  init(_ store: DiagramStore, _ levels: DiagramLevels, _ circuit: Circuit) {
    self.store = store
    self.levels = levels
    self.circuit = circuit
    nodes = Array(repeating: Self.unknown, count: circuit.gates.count)
    contents = Array(repeating: Self.unknown, count: circuit.fields.count)
  }

  /// The function that a wire is.
  mutating func node(of wire: Wire) -> Node {
    if nodes[Int(wire)] != Self.unknown { return nodes[Int(wire)] }
    var seen: Set<Wire> = []
    var stack = [wire]
    while let next = stack.popLast() {
      guard nodes[Int(next)] == Self.unknown, seen.insert(next).inserted else { continue }
      circuit.gates[Int(next)].forEachOperand { stack.append($0) }
    }
    // Operands have lower numbers than the gates that use them.
    for next in seen.sorted() where store.failure == nil { nodes[Int(next)] = made(next) }
    return store.failure == nil ? nodes[Int(wire)] : DiagramStore.none
  }

  /// Drops the cached results, so that nothing need be held.
  mutating func forget() {
    for wire in nodes.indices { nodes[wire] = Self.unknown }
    for field in contents.indices { contents[field] = Self.unknown }
  }

  private mutating func made(_ wire: Wire) -> Node {
    let gate = circuit.gates[Int(wire)]
    switch gate.operation {
    case .constant: return store.number(Circuit.constantValue(gate))
    case .field: return content(ofField: Int(gate.a))
    default:
      var operands: [Node] = []
      gate.forEachOperand { operands.append(nodes[Int($0)]) }
      return store.apply(gate, operands)
    }
  }

  /// The content of a field of the circuit.
  private mutating func content(ofField number: Int) -> Node {
    if contents[number] != Self.unknown { return contents[number] }
    let (level, part) = levels.places[number]
    let description = levels.levels[level]
    let parts = description.codes.map { store.number(description.content($0, part: part)) }
    let mark = store.mark
    for (value, node) in parts.enumerated() {
      store.push(UInt32(truncatingIfNeeded: value), node)
    }
    contents[number] = store.function(level, from: mark)
    return contents[number]
  }
}

extension DiagramFunctions {
  /// The codes of the levels that contain written fields, ascending by level.
  ///
  /// - Parameter writes: the fields of the circuit, and their contents after the step.
  mutating func codes(of writes: [(field: Int, new: Node)]) -> [(level: Int, code: Node)] {
    var byLevel: [Int: [Int: Node]] = [:]
    for write in writes {
      let place = levels.places[write.field]
      byLevel[place.level, default: [:]][place.part] = write.new
    }
    var codes: [(level: Int, code: Node)] = []
    for (level, parts) in byLevel.sorted(by: { $0.key < $1.key }) {
      codes.append((level, code(of: level, parts)))
    }
    return codes
  }

  private mutating func code(of level: Int, _ parts: [Int: Node]) -> Node {
    var code = DiagramStore.none
    for (part, field) in levels.levels[level].fields.enumerated() {
      let content = parts[part] ?? content(ofField: field.number)
      let moved =
        field.shift == 0
        ? content : store.apply(.shiftLeft, content, store.number(field.shift))
      code = store.apply(.add, code, moved)
    }
    return code
  }
}
