import Semantics
import Traces

/// How an app calls in its log what a spec has other words for: `try LogMap(part, interface)`, then
/// `try map.natural(line)`.
///
/// ```json
/// {
///   "event": {"key": "type", "names": {"push_received": "receive"}},
///   "time": {"key": "at", "unit": "ms"},
///   "arguments": {"kind": "payload.category"},
///   "values": {"Kind": {"INFO": "info"}},
///   "ignore": ["heartbeat"],
///   "signals": ["sound"],
///   "hidden": ["tick"]
/// }
/// ```
///
/// A key may be a path into objects, as `payload.category`. What the map does not mention is as without a map.
package struct LogMap: Sendable {
  /// Where something stands in a line.
  enum Place: Sendable {
    /// An object of all, at a path.
    case whole(String)
    /// Each at a path of its own.
    case each([(name: String, path: String)])
  }

  var event = "event"
  /// The app's names of events, to the spec's.
  var events: [String: String] = [:]
  var time = "time"
  /// How many nanoseconds a unit of times has that are numbers; nil if they tell by their size.
  var timeUnit: Int64?
  var process = "process"
  var arguments = Place.whole("arguments")
  /// Where the arguments of some events are.
  var argumentsOf: [String: [(name: String, path: String)]] = [:]
  var seen = Place.whole("seen")
  var signals = "signals"
  /// The app's names of signals, to the spec's.
  var signalNames: [String: String] = [:]
  /// By types: the app's names of cases or fields, to the spec's.
  var values: [String: [String: String]] = [:]
  /// Events of the app that mean nothing.
  var ignored: Set<String> = []
  /// The signals that are logged whenever they are emitted.
  package var noticed: [String] = []
  /// The events that are not logged.
  package var hidden: [String] = []
  package var settling: LogSettling?
  /// It says nothing, and lines are as they are.
  package internal(set) var isEmpty = true
  /// The places that the map reads, for a strict comparison.
  var places = MapPlaces()

  /// A map that changes nothing.
  package init() {}

  /// The time of a line; nil if it has none.
  package func time(of line: JSONPart) throws(JSONError) -> Int64? {
    guard let part = line.at(time) else { return nil }
    return try LogTime.nanoseconds(part, time, unit: timeUnit)
  }

  /// Who wrote a line, in one word; nil if it does not say.
  package func process(of line: JSONPart) -> String? { line.at(process)?.text }

  /// Returns a line as it would be without a map; nil for one that means nothing.
  ///
  /// - Parameter use: becomes the places of the line that the map reads.
  package func natural(
    _ line: JSONPart, _ interface: Interface, _ use: inout LineUse
  ) throws(JSONError) -> JSONPart? {
    if isEmpty { return line }
    guard case .object = line.node else { return line }
    var members: [(key: String, place: Int, value: JSONPart)] = []
    func add(_ key: String, _ value: JSONPart) { members.append((key, value.place, value)) }
    var event: Int?
    if let part = line.at(self.event) {
      var name = part
      if case .string(let text) = part.node {
        if ignored.contains(text) {
          use = places.use(of: line, event: nil)
          use.unread = []
          return nil
        }
        let own = events[text] ?? text
        name.node = .string(own)
        event = interface.event(named: own)
        guard event != nil else { throw unknown(text, part, interface) }
      }
      add("event", name)
    }
    use = places.use(of: line, event: event)
    if let event, let part = try arguments(of: event, line, interface) { add("arguments", part) }
    if let part = try seen(line, interface) { add("seen", part) }
    if let part = line.at(signals) { add("signals", try renamed(part, interface)) }
    if let part = line.at("signal") { add("signal", renamedSignal(part, interface)) }
    for key in ["refused", "settled"] { if let part = line.at(key) { add(key, part) } }
    return JSONPart(node: .object(members), place: line.place)
  }

  private func unknown(_ text: String, _ part: JSONPart, _ interface: Interface) -> JSONError {
    let near = NearestName.propose(
      text, among: interface.spec.events.map(\.name) + events.keys.sorted())
    return JSONError(
      message: "\(interface.spec.name) has no event \"\(JSONError.shown(text))\""
        + (near.map { "; did you mean \"\($0)\"?" } ?? "")
        + "; what means nothing is named by \"ignore\" in the map", place: part.place)
  }

  private func arguments(
    of event: Int, _ line: JSONPart, _ interface: Interface
  ) throws(JSONError) -> JSONPart? {
    let declared = interface.spec.events[event]
    let types = Dictionary(declared.parameters.map { ($0.name, $0.type) }) { first, _ in first }
    let place = argumentsOf[declared.name].map { Place.each($0) } ?? arguments
    return part(at: place, line, types)
  }

  private func seen(_ line: JSONPart, _ interface: Interface) throws(JSONError) -> JSONPart? {
    let types = Dictionary(interface.observables.map { ($0.name, $0.type) }) { first, _ in first }
    return part(at: seen, line, types)
  }

  /// An object of what is at a place, by the names of the spec.
  private func part(at place: Place, _ line: JSONPart, _ types: [String: Type]) -> JSONPart? {
    switch place {
    case .whole(let path):
      guard let part = line.at(path) else { return nil }
      guard case .object(let members) = part.node else { return part }
      let own = members.map { member in
        (
          member.key, member.place,
          types[member.key].map { translated(member.value, $0) } ?? member.value
        )
      }
      return JSONPart(node: .object(own), place: part.place)
    case .each(let names):
      var members: [(key: String, place: Int, value: JSONPart)] = []
      for (name, path) in names {
        guard let type = types[name], let part = line.at(path) else { continue }
        members.append((name, part.place, translated(part, type)))
      }
      return members.isEmpty ? nil : JSONPart(node: .object(members), place: line.place)
    }
  }

  // MARK: Signals

  private func renamed(
    _ part: JSONPart, _ interface: Interface
  ) throws(JSONError) -> JSONPart {
    guard case .array(let parts) = part.node else { return part }
    return JSONPart(
      node: .array(parts.map { renamedSignal($0, interface) }), place: part.place)
  }

  private func renamedSignal(_ part: JSONPart, _ interface: Interface) -> JSONPart {
    switch part.node {
    case .string(let text):
      return JSONPart(node: .string(signalNames[text] ?? text), place: part.place)
    case .object(let members) where members.count == 1:
      let name = signalNames[members[0].key] ?? members[0].key
      var value = members[0].value
      if let signal = interface.signal(named: name) {
        value = translated(value, interface.spec.signals[signal].fields, drops: false)
      }
      return JSONPart(node: .object([(name, members[0].place, value)]), place: part.place)
    default: return part
    }
  }

  // MARK: Values

  /// A value with the names of cases and fields that the spec has.
  func translated(_ part: JSONPart, _ type: Type) -> JSONPart {
    if values.isEmpty { return part }
    var result = part
    switch (type, part.node) {
    case (.optional(let inner), _): return translated(part, inner)
    case (.enumeration(let type), .string(let text)):
      if let name = values[type.name]?[text] { result.node = .string(name) }
    case (.enumeration(let type), .object(let members)) where members.count == 1:
      let name = values[type.name]?[members[0].key] ?? members[0].key
      var value = members[0].value
      if let index = type.place(of: name) {
        value = translated(value, type.cases[index].fields, drops: false)
      }
      result.node = .object([(name, members[0].place, value)])
    case (.structure(let type), .object):
      if let names = values[type.name] { result = result.renamingKeys(names) }
      return translated(result, type.fields, drops: values[type.name] != nil)
    case (.set(let element, _), .array(let parts)), (.bag(let element, _), .array(let parts)),
      (.list(let element, _), .array(let parts)):
      result.node = .array(parts.map { translated($0, element) })
    case (.map(let key, let content), .object(let members)),
      (.table(let key, let content), .object(let members)):
      result.node = .object(
        members.map { member in
          let text = JSONPart(node: .string(member.key), place: member.place)
          var name = member.key
          if case .string(let own) = translated(text, key).node { name = own }
          return (name, member.place, translated(member.value, content))
        })
    case (.map(let key, let content), .array(let parts)),
      (.table(let key, let content), .array(let parts)):
      let entry = [Field(name: "key", type: key), Field(name: "value", type: content)]
      result.node = .array(parts.map { translated($0, entry, drops: false) })
    default: break
    }
    return result
  }

  /// An object of fields; `drops` what is none of them.
  private func translated(_ part: JSONPart, _ fields: [Field], drops: Bool) -> JSONPart {
    guard case .object(let members) = part.node else { return part }
    var own: [(key: String, place: Int, value: JSONPart)] = []
    for member in members {
      let field = fields.enumerated().first { ($1.name ?? "\($0)") == member.key }?.element
      if field == nil, drops { continue }
      own.append(
        (member.key, member.place, field.map { translated(member.value, $0.type) } ?? member.value))
    }
    return JSONPart(node: .object(own), place: part.place)
  }
}

extension Field {
  fileprivate init(name: String, type: Type) {
    self.init(name: name, type: type, defaultValue: nil)
  }
}

extension JSONPart {
  /// What is at a path as `payload.kind`; nil if there is nothing, or `null` on the way.
  func at(_ path: String) -> JSONPart? {
    if let whole = member(path) { return whole }
    guard let dot = path.firstIndex(of: ".") else { return nil }
    return member(String(path[..<dot]))?.at(String(path[path.index(after: dot)...]))
  }

  fileprivate func renamingKeys(_ names: [String: String]) -> JSONPart {
    guard case .object(let members) = node else { return self }
    return JSONPart(
      node: .object(members.map { (names[$0.key] ?? $0.key, $0.place, $0.value) }), place: place)
  }
}
