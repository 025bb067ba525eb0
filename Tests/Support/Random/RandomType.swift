import Semantics

/// Random types as the engine sees them, nested more deeply than an author would.
package enum RandomType {
  /// A type with at most `limit` values, and at least one unless it is part of something larger.
  package static func make(seed: UInt64, limit: Int = 200) -> Type {
    var random = SplitMix64(seed: seed)
    while true {
      let type = type(&random, depth: 3)
      if type.cardinality > .exactly(0), type.cardinality <= .exactly(limit) { return type }
    }
  }

  private static func type(_ random: inout SplitMix64, depth: Int) -> Type {
    guard depth > 0, !random.oneIn(3) else { return scalar(&random) }
    func inner() -> Type { type(&random, depth: depth - 1) }
    switch random.number(below: 7) {
    case 0: return .optional(required(inner()))
    case 1:
      let element = inner()
      if element.containsMembers || random.oneIn(2) { return .set(element) }
      if element.unorderedPart != nil || element.containsTimer { return .set(element) }
      let maximum = random.number(below: 4)
      return random.oneIn(2)
        ? .set(element, maximum: maximum) : .bag(element, maximum: maximum)
    case 2: return .map(inner(), required(inner()))
    case 3: return .table(inner(), inner())
    case 4: return .list(inner(), maximum: random.number(below: 3))
    case 5: return .structure(StructType(name: "S", fields: fields(&random, depth)))
    default:
      let cases = (0...random.number(below: 3)).map { index in
        EnumType.Case(name: "c\(index)", fields: random.oneIn(2) ? [] : fields(&random, depth))
      }
      return .enumeration(EnumType(name: "E", cases: cases))
    }
  }

  private static func fields(_ random: inout SplitMix64, _ depth: Int) -> [Field] {
    (0..<1 + random.number(below: 2)).map {
      Field(name: "f\($0)", type: type(&random, depth: depth - 1), defaultValue: nil)
    }
  }

  private static func required(_ type: Type) -> Type { type.unwrapped }

  private static func scalar(_ random: inout SplitMix64) -> Type {
    switch random.number(below: 7) {
    case 0, 1: return .bool
    case 2, 3:
      let lower = random.number(below: 5) - 2
      return .range(lower: lower, upper: lower + random.number(below: 4))
    case 4: return .symmetric(SymmetricType(name: "N", count: random.number(below: 4)))
    case 5: return .timer(maximum: random.number(below: 3))
    default: return .range(lower: 0, upper: -1)
    }
  }
}
