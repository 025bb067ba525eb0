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
  package internal(set) var names = NameTable()
  var belief = CandidateSet()
  /// The signals of the last reply settled everything.
  private var isSettled = true

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
    /// The event was not possible, and nothing came of it.
    case refused(EventInstance)
    /// Nothing was done.
    case nothing
  }

  // MARK: Following

  /// Takes in what happened and what was noticed behind it.
  package mutating func follow(_ occurrence: Occurrence, _ reply: Reply) -> Outcome {
    if occurrence == .start {
      names = NameTable()
      belief = CandidateSet()
    }
    bindArguments(of: occurrence)
    for (type, place, real) in reply.names { names.bind(place, of: type, to: real) }
    let noticed: Noticed
    do throws(SeenReader.Problem) {
      noticed = try read(reply, behind: occurrence)
    } catch {
      switch error {
      case .mistake(let mistake): return .malformed(mistake)
      case .exhausted(let exhausted): return .undecided(exhausted.text)
      }
    }
    do throws(Open) {
      let explained = try expanded(occurrence, noticed)
      let fitting = try kept(explained, noticed)
      if fitting.isEmpty { return .differs(difference(at: occurrence, noticed)) }
      belief = fitting
      forgetIfFull()
      return .fits
    } catch {
      return .undecided(error.reason)
    }
  }

  /// What was noticed, with the names of the spec.
  struct Noticed {
    var seen: [(observable: Int, value: Seen)] = []
    var signals: [SeenSignal] = []
    var isSettled = true
  }

  struct Open: Error { var reason: String }

  private mutating func read(
    _ reply: Reply, behind occurrence: Occurrence
  ) throws(SeenReader.Problem) -> Noticed {
    var noticed = Noticed(isSettled: reply.isSettled)
    var table = names
    var freed: [(SymmetricType, Int)] = []
    var dead: [SymmetricType: [Int]]?
    let follower = self
    let reader = SeenReader { (real, type) throws(NameTable.Exhausted) in
      if let known = table.place(of: real, in: type) { return known }
      if let place = (0..<type.count).first(where: { table.isFree($0, of: type) }) {
        table.bind(place, of: type, to: real)
        return place
      }
      if dead == nil { dead = follower.deadNames(butNotIn: occurrence) }
      guard let place = dead?[type]?.popLast() else {
        throw NameTable.Exhausted(type: type, real: real)
      }
      freed.append((type, place))
      table.bind(place, of: type, to: real)
      return place
    }
    for (index, part) in reply.seen {
      noticed.seen.append(
        (index, try reader.read(part, interface.observables[index].type)))
    }
    for (signal, part) in reply.signals {
      noticed.signals.append(
        SeenSignal(
          signal: signal,
          arguments: try reader.fields(of: interface.spec.signals[signal], part)))
    }
    names = table
    for (type, place) in freed { reopen(place, of: type) }
    return noticed
  }

  /// Names that are bound, and in no state that the implementation may be in nor owed by it: who has one could as well
  /// have any that is bound to nothing.
  private func deadNames(butNotIn occurrence: Occurrence) -> [SymmetricType: [Int]] {
    var living: [SymmetricType: Set<Int>] = [:]
    forEachName(in: occurrence) { living[$0, default: []].insert($1) }
    for candidate in belief.elements {
      forEachName(in: candidate) { living[$0, default: []].insert($1) }
    }
    var dead: [SymmetricType: [Int]] = [:]
    for (type, place, _) in names.bound where !(living[type]?.contains(place) ?? false) {
      dead[type, default: []].append(place)
    }
    return dead.mapValues { $0.reversed() }
  }

  private func forEachName(in candidate: Candidate, _ body: (SymmetricType, Int) -> Void) {
    for (variable, value) in zip(interface.spec.variables, stepper.states[candidate.state]) {
      variable.type.forEachName(in: value, body)
    }
    for signal in candidate.owed {
      for (field, value) in zip(interface.spec.signals[signal.signal].fields, signal.arguments) {
        field.type.forEachName(in: value, body)
      }
    }
  }

  /// Closes the belief under swapping a name that was bound and is met nowhere any more with those that are bound to
  /// nothing.
  private mutating func reopen(_ place: Int, of type: SymmetricType) {
    var result = CandidateSet()
    let free = (0..<type.count).filter { $0 != place && names.isFree($0, of: type) }
    for (index, candidate) in belief.elements.enumerated() {
      result.insert(candidate, belief.history(at: index))
      for other in free {
        result.insert(swapped(candidate, place, other, of: type), belief.history(at: index))
      }
    }
    belief = result
  }

  private func swapped(
    _ candidate: Candidate, _ one: Int, _ other: Int, of type: SymmetricType
  ) -> Candidate {
    func rename(_ named: SymmetricType, _ place: Int) -> Int {
      named != type ? place : place == one ? other : place == other ? one : place
    }
    let spec = interface.spec
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
    return Candidate(state: stepper.id(of: state), owed: owed.sorted())
  }

  /// A name that is sent and bound to nothing is its own real name from then on.
  private mutating func bindArguments(of occurrence: Occurrence) {
    if case .event(let instances) = occurrence, instances.count != 1 { return }
    var named: [(SymmetricType, Int)] = []
    forEachName(in: occurrence) { named.append(($0, $1)) }
    for (type, place) in named where names.isFree(place, of: type) {
      names.bind(place, of: type, to: RealName("\(type.name)#\(place + 1)"))
    }
  }

  private func forEachName(
    in occurrence: Occurrence, _ body: (SymmetricType, Int) -> Void
  ) {
    let instances: [EventInstance] =
      switch occurrence {
      case .event(let instances): instances
      case .refused(let instance): [instance]
      case .start, .nothing: []
      }
    for instance in instances {
      for (parameter, value) in zip(
        interface.spec.events[instance.event].parameters, instance.arguments)
      {
        parameter.type.forEachName(in: value, body)
      }
    }
  }

  private mutating func forgetIfFull() {
    guard stepper.isFull else { return }
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
    case .refused(let instance):
      let refusing = before.filter { candidate in
        let answer = stepper.answer(to: instance, in: candidate.state)
        return !answer.isPossible && answer.problem == nil
      }
      return try closed(refusing, noticed)
    case .event(let instances):
      var after = CandidateSet()
      for instance in instances { try step(instance, from: before, noticed, into: &after) }
      return try closed(after, noticed)
    }
  }

  private func step(
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
  private func closed(_ set: CandidateSet, _ noticed: Noticed?) throws(Open) -> CandidateSet {
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
      let shows = fits[state] ?? self.shows(state, noticed)
      fits[state] = shows
      guard shows else { continue }
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
    for state in try statesNow() {
      let answer = stepper.answer(to: instance, in: state)
      if answer.problem != nil { return .undefined }
      if answer.isPossible { some = true } else { all = false }
    }
    return all ? .always : some ? .sometimes : .never
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

extension NameTable.Exhausted {
  /// What to do about it.
  var text: String {
    "the implementation uses \"\(real)\" while all \(type.count) names of \(type.name) are in use; "
      + "with more of them, as '--set \(type.name)=\(type.count + 1)', it can be followed"
  }
}

extension SeenReader {
  /// What is known of the values of a signal.
  func fields(
    of signal: SignalDeclaration, _ part: JSONPart?
  ) throws(Problem) -> [Seen] {
    guard let part else { return signal.fields.map { _ in .free } }
    guard case .object(let members) = part.node else {
      throw .mistake(
        JSONMistake(
          message: "expected the values of '\(signal.name)' as an object, found \(part.noun)",
          place: part.place))
    }
    return try fields(members, signal.fields, of: signal.name)
  }
}
