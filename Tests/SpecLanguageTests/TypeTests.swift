import Semantics
import TestSupport
import Testing

@Suite("Types as collections of their values")
struct TypeTests {
  @Test("as many values as the cardinality, ascending, each at its rank", arguments: 0..<200)
  func values(_ seed: Int) {
    let type = RandomType.make(seed: UInt64(seed), limit: 120)
    let values = type.allValues
    #expect(type.cardinality == .exactly(values.count), "type \(type)")
    for (lower, upper) in zip(values, values.dropFirst()) {
      #expect(lower < upper && !(upper < lower), "type \(type): \(lower), \(upper)")
    }
    for (index, value) in values.enumerated() {
      #expect(type.rank(of: value) == index, "type \(type): \(value)")
      #expect(type.contains(value))
      #expect(type.boundsViolation(of: value) == nil)
    }
  }

  @Test("values outside the bounds are found, however deep")
  func misfits() {
    let digit = Type.range(lower: 0, upper: 2)
    let cases: [(Type, Value, Fault.Cause)] = [
      (digit, .int(3), .outOfBounds(.int(3), digit)),
      (.optional(digit), .int(-1), .outOfBounds(.int(-1), digit)),
      (.set(digit), .set([.int(1), .int(4)]), .outOfBounds(.int(4), digit)),
      (.table(.bool, digit), .table([.int(9), .int(0)]), .outOfBounds(.int(9), digit)),
      (
        .map(.bool, digit), .map(keys: [.bool(true)], values: [.int(5)]),
        .outOfBounds(.int(5), digit)
      ),
      (
        .list(digit, maximum: 1), .list([.int(0), .int(0)]),
        .full(.list(digit, maximum: 1), maximum: 1)
      ),
      (.timer(maximum: 2), .timer(3), .outOfBounds(.timer(3), .timer(maximum: 2))),
    ]
    for (type, value, cause) in cases {
      #expect(!type.contains(value), "type \(type)")
      #expect(type.boundsViolation(of: value) == cause)
    }
  }

  @Test("what does not fit in 63 bits is too many")
  func cardinalityOverflow() {
    #expect(Type.range(lower: .min, upper: .max).cardinality == .tooMany)
    #expect(Type.set(.range(lower: 0, upper: 61)).cardinality == .exactly(1 << 62))
    #expect(Type.set(.range(lower: 0, upper: 63)).cardinality == .tooMany)
    #expect(Type.integer.cardinality == .tooMany)
    #expect(Type.list(.range(lower: 0, upper: -1), maximum: 1 << 40).cardinality == .exactly(1))
    #expect(Type.map(.range(lower: 0, upper: -1), .integer).cardinality == .exactly(1))
    #expect(Type.table(.range(lower: 0, upper: 99), .bool).cardinality == .tooMany)
  }
}
