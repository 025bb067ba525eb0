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
/// Of names that are bound to nothing, the belief holds each variant: it is closed under swapping them, since nothing
/// in a spec tells names apart. So a real name that is new may be bound to any of them.
package struct Follower {
  /// What comes of it that something was noticed.
  package enum Outcome {
    case fits
    /// No run of the spec explains it.
    case differs(Difference)
    /// What was noticed is written in another form than the spec has it.
    case malformed(JSONMistake)
    /// Nobody can tell, for the reason.
    case undecided(String)
  }

  /// More states than this are not followed.
  package static let maximumCandidates = 1 << 17
  /// More signals than this are not waited for.
  private static let maximumOwed = 64

  package let interface: Interface
  let stepper: Stepper
  let hidden: [EventInstance]
  /// How the spec comes to each candidate is kept, so that a difference can be shown with a run.
  let keepsHistory: Bool
  /// It is told what differs, and not only that something does.
  var asksWhy = true
  /// States that are not needed any more are forgotten when there are many; not where several followers share them.
  var forgets = true
  package internal(set) var names = NameTable()
  var belief = CandidateSet()
  /// Names that were sent without being met before, and that play a part in some of the states: nobody knows whether the
  /// implementation calls something by them that was not seen so far.
  var guessed: Set<SentName> = []

  package init(_ interface: Interface, keepsHistory: Bool = true) {
    self.interface = interface
    stepper = Stepper(interface)
    hidden = interface.hiddenInstances
    self.keepsHistory = keepsHistory
  }

  /// How many states the implementation may be in.
  package var count: Int { Set(belief.elements.map(\.state)).count }

  /// Something that happened to an implementation.
  package enum Occurrence: Hashable, Sendable {
    /// It began anew.
    case start
    /// One of these events, which one is not known if there are several.
    case event([EventInstance])
    /// One of these events was not possible, and nothing came of it.
    case refused([EventInstance])
    /// Nothing was done.
    case nothing
  }

  // MARK: Following

  /// Takes in what happened and what was noticed behind it.
  package mutating func follow(_ occurrence: Occurrence, _ reply: Reply) -> Outcome {
    if occurrence == .start {
      names = NameTable()
      guessed = []
      belief = CandidateSet()
    }
    bindArguments(of: occurrence)
    for (type, place, real) in reply.names {
      names.bind(place, of: type, to: real)
      guessed.remove(SentName(type: type, place: place))
    }
    let noticed: Noticed
    do throws(SeenReader.Problem) {
      noticed = try read(reply, behind: occurrence)
    } catch {
      switch error {
      case .mistake(let mistake): return .malformed(mistake)
      case .exhausted(let exhausted): return .undecided(exhausted.text(interface.vocabulary))
      }
    }
    let outcome = follow(occurrence, noticed)
    if case .fits = outcome { forgetUnused(in: occurrence) }
    if case .differs = outcome, let guess = guessed.min() { return .undecided(guess.text) }
    return outcome
  }

  /// Takes in what happened and what was noticed behind it, in terms of the spec.
  mutating func follow(_ occurrence: Occurrence, _ noticed: Noticed) -> Outcome {
    do throws(Open) {
      let explained = try expanded(occurrence, noticed)
      let fitting = try kept(explained, noticed)
      if fitting.isEmpty {
        return .differs(
          asksWhy
            ? difference(at: occurrence, noticed)
            : Difference(.seen, Path(start: [], steps: []), count: 0))
      }
      belief = fitting
      forgetIfFull()
      return .fits
    } catch {
      return .undecided(error.reason)
    }
  }

  /// What was noticed, with the names of the spec.
  struct Noticed: Sendable {
    var seen: [(observable: Int, value: Seen)] = []
    var signals: [SeenSignal] = []
    var isSettled = true
  }

  struct Open: Error { var reason: String }

  private mutating func forgetIfFull() {
    guard forgets, stepper.isFull else { return }
    let states = stepper.forget(allBut: belief.elements.map(\.state))
    var result = CandidateSet()
    for (index, state) in states.enumerated() {
      result.insert(
        Candidate(state: state, owed: belief.elements[index].owed), belief.history(at: index))
    }
    belief = result
  }

  // MARK: What the spec allows

  /// All candidates behind what happened, with what happens unseen before and after it; what was seen is not asked
  /// for yet, but that signals are among those that were noticed.
  ///
  /// - Parameter noticed: nil to follow all runs, whatever they show.
  func expanded(_ occurrence: Occurrence, _ noticed: Noticed?) throws(Open) -> CandidateSet {
    var before = belief
    if occurrence == .start {
      for start in interface.starts {
        before.insert(
          Candidate(state: stepper.id(of: start)), keepsHistory ? .start(start) : nil)
      }
    }
    before = try closed(before, noticed)
    switch occurrence {
    case .start, .nothing: return before
    case .refused(let instances):
      var refusing = CandidateSet()
      for (index, candidate) in before.elements.enumerated() {
        let refused = instances.first { instance in
          let answer = stepper.answer(to: instance, in: candidate.state)
          return !answer.isPossible && answer.problem == nil
        }
        guard let instance = refused else { continue }
        // In what is shown it is a step that changes nothing.
        let nothing = Step(
          instance: instance, rule: nil, choices: [], signals: [],
          state: stepper.states[candidate.state])
        refusing.insert(candidate, before.history(at: index).map { .step(nothing, $0) })
      }
      return try closed(refusing, noticed)
    case .event(let instances):
      var after = CandidateSet()
      for instance in instances { try step(instance, from: before, noticed, into: &after) }
      return try closed(after, noticed)
    }
  }

  func step(
    _ instance: EventInstance, from set: CandidateSet, _ noticed: Noticed?,
    into result: inout CandidateSet
  ) throws(Open) {
    for (index, candidate) in set.elements.enumerated() {
      try step(instance, from: candidate, set.history(at: index), noticed, into: &result)
    }
  }

  private func step(
    _ instance: EventInstance, from candidate: Candidate, _ history: PathHistory?,
    _ noticed: Noticed?, into result: inout CandidateSet
  ) throws(Open) {
    let answer = stepper.answer(to: instance, in: candidate.state)
    if let fault = answer.problem?.fault, fault.isLimit { throw Open(reason: fault.message) }
    for outcome in answer.outcomes {
      var next = Candidate(state: outcome.state, owed: candidate.owed)
      if !outcome.signals.isEmpty {
        next.owed = (candidate.owed + outcome.signals).sorted()
        if let noticed, noticed.isSettled,
          !SeenSignal.canAllBeSeen(next.owed[...], in: noticed.signals)
        {
          continue
        }
        // Without what was noticed, runs are followed to be shown, and one with so much is not.
        if next.owed.count > Self.maximumOwed {
          if noticed == nil { continue }
          throw Open(
            reason: "more than \(Self.maximumOwed) signals may have been emitted unseen")
        }
      }
      result.insert(next, history.map { .step(outcome.step, $0) })
    }
    if result.count > Self.maximumCandidates {
      throw Open(reason: "the spec may be in more than \(Self.maximumCandidates) states")
    }
    if Watch.isOver { throw Open(reason: "a limit was reached") }
  }

  /// With all that may happen unseen.
  func closed(_ set: CandidateSet, _ noticed: Noticed?) throws(Open) -> CandidateSet {
    if hidden.isEmpty { return set }
    var result = set
    var next = 0
    while next < result.count {
      let candidate = result.elements[next]
      let history = result.history(at: next)
      next += 1
      for instance in hidden {
        try step(instance, from: candidate, history, noticed, into: &result)
      }
    }
    return result
  }

  /// Those of the candidates that show what was noticed.
  private func kept(_ set: CandidateSet, _ noticed: Noticed) throws(Open) -> CandidateSet {
    var result = CandidateSet()
    var fits: [Stepper.StateID: Bool] = [:]
    for (index, candidate) in set.elements.enumerated() {
      let state = candidate.state
      if set.count == 1 {
        guard shows(state, noticed) else { continue }
      } else {
        let shows = fits[state] ?? self.shows(state, noticed)
        fits[state] = shows
        guard shows else { continue }
      }
      if candidate.owed.isEmpty, noticed.signals.isEmpty {
        result.insert(candidate, set.history(at: index))
        continue
      }
      for rest in SeenSignal.leftovers(of: candidate.owed, without: noticed.signals[...])
        .sorted(by: { $0.lexicographicallyPrecedes($1) })
      where rest.isEmpty || !noticed.isSettled {
        result.insert(Candidate(state: state, owed: rest), set.history(at: index))
      }
    }
    return result
  }

  /// Whether a state shows what was seen.
  func shows(_ state: Stepper.StateID, _ noticed: Noticed) -> Bool {
    noticed.seen.allSatisfy { index, seen in
      interface.observables[index].value(in: stepper.states[state]).map(seen.matches) ?? false
    }
  }

  // MARK: What can be driven

  /// Whether an event is possible now.
  package enum Possibility { case always, sometimes, never, undefined }

  /// Whether an event is possible in the states that the implementation may be in, also behind what happens unseen.
  ///
  /// - Throws: `Open` if there are too many of them.
  func possibility(of instance: EventInstance) throws(Open) -> Possibility {
    var (some, all) = (false, true)
    if isAmbiguous(instance) { return .undefined }
    for state in try statesNow() {
      let answer = stepper.answer(to: instance, in: state)
      if answer.problem != nil { return .undefined }
      if answer.isPossible { some = true } else { all = false }
    }
    return all ? .always : some ? .sometimes : .never
  }

  /// The way in which an event happens: by which of its rules, if it has any.
  package struct Way: Hashable, Sendable {
    package var event: Int
    package var rule: Int?

    package init(event: Int, rule: Int?) {
      self.event = event
      self.rule = rule
    }
  }

  /// In which ways an event may happen now, but for what happens unseen before it.
  func ways(of instance: EventInstance) -> Set<Way> {
    var ways: Set<Way> = []
    for candidate in belief.elements {
      for outcome in stepper.answer(to: instance, in: candidate.state).outcomes {
        ways.insert(Way(event: instance.event, rule: outcome.step.rule))
      }
    }
    return ways
  }

  /// The states that the implementation may be in, in the order in which they were found.
  func statesNow() throws(Open) -> [Stepper.StateID] {
    var states: [Stepper.StateID] = []
    var known: Set<Stepper.StateID> = []
    for candidate in belief.elements where known.insert(candidate.state).inserted {
      states.append(candidate.state)
    }
    var next = 0
    while next < states.count, !hidden.isEmpty {
      for instance in hidden {
        for outcome in stepper.answer(to: instance, in: states[next]).outcomes
        where known.insert(outcome.state).inserted {
          states.append(outcome.state)
        }
      }
      next += 1
      if states.count > Self.maximumCandidates {
        throw Open(reason: "the spec may be in more than \(Self.maximumCandidates) states")
      }
    }
    return states
  }
}
