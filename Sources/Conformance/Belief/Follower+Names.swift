import Semantics
import Traces

/// Real names, and what was noticed in terms of the spec's.
extension Follower {
  /// What was noticed behind something that happened, in terms of the spec.
  mutating func read(
    _ reply: Reply, behind occurrence: Occurrence
  ) throws(SeenReader.Problem) -> Noticed {
    let interface = interface
    return try reading(behind: occurrence) { (reader) throws(SeenReader.Problem) in
      try interface.noticed(reply, reader)
    }
  }

  /// What is known of a value.
  mutating func read(_ part: JSONPart, _ type: Type) throws(SeenReader.Problem) -> Seen {
    try reading(behind: .nothing) { (reader) throws(SeenReader.Problem) in
      try reader.read(part, type)
    }
  }

  /// Reads something in which there may be names: those that are new are bound.
  mutating func reading<Result>(
    behind occurrence: Occurrence,
    _ body: (SeenReader) throws(SeenReader.Problem) -> Result
  ) throws(SeenReader.Problem) -> Result {
    if !interface.hasNames {
      return try body(.withoutNames)
    }
    var table = names
    var freed: [(SymmetricType, Int)] = []
    var dead: [SymmetricType: [Int]]?
    var met: Set<SentName> = []
    let follower = self
    let result = try body(
      SeenReader { (real, type) throws(NameTable.Exhausted) in
        if let known = table.place(of: real, in: type) {
          // As a key it is a text, whatever it is elsewhere.
          if real.isNumber { table.bind(known, of: type, to: real) }
          let name = SentName(type: type, place: known)
          if name.real == real { met.insert(name) }
          return known
        }
        let own = (0..<type.count).first { SentName(type: type, place: $0).real == real }
        let free = (0..<type.count).filter { table.isFree($0, of: type) }
        if let place = free.first(where: { $0 == own }) ?? free.first {
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
      })
    names = table
    guessed.subtract(met)
    for (type, place) in freed { reopen(place, of: type) }
    return result
  }

  /// Names that are bound, and play no part in any state that the implementation may be in, nor in what it owes.
  private func deadNames(butNotIn occurrence: Occurrence) -> [SymmetricType: [Int]] {
    guard let unused = UnusedNames(interface) else { return [:] }
    var inEvent: [SymmetricType: Set<Int>] = [:]
    forEachName(in: occurrence) { inEvent[$0, default: []].insert($1) }
    var dead: [SymmetricType: [Int]] = [:]
    for (type, place, _) in self.names.bound where !(inEvent[type]?.contains(place) ?? false) {
      let isDead = isUnused(SentName(type: type, place: place), unused)
      if isDead { dead[type, default: []].append(place) }
    }
    return dead.mapValues { $0.reversed() }
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
    renamed(candidate) { named, place in
      named != type ? place : place == one ? other : place == other ? one : place
    }
  }

  /// A candidate with other names.
  func renamed(_ candidate: Candidate, _ rename: (SymmetricType, Int) -> Int) -> Candidate {
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
  mutating func bindArguments(of occurrence: Occurrence) {
    guard occurrence.instances.count == 1 else { return }
    var fresh: Set<SentName> = []
    forEachName(in: occurrence) { type, place in
      if names.isFree(place, of: type) { fresh.insert(SentName(type: type, place: place)) }
    }
    for name in fresh { names.bind(name.place, of: name.type, to: name.real) }
    guard !fresh.isEmpty, let unused = UnusedNames(interface) else { return }
    guessed.formUnion(fresh.filter { !isUnused($0, unused) })
  }

  private func isUnused(_ name: SentName, _ unused: UnusedNames) -> Bool {
    belief.elements.allSatisfy {
      unused.isUnused(name.place, of: name.type, in: stepper.states[$0.state], owed: $0.owed)
    }
  }

  /// A name of which nothing came is bound to nothing again, so that any other may stand for it.
  mutating func forgetUnused(in occurrence: Occurrence) {
    var sent: Set<SentName> = []
    forEachName(in: occurrence) { sent.insert(SentName(type: $0, place: $1)) }
    guard !sent.isEmpty, let unused = UnusedNames(interface) else { return }
    for name in sent.union(guessed).sorted()
    where names.real(name.place, of: name.type) == name.real && isUnused(name, unused) {
      names.free(name.place, of: name.type)
      reopen(name.place, of: name.type)
    }
  }

  /// A name would be sent by a text that the implementation uses for another one.
  func isAmbiguous(_ instance: EventInstance) -> Bool {
    guard interface.hasNames else { return false }
    var result = false
    forEachName(in: .refused([instance])) { type, place in
      let name = SentName(type: type, place: place)
      if names.isFree(place, of: type), names.place(of: name.real, in: type) != nil {
        result = true
      }
    }
    return result
  }

  private func forEachName(
    in occurrence: Occurrence, _ body: (SymmetricType, Int) -> Void
  ) {
    for instance in occurrence.instances {
      for (parameter, value) in zip(
        interface.spec.events[instance.event].parameters, instance.arguments)
      {
        parameter.type.forEachName(in: value, body)
      }
    }
  }
}

extension Follower.Occurrence {
  /// The events of which it is one.
  fileprivate var instances: [EventInstance] {
    switch self {
    case .event(let instances), .refused(let instances): instances
    case .start, .nothing: []
    }
  }
}

/// A name as it is sent if the implementation has none for it.
struct SentName: Hashable, Comparable {
  let type: SymmetricType
  let place: Int

  var real: RealName { RealName("\(type.name)#\(place + 1)") }

  /// Why it cannot be followed.
  var text: String {
    "\"\(real)\" was sent, and nobody knows whether the implementation calls something by it that was not seen: where "
      + "names are made, they have to be seen, in a variable, a signal or in \"names\""
  }

  static func < (left: Self, right: Self) -> Bool {
    (left.type.name, left.place) < (right.type.name, right.place)
  }
}

extension NameTable.Exhausted {
  /// What to do about it.
  func text(_ vocabulary: RequestVocabulary) -> String {
    "the implementation uses \"\(real)\" while all \(type.count) names of \(type.name) are in use; "
      + "with more of them, as '\(vocabulary.settings) \(type.name)=\(type.count + 1)', it can be followed"
  }
}

extension Interface {
  /// What was noticed, in terms of the spec.
  func noticed(
    _ reply: Reply, _ reader: SeenReader
  ) throws(SeenReader.Problem) -> Follower.Noticed {
    var noticed = Follower.Noticed(isSettled: reply.isSettled)
    for (index, part) in reply.seen {
      noticed.seen.append((index, try reader.read(part, observables[index].type)))
    }
    for (signal, part) in reply.signals {
      noticed.signals.append(
        SeenSignal(signal: signal, arguments: try reader.fields(of: spec.signals[signal], part)))
    }
    return noticed
  }

  /// What is known of the arguments of an event.
  func arguments(
    _ arguments: JSONPart?, of event: Int, _ reader: SeenReader
  ) throws(SeenReader.Problem) -> [Seen] {
    let declared = spec.events[event]
    guard let arguments else { return declared.parameters.map { _ in .free } }
    guard case .object(let members) = arguments.node else {
      throw .mistake(
        JSONMistake(
          message: "expected the arguments of '\(declared.name)' as an object, found "
            + arguments.noun, place: arguments.place))
    }
    let fields = declared.parameters.map { Field(name: $0.name, type: $0.type, defaultValue: nil) }
    return try reader.fields(members, fields, of: declared.name)
  }
}

extension SeenReader {
  /// For specs that have no names.
  static var withoutNames: SeenReader {
    SeenReader { (real, type) throws(NameTable.Exhausted) in
      throw NameTable.Exhausted(type: type, real: real)
    }
  }

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
