import Semantics

/// A place with its keys evaluated, as wires: `cards[id].badge` for all states at once.
///
/// If a key depends on the state, each element gets a condition under which it is selected. A store then changes
/// every element under its condition.
struct SymbolicPlace {
  enum Step {
    /// A field of a record, by its index.
    case field(Int)
    /// The key, which may depend on the state.
    case mapEntry(Symbolic)
    /// For each element, whether it is selected. In a state at most one of them is, and none where the key or index
    /// is a fault.
    case element([Circuit.Wire])
  }

  var root: Place.Root
  var steps: [Step]
}

extension SymbolicEvaluator {
  /// Evaluates the keys of a place; a `?` in it narrows `path` for the rest of the statement.
  ///
  /// Faults of keys, indices and `!` are recorded here, before anything is stored.
  mutating func place(_ place: Place) -> SymbolicPlace {
    var result = SymbolicPlace(root: place.root, steps: [])
    for step in place.steps {
      switch step {
      case .field(let index): result.steps.append(.field(index))
      case .element(let key, .map): result.steps.append(.mapEntry(evaluate(key)))
      case .element(let key, .table(let type, _)):
        let key = evaluate(key)
        result.steps.append(.element(places(of: key, in: type, place.range)))
      case .element(let index, _):
        let number = evaluate(index).wire
        let (count, elements) = algebra.list(load(result).unwrapped)
        requireIndex(number, below: count, place.range)
        result.steps.append(
          .element(elements.indices.map { circuit.equal(number, circuit.constant($0)) }))
      case .unwrap:
        let present = algebra.isPresent(load(result))
        fault(where: circuit.not(present), place.range)
      case .chain:
        let present = algebra.isPresent(load(result))
        path = circuit.and(path, present)
        effect = circuit.and(effect, present)
      }
    }
    return result
  }

  /// The value at a place, absent where a part of the path is. It has no meaning in states in which the place itself
  /// is a fault.
  mutating func load(_ place: SymbolicPlace) -> Symbolic {
    var value: Symbolic =
      switch place.root {
      case .variable(let index): state[index]
      case .local(let slot): locals[slot]
      }
    for step in place.steps {
      let present = algebra.isPresent(value)
      let part: Symbolic
      switch (step, value.unwrapped) {
      case (.field(let index), .record(let values)): part = values[index]
      case (.element(let places), .table(let values)), (.element(let places), .list(_, let values)):
        part = element(of: values, at: places)
      case (.element(let places), .sequence):
        part = element(of: algebra.list(value.unwrapped).elements, at: places)
      case (.mapEntry(let key), .map(let entries)): part = lookup(key, in: entries)
      default: part = .nothing
      }
      value = algebra.optional(present, part)
    }
    return value
  }

  /// Stores a value where the statement has an effect. The whole variable or local name gets a new value, which
  /// differs in the part at the place. `effect` is false where a `?` met nil.
  mutating func store(_ value: Symbolic, in place: SymbolicPlace) {
    switch place.root {
    case .variable(let index):
      storesInVariable = true
      let new = replacing(state[index], place.steps[...], with: value)
      state[index] = algebra.select(effect, new, state[index])
    case .local(let slot):
      storesInVariable = false
      let new = replacing(locals[slot], place.steps[...], with: value)
      locals[slot] = algebra.select(effect, new, locals[slot])
    }
  }

  /// Replaces the part at the steps. Nil stays nil, since only its inside could have changed.
  private mutating func replacing(
    _ whole: Symbolic, _ steps: ArraySlice<SymbolicPlace.Step>, with new: Symbolic
  ) -> Symbolic {
    guard let step = steps.first else { return new }
    let rest = steps.dropFirst()
    switch (step, whole) {
    case (_, .nothing): return .nothing
    case (_, .optional(let present, let inner)):
      let changed = replacing(inner, steps, with: new)
      return algebra.optional(present, changed)
    case (.field(let index), .record(var values)):
      values[index] = replacing(values[index], rest, with: new)
      return .record(values)
    case (.element(let places), .table(let values)):
      return .table(replacing(values, places, rest, with: new))
    case (.element(let places), .list(let count, let values)):
      return .list(count: count, replacing(values, places, rest, with: new))
    case (.element(let places), .sequence):
      let (count, values) = algebra.list(whole)
      return .list(count: count, replacing(values, places, rest, with: new))
    case (.mapEntry(let key), .map(let entries)):
      return replacingEntry(key, entries, rest, with: new)
    default: return whole
    }
  }

  /// Elements of a table or list, each of which is replaced where it is selected.
  private mutating func replacing(
    _ values: [Symbolic], _ places: [Wire], _ rest: ArraySlice<SymbolicPlace.Step>,
    with new: Symbolic
  ) -> [Symbolic] {
    zip(values, places).map { value, place in
      if place == Circuit.falsity { return value }
      let changed = replacing(value, rest, with: new)
      return algebra.select(place, changed, value)
    }
  }

  /// Replaces the entry of a map at a key; nil makes it absent. A new key can be added if it is a constant. A key
  /// that depends on the state needs entries for all keys, as in maps of variables.
  private mutating func replacingEntry(
    _ key: Symbolic, _ entries: [Symbolic.Entry], _ rest: ArraySlice<SymbolicPlace.Step>,
    with new: Symbolic
  ) -> Symbolic {
    var isKnown = Circuit.falsity
    var result = entries.map { entry in
      let isIt = algebra.equal(entry.key, key)
      isKnown = circuit.or(isKnown, isIt)
      if isIt == Circuit.falsity { return entry }
      let old = algebra.optional(entry.isThere, entry.value)
      let changed = replacing(old, rest, with: new)
      let present = algebra.isPresent(changed)
      var value = entry.value
      if case .nothing = value {
        value = changed.unwrapped
      } else if present != Circuit.falsity {
        value = algebra.select(isIt, changed.unwrapped, entry.value)
      }
      return .init(
        isThere: circuit.select(isIt, present, entry.isThere), key: entry.key, value: value)
    }
    if isKnown != Circuit.truth, rest.isEmpty {
      // A local map may lack an entry for the key; a variable's has one for every key.
      if isKnown == Circuit.falsity, algebra.isConstant(key) {
        let present = algebra.isPresent(new)
        algebra.insert(.init(isThere: present, key: key, value: new.unwrapped), into: &result)
      } else if !storesInVariable {
        algebra.refuse("a map with keys that depend on the state")
      }
    }
    return .map(result)
  }
}
