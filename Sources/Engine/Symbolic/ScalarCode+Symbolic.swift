import Semantics

extension ScalarCode {
  /// The value of a rank, the inverse of `rank(_:_:)`. The result has no meaning for an unused rank.
  func symbolic(_ rank: Circuit.Wire, _ algebra: inout SymbolicAlgebra) -> Symbolic {
    switch self {
    case .bool, .name: return .scalar(rank)
    case .number(let lower):
      let offset = algebra.circuit.constant(lower)
      return .scalar(algebra.circuit.add(rank, offset))
    case .timer:
      let offset = algebra.circuit.constant(-1)
      return .scalar(algebra.circuit.add(rank, offset))
    case .plainCase: return .enumeration(tag: rank, payloads: [])
    case .optional(let inner):
      let isNil = algebra.circuit.equal(rank, Circuit.falsity)
      let present = algebra.circuit.not(isNil)
      if case .bool = inner {
        // A truth value, also where it is absent.
        let two = algebra.circuit.constant(2)
        return algebra.optional(present, .scalar(algebra.circuit.equal(rank, two)))
      }
      let offset = algebra.circuit.constant(-1)
      let content = algebra.circuit.add(rank, offset)
      return algebra.optional(present, inner.symbolic(content, &algebra))
    }
  }

  /// The rank of a value, as in `ScalarCode.rank`; 0 for nil. The value must fit the type.
  func rank(_ value: Symbolic, _ algebra: inout SymbolicAlgebra) -> Circuit.Wire {
    switch self {
    case .bool, .name, .plainCase: return value.wire
    case .number(let lower):
      let offset = algebra.circuit.constant(0 &- lower)
      return algebra.circuit.add(value.wire, offset)
    case .timer: return algebra.circuit.add(value.wire, Circuit.truth)
    case .optional(let inner):
      let present = algebra.isPresent(value)
      if present == Circuit.falsity { return present }
      let rank = inner.rank(value.unwrapped, &algebra)
      let shifted = algebra.circuit.add(rank, Circuit.truth)
      return algebra.circuit.select(present, shifted, Circuit.falsity)
    }
  }
}
