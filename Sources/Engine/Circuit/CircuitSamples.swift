import Semantics

#if DEBUG
  /// The values of a circuit's wires in some states, which check the built wires in debug builds. A sample refutes a
  /// claim about all states, and never proves one.
  struct CircuitSamples: Sendable {
    /// The packed states, drawn at random from all that the layout can hold.
    private let states: [[UInt64]]
    /// For each gate, in order, its value in each state.
    private var columns: [[Int]] = []

    /// The states are random but the same in each run, so that failures are reproducible.
    init(of layout: StateLayout, count: Int = 16) {
      var draws = SampleDraws()
      states = (0..<count).map { _ in
        var words = [UInt64](repeating: 0, count: layout.wordCount)
        for node in layout.nodes { Self.fill(node, &words, &draws) }
        return words
      }
    }

    /// For each state, whether a truth value holds.
    ///
    /// Gates are evaluated once, on first use. The circuit must be the same one, which may have grown. Circuits with
    /// look-ups are not supported, because tables are unknown here.
    mutating func holds(_ wire: Circuit.Wire, in circuit: Circuit) -> [Bool] {
      for gate in circuit.gates[columns.count...] {
        columns.append(column(of: gate, circuit))
      }
      return columns[Int(wire)].map { $0 != 0 }
    }

    /// The values of a gate whose operands have been evaluated.
    private func column(of gate: Circuit.Gate, _ circuit: Circuit) -> [Int] {
      switch gate.operation {
      case .constant: return states.map { _ in Circuit.constantValue(gate) }
      case .field:
        let field = circuit.fields[Int(gate.a)]
        return states.map { Int($0[field.word] >> UInt64(field.shift) & field.mask) }
      default:
        var operands: [[Int]] = []
        gate.forEachOperand { operands.append(columns[Int($0)]) }
        return gate.values(operands, TableSet())
      }
    }

    /// Puts a random value of a node's type into the words, which are zero there.
    private static func fill(
      _ node: StateLayout.Node, _ words: inout [UInt64], _ draws: inout SampleDraws
    ) {
      func draw(_ field: StateField) -> Int {
        let number = draws.next(upTo: field.maximum)
        words[field.word] |= UInt64(number) << UInt64(field.shift)
        return number
      }
      switch node {
      case .scalar(let field, _): _ = draw(field)
      case .enumeration(let tag, let cases):
        for part in cases[draw(tag)] { fill(part, &words, &draws) }
      case .structure(let parts), .table(let parts):
        for part in parts { fill(part, &words, &draws) }
      case .optional(let present, let inner):
        if draw(present) == 1 { fill(inner, &words, &draws) }
      case .set(let fields, _):
        for field in fields { _ = draw(field) }
      case .map(let entries, _):
        for entry in entries where draw(entry.present) == 1 { fill(entry.1, &words, &draws) }
      case .list(let count, let parts), .members(let count, let parts, _):
        for part in parts.prefix(draw(count)) { fill(part, &words, &draws) }
      }
    }
  }

  /// Pseudorandom numbers that are the same in each run.
  private struct SampleDraws {
    private var count = 0

    /// In large ranges, the ends are as frequent as all other values together.
    mutating func next(upTo maximum: Int) -> Int {
      count += 1
      let key = WalkDraws.key(seed: 15, walk: maximum)
      let kind = WalkDraws.draw(key, step: count, WalkDraws.event) % 4
      let number = WalkDraws.draw(key, step: count, WalkDraws.outcome)
      if maximum > 8, kind == 0 { return Int(number % 3) }
      if maximum > 8, kind == 1 { return maximum }
      return Int(number % (UInt64(maximum) + 1))
    }
  }
#endif
