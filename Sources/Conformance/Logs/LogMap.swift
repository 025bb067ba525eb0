import Basics
import Files
import Semantics

/// A mapping from the names in an app's log to those of the spec: `try LogMap(part, interface)`, then
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
/// A key may be a path into objects, such as `payload.category`. Parts without an entry keep the standard format.
/// `category?` is whether there is a value, `category#` its size in bytes, and `a|b` the first of several places with a
/// value.
package struct LogMap: Sendable {
  /// The place of a value in a line.
  enum Place: Sendable {
    /// A single object with all values.
    case whole(MapPlace)
    /// A separate place for each value.
    case each([NamedPlace])
  }

  var event = MapPlace("event")
  /// The spec's event names, by the app's names.
  var events: [String: String] = [:]
  var time = MapPlace("time")
  /// The number of nanoseconds in a unit of numeric times; nil to guess it from their size.
  var timeUnit: Int64?
  var process = MapPlace("process")
  var arguments = Place.whole(MapPlace("arguments"))
  /// The places of the arguments of particular events.
  var argumentsOf: [String: [NamedPlace]] = [:]
  var seen = Place.whole(MapPlace("seen"))
  var signals = MapPlace("signals")
  /// The spec's signal names, by the app's names.
  var signalNames: [String: String] = [:]
  /// The spec's names of cases or fields, by type and by the app's names.
  var values: [String: [String: String]] = [:]
  /// The app's events that are irrelevant.
  var ignored: Set<String> = []
  /// The signals that are logged whenever they are emitted.
  package var noticed: [String] = []
  /// The events that are not logged.
  package var hidden: [String] = []
  package var settling: LogSettling?
  /// Whether the map has no entries, so that lines are not changed.
  package internal(set) var isEmpty = true
  /// The places that the map reads, for a strict comparison.
  var places = MapPlaces()

  /// The time of a line; nil if it has none.
  package func time(of line: JSONPart) throws(JSONError) -> Int64? {
    guard let part = time.value(in: line) else { return nil }
    return try LogTime.nanoseconds(part, time.text, unit: timeUnit)
  }

  /// The process that wrote a line, as one word; nil if the line does not name it.
  package func process(of line: JSONPart) -> String? { process.value(in: line)?.text }

  /// Converts a line to the standard format; nil for an irrelevant line.
  ///
  /// - Parameter use: set to the places of the line that the map reads.
  package func natural(
    _ line: JSONPart, _ interface: Interface, _ use: inout LineUse
  ) throws(JSONError) -> JSONPart? {
    if isEmpty { return line }
    guard case .object = line.node else { return line }
    var members: [(key: String, place: Int, value: JSONPart)] = []
    func add(_ key: String, _ value: JSONPart) { members.append((key, value.place, value)) }
    var event: Int?
    if let part = self.event.value(in: line) {
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
    if let part = signals.value(in: line) { add("signals", try renamed(part, interface)) }
    if let part = line.at("signal") { add("signal", renamedSignal(part, interface)) }
    for key in ["refused", "settled"] { if let part = line.at(key) { add(key, part) } }
    return JSONPart(node: .object(members), place: line.place)
  }

  private func unknown(_ text: String, _ part: JSONPart, _ interface: Interface) -> JSONError {
    let known = interface.spec.events.map(\.name) + events.keys.sorted()
    return JSONError(
      message: "\(interface.spec.name) has no event \"\(JSONError.shown(text))\""
        + NearestName.hint(text, among: known, quote: "\"")
        + "; list lines without a meaning in \"ignore\" in the map", place: part.place)
  }

  private func arguments(
    of event: Int, _ line: JSONPart, _ interface: Interface
  ) throws(JSONError) -> JSONPart? {
    let declared = interface.spec.events[event]
    let place = argumentsOf[declared.name].map { Place.each($0) } ?? arguments
    return part(at: place, line) { name in declared.parameters.first { $0.name == name }?.type }
  }

  private func seen(_ line: JSONPart, _ interface: Interface) throws(JSONError) -> JSONPart? {
    part(at: seen, line) { name in interface.observables.first { $0.name == name }?.type }
  }

  /// An object with the values at a place, by the names of the spec.
  private func part(
    at place: Place, _ line: JSONPart, _ type: (String) -> Type?
  ) -> JSONPart? {
    switch place {
    case .whole(let place):
      guard let part = place.value(in: line) else { return nil }
      guard case .object(let members) = part.node else { return part }
      let own = members.map { member in
        (
          member.key, member.place,
          type(member.key).map { translated(member.value, $0) } ?? member.value
        )
      }
      return JSONPart(node: .object(own), place: part.place)
    case .each(let names):
      var members: [(key: String, place: Int, value: JSONPart)] = []
      for name in names {
        guard let type = type(name.keys[0])?.field(at: name.keys.dropFirst()),
          let part = name.place.value(in: line)
        else { continue }
        members.insert(translated(part, type), at: name.keys[...])
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

  /// A value with the spec's names of cases and fields.
  func translated(_ part: JSONPart, _ type: Type) -> JSONPart {
    if values.isEmpty { return part }
    var result = part
    switch (type, part.node) {
    case (.optional(let inner), _): return translated(part, inner)
    case (.enumeration(let type), .string(let text)), (.enumeration(let type), .number(let text)):
      if let name = values[type.name]?[text] ?? values[type.name]?["*"] {
        result.node = .string(name)
      }
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

  /// An object of fields; `drops` removes unknown ones.
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

extension JSONPart {
  fileprivate func renamingKeys(_ names: [String: String]) -> JSONPart {
    guard case .object(let members) = node else { return self }
    return JSONPart(
      node: .object(members.map { (names[$0.key] ?? $0.key, $0.place, $0.value) }), place: place)
  }
}

extension Type {
  /// The type of a field of a struct, or of a field of that field; nil if there is none.
  func field(at path: ArraySlice<String>) -> Type? {
    guard let name = path.first else { return self }
    guard case .structure(let type) = self else { return nil }
    return type.fields.first { $0.name == name }?.type.field(at: path.dropFirst())
  }
}

extension [(key: String, place: Int, value: JSONPart)] {
  /// Inserts a value at a path into nested objects.
  fileprivate mutating func insert(_ value: JSONPart, at path: ArraySlice<String>) {
    guard path.count > 1 else { return append((path.first ?? "", value.place, value)) }
    let index = firstIndex { $0.key == path.first } ?? endIndex
    if index == endIndex {
      append((path.first ?? "", value.place, JSONPart(node: .object([]), place: value.place)))
    }
    var inner: Self = []
    if case .object(let members) = self[index].value.node { inner = members }
    inner.insert(value, at: path.dropFirst())
    self[index].value.node = .object(inner)
  }
}
