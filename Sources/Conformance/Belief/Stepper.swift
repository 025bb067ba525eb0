import Semantics

/// Computes the steps of a machine by the reference interpreter, each once. States and event instances are numbers
/// here.
final class Stepper {
  typealias StateID = Int
  /// The number of a table of identifiers.
  typealias NamesID = Int
  /// The table without identifiers.
  static let noNames: NamesID = 0

  /// The outcome of an event in a state.
  struct Answer {
    var isPossible: Bool
    var outcomes: [Outcome]
    /// The reason why the spec does not define the outcome: a gap, or an evaluation error.
    var problem: Reaction.Problem?
  }

  struct Outcome {
    var step: Step
    var state: StateID
    /// The observed signals, in canonical order.
    var signals: [EmittedSignal]
  }

  private struct Key: Hashable {
    var state: StateID
    var instance: Int
  }

  /// The number of states, outcomes and tables at which all are dropped.
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
  /// Whether some candidate used so many names that additional names might have made a difference.
  private(set) var namesWereScarce = false
  private var placesInUse: [StateID: NamesInUse.Places] = [:]
  /// The number of times that states were dropped. State numbers are valid within one generation.
  private(set) var generation = 0

  init(_ interface: Interface) {
    evaluator = ReferenceEvaluator(interface.spec)
    heard = interface.heard
    namesInUse = NamesInUse(interface)
    mostBrought = interface.hasNames ? FreshNameDemand.most(in: interface.spec) : 0
  }

  func id(of state: [Value]) -> StateID {
    if let known = ids[state] { return known }
    ids[state] = states.count
    states.append(state)
    return states.count - 1
  }

  /// The outcome of an event in a state.
  ///
  /// - Throws: `UndecidedError` if a limit cut the evaluation, so that the outcome is unknown.
  func answer(to instance: EventInstance, in state: StateID) throws(StateEstimator.UndecidedError)
    -> Answer
  {
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
      throw StateEstimator.UndecidedError(cut: error)
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

  /// The names in use in a candidate.
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

  /// A candidate without the identifiers of unused names. An unused name may get any identifier again.
  ///
  /// - Parameter isUnderstood: whether the last message was interpreted, so that dropped identifiers are not needed any
  ///   more.
  func withoutIdleNames(_ candidate: Candidate, isUnderstood: Bool = false) -> Candidate {
    guard candidate.names != Self.noNames else { return candidate }
    var table = tables[candidate.names]
    table.forgetIdle(namesInUse(by: candidate))
    if isUnderstood { table.forgetGone() }
    var result = candidate
    if table != tables[candidate.names] { result.names = id(of: table) }
    return result
  }

  /// Records the number of names in use in a candidate.
  func noteNames(of candidate: Candidate) {
    if mostBrought == 0 || namesWereScarce { return }
    let places = namesInUse(by: candidate)
    namesWereScarce = namesInUse.types.contains { type in
      type.count - (places[type]?.count ?? 0) < mostBrought
    }
  }

  // MARK: Dropping states

  /// Whether the number of states requires dropping them.
  var isFull: Bool {
    states.count > Self.capacity || answers.count > Self.capacity || tables.count > Self.capacity
  }

  /// Drops all candidates except some, which get new numbers and are returned in the given order.
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
