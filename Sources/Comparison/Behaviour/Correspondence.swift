import Semantics

/// The common variables, signals and events of two machines, and the comparison of their values.
///
/// It is made once, before the search, from the declarations alone. Parts are paired by name after renaming, never by
/// position. A variable or an argument without a partner is omitted from the comparison and reported in `notes`. A
/// signal or an event without a partner is a difference wherever it occurs: the signal has a unique number, and the
/// event has instance pairs with one empty side.
struct Correspondence {
  /// A variable by its places in both specs, and the maps that bring its values into the common form.
  struct VariablePair {
    var old: Int
    var new: Int
    var oldMap: ValueMap
    var newMap: ValueMap
  }

  /// The values of a signal or an event that both specs have.
  ///
  /// `places` are the indices of the compared arguments, in the order of the old spec on both sides; `maps` has a map
  /// for each of them.
  struct Arguments {
    var places: [Int]
    var maps: [ValueMap]

    /// The compared arguments in the common form.
    func callAsFunction(_ values: [Value]) -> [Value] {
      zip(places, maps).map { $1(values[$0]) }
    }
  }

  /// An event with arguments, and the corresponding instances of both machines.
  ///
  /// `old` and `new` are indices in `Machine.instances`. A side has several if they differ only in arguments that are
  /// not compared, and none if that spec has no such instance.
  struct InstancePair {
    /// The index of the event in the old spec, or, after these, in the new one.
    var event: Int
    var old: [Int] = []
    var new: [Int] = []
    /// Whether it reacts alike in both, by its text.
    ///
    /// Both sides then have exactly one instance. This says nothing about the states, which must be equal as well
    /// before one machine may represent both.
    var isUnchanged = false
  }

  private(set) var variables: [VariablePair] = []
  /// The number of each signal of the new spec among those of the old one, or after them.
  ///
  /// A number after them belongs to no signal of the old spec, so it never matches.
  private(set) var newSignals: [Int] = []
  private(set) var oldSignalArguments: [Arguments] = []
  private(set) var newSignalArguments: [Arguments] = []
  private(set) var instances: [InstancePair] = []
  /// The omitted parts, one sentence each.
  private(set) var notes: [String] = []
  /// The first part with one name in both that cannot be compared, in a sentence: it is unknown whether both behave
  /// the same.
  private(set) var incomparable: String?
  /// Whether part of some variable or argument is omitted from the comparison.
  private(set) var hidesParts = false

  init(_ old: Machine, _ new: Machine, _ renames: Renames, unchanged: UnchangedBehaviour) {
    var mapper = ValueMapper(renames)
    matchVariables(old.spec, new.spec, &mapper)
    matchSignals(old.spec, new.spec, &mapper)
    matchEvents(old, new, &mapper, unchanged)
    hidesParts = !mapper.hiddenFields.isEmpty
    for field in mapper.hiddenFields.sorted() {
      notes.append("'\(field)' is in one of the specs only, so it is not compared")
    }
  }

  // MARK: Variables

  private mutating func matchVariables(
    _ old: CheckedSpec, _ new: CheckedSpec, _ mapper: inout ValueMapper
  ) {
    var matched: Set<Int> = []
    for (index, variable) in old.variables.enumerated() where variable.monitor == nil {
      let name = mapper.renames.name(of: .variable, variable.name)
      guard let place = new.variables.firstIndex(where: { $0.name == name && $0.monitor == nil })
      else {
        notes.append("var '\(variable.name)' is in the old spec only, so it is not compared")
        continue
      }
      matched.insert(place)
      let other = new.variables[place]
      guard let maps = mapper.maps(variable.type, other.type) else {
        noteForeign("var '\(name)'", variable.type, other.type)
        continue
      }
      variables.append(
        VariablePair(old: index, new: place, oldMap: maps.old, newMap: maps.new))
    }
    for (index, variable) in new.variables.enumerated()
    where !matched.contains(index) && variable.monitor == nil {
      notes.append("var '\(variable.name)' is in the new spec only, so it is not compared")
    }
  }

  /// Records a name whose types in both specs have no common values.
  private mutating func noteForeign(_ what: String, _ one: Type, _ other: Type) {
    let (old, new) = ("\(one)", "\(other)")
    let types = old == new ? "both types \(old)" : "\(old) and \(new)"
    let note = "\(what) is not compared: \(types) have no values in common"
    notes.append(note)
    incomparable = incomparable ?? note
  }

  // MARK: Signals

  private mutating func matchSignals(
    _ old: CheckedSpec, _ new: CheckedSpec, _ mapper: inout ValueMapper
  ) {
    oldSignalArguments = old.signals.map { Self.all($0.fields.count) }
    for signal in new.signals {
      let place = old.signals.firstIndex {
        mapper.renames.name(of: .signal, $0.name) == signal.name
      }
      guard let place else {
        newSignals.append(old.signals.count + newSignals.count)
        newSignalArguments.append(Self.all(signal.fields.count))
        continue
      }
      newSignals.append(place)
      let owner = old.signals[place].name
      let (olds, news) = arguments(
        old.signals[place].fields.map { ($0.name ?? "", $0.type) },
        signal.fields.map { ($0.name ?? "", $0.type) }, "'\(owner)'", &mapper
      ) { mapper, name in mapper.renames.name(of: .field, name, in: owner) }
      oldSignalArguments[place] = olds
      newSignalArguments.append(news)
    }
  }

  private static func all(_ count: Int) -> Arguments {
    Arguments(places: Array(0..<count), maps: Array(repeating: .identity, count: count))
  }

  /// Pairs arguments by name, and records those without a partner. If the types of two partners have no common
  /// values, it is unknown whether both behave the same.
  ///
  /// - Parameters:
  ///   - owner: the name of their owner in a note.
  ///   - rename: the new name of an argument by its old one.
  private mutating func arguments(
    _ olds: [(name: String, type: Type)], _ news: [(name: String, type: Type)], _ owner: String,
    _ mapper: inout ValueMapper, _ rename: (ValueMapper, String) -> String
  ) -> (Arguments, Arguments) {
    var (old, new) = (Arguments(places: [], maps: []), Arguments(places: [], maps: []))
    var matched: Set<Int> = []
    for (index, field) in olds.enumerated() {
      let name = rename(mapper, field.name)
      guard let place = news.firstIndex(where: { $0.name == name }) else {
        notes.append("'\(field.name)' of \(owner) is not compared")
        continue
      }
      guard let maps = mapper.maps(field.type, news[place].type) else {
        noteForeign("'\(field.name)' of \(owner)", field.type, news[place].type)
        continue
      }
      matched.insert(place)
      old.places.append(index)
      old.maps.append(maps.old)
      new.places.append(place)
      new.maps.append(maps.new)
    }
    for (index, field) in news.enumerated()
    where !matched.contains(index)
      && !olds.contains(where: { rename(mapper, $0.name) == field.name })
    {
      notes.append("'\(field.name)' of \(owner) is not compared")
    }
    return (old, new)
  }

  // MARK: Events

  /// Pairs the instances of both machines. The key of an instance is its event and its compared arguments in the
  /// common form: instances of both machines with the same key are the same for a user.
  ///
  /// Old instances come first, so pairs are in the order of the old text, with new ones at the end.
  private mutating func matchEvents(
    _ old: Machine, _ new: Machine, _ mapper: inout ValueMapper, _ unchanged: UnchangedBehaviour
  ) {
    let oldEvents = old.spec.events
    var oldArguments = oldEvents.map { Self.all($0.parameters.count) }
    var newArguments: [Arguments] = []
    var numbers: [Int] = []
    for (index, event) in new.spec.events.enumerated() {
      let place = oldEvents.firstIndex { mapper.renames.name(of: .event, $0.name) == event.name }
      guard let place else {
        numbers.append(oldEvents.count + index)
        newArguments.append(Self.all(event.parameters.count))
        continue
      }
      numbers.append(place)
      let owner = oldEvents[place].name
      let (olds, news) = arguments(
        oldEvents[place].parameters.map { ($0.name, $0.type) },
        event.parameters.map { ($0.name, $0.type) }, "event '\(owner)'", &mapper
      ) { mapper, name in mapper.renames.name(of: .parameter, name, in: owner) }
      oldArguments[place] = olds
      newArguments.append(news)
    }
    var places: [EventInstance: Int] = [:]
    for (index, instance) in old.instances.enumerated() {
      let key = EventInstance(
        event: instance.event, arguments: oldArguments[instance.event](instance.arguments))
      instances[place(of: key, &places)].old.append(index)
    }
    for (index, instance) in new.instances.enumerated() {
      let key = EventInstance(
        event: numbers[instance.event],
        arguments: newArguments[instance.event](instance.arguments))
      instances[place(of: key, &places)].new.append(index)
    }
    for index in instances.indices where instances[index].event < oldEvents.count {
      let event = oldEvents[instances[index].event]
      instances[index].isUnchanged =
        instances[index].old.count == 1 && instances[index].new.count == 1
        && (event.isTick || unchanged.events.contains(event.name))
    }
  }

  /// The index of the pair with that key, which is added if it is missing.
  private mutating func place(of key: EventInstance, _ places: inout [EventInstance: Int]) -> Int {
    if let known = places[key] { return known }
    places[key] = instances.count
    instances.append(InstancePair(event: key.event))
    return instances.count - 1
  }
}
