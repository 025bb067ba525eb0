import Basics
import Semantics

/// A reachable state in which one change would violate an invariant: `try NearestChange(space, property).witness()`.
///
/// The reference evaluator examines whole levels while they have few states. In each state it tries each value of a
/// variable in the invariant that is one change away. Values that the variable has elsewhere are preferred; of those,
/// the nearest state with the least path is used.
struct NearestChange {
  /// The maximum number of examined states.
  private static let maximumStates = 500

  /// Another value for a variable; known if the variable has it in some state.
  private typealias Change = (variable: Int, value: Value, isKnown: Bool)

  private let space: StateSpace
  private let property: Int
  private let evaluator: PropertyEvaluator
  /// The places of the variables that the invariant reads.
  private let read: [Int]
  /// The variables among them that the author declared.
  private let variables: [Int]

  init(_ space: StateSpace, _ property: Int) {
    self.space = space
    self.property = property
    let spec = space.machine.spec
    evaluator = PropertyEvaluator(spec: spec)
    let declared = spec.properties[property]
    // The effects of two events do not depend on single variables.
    read = declared.sentence?.word == .same ? [] : declared.body.expression.reads.variables.sorted()
    variables = read.filter { spec.variables[$0].monitor == nil }
  }

  /// Nil if none of the examined states has such a change.
  func witness() throws(LivenessFailure) -> PropertyWitness? {
    let levels = levels()
    var known: [Int: Set<Value>] = [:]
    for state in levels.joined().map(\.state) {
      for variable in variables { known[variable, default: []].insert(state[variable]) }
    }
    var best: (level: Int, keys: [UInt64])?
    // States with equal values of the invariant's variables have the same changes.
    var changes: [[Value]: Change?] = [:]
    for (number, level) in levels.enumerated() {
      if Deadline.isOver { return nil }
      let near = level.map { (key, state) in
        let parts = read.map { state[$0] }
        let change = changes[parts] ?? change(of: state, known)
        changes[parts] = .some(change)
        return (key: key, change: change)
      }
      let preferred = near.filter { $0.change?.isKnown ?? false }.map(\.key)
      if !preferred.isEmpty {
        best = (number, preferred)
        break
      }
      let others = near.filter { $0.change != nil }.map(\.key)
      if best == nil, !others.isEmpty { best = (number, others) }
    }
    guard let best else { return nil }
    let path = try space.path(to: best.keys, level: best.level).path
    guard let change = change(of: path.end, known), case .success(true) = holds(in: path.end) else {
      throw .unexplained(
        "a state was found that is one change away, and it is none by the reference evaluator")
    }
    return PropertyWitness(
      .change(variable: change.variable, value: change.value), path)
  }

  /// The states of the first levels.
  private func levels() -> [[(key: UInt64, state: [Value])]] {
    if variables.isEmpty { return [] }
    let numbers = (0..<space.visited.levelCount).prefix { number in
      space.visited.level(number).upperBound <= Self.maximumStates
    }
    return numbers.map { number in
      space.visited.level(number).map { place in
        let key = space.visited.order.base[place]
        return (key, space.values(of: key))
      }
    }
  }

  private func holds(in state: [Value]) -> Result<Bool, Fault> {
    evaluator.holds(space.machine.spec.properties[property], in: state)
  }

  /// The first change of a state that violates the invariant: to a value that the variable has elsewhere, or else to
  /// any.
  private func change(of state: [Value], _ known: [Int: Set<Value>]) -> Change? {
    var other: Change?
    for variable in variables {
      var changed = state
      for value in space.machine.spec.variables[variable].type.neighbours(of: state[variable]) {
        let isKnown = known[variable]?.contains(value) ?? false
        if other != nil, !isKnown { continue }
        changed[variable] = value
        guard case .success(false) = holds(in: changed) else { continue }
        if isKnown { return (variable, value, true) }
        other = (variable, value, false)
      }
    }
    return other
  }
}
