import Semantics
import Traces

/// Follows an implementation by the states of the spec that it may be in: its belief.
///
/// The belief is the exact set of states (with the signals that are still owed) to which some run of the spec leads
/// that agrees with all that was noticed so far. What is not seen, what is chosen and what happens unseen makes it
/// larger; it is empty if and only if no run of the spec explains what was noticed. (The state estimation of
/// partially observed systems; the idea of testing against it is that of `ioco`: Tretmans, "Model Based Testing with
/// Labelled Transition Systems", 2008.)
///
/// What real names stand for is part of the belief: the names of a `symmetric` type are told apart by nothing, so of
/// states that differ only in them one stands for all, and a real name that is new may be that of anything there that has
/// none so far.
package struct StateEstimator {
  /// What comes of it that something was noticed.
  package enum Outcome {
    case fits
    /// No run of the spec explains it.
    case differs(Difference)
    /// What was noticed is written in another form than the spec has it.
    case malformed(JSONError)
    /// Nobody can tell, for the reason.
    case undecided(String)
  }

  /// More states than this are not followed.
  package static let maximumCandidates = 1 << 15
  /// More signals than this are not waited for.
  private static let maximumOwed = 32

  package let interface: Interface
  let stepper: Stepper
  let hidden: [EventInstance]
  /// How the spec comes to each candidate is kept, so that a difference can be shown with a run.
  let keepsHistory: Bool
  /// It is told what differs, and not only that something does.
  var asksWhy = true
  /// States that are not needed any more are forgotten when there are many; not where several followers share them.
  var forgets = true
  /// What names stood for when they were last met, in the first of the states that the implementation may be in.
  package internal(set) var names = NameTable()
  /// What names are sent as that stand for nothing yet, if the implementation said so at the start.
  var aliases: [String: RealName] = [:]
  /// There are more things than names, and that is why nobody can tell.
  var isExhausted = false
  /// What a spec with these names does not explain, one with more of them may.
  var mayNeedNames: Bool { isExhausted || stepper.namesWereScarce }
  let canonicalNames: CanonicalNames?
  var belief: CandidateSet

  package init(_ interface: Interface, keepsHistory: Bool = true) {
    self.interface = interface
    stepper = Stepper(interface)
    hidden = interface.hiddenInstances
    self.keepsHistory = keepsHistory
    canonicalNames = CanonicalNames(interface, stepper)
    belief = CandidateSet(canonicalNames)
  }

  /// How many states the implementation may be in.
  package var count: Int { Set(belief.elements.map(\.state)).count }

  /// Something that happened to an implementation.
  package enum Occurrence: Sendable {
    /// It began anew.
    case start
    /// One of these events, which one is not known if there are several.
    case event([EventInstance])
    /// One of these events was not possible, and nothing came of it.
    case refused([EventInstance])
    /// An event, with arguments by the names that the implementation has, as far as they are known.
    case told(event: Int, arguments: JSONPart?, isRefused: Bool)
    /// An event that was sent with these arguments; a name that is new there may be that of nothing.
    case sent(event: Int, arguments: JSONPart, Effect)
    /// Nothing was done.
    case nothing
  }

  /// What became of an event.
  package enum Effect: Sendable {
    case happened
    /// It was not possible, and nothing came of it.
    case refused
    /// One of both: it happened where it is possible, and nobody says which it was.
    case either
  }

  // MARK: Following

  /// Takes in what happened and what was noticed behind it.
  package mutating func follow(_ occurrence: Occurrence, _ reply: Reply) -> Outcome {
    let observation: Observation
    do throws(JSONError) {
      observation = try self.observation(occurrence, reply)
    } catch {
      return .malformed(error)
    }
    let outcome = follow(observation)
    if observation.stimulus == .start {
      for (type, known, real) in reply.names where type.place(of: known) != nil {
        aliases[known.text] = real
      }
    }
    return outcome
  }

  /// Takes in what was told.
  mutating func follow(_ observation: Observation) -> Outcome {
    if observation.stimulus == .start {
      names = NameTable()
      aliases = [:]
      belief = CandidateSet(canonicalNames)
    }
    do throws(UndecidedError) {
      let explained = try expanded(observation, prunes: true)
      let (fitting, names) = try kept(explained, observation)
      if fitting.isEmpty {
        if let exhausted = observation.exhausted {
          isExhausted = true
          return .undecided(exhausted.text(interface.vocabulary))
        }
        guard asksWhy else {
          return .differs(Difference(.seen, Path(start: [], steps: []), count: 0))
        }
        let (difference, table) = difference(observation)
        isExhausted = observation.exhausted != nil
        note(table, observation.numbers)
        return .differs(difference)
      }
      belief = fitting
      note(stepper.tables[names], observation.numbers)
      forgetIfFull()
      return .fits
    } catch {
      return .undecided(error.reason)
    }
  }

  /// What was noticed, with the names of the spec.
  struct ObservedOutputs: Sendable {
    var seen: [(observable: Int, value: Snapshot)] = []
    var signals: [ObservedSignal] = []
    var isSettled = true
  }

  struct UndecidedError: Error {
    var reason: String

    init(reason: String) { self.reason = reason }

    /// The reason for an evaluation that a limit cut.
    init(cut limit: Fault) {
      reason = limit.cause == .stopped ? "a limit was reached" : limit.message
    }

    static let tooManyEvents = UndecidedError(
      reason: "too many events fit it; with more of its arguments it can be followed")
  }

  private mutating func forgetIfFull() {
    guard forgets, stepper.isFull else { return }
    var result = CandidateSet(canonicalNames)
    for (index, candidate) in stepper.forget(allBut: belief.elements).enumerated() {
      result.insert(candidate, belief.history(at: index))
    }
    belief = result
  }

  // MARK: What the spec allows

  /// All candidates behind what happened, with what happens unseen before and after it; what was seen is not asked
  /// for yet.
  ///
  /// - Parameter prunes: whether runs whose signals were not noticed are left out.
  func expanded(_ observation: Observation, prunes: Bool) throws(UndecidedError) -> CandidateSet {
    let pruning = prunes ? observation : nil
    let before = try self.before(observation, pruning)
    var after = CandidateSet(canonicalNames)
    switch observation.stimulus {
    case .start, .nothing: return before
    case .event(.happened) where observation.sameInstances != nil:
      for instance in observation.sameInstances ?? [] {
        try step(instance, from: before, pruning, into: &after)
      }
    case .event(let effect):
      for (index, candidate) in before.elements.enumerated() {
        for (names, instances) in try observation.instances(for: candidate) {
          var named = candidate
          named.names = names
          let history = before.history(at: index)
          if effect != .refused {
            for instance in instances {
              try step(instance, from: named, history, pruning, into: &after)
            }
          }
          if effect != .happened { try refuse(instances, in: named, history, into: &after) }
        }
      }
    }
    return try closed(after, pruning)
  }

  /// The same, if one of some events is not possible.
  private func refuse(
    _ instances: [EventInstance], in candidate: Candidate, _ history: PathHistory?,
    into result: inout CandidateSet
  ) throws(UndecidedError) {
    var refused: EventInstance?
    for instance in instances where refused == nil {
      let answer = try stepper.answer(to: instance, in: candidate.state)
      if !answer.isPossible && answer.problem == nil { refused = instance }
    }
    guard let refused else { return }
    // In what is shown it is a step that changes nothing.
    let nothing = Step(
      instance: refused, rule: nil, choices: [], signals: [], state: stepper.states[candidate.state]
    )
    // What it was sent with stands for nothing, and is not in the way of what is seen.
    result.insert(stepper.withoutIdleNames(candidate), history.map { .step(nothing, $0) })
  }

  /// The candidates before what happened, also behind what happens unseen.
  func before(_ observation: Observation, _ pruning: Observation?) throws(UndecidedError)
    -> CandidateSet
  {
    var before = belief
    if observation.stimulus == .start {
      for start in interface.starts {
        let candidate = Candidate(state: stepper.id(of: start))
        stepper.noteNames(of: candidate)
        before.insert(candidate, keepsHistory ? .start(start) : nil)
      }
    }
    return try closed(before, pruning)
  }

  private func step(
    _ instance: EventInstance, from set: CandidateSet, _ pruning: Observation?,
    into result: inout CandidateSet
  ) throws(UndecidedError) {
    for (index, candidate) in set.elements.enumerated() {
      try step(instance, from: candidate, set.history(at: index), pruning, into: &result)
    }
  }

  private func step(
    _ instance: EventInstance, from candidate: Candidate, _ history: PathHistory?,
    _ pruning: Observation?, into result: inout CandidateSet
  ) throws(UndecidedError) {
    let answer = try stepper.answer(to: instance, in: candidate.state)
    for outcome in answer.outcomes {
      var next = candidate
      next.state = outcome.state
      if !outcome.signals.isEmpty {
        next.owed = (candidate.owed + outcome.signals).sorted()
        if let pruning, pruning.isSettled,
          !ObservedSignal.canAllBeSeen(next.owed, in: pruning.signals(candidate.names))
        {
          continue
        }
        // Without what was noticed, runs are followed to be shown, and one with so much is not.
        if next.owed.count > Self.maximumOwed {
          if pruning == nil { continue }
          throw UndecidedError(
            reason: "more than \(Self.maximumOwed) signals may have been emitted unseen")
        }
      }
      stepper.noteNames(of: next)
      result.insert(stepper.withoutIdleNames(next), history.map { .step(outcome.step, $0) })
    }
    if result.count > Self.maximumCandidates {
      throw UndecidedError(reason: "the spec may be in more than \(Self.maximumCandidates) states")
    }
    if Deadline.isOver { throw UndecidedError(reason: "a limit was reached") }
  }

  /// With all that may happen unseen.
  func closed(_ set: CandidateSet, _ pruning: Observation?) throws(UndecidedError) -> CandidateSet {
    if hidden.isEmpty { return set }
    var result = set
    var next = 0
    while next < result.count {
      let candidate = result.elements[next]
      let history = result.history(at: next)
      next += 1
      for instance in hidden {
        try step(instance, from: candidate, history, pruning, into: &result)
      }
    }
    return result
  }

  /// Those of the candidates that show what was noticed, and what names stood for in the first.
  private func kept(
    _ set: CandidateSet, _ observation: Observation
  ) throws(UndecidedError) -> (CandidateSet, names: Stepper.NamesID) {
    var result = CandidateSet(canonicalNames)
    var first: Stepper.NamesID?
    var fits: [Stepper.StateID: Bool] = [:]
    for (index, candidate) in set.elements.enumerated() {
      let state = candidate.state
      for (names, outputs) in try observation.outputs(for: candidate) {
        if set.count == 1 || interface.hasNames {
          guard shows(state, outputs) else { continue }
        } else {
          let shows = fits[state] ?? self.shows(state, outputs)
          fits[state] = shows
          guard shows else { continue }
        }
        var fitting = candidate
        fitting.names = names
        if candidate.owed.isEmpty, outputs.signals.isEmpty {
          first = first ?? names
          result.insert(
            stepper.withoutIdleNames(fitting, isUnderstood: true), set.history(at: index))
          continue
        }
        let leftovers =
          outputs.isSettled
          ? ObservedSignal.allAreSeen(candidate.owed, in: outputs.signals) ? [[]] : []
          : ObservedSignal.leftovers(of: candidate.owed, without: outputs.signals)
            .sorted { $0.lexicographicallyPrecedes($1) }
        for rest in leftovers {
          first = first ?? names
          fitting.owed = rest
          result.insert(
            stepper.withoutIdleNames(fitting, isUnderstood: true), set.history(at: index))
        }
      }
      if interface.hasNames, Deadline.isOver { throw UndecidedError(reason: "a limit was reached") }
    }
    return (result, first ?? Stepper.noNames)
  }

  /// Whether a state shows what was seen.
  func shows(_ state: Stepper.StateID, _ outputs: ObservedOutputs) -> Bool {
    outputs.seen.allSatisfy { index, seen in
      interface.observables[index].value(in: stepper.states[state]).map(seen.matches) ?? false
    }
  }
}
