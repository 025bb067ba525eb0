import Basics
import Files
import Reports
import Semantics
import Traces

/// The answer of one platform to a payload: `try PayloadAnswer(…).platform()`.
struct PayloadAnswer {
  /// The place for maps that says whether the payload has an unknown key.
  private static let unknown = "unknown"
  /// The greatest number of keys of each kind that a report names.
  private static let maximumKeys = 100

  private let map: PayloadMap
  private let form: PayloadMap.Form
  private let rules: PayloadSpec
  private let phone: PayloadSpec
  private let data: [UInt8]
  /// The payload with its parts under the names of the map.
  private var natural: JSONPart
  private var fieldMap: LogMap
  private let eventMap: LogMap
  /// The index of the variable with the fields.
  private let variable: Int
  private let fields: [Field]
  /// The start of the rules with the fields of the payload.
  private var state: [Value]
  /// The variables and funcs of the rules, with their values for the payload.
  private var facts = JSONPart(node: .object([]), place: 0)
  private let reader = SnapshotReader.namingInOrder()
  private var result: PayloadReport.Platform
  /// The limit that left an invariant undecided.
  private(set) var limit: String?

  /// Reads a payload.
  ///
  /// - Throws: `JSONError` for a mistake in the map.
  init(
    _ map: PayloadMap, _ form: PayloadMap.Form, rules: PayloadSpec, phone: PayloadSpec,
    _ payload: JSONPart, _ data: [UInt8]
  ) throws(JSONError) {
    (self.map, self.form, self.rules, self.phone, self.data) = (map, form, rules, phone, data)
    fieldMap = try LogMap(map.payload, rules.interface)
    for path in map.closed { fieldMap.places.look(into: path) }
    eventMap = try LogMap(map.phone, phone.interface)
    let spec = rules.interface.spec
    guard let variable = spec.variables.firstIndex(where: { $0.name == map.variable }),
      case .structure(let type) = spec.variables[variable].type
    else {
      throw JSONError(message: "\(spec.name) has no struct in '\(map.variable)'", place: 0)
    }
    (self.variable, fields) = (variable, type.fields)
    state = rules.interface.starts[0]
    natural = form.natural(payload)
    result = PayloadReport.Platform(
      platform: map.platform, path: phone.path, spec: phone.interface.spec.name)
    try readKeys()
    try readFields()
    facts = rules.interface.facts(in: state)
    for entry in eventMap.places.entries where entry.place.value(in: facts) == nil {
      throw JSONError(
        message: "\(spec.name) has no variable or func '\(entry.place.text)'",
        place: map.phone.place)
    }
  }

  // MARK: Keys and fields

  /// Finds the keys that nothing reads. Unknown ones become a part of the payload, so that a rule can be about them.
  private mutating func readKeys() throws(JSONError) {
    var use = LogMap.LineUse()
    _ = try fieldMap.natural(natural, rules.interface, &use)
    let (known, unknown) = (use.unread.filter(map.knows), use.unread.filter { !map.knows($0) })
    result.notModelled = keys(at: known)
    let places = (fieldMap.places.all + map.notModelled.sorted()).filter { $0.contains(".") }
    result.unknownKeys = keys(at: unknown) { hint($0, places) }
    for path in map.closed {
      guard let part = natural.at(path) else { continue }
      if case .object = part.node { continue }
      var key = key(at: path)
      key.note = "expected an object"
      result.notModelled.append(key)
    }
    if !result.unknownKeys.isEmpty, case .object(let members) = natural.node {
      let unknown = JSONPart(node: .boolean(true), place: natural.place)
      natural.node = .object(members + [(Self.unknown, natural.place, unknown)])
    }
  }

  /// The keys at some places, with hints. Of many, the last one says how many more there are.
  private func keys(
    at paths: [String], _ hint: (String) -> String? = { _ in nil }
  ) -> [PayloadReport.Key] {
    var keys: [PayloadReport.Key] = []
    for path in paths.prefix(Self.maximumKeys) {
      if Deadline.isOver { break }
      var key = key(at: path)
      key.note = hint(path)
      keys.append(key)
    }
    if paths.count > keys.count {
      keys.append(.init(key: "…", note: "and \(paths.count - keys.count) more keys"))
    }
    return keys
  }

  /// A hint for an unknown key: a place where it is known, or a similar name.
  private func hint(_ path: String, _ known: [String]) -> String? {
    func last(_ path: String) -> String { String(path.split(separator: ".").last ?? "") }
    let others = known.filter { last($0) == last(path) }.map(form.original)
    if !others.isEmpty { return "it belongs in \(Wording.list(others))" }
    return NearestName.propose(last(path), among: known.map(last)).map { "did you mean '\($0)'?" }
  }

  private func key(at path: String) -> PayloadReport.Key {
    let member = natural.member(at: path)
    let place = member.map { JSONError.position(of: $0.place, in: data) }
    return .init(
      key: form.original(path), value: member.map { JSONError.shown($0.value.text) },
      line: place?.line, column: place?.column)
  }

  /// The key of a field: of several places, the first that the payload has.
  private func key(of field: Int) -> PayloadReport.Key {
    let name = "\(map.variable).\(fields[field].name ?? "")"
    guard case .each(let places) = fieldMap.seen,
      let paths = places.first(where: { $0.name == name })?.place.paths.map(\.keys)
    else { return .init(key: name) }
    if paths == [Self.unknown], let first = result.unknownKeys.first { return first }
    return key(at: paths.first { natural.at($0) != nil } ?? paths[0])
  }

  /// Puts the fields of the payload into the state. A value that the spec does not have is replaced by the nearest one,
  /// or else is left out; it is reported.
  private mutating func readFields() throws(JSONError) {
    var use = LogMap.LineUse()
    let seen = try fieldMap.natural(natural, rules.interface, &use)?.member("seen")
    guard case .record(var values) = state[variable] else { return }
    for (index, field) in fields.enumerated() {
      guard let part = seen?.member(map.variable)?.member(field.name ?? "") else { continue }
      let problem: String
      do throws(SnapshotReader.Problem) {
        switch try reader.read(part, field.type) {
        case .whole(let value):
          values[index] = value
          continue
        case .foreign(let text):
          problem = text
          if case (.range(let low, let high), .number(let digits)) = (
            field.type.unwrapped, part.node
          ), let number = Double(digits) {
            values[index] = .int(
              number <= Double(low) ? low : number >= Double(high) ? high : Int(number))
          }
        default: problem = part.text
        }
      } catch {
        problem = error.text
      }
      var key = key(of: index)
      key.note = "\(problem); the answer is for \(field.type.text(values[index]))"
      result.notModelled.append(key)
    }
    state[variable] = .record(values)
  }

  // MARK: The answer

  /// The contradictions, and the behaviour in each state of the app.
  ///
  /// - Throws: `JSONError` for a mistake in the map.
  mutating func platform() throws(JSONError) -> PayloadReport.Platform {
    result.contradictions = contradictions()
    for app in map.apps {
      let answer = try play(app.name, app.events)
      if Deadline.isOver { break }
      result.apps.append(answer)
    }
    return result
  }

  /// The invariants in the rules' own file that the fields violate.
  private mutating func contradictions() -> [PayloadReport.Contradiction] {
    let spec = rules.interface.spec
    let evaluator = PropertyEvaluator(spec: spec)
    let parts = StateParts(spec.variables)
    var found: [PayloadReport.Contradiction] = []
    for property in spec.properties {
      guard case .invariant = property.kind, !property.isImplied,
        spec.file.usedPath(at: property.range) == nil
      else { continue }
      let footprint = Footprint(parts)
      var fault: String?
      switch evaluator.holds(property.body, in: state, footprint: footprint) {
      case .success(true): continue
      case .success(false): break
      case .failure(let cut) where cut.isLimit:
        limit = "'\(property.name)' is undecided: \(cut.message)"
        continue
      case .failure(let other): fault = other.message
      }
      let columns = parts.columns[variable]
      let read = Set(footprint.read.filter(columns.contains).map { $0 - columns.lowerBound })
      found.append(
        .init(
          property: rules.sentence(property.name, [property.documentation], property.range),
          fault: fault, keys: read.sorted().map(key(of:))))
    }
    return found
  }

  /// The behaviour in a state of the app, from the start from which most of the push happens.
  private func play(_ name: String, _ events: [JSONPart]) throws(JSONError) -> PayloadReport.App {
    var best = PayloadReport.App(
      app: name, blocked: "start", reasons: ["no start of \(phone.interface.spec.name) fits"])
    var starts: [[Value]] = []
    let isOneSpec = RealPath.of(phone.path) == RealPath.of(rules.path)
    for var start in phone.interface.starts {
      if isOneSpec { start[variable] = state[variable] }
      if try fits(start) { starts.append(start) }
    }
    for var state in starts {
      if Deadline.isOver { break }
      var answer = PayloadReport.App(app: name, starts: starts.count)
      for (index, event) in (events + map.push).enumerated() {
        if let condition = event.at("if") {
          guard case .string(let name) = condition.node,
            case .boolean(let holds)? = facts.at(name)?.node
          else {
            throw JSONError(
              message: "\"if\" is a func of \(rules.interface.spec.name) that is true or false",
              place: condition.place)
          }
          if !holds { continue }
        }
        guard let reaction = try react(to: event, in: state, &answer) else { break }
        if index >= events.count { answer.steps.append(step(reaction, from: state)) }
        state = reaction.steps[0].state
      }
      if answer.blocked == nil { return answer }
      if best.starts == 0 || answer.steps.count > best.steps.count { best = answer }
    }
    return best
  }

  /// Whether a state has the values of the start.
  private func fits(_ state: [Value]) throws(JSONError) -> Bool {
    for member in try LogMap.members(map.start, "start") {
      guard let index = phone.interface.observable(named: member.key) else { return false }
      let observable = phone.interface.observables[index]
      let seen = try? reader.read(member.value, observable.type)
      guard let value = observable.value(in: state), seen?.matches(value) ?? false else {
        return false
      }
    }
    return true
  }

  /// The reaction to the first possible instance of an event; nil if there is none, with the reasons in the answer.
  private func react(
    to line: JSONPart, in state: [Value], _ answer: inout PayloadReport.App
  ) throws(JSONError) -> Reaction? {
    let interface = phone.interface
    guard case .string(let name)? = line.at("event")?.node else { return nil }
    answer.blocked = name
    guard let event = interface.event(named: name) else {
      answer.reasons = ["\(interface.spec.name) has no such event"]
      return nil
    }
    var arguments = line.at("arguments")
    if arguments == nil, case .object(let values) = facts.node {
      let head = (key: "event", place: line.place, value: JSONPart(node: .string(name), place: 0))
      let told = JSONPart(node: .object([head] + values), place: line.place)
      var use = LogMap.LineUse()
      arguments = try eventMap.natural(told, interface, &use)?.member("arguments")
    }
    let instances: [EventInstance]
    do throws(SnapshotReader.Problem) {
      instances = try interface.instances(of: event, arguments, reader) ?? []
    } catch {
      answer.reasons = [error.text]
      return nil
    }
    let evaluator = ReferenceEvaluator(interface.spec)
    for instance in instances {
      let reaction = evaluator.react(to: instance, in: state)
      if reaction.steps.isEmpty { continue }
      answer.blocked = nil
      return reaction
    }
    var explainer = Explainer(file: interface.spec.file, spec: interface.spec)
    answer.reasons =
      instances.first.map { explainer.explainGuard(of: $0, in: state, holds: false).map(\.text) }
      ?? ["\(interface.spec.name) has no such arguments: \(arguments?.text ?? "")"]
    return nil
  }

  /// The first outcome of a reaction, and the others that differ in more than names.
  private func step(_ reaction: Reaction, from state: [Value]) -> PayloadReport.Step {
    let spec = phone.interface.spec
    let outcomes = reaction.steps.map { Trace.step($0, from: state, in: spec) }
    func withoutNames(_ effects: [String]) -> [String] {
      effects.map { $0.split(separator: "#").map { $0.drop(while: \.isNumber) }.joined() }
    }
    var seen: Set<[String]> = []
    let distinct = outcomes.map(\.effects).filter { seen.insert(withoutNames($0)).inserted }
    let event = spec.events[reaction.steps[0].instance.event]
    let rule = reaction.steps[0].rule.map { event.rules[$0] }
    return .init(
      event: outcomes[0].event,
      rule: phone.sentence(
        event.name + (rule.map { ".\($0.name)" } ?? ""),
        [event.documentation, rule?.documentation], rule?.range ?? event.range),
      effects: distinct[0], signals: outcomes[0].signals, others: Array(distinct.dropFirst()))
  }
}

extension PayloadSpec {
  /// A rule, event or property with its evidence.
  fileprivate func sentence(
    _ name: String, _ documentation: [String?], _ range: SourceRange
  ) -> PayloadReport.Sentence {
    let evidence = evidence.first { $0.name == name }
    return .init(
      name: name,
      documentation: documentation.compactMap { $0?.replacing("\n", with: " ") }
        .joined(separator: " "),
      place: Trace.Place(interface.spec.file, range).text(in: path), evidence: evidence?.kind,
      sources: evidence?.sources)
  }
}

extension Interface {
  /// The variables and funcs, with their values in a state.
  fileprivate func facts(in state: [Value]) -> JSONPart {
    let members = observables.compactMap { observable in
      observable.value(in: state).map { value in
        (observable.name, observable.type.tree(of: value) { .string($0.text(of: $1)) })
      }
    }
    let text = (try? JSONDocument.line(of: JSONTree.object(members))) ?? "{}"
    return (try? JSONText.read(Array(text.utf8))) ?? JSONPart(node: .object([]), place: 0)
  }
}

extension SnapshotReader {
  /// A reader that gives each identifier the next name of its type.
  fileprivate static func namingInOrder() -> SnapshotReader {
    var table = NameTable()
    return SnapshotReader { (real, type) throws(NameTable.ExhaustedNamesError) in
      if let place = type.place(of: real) ?? table.place(of: real, in: type) { return place }
      guard let place = (0..<type.count).first(where: { table.isFree($0, of: type) }) else {
        throw NameTable.ExhaustedNamesError(type: type, real: real)
      }
      table.bind(place, of: type, to: real)
      return place
    }
  }
}

extension SnapshotReader.Problem {
  fileprivate var text: String {
    switch self {
    case .mistake(let mistake): mistake.message
    case .exhausted(let names): "\(names.type.name) has only \(names.type.count) names"
    }
  }
}
