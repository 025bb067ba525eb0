import Basics
import Files
import Semantics

/// Follows an implementation by its belief: the set of states of the spec that it may be in.
///
/// The belief is exact: it contains the states, with their pending signals, of all runs of the spec that agree with the
/// observations. Unobserved values, choices and hidden events enlarge it. It is empty if and only if no run of the spec
/// allows the observations. (This is state estimation of partially observed systems. Testing against it follows `ioco`:
/// Tretmans, "Model Based Testing with Labelled Transition Systems", 2008.)
///
/// The real identifiers of names are part of the belief. The names of a `symmetric` type are interchangeable, so one of
/// several equivalent states represents all. A new identifier may belong to anything that has none so far.
package struct StateEstimator {
  /// The outcome of an observation.
  package enum Outcome {
    case fits
    /// No run of the spec allows it.
    indirect case differs(Difference)
    /// The observation has another format than the spec requires.
    case malformed(JSONError)
    /// The result is inconclusive, for the given reason.
    case undecided(String)
  }

  /// The maximum number of states that are followed.
  package static let maximumCandidates = 1 << 15
  /// The maximum number of pending signals.
  private static let maximumOwed = 32

  package let interface: Interface
  let stepper: Stepper
  let hidden: [EventInstance]
  /// Whether the paths to candidates are kept, so that a difference can be shown with a run.
  let keepsHistory: Bool
  /// Whether a difference is described, and not only detected.
  var asksWhy = true
  /// Whether unneeded states are dropped when there are many; false if several followers share them.
  var forgets = true
  /// The last known identifiers of names, in the first possible state.
  package internal(set) var names = NameTable()
  /// Substitute identifiers for unbound names, if the implementation declared them at the start.
  var aliases: [String: RealName] = [:]
  /// Whether the result is inconclusive because there are more things than names.
  var isExhausted = false
  /// Whether a spec with more names may allow an observation that this one does not.
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

  /// The number of possible states of the implementation.
  package var count: Int { Set(belief.elements.map(\.state)).count }

  /// An occurrence in an implementation.
  package enum Occurrence: Sendable {
    /// A reset.
    case start
    /// One of these events. If there are several, the actual one is unknown.
    case event([EventInstance])
    /// One of these events was impossible, and had no effect.
    case refused([EventInstance])
    /// An event with arguments in the implementation's identifiers, as far as they are known.
    case told(event: Int, arguments: JSONPart?, isRefused: Bool)
    /// An event that was sent with these arguments; a new identifier in them may be unbound.
    case sent(event: Int, arguments: JSONPart, Effect)
    /// Nothing was done.
    case nothing
  }

  /// The effect of a sent event.
  package enum Effect: Sendable {
    case happened
    /// It was impossible, and had no effect.
    case refused
    /// It happened if it was possible; the implementation does not report which is the case.
    case either
  }

  // MARK: Following

  /// Updates the belief with an occurrence and the observation after it.
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

  /// Updates the belief.
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

  /// An observation, with the names of the spec.
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

  // MARK: Steps that the spec allows

  /// All candidates after an occurrence, including hidden events before and after it. The observed values are not
  /// compared yet.
  ///
  /// - Parameter prunes: whether runs whose signals were not observed are left out.
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

  /// All candidates after one of some events was refused.
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
    // In the displayed run, it is a step that changes nothing.
    let nothing = Step(
      instance: refused, rule: nil, choices: [], signals: [], state: stepper.states[candidate.state]
    )
    // The sent identifiers are unbound, and do not conflict with the observation.
    result.insert(stepper.withoutIdleNames(candidate), history.map { .step(nothing, $0) })
  }

  /// The candidates before an occurrence, including those after hidden events.
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
        // Without an observation, runs are followed only for display, which is useless with so many signals.
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

  /// The candidates with all hidden events that may happen.
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

  /// The candidates that match the observation, with the identifiers in the first of them.
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

  /// Whether a state matches the observed values.
  func shows(_ state: Stepper.StateID, _ outputs: ObservedOutputs) -> Bool {
    outputs.seen.allSatisfy { index, seen in
      interface.observables[index].value(in: stepper.states[state]).map(seen.matches) ?? false
    }
  }
}
