import Semantics

/// The steps of a machine by the reference evaluator, with a cache: states and event instances are numbers here.
final class Stepper {
  typealias StateID = Int
  /// The number of a table of names.
  typealias NamesID = Int
  /// No name is bound.
  static let noNames: NamesID = 0

  /// The result of an event in a state.
  struct Answer {
    var isPossible: Bool
    var outcomes: [Outcome]
    /// The undefined result: a gap, or a fault.
    var problem: Reaction.Problem?
  }

  struct Outcome {
    var step: Step
    var state: StateID
    /// The observable signals, in canonical order.
    var signals: [EmittedSignal]
  }

  private struct Key: Hashable {
    var state: StateID
    var instance: Int
  }

  /// The maximum number of cached states, results and tables; then the cache is emptied.
  private static let capacity = 1 << 17

  private let evaluator: ReferenceEvaluator
  private let heard: Set<Int>
  private(set) var states: [[Value]] = []
  private var ids: [[Value]: StateID] = [:]
  private var instances: [EventInstance: Int] = [:]
  private var answers: [Key: Answer] = [:]
  private(set) var tables = [NameTable()]
  private var tableIDs: [NameTable: NamesID] = [NameTable(): noNames]
  private let namesInUse: NamesInUse
  private let mostBrought: Int
  /// Whether some candidate used nearly all names, so that more of them might have made a difference.
  private(set) var namesWereScarce = false
  private var placesInUse: [StateID: NamesInUse.Places] = [:]
  /// The number of times that states were dropped: numbers of states are valid for one generation.
  private(set) var generation = 0

  init(_ interface: Interface) {
    evaluator = ReferenceEvaluator(interface.spec)
    heard = interface.heard
    namesInUse = NamesInUse(interface)
    mostBrought = interface.hasNames ? NamesBrought.most(in: interface.spec) : 0
  }

  func id(of state: [Value]) -> StateID {
    if let known = ids[state] { return known }
    ids[state] = states.count
    states.append(state)
    return states.count - 1
  }

  /// - Throws: `Open` if a limit stopped the evaluation: then the result is unknown.
  func answer(to instance: EventInstance, in state: StateID) throws(Follower.Open) -> Answer {
    let number: Int
    if let known = instances[instance] {
      number = known
    } else {
      number = instances.count
      instances[instance] = number
    }
    let key = Key(state: state, instance: number)
    if let known = answers[key] { return known }
    let reaction: Reaction
    do throws(Fault) {
      reaction = try evaluator.completeReaction(to: instance, in: states[state])
    } catch {
      throw Follower.Open(cut: error)
    }
    let answer = Answer(
      isPossible: reaction.isPossible,
      outcomes: reaction.steps.map { step in
        Outcome(
          step: step, state: id(of: step.state),
          signals: step.signals.filter { heard.contains($0.signal) }.sorted())
      },
      problem: reaction.problems.first { $0.finding.kind != .overlap })
    answers[key] = answer
    return answer
  }

  // MARK: Names

  func id(of table: NameTable) -> NamesID {
    if let known = tableIDs[table] { return known }
    tableIDs[table] = tables.count
    tables.append(table)
    return tables.count - 1
  }

  /// The names that play a part in a candidate.
  func namesInUse(by candidate: Candidate) -> NamesInUse.Places {
    var places: NamesInUse.Places
    if let known = placesInUse[candidate.state] {
      places = known
    } else {
      places = namesInUse.places(in: states[candidate.state])
      placesInUse[candidate.state] = places
    }
    namesInUse.add(candidate.owed, to: &places)
    return places
  }

  /// Removes the bindings of unused names: new things may get an unused name, which can be bound again.
  ///
  /// - Parameter isUnderstood: whether the reply was already interpreted, so that removed things no longer appear.
  func withoutIdleNames(_ candidate: Candidate, isUnderstood: Bool = false) -> Candidate {
    guard candidate.names != Self.noNames else { return candidate }
    var table = tables[candidate.names]
    table.forgetIdle(namesInUse(by: candidate))
    if isUnderstood { table.forgetGone() }
    var result = candidate
    if table != tables[candidate.names] { result.names = id(of: table) }
    return result
  }

  /// Notes how many names play a part in a candidate.
  func noteNames(of candidate: Candidate) {
    if mostBrought == 0 || namesWereScarce { return }
    let places = namesInUse(by: candidate)
    namesWereScarce = namesInUse.types.contains { type in
      type.count - (places[type]?.count ?? 0) < mostBrought
    }
  }

  // MARK: Forgetting

  /// Whether the cache is full.
  var isFull: Bool {
    states.count > Self.capacity || answers.count > Self.capacity || tables.count > Self.capacity
  }

  /// Drops all but some candidates, which get new numbers; they are returned in the given order.
  func forget(allBut kept: [Candidate]) -> [Candidate] {
    let values = kept.map { (states[$0.state], $0.owed, tables[$0.names]) }
    generation += 1
    states = []
    ids = [:]
    answers = [:]
    placesInUse = [:]
    tables = [NameTable()]
    tableIDs = [NameTable(): Self.noNames]
    return values.map { Candidate(state: id(of: $0), owed: $1, names: id(of: $2)) }
  }
}
