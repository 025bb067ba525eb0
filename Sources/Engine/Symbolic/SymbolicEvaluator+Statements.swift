import Semantics

/// Statements that have one outcome, as `Evaluator.perform` has them.
///
/// A fault undoes nothing: the stored value has no meaning in such a state, because its branch is no longer alive
/// there.
extension SymbolicEvaluator {
  /// Runs a statement where `path` is true. A `?` in it narrows `path` and `effect`, which are restored afterwards.
  mutating func perform(_ statement: Statement) {
    let outer = path
    effect = Circuit.truth
    defer {
      path = outer
      effect = Circuit.truth
    }
    switch statement.node {
    case .change(let target, let change, let operands):
      let place = place(target)
      let operands = evaluate(operands)
      let new = value(
        after: change, operands, of: load(place), target.type, statement.range)
      store(new, in: place)
    case .removeWhere(let binders, let target): removeWhere(binders, target)
    case .bind(let slot, let value): locals[slot] = evaluate(value)
    case .emit(let emission):
      let arguments = emission.arguments.map { evaluate($0.value) }
      signals.append(
        Signal(isEmitted: Circuit.truth, signal: emission.signal, arguments: arguments))
    case .assert(let test):
      let wire = holds(test)
      fault(where: circuit.not(wire), statement.range)
    case .branch, .loop, .choose, .call: break
    }
  }

  /// Applies a change to a value, with a fault where the result does not fit the type of the place.
  ///
  /// The result of `assign` is completed instead of checked: the checker puts bounds around expressions that need
  /// them.
  private mutating func value(
    after change: Statement.Change, _ operands: [Symbolic], of whole: Symbolic, _ type: Type,
    _ range: SourceRange
  ) -> Symbolic {
    switch change {
    case .assign: return algebra.completed(operands[0], type)
    case .update(let op):
      let result = compute(op, whole.wire, operands[0].wire, range)
      require(result, type, range)
      return result
    case .start:
      if case .timer(let maximum) = type {
        require(operands[0], .range(lower: 0, upper: maximum), range)
      }
      return operands[0]
    case .stop: return .scalar(circuit.constant(-1))
    default:
      let new = collection(after: change, operands, of: whole.unwrapped, range)
      require(new, type, range)
      return algebra.normalized(new, as: type.unwrapped)
    }
  }

  /// A set, bag, list or map after a change. Faults of indices and of empty lists are recorded; the caller checks the
  /// bounds of the result.
  private mutating func collection(
    after change: Statement.Change, _ operands: [Symbolic], of old: Symbolic, _ range: SourceRange
  ) -> Symbolic {
    switch change {
    case .insert:
      if case .bag(let elements) = old {
        return .bag(elements + [Occurrence(isThere: Circuit.truth, value: operands[0])])
      }
      return .set(algebra.inserting(operands[0], into: algebra.occurrences(old)))
    case .remove:
      if case .bag(let elements) = old { return .bag(removingOne(operands[0], from: elements)) }
      return keeping(old) { evaluator, element in
        let same = evaluator.algebra.equal(element.value, operands[0])
        return evaluator.circuit.not(same)
      }
    case .removeAll:
      switch old {
      case .set: return .set([])
      case .bag: return .bag([])
      case .map(let entries):
        return .map(
          entries.map { .init(isThere: Circuit.falsity, key: $0.key, value: $0.value) })
      default: return .list(count: Circuit.falsity, [])
      }
    default: break
    }
    let (count, elements) = algebra.list(old)
    switch change {
    case .append: return inserting(operands[0], at: count, into: old)
    case .insertAt:
      let end = circuit.add(count, Circuit.truth)
      requireIndex(operands[1].wire, below: end, range)
      return inserting(operands[0], at: operands[1].wire, into: old)
    case .removeAt:
      requireIndex(operands[0].wire, below: count, range)
      return removing(at: operands[0].wire, from: old)
    default:
      fault(where: circuit.equal(count, Circuit.falsity), range)
      if case .removeFirst = change { return removing(at: Circuit.falsity, from: old) }
      let minusOne = circuit.constant(-1)
      return .list(count: circuit.add(count, minusOne), elements)
    }
  }

  /// The elements without the first present one that is equal.
  private mutating func removingOne(
    _ value: Symbolic, from elements: [Occurrence]
  ) -> [Occurrence] {
    var isLeft = Circuit.truth
    return elements.map { element in
      let same = algebra.equal(element.value, value)
      let goes = circuit.and(circuit.and(element.isThere, same), isLeft)
      let stays = circuit.not(goes)
      isLeft = circuit.and(isLeft, stays)
      return Occurrence(isThere: circuit.and(element.isThere, stays), value: element.value)
    }
  }

  /// The elements of a set, bag, list or map for which `isKept` holds.
  private mutating func keeping(
    _ old: Symbolic, _ isKept: (inout Self, Occurrence) -> Wire
  ) -> Symbolic {
    let kept = algebra.occurrences(old).map { element in
      let stays = isKept(&self, element)
      return Occurrence(
        isThere: circuit.and(element.isThere, stays), value: element.value, key: element.key)
    }
    switch old {
    case .set: return .set(kept)
    case .bag: return .bag(kept)
    case .map(let entries):
      return .map(
        zip(entries, kept).map { .init(isThere: $1.isThere, key: $0.key, value: $0.value) })
    default:
      let (count, elements) = algebra.list(.sequence(kept))
      return .list(count: count, elements)
    }
  }

  /// Tests each element in the state before, and removes those for which the filter holds.
  private mutating func removeWhere(_ binders: Binders, _ target: Place) {
    let place = place(target)
    guard let level = binders.levels.first, let filter = binders.filter else { return }
    let new = keeping(load(place).unwrapped) { evaluator, element in
      guard element.isThere != Circuit.falsity else { return Circuit.falsity }
      evaluator.bind(level, element)
      let goes = evaluator.only(where: element.isThere) { $0.holds(filter) }
      return evaluator.circuit.not(goes)
    }
    store(new, in: place)
  }

  /// Inserts an element into a list at an index from 0 to its count. Each position gets its old element, the previous
  /// one, or the new one, depending on the index.
  private mutating func inserting(
    _ value: Symbolic, at index: Wire, into old: Symbolic
  ) -> Symbolic {
    let (count, elements) = algebra.list(old)
    var result: [Symbolic] = []
    for place in 0...elements.count {
      let number = circuit.constant(place)
      let isHere = circuit.equal(index, number)
      var element = value
      if place < elements.count {
        element = algebra.select(isHere, value, elements[place])
      }
      if place > 0 {
        let isBehind = circuit.less(index, number)
        element = algebra.select(isBehind, elements[place - 1], element)
      }
      result.append(element)
    }
    return .list(count: circuit.add(count, Circuit.truth), result)
  }

  /// Removes the element of a list at an index. The last position keeps its content, beyond the new count.
  private mutating func removing(at index: Wire, from old: Symbolic) -> Symbolic {
    let (count, elements) = algebra.list(old)
    let result = elements.indices.map { place in
      guard place + 1 < elements.count else { return elements[place] }
      let isBefore = circuit.less(circuit.constant(place), index)
      return algebra.select(isBefore, elements[place], elements[place + 1])
    }
    let minusOne = circuit.constant(-1)
    return .list(count: circuit.add(count, minusOne), result)
  }
}
