import Semantics
import Traces

/// Follows an implementation by its belief: the possible states of the spec.
///
/// The belief is the exact set of states (with the signals that are still due) that some run of the spec reaches in
/// agreement with all observations. Unobserved parts, choices and hidden events enlarge it. It is empty if and only
/// if no run of the spec explains the observations. (This is the state estimation of partially observed systems; the
/// idea of testing against it is that of `ioco`: Tretmans, "Model Based Testing with Labelled Transition Systems",
/// 2008.)
///
/// The bindings of real names are part of the belief. Names of a `symmetric` type are indistinguishable, so one state
/// represents all that differ only in them. A new real name may be bound to anything that has none so far.
package struct Follower {
  /// The result of an observation.
  package enum Outcome {
    case fits
    /// No run of the spec explains it.
    case differs(Difference)
    /// The observation does not have the form of the spec.
    case malformed(JSONMistake)
    /// The result is unknown, for the reason.
    case undecided(String)
  }

  /// The maximum number of candidates.
  package static let maximumCandidates = 1 << 15
  /// The maximum number of signals that are due.
  private static let maximumOwed = 32

  package let interface: Interface
  let stepper: Stepper
  let hidden: [EventInstance]
  /// Whether a run to each candidate is kept, so that a difference can be shown with it.
  let keepsHistory: Bool
  /// Whether the difference is computed, and not only its existence.
  var asksWhy = true
  /// Whether unused states are dropped when there are many; not if several followers share them.
  var forgets = true
  /// The last known bindings of names, in the first of the possible states.
  package internal(set) var names = NameTable()
  /// The real names for unbound names, if the implementation provided them at the start.
  var aliases: [String: RealName] = [:]
  /// Whether there are more things than names, so that the result is unknown.
  var isExhausted = false
  /// Whether more names might explain an observation that these names do not.
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

  /// Something that happened to an implementation.
  package enum Occurrence: Sendable {
    /// The implementation was reset.
    case start
    /// One of these events; with several, it is unknown which.
    case event([EventInstance])
    /// One of these events was not possible, and had no effect.
    case refused([EventInstance])
    /// A reported event, with arguments in the names of the implementation, as far as they are known.
    case told(event: Int, arguments: JSONPart?, isRefused: Bool)
    /// A sent event with these arguments; a new name in them may remain unbound.
    case sent(event: Int, arguments: JSONPart, Effect)
    /// Nothing was done.
    case nothing
  }

  /// The effect of an event.
  package enum Effect: Sendable {
    case happened
    /// The event was not possible, and had no effect.
    case refused
    /// Unknown: it happened wherever it is possible.
    case either
  }

  // MARK: Following

  /// Updates the belief with an event and the reply after it.
  package mutating func follow(_ occurrence: Occurrence, _ reply: Reply) -> Outcome {
    let telling: Telling
    do throws(JSONMistake) {
      telling = try self.telling(occurrence, reply)
    } catch {
      return .malformed(error)
    }
    let outcome = follow(telling)
    if telling.happening == .start {
      for (type, known, real) in reply.names where type.place(of: known) != nil {
        aliases[known.text] = real
      }
    }
    return outcome
  }

  /// Updates the belief with an observation.
  mutating func follow(_ telling: Telling) -> Outcome {
    if telling.happening == .start {
      names = NameTable()
      aliases = [:]
      belief = CandidateSet(canonicalNames)
    }
    do throws(Open) {
      let explained = try expanded(telling, prunes: true)
      let (fitting, names) = try kept(explained, telling)
      if fitting.isEmpty {
        if let exhausted = telling.exhausted {
          isExhausted = true
          return .undecided(exhausted.text(interface.vocabulary))
        }
        guard asksWhy else {
          return .differs(Difference(.seen, Path(start: [], steps: []), count: 0))
        }
        let (difference, table) = difference(telling)
        isExhausted = telling.exhausted != nil
        note(table, telling.numbers)
        return .differs(difference)
      }
      belief = fitting
      note(stepper.tables[names], telling.numbers)
      forgetIfFull()
      return .fits
    } catch {
      return .undecided(error.reason)
    }
  }

  /// An observed reply, with the names of the spec.
  struct Noticed: Sendable {
    var seen: [(observable: Int, value: Seen)] = []
    var signals: [SeenSignal] = []
    var isSettled = true
  }

  struct Open: Error {
    var reason: String

    init(reason: String) { self.reason = reason }

    /// The reason for an evaluation that a limit cut.
    init(cut limit: Fault) {
      reason = limit.cause == .stopped ? "a limit was reached" : limit.message
    }

    static let tooManyEvents = Open(
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

  /// All candidates after the event, including hidden events before and after it; the observed state is not compared
  /// yet.
  ///
  /// - Parameter prunes: whether runs with unobserved signals are dropped.
  func expanded(_ telling: Telling, prunes: Bool) throws(Open) -> CandidateSet {
    let pruning = prunes ? telling : nil
    let before = try self.before(telling, pruning)
    var after = CandidateSet(canonicalNames)
    switch telling.happening {
    case .start, .nothing: return before
    case .event(.happened) where telling.sameInstances != nil:
      for instance in telling.sameInstances ?? [] {
        try step(instance, from: before, pruning, into: &after)
      }
    case .event(let effect):
      for (index, candidate) in before.elements.enumerated() {
        for (names, instances) in try telling.instances(for: candidate) {
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

  /// Updates the belief for the fact that one of some events is not possible.
  private func refuse(
    _ instances: [EventInstance], in candidate: Candidate, _ history: PathHistory?,
    into result: inout CandidateSet
  ) throws(Open) {
    var refused: EventInstance?
    for instance in instances where refused == nil {
      let answer = try stepper.answer(to: instance, in: candidate.state)
      if !answer.isPossible && answer.problem == nil { refused = instance }
    }
    guard let refused else { return }
    // It is displayed as a step that changes nothing.
    let nothing = Step(
      instance: refused, rule: nil, choices: [], signals: [], state: stepper.states[candidate.state]
    )
    // Its arguments are unbound, and do not affect the reply.
    result.insert(stepper.withoutIdleNames(candidate), history.map { .step(nothing, $0) })
  }

  /// The candidates before the event, including those after hidden events.
  func before(_ telling: Telling, _ pruning: Telling?) throws(Open) -> CandidateSet {
    var before = belief
    if telling.happening == .start {
      for start in interface.starts {
        let candidate = Candidate(state: stepper.id(of: start))
        stepper.noteNames(of: candidate)
        before.insert(candidate, keepsHistory ? .start(start) : nil)
      }
    }
    return try closed(before, pruning)
  }

  private func step(
    _ instance: EventInstance, from set: CandidateSet, _ pruning: Telling?,
    into result: inout CandidateSet
  ) throws(Open) {
    for (index, candidate) in set.elements.enumerated() {
      try step(instance, from: candidate, set.history(at: index), pruning, into: &result)
    }
  }

  private func step(
    _ instance: EventInstance, from candidate: Candidate, _ history: PathHistory?,
    _ pruning: Telling?, into result: inout CandidateSet
  ) throws(Open) {
    let answer = try stepper.answer(to: instance, in: candidate.state)
    for outcome in answer.outcomes {
      var next = candidate
      next.state = outcome.state
      if !outcome.signals.isEmpty {
        next.owed = (candidate.owed + outcome.signals).sorted()
        if let pruning, pruning.isSettled,
          !SeenSignal.canAllBeSeen(next.owed, in: pruning.signals(candidate.names))
        {
          continue
        }
        // Without a reply, runs are only followed for display, and a run with that many signals is not shown.
        if next.owed.count > Self.maximumOwed {
          if pruning == nil { continue }
          throw Open(
            reason: "more than \(Self.maximumOwed) signals may have been emitted unseen")
        }
      }
      stepper.noteNames(of: next)
      result.insert(stepper.withoutIdleNames(next), history.map { .step(outcome.step, $0) })
    }
    if result.count > Self.maximumCandidates {
      throw Open(reason: "the spec may be in more than \(Self.maximumCandidates) states")
    }
    if Watch.isOver { throw Open(reason: "a limit was reached") }
  }

  /// Adds all candidates after hidden events.
  func closed(_ set: CandidateSet, _ pruning: Telling?) throws(Open) -> CandidateSet {
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

  /// The candidates that match the reply, and the bindings of names in the first.
  private func kept(
    _ set: CandidateSet, _ telling: Telling
  ) throws(Open) -> (CandidateSet, names: Stepper.NamesID) {
    var result = CandidateSet(canonicalNames)
    var first: Stepper.NamesID?
    var fits: [Stepper.StateID: Bool] = [:]
    for (index, candidate) in set.elements.enumerated() {
      let state = candidate.state
      for (names, noticed) in try telling.noticed(for: candidate) {
        if set.count == 1 || interface.hasNames {
          guard shows(state, noticed) else { continue }
        } else {
          let shows = fits[state] ?? self.shows(state, noticed)
          fits[state] = shows
          guard shows else { continue }
        }
        var fitting = candidate
        fitting.names = names
        if candidate.owed.isEmpty, noticed.signals.isEmpty {
          first = first ?? names
          result.insert(
            stepper.withoutIdleNames(fitting, isUnderstood: true), set.history(at: index))
          continue
        }
        let leftovers =
          noticed.isSettled
          ? SeenSignal.allAreSeen(candidate.owed, in: noticed.signals) ? [[]] : []
          : SeenSignal.leftovers(of: candidate.owed, without: noticed.signals)
            .sorted { $0.lexicographicallyPrecedes($1) }
        for rest in leftovers {
          first = first ?? names
          fitting.owed = rest
          result.insert(
            stepper.withoutIdleNames(fitting, isUnderstood: true), set.history(at: index))
        }
      }
      if interface.hasNames, Watch.isOver { throw Open(reason: "a limit was reached") }
    }
    return (result, first ?? Stepper.noNames)
  }

  /// Whether a state matches the reply.
  func shows(_ state: Stepper.StateID, _ noticed: Noticed) -> Bool {
    noticed.seen.allSatisfy { index, seen in
      interface.observables[index].value(in: stepper.states[state]).map(seen.matches) ?? false
    }
  }
}
