import Basics
import Files
import Semantics

/// Parses maps.
extension LogMap {
  private static let keys = [
    "event", "time", "process", "arguments", "seen", "signals", "values", "ignore", "ignoreKeys",
    "hidden", "settled",
  ]
  private static let units: [String: Int64] = [
    "s": 1_000_000_000, "ms": 1_000_000, "us": 1000, "ns": 1,
  ]

  /// Parses a map.
  ///
  /// - Throws: `JSONError` for an unknown key, or for a name that the spec does not have.
  package init(_ part: JSONPart, _ interface: Interface) throws(JSONError) {
    self.init()
    isEmpty = false
    let object = try JSONObject(part, "the map", known: Self.keys)
    let spec = interface.spec
    try readEvent(object, spec)
    try readTime(object)
    if let part = object.part("process") { process = try Self.place(part, "process") }
    try readArguments(object, spec)
    if let place = object.part("seen") {
      let types = interface.observables.map { (name: $0.name, type: $0.type) }
      seen = try Self.places(place, "seen", types, "nothing to see")
    }
    try readSignals(object, spec)
    try readValues(object, interface)
    ignored = Set(try object.stringList("ignore") ?? [])
    hidden = try object.stringList("hidden") ?? []
    for name in hidden where interface.event(named: name) == nil {
      throw Self.unknown(
        "\(spec.name) has no event", name, spec.events.map(\.name), object.part("hidden"))
    }
    settling = try object.word("settled")
    try collectPlaces(object, spec)
  }

  /// Collects the locations that the map reads, with the entries that name them.
  private mutating func collectPlaces(
    _ object: JSONObject, _ spec: CheckedSpec
  ) throws(JSONError) {
    let single = [("event", event), ("time", time), ("process", process), ("signals", signals)]
    for (key, place) in single {
      places.add(place, object.names(placeOf: key) ? .init(name: key, place: place) : nil)
    }
    for key in ["signal", "refused", "settled"] { places.add(MapPlace(key)) }
    switch seen {
    case .whole(let place):
      places.add(place, object.part("seen").map { _ in .init(name: "seen", place: place) })
    case .each(let names):
      for name in names { places.add(name.place, .init(name: name.name, place: name.place)) }
    }
    collectArguments(spec, isNamed: object.part("arguments") != nil)
    for path in try object.stringList("ignoreKeys") ?? [] { places.add(MapPlace(path)) }
  }

  private mutating func collectArguments(_ spec: CheckedSpec, isNamed: Bool) {
    /// The events whose arguments have no locations of their own.
    func events(where isMeant: (Event) -> Bool) -> Set<Int> {
      Set(
        spec.events.indices.filter {
          argumentsOf[spec.events[$0].name] == nil && isMeant(spec.events[$0])
        })
    }
    switch arguments {
    case .whole(let place):
      let entry = MapPlaces.Entry(
        name: "arguments", place: place, events: events { !$0.parameters.isEmpty })
      places.add(place, isNamed && argumentsOf.isEmpty ? entry : nil)
    case .each(let names):
      for name in names {
        let concerned = events { $0.parameters.contains { $0.name == name.keys[0] } }
        places.add(
          name.place,
          .init(name: "arguments.\(name.name)", place: name.place, events: concerned))
      }
    }
    for (index, event) in spec.events.enumerated() {
      for name in argumentsOf[event.name] ?? [] {
        places.add(
          name.place,
          .init(name: "arguments.\(event.name).\(name.name)", place: name.place, events: [index]))
      }
    }
  }

  private static func unknown(
    _ what: String, _ name: String, _ known: [String], _ part: JSONPart?
  ) -> JSONError {
    return JSONError(
      message: "\(what) \"\(JSONError.shown(name))\""
        + NearestName.hint(name, among: known, quote: "\""), place: part?.place ?? 0)
  }

  private static func string(_ part: JSONPart, _ key: String) throws(JSONError) -> String {
    guard case .string(let text) = part.node else {
      throw JSONError(message: "\"\(key)\" is a string, not \(part.noun)", place: part.place)
    }
    return text
  }

  private static func place(_ part: JSONPart, _ key: String) throws(JSONError) -> MapPlace {
    let place = MapPlace(try string(part, key))
    let keys = place.paths.flatMap {
      $0.keys.split(separator: ".", omittingEmptySubsequences: false)
    }
    if keys.contains("") {
      throw JSONError(
        message: "\"\(key)\" is a path such as \"payload.kind\", and a part of this one is empty",
        place: part.place)
    }
    return place
  }

  /// The members of an object.
  static func members(
    _ part: JSONPart, _ key: String
  ) throws(JSONError) -> [(key: String, place: Int, value: JSONPart)] {
    guard case .object(let members) = part.node else {
      throw JSONError(message: "\"\(key)\" is an object, not \(part.noun)", place: part.place)
    }
    return members
  }

  /// The mapping from the app's names to those of the spec.
  private static func names(
    _ part: JSONPart, _ key: String, among known: [String], _ what: String
  ) throws(JSONError) -> [String: String] {
    var names: [String: String] = [:]
    for member in try members(part, key) {
      let name = try string(member.value, member.key)
      guard known.contains(name) else { throw unknown(what, name, known, member.value) }
      names[member.key] = name
    }
    return names
  }

  /// A place, or one for each of some names. A name may have fields, such as `card.kind`.
  private static func places(
    _ part: JSONPart, _ key: String, _ known: [(name: String, type: Type)], _ what: String
  ) throws(JSONError) -> Place {
    if case .string = part.node { return .whole(try place(part, key)) }
    var places: [NamedPlace] = []
    for member in try members(part, key) {
      let keys = member.key.split(separator: ".").map(String.init)
      guard
        known.contains(where: {
          $0.name == keys.first && $0.type.field(at: keys.dropFirst()) != nil
        })
      else {
        throw unknown("there is \(what) called", member.key, known.map(\.name), at(member))
      }
      places.append(NamedPlace(keys: keys, place: try place(member.value, member.key)))
    }
    return .each(places)
  }

  private static func at(
    _ member: (key: String, place: Int, value: JSONPart)
  ) -> JSONPart { JSONPart(node: .string(member.key), place: member.place) }

  private mutating func readEvent(
    _ object: JSONObject, _ spec: CheckedSpec
  ) throws(JSONError) {
    guard let part = object.part("event") else { return }
    if case .string = part.node { return event = try Self.place(part, "event") }
    let own = try JSONObject(part, "\"event\"", known: ["key", "names"])
    if let key = own.part("key") { event = try Self.place(key, "key") }
    if let names = own.part("names") {
      events = try Self.names(
        names, "names", among: spec.events.map(\.name), "\(spec.name) has no event")
    }
  }

  private mutating func readTime(_ object: JSONObject) throws(JSONError) {
    guard let part = object.part("time") else { return }
    if case .string = part.node { return time = try Self.place(part, "time") }
    let own = try JSONObject(part, "\"time\"", known: ["key", "unit"])
    if let key = own.part("key") { time = try Self.place(key, "key") }
    guard let unit = try own.string("unit") else { return }
    guard let nanoseconds = Self.units[unit] else {
      throw own.mistake("unit", "\"unit\" is one of \"s\", \"ms\", \"us\", \"ns\"")
    }
    timeUnit = nanoseconds
  }

  private mutating func readArguments(
    _ object: JSONObject, _ spec: CheckedSpec
  ) throws(JSONError) {
    guard let part = object.part("arguments") else { return }
    if case .string = part.node { return arguments = .whole(try Self.place(part, "arguments")) }
    let all = spec.events.flatMap { $0.parameters.map(\.name) }
    var each: [NamedPlace] = []
    for member in try Self.members(part, "arguments") {
      switch member.value.node {
      case .object:
        guard let event = spec.events.first(where: { $0.name == member.key }) else {
          throw Self.unknown(
            "\(spec.name) has no event", member.key, spec.events.map(\.name), Self.at(member))
        }
        let place = try Self.places(
          member.value, member.key, event.parameters.map { ($0.name, $0.type) },
          "no argument of '\(event.name)' that is")
        if case .each(let paths) = place { argumentsOf[event.name] = paths }
      default:
        guard all.contains(member.key) else {
          throw Self.unknown("no event has an argument", member.key, all, Self.at(member))
        }
        each.append(
          NamedPlace(keys: [member.key], place: try Self.place(member.value, member.key)))
      }
    }
    if !each.isEmpty || argumentsOf.isEmpty { arguments = .each(each) }
  }

  private mutating func readSignals(
    _ object: JSONObject, _ spec: CheckedSpec
  ) throws(JSONError) {
    guard let part = object.part("signals") else { return }
    let known = spec.signals.map(\.name)
    switch part.node {
    case .array: noticed = try object.stringList("signals") ?? []
    default:
      let own = try JSONObject(part, "\"signals\"", known: ["key", "names", "noticed"])
      if let key = own.part("key") { signals = try Self.place(key, "key") }
      if let names = own.part("names") {
        signalNames = try Self.names(names, "names", among: known, "\(spec.name) has no signal")
      }
      noticed = try own.stringList("noticed") ?? Set(signalNames.values).sorted()
    }
    for name in noticed where !known.contains(name) {
      throw Self.unknown("\(spec.name) has no signal", name, known, part)
    }
  }

  private mutating func readValues(
    _ object: JSONObject, _ interface: Interface
  ) throws(JSONError) {
    guard let part = object.part("values") else { return }
    let types = interface.spec.namedTypes
    for member in try Self.members(part, "values") {
      guard let names = types[member.key] else {
        throw Self.unknown(
          "no value that can be logged has an enum or struct", member.key, types.keys.sorted(),
          Self.at(member))
      }
      values[member.key] = try Self.names(
        member.value, member.key, among: names, "\(member.key) has no")
    }
  }
}

extension CheckedSpec {
  /// The enums and structs in variables, events and signals, with the names of their cases or fields.
  fileprivate var namedTypes: [String: [String]] {
    var result: [String: [String]] = [:]
    func add(_ type: Type) {
      switch type {
      case .enumeration(let type): result[type.name] = type.cases.map(\.name)
      case .structure(let type): result[type.name] = type.fields.compactMap(\.name)
      default: break
      }
      type.parts.forEach(add)
    }
    variables.forEach { add($0.type) }
    views.forEach { add($0.type) }
    for event in events { event.parameters.forEach { add($0.type) } }
    for signal in signals { signal.fields.forEach { add($0.type) } }
    return result
  }
}

extension JSONObject {
  /// Whether the map gives the location of a key: as a path, or by the member `key` of an object.
  fileprivate func names(placeOf key: String) -> Bool {
    guard let part = part(key) else { return false }
    if case .string = part.node { return true }
    return part.member("key") != nil
  }
}
