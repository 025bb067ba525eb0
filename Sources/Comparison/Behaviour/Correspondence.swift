import Semantics

/// Which variables, signals and events of two machines are the same, and how their values compare.
///
/// It is made once, before the search, from the declarations alone. Things are paired by their names
/// after renaming, never by their places. A variable or an argument without a partner is left out of
/// the comparison and told in `notes`. A signal or an event without one is a difference wherever it
/// comes up: the signal has a number that no other one has, and the event has instance pairs of which
/// one side is empty.
struct Correspondence {
  /// A variable by its places in both specs, and the maps that bring its values into the common form.
  struct VariablePair {
    var old: Int
    var new: Int
    var oldMap: ValueMap
    var newMap: ValueMap
  }

  /// The values of a signal or an event that can be seen from both specs.
  ///
  /// `places` are those of the arguments that are compared, in the order of the old spec on both
  /// sides, and `maps` has a map for each of them.
  struct Arguments {
    var places: [Int]
    var maps: [ValueMap]

    /// The compared arguments in the common form.
    func callAsFunction(_ values: [Value]) -> [Value] {
      zip(places, maps).map { $1(values[$0]) }
    }
  }

  /// An event with arguments, as the instances of both machines that look like it.
  ///
  /// `old` and `new` are places in `Machine.instances`. There are several on a side if they differ
  /// only in arguments that are not compared, and none if that spec cannot be asked for it.
  struct InstancePair {
    /// The place of the event in the old spec, or behind them that in the new one.
    var event: Int
    var old: [Int] = []
    var new: [Int] = []
    /// It reacts alike in both, by its text.
    ///
    /// Both sides have exactly one instance then. It says nothing of the states, which have to be the
    /// same as well before one machine may answer for both.
    var isUnchanged = false
  }

  private(set) var variables: [VariablePair] = []
  /// The number of each signal of the new spec among those of the old one, or behind them.
  ///
  /// A number behind them is one that no signal of the old spec has, so that it equals none.
  private(set) var newSignals: [Int] = []
  private(set) var oldSignalArguments: [Arguments] = []
  private(set) var newSignalArguments: [Arguments] = []
  private(set) var instances: [InstancePair] = []
  /// What is not compared, a sentence each.
  private(set) var notes: [String] = []
  /// The first of what both have under one name and cannot be compared, in a sentence: so it is open whether
  /// both do the same.
  private(set) var incomparable: String?
  /// Of some variable or argument a part is left out of the comparison.
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

  /// Notes that what both have under one name is of types whose values are never the same.
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

  /// Pairs arguments of the same thing by name; those with no partner are noted, and with those of a type that has no
  /// values in common with its partner's it is open whether both do the same.
  ///
  /// - Parameters:
  ///   - owner: what has them, as a note calls it.
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

  /// Pairs the instances of both machines. An instance is known by its event and its compared
  /// arguments in the common form: instances of both machines with the same key look alike to whoever
  /// causes them.
  ///
  /// Old instances come first, so pairs are in the order of the old text, with what is new at the
  /// end.
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
      let isTick = if case .tick = event.body { true } else { false }
      instances[index].isUnchanged =
        instances[index].old.count == 1 && instances[index].new.count == 1
        && (isTick || unchanged.events.contains(event.name))
    }
  }

  /// The place of the pair with that key, which is added if there is none.
  private mutating func place(of key: EventInstance, _ places: inout [EventInstance: Int]) -> Int {
    if let known = places[key] { return known }
    places[key] = instances.count
    instances.append(InstancePair(event: key.event))
    return instances.count - 1
  }
}
