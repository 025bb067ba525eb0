import Semantics

/// Iterations, and construction of collections: loops are unrolled, with a condition for each pass.
extension SymbolicEvaluator {
  typealias Occurrence = Symbolic.Occurrence

  // MARK: Runs over collections

  /// Runs `body` for each choice of the binders that may exist and pass the filter, in order.
  ///
  /// The body is called once for each choice that is possible in any state, with the names bound; `passCondition`
  /// says where the choice is made. The order is that of the collections, with the last name varying fastest.
  /// - Parameter isInOrder: whether sets and bags are iterated in ascending order, whatever their form.
  mutating func forEach(
    _ binders: Binders, isInOrder: Bool = false, _ body: (inout Self) -> Void
  ) {
    inRun { evaluator in
      var run = SymbolicRun(binders, isInOrder: isInOrder)
      run.visit(&evaluator, level: 0, body)
    }
  }

  /// Binds the names of a level to an element.
  mutating func bind(_ level: Binders.Level, _ occurrence: Occurrence) {
    locals[level.slot] = level.valueSlot == nil ? occurrence.value : occurrence.key ?? .nothing
    if let valueSlot = level.valueSlot { locals[valueSlot] = occurrence.value }
  }

  /// The elements of a collection expression. A range need not become a list for this.
  mutating func occurrences(of source: Expression) -> [Occurrence] {
    if case .range(let lower, let upper, let isClosed) = source.node {
      return rangeOccurrences(lower, upper, isClosed, source.range)
    }
    let value = evaluate(source)
    return algebra.occurrences(value, of: source.type)
  }

  /// The same in ascending order, if the reference evaluator keeps the collection in that order.
  fileprivate mutating func occurrencesInOrder(of source: Expression) -> [Occurrence] {
    let occurrences = occurrences(of: source)
    switch source.type {
    case .set, .bag: break
    default: return occurrences
    }
    // Elements read from the bits of a state are already in order.
    if case .variable(let index) = source.node,
      algebra.equal(state[index], previous[index]) == Circuit.truth
    {
      return occurrences
    }
    return algebra.inOrder(occurrences)
  }

  /// The numbers of a range. If its bounds depend on the state, each number between the least and the greatest
  /// possible one gets a condition; more than 4096 of them are rejected. A range that ends before it begins is a
  /// fault.
  mutating func rangeOccurrences(
    _ lower: Expression, _ upper: Expression, _ isClosed: Bool, _ range: SourceRange
  ) -> [Occurrence] {
    let (lower, upper) = (evaluate(lower).wire, evaluate(upper).wire)
    fault(where: circuit.less(upper, lower), range)
    let (first, last) = (circuit.lower[Int(lower)], circuit.upper[Int(upper)])
    if first > last { return [] }
    let (distance, overflow) = last.subtractingReportingOverflow(first)
    guard !overflow, distance < 1 << 12 else {
      algebra.refuse("a range whose bounds depend on the state")
      return []
    }
    return (first...last).map { number in
      let wire = circuit.constant(number)
      let isThere = isWithin(lower, wire, upper, isClosed)
      return Occurrence(isThere: isThere, value: .scalar(wire))
    }
  }

  /// Returns the states in which a number is in a range.
  mutating func isWithin(_ lower: Wire, _ number: Wire, _ upper: Wire, _ isClosed: Bool) -> Wire {
    let isAbove = circuit.lessOrEqual(lower, number)
    let isBelow = isClosed ? circuit.lessOrEqual(number, upper) : circuit.less(number, upper)
    return circuit.and(isAbove, isBelow)
  }

  /// Evaluates every element, as the reference evaluator does, so that the faults are the same. After a fault, the
  /// result has no meaning in that state.
  mutating func evaluateQuantifier(
    _ quantifier: Quantifier, _ binders: Binders, _ body: Expression
  ) -> Wire {
    var sawTrue = Circuit.falsity
    var sawFalse = Circuit.falsity
    forEach(binders) { evaluator in
      let reached = evaluator.passCondition
      let holds = evaluator.holds(body)
      sawTrue = evaluator.circuit.or(sawTrue, evaluator.circuit.and(reached, holds))
      let fails = evaluator.circuit.not(holds)
      sawFalse = evaluator.circuit.or(sawFalse, evaluator.circuit.and(reached, fails))
    }
    return switch quantifier {
    case .every: circuit.not(sawFalse)
    case .some: sawTrue
    case .no: circuit.not(sawTrue)
    }
  }

  /// The aggregate of the elements for which the filter holds. A `map` uses the first name's value as the key.
  mutating func evaluateAggregate(
    _ kind: Aggregate, _ binders: Binders, _ body: Expression?, _ range: SourceRange
  ) -> Symbolic {
    let slot = binders.levels.first?.slot ?? 0
    var found: [Occurrence] = []
    forEach(binders) { evaluator in
      let key = evaluator.locals[slot]
      let value = kind == .count ? key : body.map { evaluator.evaluate($0) } ?? key
      found.append(Occurrence(isThere: evaluator.passCondition, value: value, key: key))
    }
    switch kind {
    case .count: return .scalar(algebra.count(found.map(\.isThere)))
    case .min, .max: return extremum(found, isMinimum: kind == .min)
    case .sum: return sum(found, range)
    case .set: return .set(algebra.distinct(found))
    case .list: return .sequence(found)
    case .table:
      if found.contains(where: { $0.isThere != Circuit.truth }) {
        algebra.refuse("a table over keys that depend on the state")
      }
      return .table(found.map(\.value))
    case .map: return makeMap(found)
    }
  }

  /// The total, with a fault where it does not fit in 64 bits, even if partial sums overflow: it fits where upward
  /// and downward overflows balance. The reference evaluator adds in 128 bits, for which there are no gates.
  private mutating func sum(_ found: [Occurrence], _ range: SourceRange) -> Symbolic {
    var sum = Circuit.falsity
    var wraps = Circuit.falsity
    let (up, down) = (Circuit.truth, circuit.constant(-1))
    for element in found {
      let summand = circuit.select(element.isThere, element.value.wire, Circuit.falsity)
      let isWrapped = circuit.overflows(.add, sum, summand)
      let direction = circuit.select(circuit.less(summand, Circuit.falsity), down, up)
      wraps = circuit.add(wraps, circuit.select(isWrapped, direction, Circuit.falsity))
      sum = circuit.add(sum, summand)
    }
    fault(where: circuit.not(circuit.equal(wraps, Circuit.falsity)), range)
    return .scalar(sum)
  }

  /// A map: of equal keys the last one counts, and a value of nil omits its key.
  private mutating func makeMap(_ found: [Occurrence]) -> Symbolic {
    var entries: [Symbolic.Entry] = []
    for element in found {
      let key = element.key ?? .nothing
      guard let place = algebra.place(of: key, in: entries) else { return .map([]) }
      let present = algebra.isPresent(element.value)
      let isThere = circuit.and(element.isThere, present)
      let new = Symbolic.Entry(isThere: isThere, key: key, value: element.value.unwrapped)
      if place == entries.count {
        algebra.insert(new, into: &entries)
      } else {
        let old = entries[place]
        let value =
          isThere == Circuit.falsity
          ? old.value : algebra.select(element.isThere, new.value, old.value)
        entries[place] = .init(
          isThere: circuit.select(element.isThere, present, old.isThere), key: key, value: value)
      }
    }
    return .map(entries)
  }

  /// The least or greatest present element; nil if there is none. The first present element is the initial best.
  private mutating func extremum(_ found: [Occurrence], isMinimum: Bool) -> Symbolic {
    var best = Symbolic.nothing
    var present = Circuit.falsity
    for element in found where element.isThere != Circuit.falsity {
      if case .nothing = best {
        (best, present) = (element.value, element.isThere)
        continue
      }
      let isBetter =
        isMinimum ? algebra.less(element.value, best) : algebra.less(best, element.value)
      let isFirst = circuit.not(present)
      let replaces = circuit.and(element.isThere, circuit.or(isFirst, isBetter))
      best = algebra.select(replaces, element.value, best)
      present = circuit.or(present, element.isThere)
    }
    return algebra.optional(present, best)
  }

  /// Whether an element is in a collection. For a range, only its bounds are compared, however long it is.
  mutating func isContained(_ element: Symbolic, in collection: Expression) -> Wire {
    guard case .range(let first, let last, let isClosed) = collection.node else {
      let occurrences = occurrences(of: collection)
      return algebra.contains(occurrences, element)
    }
    let (lower, upper) = (evaluate(first).wire, evaluate(last).wire)
    fault(where: circuit.less(upper, lower), collection.range)
    let present = algebra.isPresent(element)
    // nil counts as zero here, as in the reference evaluator.
    let number = circuit.select(present, element.wire, Circuit.falsity)
    return isWithin(lower, number, upper, isClosed)
  }

  // MARK: Parts

  /// The value for a key or index; nil where the collection is nil, and then the key is not evaluated.
  mutating func evaluateElement(
    _ base: Expression, _ key: Expression, _ range: SourceRange
  ) -> Symbolic {
    let value = evaluate(base)
    let present = algebra.isPresent(value)
    if present == Circuit.falsity { return .nothing }
    let result = only(where: present) { evaluator in
      let key = evaluator.evaluate(key)
      return evaluator.element(of: value.unwrapped, base.type.unwrapped, at: key, range)
    }
    return algebra.optional(present, result)
  }

  /// The value for a key of a map, which may be nil, or of a table, or at an index of a list. Missing keys and
  /// indices are faults of tables and lists, not of maps.
  private mutating func element(
    of whole: Symbolic, _ type: Type, at key: Symbolic, _ range: SourceRange
  ) -> Symbolic {
    switch (type, whole) {
    case (_, .map(let entries)): return lookup(key, in: entries)
    case (.table(let keyType, _), .table(let values)):
      let places = places(of: key, in: keyType, range)
      return element(of: values, at: places)
    default:
      let (count, elements) = algebra.list(whole)
      requireIndex(key.wire, below: count, range)
      let places = elements.indices.map { circuit.equal(key.wire, circuit.constant($0)) }
      return element(of: elements, at: places)
    }
  }

  /// The value for a key of a map; nil if it has none. Makes a choice for each entry whose key may match.
  mutating func lookup(_ key: Symbolic, in entries: [Symbolic.Entry]) -> Symbolic {
    var result = Symbolic.nothing
    for entry in entries.reversed() {
      let isIt = algebra.equal(entry.key, key)
      if isIt == Circuit.falsity { continue }
      let found = algebra.optional(entry.isThere, entry.value)
      result = algebra.select(isIt, found, result)
    }
    return result
  }

  /// For each value of a key type, whether it is the key; a fault where none is.
  ///
  /// For a constant key, the answers are constants, and no gates are built.
  mutating func places(of key: Symbolic, in type: Type, _ range: SourceRange) -> [Wire] {
    let places = type.allValues.map { value in
      let candidate = algebra.constant(value)
      return algebra.equal(key, candidate)
    }
    if places.contains(Circuit.truth) { return places }
    let fits = algebra.fits(key, type)
    fault(where: circuit.not(fits), range)
    return places
  }

  /// The element at the single position whose condition holds.
  ///
  /// The last possible element needs no condition: if none matches, there was a fault.
  mutating func element(of values: [Symbolic], at places: [Wire]) -> Symbolic {
    var result: Symbolic?
    for (value, place) in zip(values, places).reversed() where place != Circuit.falsity {
      result = result.map { algebra.select(place, value, $0) } ?? value
    }
    return result ?? values.first ?? .nothing
  }

  /// A fault where an index is negative or not below the count.
  mutating func requireIndex(_ index: Wire, below count: Wire, _ range: SourceRange) {
    let isNegative = circuit.less(index, Circuit.falsity)
    let isBehind = circuit.lessOrEqual(count, index)
    fault(where: circuit.or(isNegative, isBehind), range)
  }

  // MARK: Construction

  /// A composite value: for a map or a table with keys, keys and values alternate.
  mutating func construct(
    _ construction: Construction, _ parts: [Symbolic], _ range: SourceRange
  ) -> Symbolic {
    switch construction {
    case .enumCase(let index):
      let payloads = parts.isEmpty ? [] : Array(repeating: [], count: index) + [parts]
      return .enumeration(tag: circuit.constant(index), payloads: payloads)
    case .record: return .record(parts)
    case .set:
      return .set(algebra.distinct(parts.map { Occurrence(isThere: Circuit.truth, value: $0) }))
    case .bag:
      return .bag(parts.map { Occurrence(isThere: Circuit.truth, value: $0) })
    case .list: return .list(count: circuit.constant(parts.count), parts)
    case .map:
      return makeMap(
        stride(from: 0, to: parts.count, by: 2).map {
          Occurrence(isThere: Circuit.truth, value: parts[$0 + 1], key: parts[$0])
        })
    case .table(let keyType): return makeTable(parts, keyType, range)
    case .filledTable(let keyType): return .table(keyType.allValues.map { _ in parts[0] })
    }
  }

  /// A table from alternating keys and values.
  ///
  /// A fault where some key of the type is missing.
  private mutating func makeTable(
    _ parts: [Symbolic], _ keyType: Type, _ range: SourceRange
  ) -> Symbolic {
    // For equal keys, the last value counts.
    let entries = stride(from: 0, to: parts.count, by: 2).reversed()
    let values = entries.map { parts[$0 + 1] }
    return .table(
      keyType.allValues.map { key in
        let wanted = algebra.constant(key)
        let places = entries.map { algebra.equal(parts[$0], wanted) }
        let isThere = circuit.any(places)
        fault(where: circuit.not(isThere), range)
        return element(of: values, at: places)
      })
  }
}

/// An iteration through all choices of some binders.
///
/// It mirrors the iteration of the reference evaluator: one level for each name; the names of `distinct a, b` share a
/// collection; the filter is evaluated inside all of them.
private struct SymbolicRun {
  let binders: Binders
  private let isInOrder: Bool
  private var positions: [Int]
  private var occurrences: [[Symbolic.Occurrence]]

  init(_ binders: Binders, isInOrder: Bool) {
    self.binders = binders
    self.isInOrder = isInOrder
    positions = Array(repeating: 0, count: binders.levels.count)
    occurrences = Array(repeating: [], count: binders.levels.count)
  }

  /// - Parameter index: the current level; after the last one, the filter is evaluated and the body called.
  mutating func visit(
    _ evaluator: inout SymbolicEvaluator, level index: Int,
    _ body: (inout SymbolicEvaluator) -> Void
  ) {
    guard index < binders.levels.count else {
      guard let filter = binders.filter else { return body(&evaluator) }
      let passes = evaluator.holds(filter)
      return evaluator.pass(where: passes, body)
    }
    let level = binders.levels[index]
    occurrences[index] =
      level.sharedWith.map { occurrences[$0] }
      ?? (isInOrder
        ? evaluator.occurrencesInOrder(of: level.source) : evaluator.occurrences(of: level.source))
    var faults: [SymbolicEvaluator.PossibleFault] = []
    for (position, occurrence) in occurrences[index].enumerated()
    where occurrence.isThere != Circuit.falsity
      && binders.allows(position, at: index, after: positions)
    {
      guard evaluator.countPass() else { return }
      positions[index] = position
      evaluator.bind(level, occurrence)
      evaluator.pass(where: occurrence.isThere) { evaluator in
        if level.isOrdered {
          visit(&evaluator, level: index + 1, body)
        } else {
          faults += evaluator.collectingFaults { visit(&$0, level: index + 1, body) }
        }
      }
    }
    // Without an order of the elements, the fault that comes first in the text counts.
    evaluator.note(faults.sorted { $0.range.precedes($1.range) })
  }
}
