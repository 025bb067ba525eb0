import TestSupport
import Testing

@testable import Engine
@testable import Semantics

/// Random functions of a few fields, built as gates and at the same time as plain functions. After simplification,
/// tabulation, sharing and scheduling, the columns have to equal the plain functions.
@Suite("Circuits")
struct CircuitTests {
  /// A wire and its meaning.
  struct Meaning {
    var wire: Circuit.Wire
    var isTruthValue: Bool
    var value: ([Int]) -> Int
  }

  static let fields = [
    StateField(word: 1, shift: 8, width: 20, maximum: 1_000_000),
    StateField(word: 0, shift: 0, width: 1, maximum: 1),
    StateField(word: 0, shift: 1, width: 2, maximum: 2),
    StateField(word: 0, shift: 3, width: 3, maximum: 7),
    StateField(word: 0, shift: 40, width: 2, maximum: 3),
    StateField(word: 1, shift: 5, width: 3, maximum: 4),
    StateField(word: 1, shift: 62, width: 1, maximum: 1),
  ]

  /// Gates on top of the fields, the last ones the deepest.
  private func grow(_ circuit: inout Circuit, _ random: inout SplitMix64) -> [Meaning] {
    var known = Self.fields.enumerated().map { index, field in
      Meaning(wire: circuit.field(field), isTruthValue: field.width == 1) { $0[index] }
    }
    for number in [-1, 0, 1, 3, Int.max, Int.min] {
      known.append(
        Meaning(wire: circuit.constant(number), isTruthValue: (0...1).contains(number)) { _ in
          number
        })
    }
    for _ in 0..<60 {
      let (x, y) = (known.randomElement(&random), known.randomElement(&random))
      let truths = known.filter(\.isTruthValue)
      let (p, q) = (truths.randomElement(&random), truths.randomElement(&random))
      let (f, g, c, d) = (x.value, y.value, p.value, q.value)
      let new: Meaning =
        switch random.number(below: 12) {
        case 0: .init(wire: circuit.and(p.wire, q.wire), isTruthValue: true) { c($0) & d($0) }
        case 1: .init(wire: circuit.or(p.wire, q.wire), isTruthValue: true) { c($0) | d($0) }
        case 2: .init(wire: circuit.not(p.wire), isTruthValue: true) { 1 - c($0) }
        case 3:
          .init(wire: circuit.equal(x.wire, y.wire), isTruthValue: true) {
            f($0) == g($0) ? 1 : 0
          }
        case 4:
          .init(wire: circuit.less(x.wire, y.wire), isTruthValue: true) { f($0) < g($0) ? 1 : 0 }
        case 5:
          .init(
            wire: circuit.select(p.wire, x.wire, y.wire),
            isTruthValue: x.isTruthValue && y.isTruthValue
          ) { c($0) == 1 ? f($0) : g($0) }
        case 6: .init(wire: circuit.add(x.wire, y.wire), isTruthValue: false) { f($0) &+ g($0) }
        case 7:
          .init(wire: circuit.subtract(x.wire, y.wire), isTruthValue: false) { f($0) &- g($0) }
        case 8:
          .init(wire: circuit.multiply(x.wire, y.wire), isTruthValue: false) { f($0) &* g($0) }
        case 9:
          .init(wire: circuit.divide(x.wire, y.wire), isTruthValue: false) {
            Circuit.quotient(f($0), g($0))
          }
        case 10:
          .init(wire: circuit.remainder(x.wire, y.wire), isTruthValue: false) {
            Circuit.remainder(f($0), g($0))
          }
        default:
          .init(wire: circuit.overflows(.add, x.wire, y.wire), isTruthValue: true) {
            f($0).addingReportingOverflow(g($0)).overflow ? 1 : 0
          }
        }
      known.append(new)
    }
    return known
  }

  @Test(
    "compute what they mean, tabulated or not", arguments: 0..<40,
    [Tabulation.Budget.none, .default])
  func compute(_ seed: Int, _ budget: Tabulation.Budget) {
    var random = SplitMix64(seed: UInt64(seed))
    var circuit = Circuit(maximumGates: 10_000)
    let known = grow(&circuit, &random).suffix(20)
    var tabulation = Tabulation(circuit, budget: budget)
    tabulation.cluster([[1, 2], [3, 4]])
    let wires = known.map { tabulation.tabulated($0.wire) }
    let program = Program(
      tabulation.circuit, wordCount: 2, parents: [0, 0, 1],
      demands: wires.enumerated().map { ($1, $0 % 3) })
    let rows = 32
    let columns = ColumnMachine(program, tables: tabulation.tables, rowCapacity: rows)
    let inputs = (0..<rows).map { _ in Self.fields.map { random.number(below: $0.maximum + 1) } }
    for (row, input) in inputs.enumerated() {
      for word in 0..<2 {
        var bits: UInt64 = 0
        for (field, value) in zip(Self.fields, input) where field.word == word {
          bits |= UInt64(value) << UInt64(field.shift)
        }
        columns.column(Int32(word))[row] = Int(bitPattern: UInt(bits))
      }
    }
    for block in 0..<3 { columns.run(block, columns.allRows(rows)) }
    for (wire, meaning) in zip(wires, known) {
      let column = columns.column(program.register(wire))
      for (row, input) in inputs.enumerated() {
        #expect(column[row] == meaning.value(input), "\(input)")
      }
    }
  }

  @Test("carry nothing outside of the bounds that are known of them", arguments: 0..<40)
  func bounds(_ seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    var circuit = Circuit(maximumGates: 10_000)
    let known = grow(&circuit, &random)
    for _ in 0..<8 {
      let input = Self.fields.map { random.number(below: $0.maximum + 1) }
      for meaning in known {
        let (value, wire) = (meaning.value(input), Int(meaning.wire))
        if circuit.lower[wire] <= value, value <= circuit.upper[wire] { continue }
        Issue.record("\(value) is not in \(circuit.lower[wire])...\(circuit.upper[wire])")
        return
      }
    }
  }

  @Test("are one gate for one function built twice, and none for what is constant")
  func share() {
    var circuit = Circuit(maximumGates: 100)
    let x = circuit.field(Self.fields[3])
    let y = circuit.field(Self.fields[5])
    #expect(circuit.add(x, y) == circuit.add(y, x))
    #expect(circuit.and(circuit.less(x, y), circuit.not(circuit.less(x, y))) == Circuit.falsity)
    let eight = circuit.constant(8)
    #expect(circuit.less(x, eight) == Circuit.truth)
    #expect(circuit.select(circuit.less(x, y), x, x) == x)
    #expect(circuit.overflows(.add, x, y) == Circuit.falsity)
  }

  @Test("with more gates than allowed say so")
  func overflow() {
    var circuit = Circuit(maximumGates: 5)
    let x = circuit.field(Self.fields[3])
    _ = circuit.add(x, circuit.constant(5))
    #expect(!circuit.isFull)
    _ = circuit.add(x, circuit.constant(6))
    #expect(circuit.isFull)
  }
}

extension Array {
  fileprivate func randomElement(_ random: inout SplitMix64) -> Element {
    self[random.number(below: count)]
  }
}
