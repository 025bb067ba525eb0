import Semantics

/// Tells candidates apart but for the choice of names: nothing in a spec tells the names of a symmetric type apart, so
/// states in which they are swapped, along with what they stand for, are the same to whoever follows an implementation.
struct CanonicalNames {
  /// A candidate with names in a canonical order; equal for two if and only if they are the same but for names. Where
  /// more names than a few are in use and bound to nothing, equal for fewer.
  struct Form: Hashable, Comparable {
    let state: [Value]
    let owed: [EmittedSignal]
    /// What the first names of each type stand for.
    let reals: [[RealName]]
    /// What the names behind them are known not to stand for.
    let strangers: [[[String]]]

    static func < (left: Form, right: Form) -> Bool {
      if left.state != right.state { return left.state.lexicographicallyPrecedes(right.state) }
      if left.owed != right.owed { return left.owed.lexicographicallyPrecedes(right.owed) }
      return left.strangers.lexicographicallyPrecedes(right.strangers) {
        $0.lexicographicallyPrecedes($1) { $0.lexicographicallyPrecedes($1) }
      }
    }
  }

  /// So many orders of names that are bound to nothing are tried.
  private static let maximumOrders = 120

  private let spec: CheckedSpec
  private let types: [SymmetricType]
  private let stepper: Stepper

  /// Nil for a spec without names.
  init?(_ interface: Interface, _ stepper: Stepper) {
    guard interface.hasNames else { return nil }
    spec = interface.spec
    types = spec.symmetricTypes
    self.stepper = stepper
  }

  func form(of candidate: Candidate) -> Form {
    let table = stepper.tables[candidate.names]
    let inUse = stepper.namesInUse(by: candidate)
    var reals: [[RealName]] = []
    var orders: [[SymmetricType: [Int]]] = [[:]]
    for type in types {
      let bound = (0..<type.count).compactMap { place in
        table.real(place, of: type).map { (place, $0) }
      }.sorted { $0.1.text < $1.1.text }
      reals.append(bound.map(\.1))
      let first = bound.map(\.0)
      let open = (inUse[type] ?? []).subtracting(first).sorted()
      let rest = (0..<type.count).filter { !first.contains($0) && !open.contains($0) }
      var permutations = [open]
      let count = open.indices.reduce(orders.count) { min($0 * ($1 + 1), Self.maximumOrders + 1) }
      if count <= Self.maximumOrders { permutations = Self.permutations(of: open) }
      orders = orders.flatMap { order in
        permutations.map { open in
          var order = order
          order[type] = first + open + rest
          return order
        }
      }
    }
    return orders.map { order -> Form in
      let target = order.mapValues { places in
        var target = [Int](repeating: 0, count: places.count)
        for (index, place) in places.enumerated() { target[place] = index }
        return target
      }
      let (state, owed) = renamed(candidate) { target[$0]?[$1] ?? $1 }
      let strangers = types.map { type in
        (order[type] ?? []).map { table.strangers(to: $0, of: type).map(\.text).sorted() }
      }
      return Form(state: state, owed: owed, reals: reals, strangers: strangers)
    }.min()
      ?? Form(
        state: stepper.states[candidate.state], owed: candidate.owed, reals: reals, strangers: [])
  }

  /// A candidate with other names.
  private func renamed(
    _ candidate: Candidate, _ rename: (SymmetricType, Int) -> Int
  ) -> ([Value], [EmittedSignal]) {
    let state = zip(spec.variables, stepper.states[candidate.state]).map {
      $0.type.mapNames(in: $1, rename)
    }
    let owed = candidate.owed.map { signal in
      EmittedSignal(
        signal: signal.signal,
        arguments: zip(spec.signals[signal.signal].fields, signal.arguments).map {
          $0.type.mapNames(in: $1, rename)
        })
    }
    return (state, owed.sorted())
  }

  private static func permutations(of places: [Int]) -> [[Int]] {
    guard places.count > 1 else { return [places] }
    return places.flatMap { first in
      permutations(of: places.filter { $0 != first }).map { [first] + $0 }
    }
  }
}

extension StateEstimator {
  /// The states that the implementation may be in, with names in a canonical order.
  var states: Set<[Value]> {
    Set(belief.elements.map { canonical(stepper.states[$0.state]) })
  }

  /// A state with names in a canonical order.
  func canonical(_ state: [Value]) -> [Value] {
    canonicalNames?.form(of: Candidate(state: stepper.id(of: state))).state ?? state
  }
}
