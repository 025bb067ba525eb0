import Files
import Semantics

/// Real identifiers, and messages that contain them.
extension StateEstimator {
  /// An event with its observation, to be interpreted for each candidate.
  func observation(_ occurrence: Occurrence, _ reply: Reply) throws(JSONError) -> Observation {
    switch occurrence {
    case .start: try Observation(.start, .instances([]), reply, self)
    case .nothing: try Observation(.nothing, .instances([]), reply, self)
    case .event(let instances):
      try Observation(.event(.happened), reportedEvent(instances), reply, self)
    case .refused(let instances):
      try Observation(.event(.refused), reportedEvent(instances), reply, self)
    case .told(let event, let arguments, let isRefused):
      try Observation(
        .event(isRefused ? .refused : .happened), .told(event: event, arguments: arguments), reply,
        self)
    case .sent(let event, let arguments, let effect):
      try Observation(.event(effect), .sent(event: event, arguments: arguments), reply, self)
    }
  }

  /// A driven event, with the identifiers that are sent.
  func observation(of instance: EventInstance) throws(JSONError) -> Observation {
    try observation(.event([instance]), Reply())
  }

  /// The first event of the spec that matches the sent event; nil if there is none.
  func instance(sentAs occurrence: Occurrence) -> EventInstance? {
    guard case .sent = occurrence, let observation = try? observation(occurrence, Reply()) else {
      return nil
    }
    return belief.elements.lazy.compactMap {
      try? observation.instances(for: $0).first?.instances.first
    }.first
  }

  private func reportedEvent(_ instances: [EventInstance]) -> Observation.ReportedEvent {
    guard interface.hasNames, instances.count == 1, let one = instances.first else {
      return .instances(instances)
    }
    return .sent(event: one.event, arguments: sentArguments(of: one).part)
  }

  // MARK: Sending

  /// The arguments of an event as they are sent, with the implementation's identifiers where they are known.
  package func sentArguments(of instance: EventInstance) -> JSONTree {
    var sent: [SymmetricType: [Int: RealName]] = [:]
    return Type.tree(of: instance.arguments, interface.spec.events[instance.event].fields) {
      type, place in
      if let known = sent[type]?[place] { return known.tree }
      let name = self.sentName(place, of: type, except: sent[type]?.values.map { $0 } ?? [])
      sent[type, default: [:]][place] = name
      return name.tree
    }
  }

  /// The identifier of a name in the first candidate that has one; otherwise an unused identifier.
  private func sentName(
    _ place: Int, of type: SymmetricType, except sent: [RealName]
  ) -> RealName {
    var taken = Set(sent)
    var seen: Set<Stepper.NamesID> = []
    for candidate in belief.elements where seen.insert(candidate.names).inserted {
      let table = stepper.tables[candidate.names]
      // An identifier of one candidate may belong to another name in the next.
      if let real = table.real(place, of: type), !sent.contains(real) {
        return spelled(real, of: type)
      }
      for (bound, _, real) in table.bound where bound == type { taken.insert(real) }
    }
    let count = type.count + taken.count
    for number in 0..<count {
      let text = type.text(of: (place + number) % count)
      let name = aliases[text] ?? RealName(text)
      if !taken.contains(name) { return name }
    }
    return RealName(type.text(of: place))
  }

  /// An identifier in the notation of the implementation.
  private func spelled(_ real: RealName, of type: SymmetricType) -> RealName {
    names.place(of: real, in: type).flatMap { names.real($0, of: type) } ?? real
  }

  // MARK: Remembering

  /// Records the identifiers of names, for messages.
  mutating func note(_ table: NameTable, _ numbers: Set<RealName>) {
    func note(_ place: Int, _ type: SymmetricType, _ real: RealName) {
      let isNumber = real.isNumber || numbers.contains(real) || spelled(real, of: type).isNumber
      names.bind(place, of: type, to: RealName(real.text, isNumber: isNumber))
    }
    for (type, gone) in table.gone {
      for (place, real) in gone.sorted(by: { $0.key < $1.key }) { note(place, type, real) }
    }
    for (type, place, real) in table.bound { note(place, type, real) }
  }
}

extension SymmetricType {
  /// The index of an identifier in the notation of specs; nil for any other.
  func place(of name: RealName) -> Int? {
    guard name.text.hasPrefix(self.name + "#"),
      let number = Int(name.text.dropFirst(self.name.count + 1)),
      1 <= number, number <= count
    else { return nil }
    return number - 1
  }
}
