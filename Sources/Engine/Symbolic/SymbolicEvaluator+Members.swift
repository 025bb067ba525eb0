import Semantics

/// Members of collections and timers: `.count`, `.first`, `.isRunning`, `.union(…)`.
extension SymbolicEvaluator {
  /// Evaluates a member of a value; nil for nil.
  ///
  /// Arguments are evaluated only where the base is present, so their faults count only there.
  mutating func evaluateMember(
    _ member: Member, _ base: Expression, _ arguments: [Expression]
  ) -> Symbolic {
    let whole = evaluate(base)
    let present = algebra.isPresent(whole)
    if present == Circuit.falsity { return .nothing }
    let result = only(where: present) { evaluator in
      evaluator.member(member, whole.unwrapped, base.type.unwrapped, arguments)
    }
    return algebra.optional(present, result)
  }

  /// A member of a present value. `type` is that of the value; tables need it for their keys.
  private mutating func member(
    _ member: Member, _ value: Symbolic, _ type: Type, _ arguments: [Expression]
  ) -> Symbolic {
    switch member {
    case .count: return .scalar(algebra.count(value))
    case .isEmpty:
      let count = algebra.count(value)
      return .scalar(circuit.equal(count, Circuit.falsity))
    case .keys:
      return .set(
        algebra.occurrences(value, of: type).map {
          Occurrence(isThere: $0.isThere, value: $0.key ?? .nothing)
        })
    case .values:
      return .sequence(
        algebra.occurrences(value).map { Occurrence(isThere: $0.isThere, value: $0.value) })
    case .first: return first(algebra.occurrences(value))
    case .last: return first(algebra.occurrences(value).reversed())
    case .indices:
      let count = algebra.count(value)
      return .sequence(
        (0..<max(0, circuit.upper[Int(count)])).map { index in
          let number = circuit.constant(index)
          return Occurrence(isThere: circuit.less(number, count), value: .scalar(number))
        })
    case .reversed: return .sequence(algebra.occurrences(value).reversed())
    case .isRunning:
      let off = circuit.constant(-1)
      return .scalar(circuit.not(circuit.equal(value.wire, off)))
    case .isDue: return .scalar(circuit.equal(value.wire, Circuit.falsity))
    case .remaining:
      let runs = circuit.lessOrEqual(Circuit.falsity, value.wire)
      return algebra.optional(runs, .scalar(value.wire))
    case .contains:
      let element = evaluate(arguments[0])
      if case .map(let entries) = value {
        let keys = entries.map { Occurrence(isThere: $0.isThere, value: $0.key) }
        return .scalar(algebra.contains(keys, element))
      }
      let occurrences = algebra.occurrences(value)
      return .scalar(algebra.contains(occurrences, element))
    case .union, .intersection, .subtracting, .symmetricDifference, .isSubset, .isSuperset,
      .isDisjoint:
      let left = algebra.occurrences(value)
      let right = occurrences(of: arguments[0])
      return combine(member, left, right)
    }
  }

  /// The first present element; nil if none is. For the last element, the caller reverses the input.
  private mutating func first(_ occurrences: [Occurrence]) -> Symbolic {
    var result = Symbolic.nothing
    for occurrence in occurrences.reversed() where occurrence.isThere != Circuit.falsity {
      result = algebra.select(occurrence.isThere, occurrence.value, result)
    }
    return result
  }

  /// Two collections as sets. The last case is `isDisjoint`.
  private mutating func combine(
    _ member: Member, _ left: [Occurrence], _ right: [Occurrence]
  ) -> Symbolic {
    switch member {
    case .union: return .set(algebra.distinct(left + right))
    case .intersection: return .set(filter(left, right, isIn: true))
    case .subtracting: return .set(filter(left, right, isIn: false))
    case .symmetricDifference:
      return .set(
        algebra.distinct(filter(left, right, isIn: false) + filter(right, left, isIn: false)))
    case .isSubset: return .scalar(algebra.isSubset(left, of: right))
    case .isSuperset: return .scalar(algebra.isSubset(right, of: left))
    default:
      let common = filter(left, right, isIn: true).map(\.isThere)
      let meets = circuit.any(common)
      return .scalar(circuit.not(meets))
    }
  }

  /// Keeps the elements that are among the others, or those that are not.
  private mutating func filter(
    _ occurrences: [Occurrence], _ other: [Occurrence], isIn: Bool
  ) -> [Occurrence] {
    occurrences.map { occurrence in
      let contained = algebra.contains(other, occurrence.value)
      let stays = isIn ? contained : circuit.not(contained)
      return Occurrence(
        isThere: circuit.and(occurrence.isThere, stays), value: occurrence.value)
    }
  }
}
