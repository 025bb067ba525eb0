import Semantics

/// The steps of a machine by the reference evaluator, each computed once: states and event instances are numbers
/// here.
final class Stepper {
  typealias StateID = Int
  /// The number of a table of names.
  typealias NamesID = Int
  /// Nothing is known to have a name.
  static let noNames: NamesID = 0

  /// What comes of an event in a state.
  struct Answer {
    var isPossible: Bool
    var outcomes: [Outcome]
    /// What the spec does not say there: a gap, or something without value.
    var problem: Reaction.Problem?
  }

  struct Outcome {
    var step: Step
    var state: StateID
    /// Those that are noticed, in canonical order.
    var signals: [EmittedSignal]
  }

  private struct Key: Hashable {
    var state: StateID
    var instance: Int
  }

  /// So many states, answers and tables are kept before all are forgotten.
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
  /// In some candidate so many names played a part that with more of them there might have been another.
  private(set) var namesWereScarce = false
  private var placesInUse: [StateID: NamesInUse.Places] = [:]
  /// Counts how often states were forgotten: numbers of states are those of one generation.
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

  /// - Throws: `UndecidedError` if a limit cut the evaluation: then nothing is known.
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

  /// A candidate that knows what names stand for only as long as they play a part: whatever comes may be called by one
  /// that plays none, and it may stand for anything again.
  ///
  /// - Parameter isUnderstood: that of which it was just told is known, and what is gone is not shown any more.
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

  /// Whether so much is known that it is time to forget.
  var isFull: Bool {
    states.count > Self.capacity || answers.count > Self.capacity || tables.count > Self.capacity
  }

  /// Forgets all but some candidates, which get new numbers; they are returned in the given order.
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
