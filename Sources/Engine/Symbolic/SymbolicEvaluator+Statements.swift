import SpecLanguage

/// Statements that have one outcome.
extension SymbolicEvaluator {
  mutating func perform(_ statement: Statement) {
    let outer = path
    effect = Circuit.truth
    defer {
      path = outer
      effect = Circuit.truth
    }
    let range = statement.range
    switch statement.node {
    case .assign(let target, let value):
      let place = place(target)
      let value = evaluate(value)
      store(algebra.completed(value, target.type), in: place)
    case .update(let target, let op, let operand):
      let place = place(target)
      let operand = evaluate(operand).wire
      let old = load(place).wire
      let result = compute(op, old, operand, range)
      require(result, target.type, range)
      store(result, in: place)
    case .bind(let slot, let value): locals[slot] = evaluate(value)
    case .emit(let emission):
      let arguments = emission.arguments.map { evaluate($0.value) }
      signals.append(
        Signal(isEmitted: Circuit.truth, signal: emission.signal, arguments: arguments))
    case .assert(let test):
      let wire = holds(test)
      fault(where: circuit.not(wire), range)
    case .start(let target, let units):
      let place = place(target)
      let units = evaluate(units)
      if case .timer(let maximum) = target.type {
        require(units, .range(lower: 0, upper: maximum), range)
      }
      store(units, in: place)
    case .stop(let target):
      let place = place(target)
      store(.scalar(circuit.constant(-1)), in: place)
    default: changeCollection(statement)
    }
  }

  private mutating func changeCollection(_ statement: Statement) {
    let range = statement.range
    switch statement.node {
    case .insert(let value, let target):
      change(target, range) { evaluator, old in
        let new = Occurrence(isThere: Circuit.truth, value: evaluator.evaluate(value))
        return .set(evaluator.algebra.distinct(evaluator.algebra.occurrences(old) + [new]))
      }
    case .remove(let value, let target):
      change(target, range) { evaluator, old in
        let value = evaluator.evaluate(value)
        return evaluator.keeping(old) { evaluator, element in
          let same = evaluator.algebra.equal(element.value, value)
          return evaluator.circuit.not(same)
        }
      }
    case .append(let value, let target):
      change(target, range) { evaluator, old in
        let value = evaluator.evaluate(value)
        let (count, _) = evaluator.algebra.list(old)
        return evaluator.inserting(value, at: count, into: old)
      }
    case .insertAt(let value, let index, let target):
      change(target, range) { evaluator, old in
        let value = evaluator.evaluate(value)
        let index = evaluator.evaluate(index).wire
        let (count, _) = evaluator.algebra.list(old)
        let end = evaluator.circuit.add(count, Circuit.truth)
        evaluator.requireIndex(index, below: end, range)
        return evaluator.inserting(value, at: index, into: old)
      }
    case .removeAt(let index, let target):
      change(target, range) { evaluator, old in
        let index = evaluator.evaluate(index).wire
        let (count, _) = evaluator.algebra.list(old)
        evaluator.requireIndex(index, below: count, range)
        return evaluator.removing(at: index, from: old)
      }
    case .removeFirst(let target):
      change(target, range) { evaluator, old in
        let (count, _) = evaluator.algebra.list(old)
        evaluator.fault(where: evaluator.circuit.equal(count, Circuit.falsity), range)
        return evaluator.removing(at: Circuit.falsity, from: old)
      }
    case .removeLast(let target):
      change(target, range) { evaluator, old in
        let (count, elements) = evaluator.algebra.list(old)
        evaluator.fault(where: evaluator.circuit.equal(count, Circuit.falsity), range)
        let minusOne = evaluator.circuit.constant(-1)
        return .list(count: evaluator.circuit.add(count, minusOne), elements)
      }
    case .removeAll(let target):
      change(target, range) { _, old in
        switch old {
        case .set: .set([])
        case .map(let entries):
          .map(
            entries.map { .init(isThere: Circuit.falsity, key: $0.key, value: $0.value) })
        default: .list(count: Circuit.falsity, [])
        }
      }
    case .removeWhere(let binders, let target): removeWhere(binders, target)
    default: break
    }
  }

  private mutating func change(
    _ target: Place, _ range: SourceRange, _ body: (inout Self, Symbolic) -> Symbolic
  ) {
    let place = place(target)
    let new = body(&self, load(place).unwrapped)
    require(new, target.type, range)
    if case .set(let element) = target.type, case .set(let elements) = new {
      store(algebra.normalized(elements, over: element), in: place)
    } else {
      store(new, in: place)
    }
  }

  /// The elements of a set, list or map for which `isKept` holds.
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
    case .map(let entries):
      return .map(
        zip(entries, kept).map { .init(isThere: $1.isThere, key: $0.key, value: $0.value) })
    default:
      let (count, elements) = algebra.list(.sequence(kept))
      return .list(count: count, elements)
    }
  }

  /// Judges each element as things were before.
  private mutating func removeWhere(_ binders: Binders, _ target: Place) {
    let place = place(target)
    guard let level = binders.levels.first, let filter = binders.filter else { return }
    let new = keeping(load(place).unwrapped) { evaluator, element in
      guard element.isThere != Circuit.falsity else { return Circuit.falsity }
      if let valueSlot = level.valueSlot {
        evaluator.locals[level.slot] = element.key ?? .nothing
        evaluator.locals[valueSlot] = element.value
      } else {
        evaluator.locals[level.slot] = element.value
      }
      let goes = evaluator.only(where: element.isThere) { $0.holds(filter) }
      return evaluator.circuit.not(goes)
    }
    store(new, in: place)
  }

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
