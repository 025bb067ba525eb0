import Files
import Semantics

/// A message about an implementation: an occurrence, and the observation after it.
///
/// Each candidate has its own table of identifiers, so the message is interpreted for each. A new identifier may belong
/// to any name without one, or to an unused name.
final class Observation {
  enum Stimulus: Equatable {
    case start, nothing
    case event(StateEstimator.Effect)
  }

  let stimulus: Stimulus
  let isSettled: Bool
  private let interface: Interface
  private let stepper: Stepper
  private let reply: Reply
  private let reportedEvent: ReportedEvent
  /// The event instances, if they are the same in all candidates.
  let sameInstances: [EventInstance]?
  /// The observation, if it is the same in all candidates.
  private var sameOutputs: StateEstimator.ObservedOutputs?
  /// An identifier for which no candidate so far had a name.
  private(set) var exhausted: NameTable.ExhaustedNamesError?
  /// The identifiers that were written as numbers.
  private(set) var numbers: Set<RealName> = []
  private var instances: [Stepper.NamesID: Read<[EventInstance]?>] = [:]
  private var outputs: [Stepper.NamesID: Read<StateEstimator.ObservedOutputs>] = [:]

  /// The maximum number of interpretations of identifiers.
  private static let maximumWays = 5000

  private struct NewName {
    let type: SymmetricType
    let real: RealName
  }

  /// The content of a message under a table, with the identifiers that the table does not contain.
  private struct Read<Content> {
    var content: Content
    var new: [NewName]
  }

  /// The event of a message, as far as it is known.
  enum ReportedEvent {
    /// One of these instances.
    case instances([EventInstance])
    /// An event with arguments in the implementation's identifiers, as far as they are known.
    case told(event: Int, arguments: JSONPart?)
    /// An event that was sent with these arguments; a new identifier in them may be unbound.
    case sent(event: Int, arguments: JSONPart)

    /// The event and its arguments, if the arguments contain identifiers.
    fileprivate var named: (event: Int, arguments: JSONPart?)? {
      switch self {
      case .instances: nil
      case .told(let event, let arguments): (event, arguments)
      case .sent(let event, let arguments): (event, arguments)
      }
    }
  }

  /// Creates a message that is the same in all candidates.
  init(
    _ stimulus: Stimulus, _ instances: [EventInstance], _ outputs: StateEstimator.ObservedOutputs,
    _ estimator: StateEstimator
  ) {
    self.stimulus = stimulus
    interface = estimator.interface
    stepper = estimator.stepper
    reply = Reply()
    reportedEvent = .instances(instances)
    sameInstances = instances
    sameOutputs = outputs
    isSettled = outputs.isSettled
  }

  /// Creates a message with identifiers.
  ///
  /// - Throws: `JSONError` for a format that does not fit the spec.
  init(
    _ stimulus: Stimulus, _ reportedEvent: ReportedEvent, _ reply: Reply,
    _ estimator: StateEstimator
  ) throws(JSONError) {
    self.stimulus = stimulus
    self.reportedEvent = reportedEvent
    self.reply = reply
    interface = estimator.interface
    stepper = estimator.stepper
    isSettled = reply.isSettled
    sameInstances =
      if case .instances(let instances) = reportedEvent { instances } else { nil }
    do throws(SnapshotReader.Problem) {
      if sameInstances == nil { _ = try readInstances(Stepper.noNames) }
      let read = try readNoticed(Stepper.noNames)
      if !interface.hasNames { sameOutputs = read.content }
    } catch {
      if case .mistake(let mistake) = error { throw mistake }
    }
  }

  // MARK: Interpretation for a candidate

  /// The possible event instances, for each interpretation of their identifiers.
  func instances(
    for candidate: Candidate
  ) throws(StateEstimator.UndecidedError) -> [(names: Stepper.NamesID, instances: [EventInstance])]
  {
    if let sameInstances { return [(candidate.names, sameInstances)] }
    var result: [(names: Stepper.NamesID, instances: [EventInstance])] = []
    guard let first = try? readInstances(candidate.names) else { return [] }
    let isSent = if case .sent = reportedEvent { true } else { false }
    for names in try ways(first.new, candidate, candidate.names, needsIdle: isSent) {
      guard let read = try? readInstances(names) else { continue }
      guard let instances = read.content else {
        throw .tooManyEvents
      }
      result.append((names, instances))
    }
    return result
  }

  /// The observation, for each interpretation of its identifiers.
  func outputs(
    for candidate: Candidate
  ) throws(StateEstimator.UndecidedError) -> [(
    names: Stepper.NamesID, outputs: StateEstimator.ObservedOutputs
  )] {
    if let sameOutputs { return [(candidate.names, sameOutputs)] }
    let names = recalled(candidate.names)
    var result: [(names: Stepper.NamesID, outputs: StateEstimator.ObservedOutputs)] = []
    guard let first = try? readNoticed(names) else { return [] }
    for names in try ways(first.new, candidate, names) {
      guard let read = try? readNoticed(names) else { continue }
      result.append((names, read.content))
    }
    return result
  }

  /// The signals that were noticed; of those with names that are new, nothing more is known.
  func signals(_ names: Stepper.NamesID) -> [ObservedSignal] {
    if let sameOutputs { return sameOutputs.signals }
    return (try? readNoticed(recalled(names)))?.content.signals ?? []
  }

  /// A phrase about arguments that no event has; nil if there are none.
  var unknownArguments: String? {
    guard case .told(let event, let arguments) = reportedEvent else { return nil }
    let read = try? read(Stepper.noNames) { (reader, _) throws(SnapshotReader.Problem) in
      try interface.arguments(arguments, of: event, reader)
    }
    let declared = interface.spec.events[event]
    let parts = zip(declared.parameters, read?.content ?? []).filter { $1.hasForeign }.map {
      "\($0.name): \($0.type.text($1))"
    }
    return parts.isEmpty
      ? nil : "'\(declared.name)' has no such argument: \(parts.joined(separator: ", "))"
  }

  // MARK: Names

  /// The tables in which all of some identifiers are bound.
  ///
  /// - Parameter needsIdle: whether each may be unbound, for which the spec needs enough names.
  private func ways(
    _ new: [NewName], _ candidate: Candidate, _ names: Stepper.NamesID, needsIdle: Bool = false
  ) throws(StateEstimator.UndecidedError) -> [Stepper.NamesID] {
    if new.isEmpty { return [names] }
    let inUse = stepper.namesInUse(by: candidate)
    var tables = [stepper.tables[names]]
    for name in new {
      let inUse = inUse[name.type] ?? []
      if needsIdle, name.type.count - inUse.count < new.count(where: { $0.type == name.type }) {
        exhausted = .init(type: name.type, real: name.real)
        return []
      }
      tables = tables.flatMap { table in
        places(for: name, table, inUse).map { place in
          var table = table
          table.bind(place, of: name.type, to: name.real)
          return table
        }
      }
      if tables.isEmpty { exhausted = .init(type: name.type, real: name.real) }
      if tables.count > Self.maximumWays {
        throw StateEstimator.UndecidedError(
          reason: "names may be understood in more than \(Self.maximumWays) ways")
      }
    }
    return tables.map(stepper.id(of:))
  }

  /// The names that a new identifier may belong to. Of the unused names, one represents all.
  private func places(
    for name: NewName, _ table: NameTable, _ inUse: Set<Int>
  ) -> [Int] {
    let free = (0..<name.type.count).filter {
      table.mayBind($0, of: name.type, to: name.real)
    }
    let idle = free.filter { !inUse.contains($0) }
    let next = idle.first { $0 == name.type.place(of: name.real) } ?? idle.first
    return free.filter { inUse.contains($0) || $0 == next }
  }

  /// The table after a message about identifiers.
  private func recalled(_ names: Stepper.NamesID) -> Stepper.NamesID {
    if reply.names.isEmpty { return names }
    var table = stepper.tables[names]
    for (type, known, real) in reply.names {
      if let place = table.place(of: known, in: type) { table.bind(place, of: type, to: real) }
    }
    return stepper.id(of: table)
  }

  // MARK: Reading

  private func readInstances(
    _ names: Stepper.NamesID
  ) throws(SnapshotReader.Problem) -> Read<[EventInstance]?> {
    if let known = instances[names] { return known }
    let (interface, named) = (interface, reportedEvent.named)
    let read = try read(names) { (reader, _) throws(SnapshotReader.Problem) -> [EventInstance]? in
      guard let named else { return [] }
      return try interface.instances(of: named.event, named.arguments, reader)
    }
    instances[names] = read
    return read
  }

  private func readNoticed(
    _ names: Stepper.NamesID
  ) throws(SnapshotReader.Problem) -> Read<StateEstimator.ObservedOutputs> {
    if let known = outputs[names] { return known }
    let (interface, reply) = (interface, reply)
    let read = try read(names) { (reader, unknown) throws(SnapshotReader.Problem) in
      try interface.outputs(reply, reader, unknown)
    }
    outputs[names] = read
    return read
  }

  /// Reads a part of the message under a table.
  ///
  /// - Parameter body: receives the occurrence count of an identifier that the table does not contain.
  private func read<Content>(
    _ names: Stepper.NamesID,
    _ body: (SnapshotReader, () -> Int) throws(SnapshotReader.Problem) -> Content
  ) throws(SnapshotReader.Problem) -> Read<Content> {
    let table = stepper.tables[names]
    var new: [NewName] = []
    var unknown = 0
    let reader = SnapshotReader { real, type in
      if real.isNumber { self.numbers.insert(real) }
      if let place = table.place(of: real, in: type) { return place }
      unknown += 1
      // They get indices that the type does not have.
      guard let index = new.firstIndex(where: { $0.real == real && $0.type == type }) else {
        new.append(NewName(type: type, real: real))
        return type.count + new.count - 1
      }
      return type.count + index
    }
    let content = try body(reader) { unknown }
    return Read(content: content, new: new)
  }
}

extension SymmetricType {
  /// A name in the notation of specs, which is also sent if the implementation has no identifier for it.
  func text(of place: Int) -> String { "\(name)#\(place + 1)" }
}

extension NameTable.ExhaustedNamesError {
  /// Advice for the user.
  func text(_ vocabulary: RequestVocabulary) -> String {
    "the implementation has more things at once than \(type.name) has names, which are \(type.count); with more of them, "
      + "as '\(vocabulary.settings) \(type.name)=\(type.count + 1)', it can be followed"
  }
}

extension Interface {
  /// The maximum number of instances that match arguments.
  private static let maximumInstances = 100_000

  /// The event instances that match the known arguments; nil if there are too many.
  func instances(
    of event: Int, _ arguments: JSONPart?, _ reader: SnapshotReader
  ) throws(SnapshotReader.Problem) -> [EventInstance]? {
    let known = try self.arguments(arguments, of: event, reader)
    var values: [[Value]] = []
    var count = 1
    for (part, parameter) in zip(known, spec.events[event].parameters) {
      if let whole = part.whole {
        values.append([whole])
        continue
      }
      let fitting = parameter.type.watchedValues.filter { part.matches($0) }
      values.append(fitting)
      count *= max(1, fitting.count)
      if count > Self.maximumInstances { return nil }
    }
    return Type.watchedCombinations(values).map { EventInstance(event: event, arguments: $0) }
  }

  /// The known parts of the arguments of an event.
  fileprivate func arguments(
    _ arguments: JSONPart?, of event: Int, _ reader: SnapshotReader
  ) throws(SnapshotReader.Problem) -> [Snapshot] {
    let declared = spec.events[event]
    guard let arguments else { return declared.parameters.map { _ in .free } }
    guard case .object(let members) = arguments.node else {
      throw .mistake(
        JSONError(
          message: "expected the arguments of '\(declared.name)' as an object, found "
            + arguments.noun, place: arguments.place))
    }
    return try reader.fields(members, declared.fields, of: declared.name)
  }

  /// The observation in the terms of the spec.
  ///
  /// - Parameter unknown: incremented for each uninterpreted identifier; the other values of such a signal are unknown.
  func outputs(
    _ reply: Reply, _ reader: SnapshotReader, _ unknown: () -> Int = { 0 }
  ) throws(SnapshotReader.Problem) -> StateEstimator.ObservedOutputs {
    var outputs = StateEstimator.ObservedOutputs(isSettled: reply.isSettled)
    for (index, part) in reply.seen {
      outputs.seen.append((index, try reader.read(part, observables[index].type)))
    }
    for (signal, part) in reply.signals {
      let before = unknown()
      var arguments = try reader.fields(of: spec.signals[signal], part)
      if unknown() > before { arguments = arguments.map { _ in .free } }
      outputs.signals.append(ObservedSignal(signal: signal, arguments: arguments))
    }
    return outputs
  }
}

extension SnapshotReader {
  /// For specs that have no names.
  static var withoutNames: SnapshotReader {
    SnapshotReader { (real, type) throws(NameTable.ExhaustedNamesError) in
      throw NameTable.ExhaustedNamesError(type: type, real: real)
    }
  }

  /// The known values of a signal.
  fileprivate func fields(
    of signal: SignalDeclaration, _ part: JSONPart?
  ) throws(Problem) -> [Snapshot] {
    guard let part else { return signal.fields.map { _ in .free } }
    guard case .object(let members) = part.node else {
      throw .mistake(
        JSONError(
          message: "expected the values of '\(signal.name)' as an object, found \(part.noun)",
          place: part.place))
    }
    return try fields(members, signal.fields, of: signal.name)
  }
}
