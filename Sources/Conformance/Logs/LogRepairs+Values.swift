import Files
import Semantics

/// Changes of values in a line.
extension LogRepairs {
  /// The maximum number of values that are tried.
  private static let maximumValues = 500

  // MARK: Observations

  mutating func changeSeen(_ place: Int) {
    let own = lines[place]
    let whole = own.part
    guard let seen = whole.member("seen"), case .object(let members) = seen.node else { return }
    let interface = point.interface
    for member in members {
      guard let index = interface.observable(named: member.key) else { continue }
      let observable = interface.observables[index]
      func line(_ value: JSONPart?) -> LogLine? {
        own.saying(
          whole.setting("seen", to: seen.setting(member.key, to: value)), interface)
      }
      // More lines are allowed without the value than with any other value.
      var behind = before[place]
      guard let freed = line(nil),
        let names = names(with: replacing(place, by: freed), at: place),
        behind.follow(freed) == nil,
        let (read, names) = Self.read(
          member.value, observable.type, behind.bound.completed(by: names))
      else { continue }
      var values: Set<Value> = []
      for branch in behind.branches {
        for candidate in branch.estimator.belief.elements.prefix(10_000) {
          let state = branch.estimator.stepper.states[candidate.state]
          if let value = observable.value(in: state), !read.matches(value) { values.insert(value) }
        }
      }
      tryValues(values, instead: read, observable.type, at: observable.name, place, names) {
        leaves, value in line(value).map { (.seen(leaves), $0) }
      }
    }
  }

  // MARK: Arguments

  mutating func changeArguments(_ place: Int) {
    let own = lines[place]
    let whole = own.part
    guard let arguments = whole.member("arguments"), case .object(let members) = arguments.node,
      case .string(let name) = whole.member("event")?.node,
      let event = point.interface.event(named: name)
    else { return }
    let interface = point.interface
    for member in members {
      guard
        let parameter = interface.spec.events[event].parameters.first(where: {
          $0.name == member.key
        })
      else { continue }
      func line(_ value: JSONPart?) -> LogLine? {
        own.saying(
          whole.setting("arguments", to: arguments.setting(member.key, to: value)),
          interface)
      }
      guard let freed = line(nil),
        let names = names(with: replacing(place, by: freed), at: place),
        let (read, names) = Self.read(
          member.value, parameter.type, before[place].bound.completed(by: names))
      else { continue }
      let values = Set(
        parameter.type.watchedValues.lazy.filter { !read.matches($0) }.prefix(Self.maximumValues))
      tryValues(values, instead: read, parameter.type, at: parameter.name, place, names) {
        leaves, value in line(value).map { (.argument(name: parameter.name, leaves), $0) }
      }
    }
  }

  /// Tries values at a place, the most similar first, until one makes all lines valid.
  private mutating func tryValues(
    _ values: Set<Value>, instead read: Snapshot, _ type: Type, at name: String, _ place: Int,
    _ names: NameTable,
    _ change: ([Difference.Leaf], JSONPart) -> (LogRepair.Change, LogLine)?
  ) {
    let choices = values.map { value in
      var leaves: [Difference.Leaf] = []
      type.differences(value, read, at: name, into: &leaves)
      for index in leaves.indices {
        leaves[index].place = names.spoken(leaves[index].place)
        leaves[index].expected = names.spoken(leaves[index].expected)
        leaves[index].seen = names.spoken(leaves[index].seen)
      }
      return (value: value, leaves: leaves)
    }.sorted { ($0.leaves.count, $0.value) < ($1.leaves.count, $1.value) }
    for (value, leaves) in choices.prefix(Self.maximumValues) {
      let tree = type.tree(of: value) { type, place in
        names.real(place, of: type)?.tree ?? .string(type.text(of: place))
      }
      guard let (change, line) = change(leaves, tree.part) else { continue }
      if attempt(change, at: place, replacing(place, by: line)) { return }
    }
  }

  /// The meaning of a value under the bound identifiers, with its new bindings; nil if it cannot be parsed.
  private static func read(
    _ part: JSONPart, _ type: Type, _ names: NameTable
  ) -> (Snapshot, NameTable)? {
    var names = names
    let reader = SnapshotReader { (real, type) throws(NameTable.ExhaustedNamesError) in
      if let place = names.place(of: real, in: type) { return place }
      guard let free = (0..<type.count).first(where: { names.isFree($0, of: type) }) else {
        throw NameTable.ExhaustedNamesError(type: type, real: real)
      }
      names.bind(free, of: type, to: real)
      return free
    }
    return (try? reader.read(part, type)).map { ($0, names) }
  }

  // MARK: Signals

  mutating func changeSignals(_ place: Int) {
    let interface = point.interface
    let line = lines[place].part
    var parts: [JSONPart] = []
    if case .array(let noticed) = line.member("signals")?.node { parts = noticed }
    let original = lines[place]
    func with(_ signals: [JSONPart]) -> [LogLine]? {
      let signals = JSONPart(node: .array(signals), place: line.place)
      return original.saying(line.setting("signals", to: signals), interface)
        .map { replacing(place, by: $0) }
    }
    for (index, part) in parts.enumerated() {
      var rest = parts
      rest.remove(at: index)
      guard let changed = with(rest) else { continue }
      attempt(.signal(name: part.signalName, isAdded: false), at: place, changed)
    }
    for signal in interface.heard.sorted() {
      let name = interface.spec.signals[signal].name
      let added = JSONPart(node: .string(name), place: line.place)
      guard let changed = with(parts + [added]) else { continue }
      attempt(.signal(name: name, isAdded: true), at: place, changed)
    }
  }
}

extension LogFollower {
  /// The identifiers of names in the first followed state.
  fileprivate var bound: NameTable {
    let estimator = branches[0].estimator
    return estimator.belief.elements.first.map { estimator.stepper.tables[$0.names] } ?? names
  }
}

extension NameTable {
  /// The table with the identifiers of unbound names from another table.
  fileprivate func completed(by other: NameTable) -> NameTable {
    var result = self
    for (type, place, real) in other.bound
    where isFree(place, of: type) && self.place(of: real, in: type) == nil {
      result.bind(place, of: type, to: real)
    }
    return result
  }

  /// A text with names replaced by the implementation's identifiers.
  func spoken(_ text: String) -> String {
    // The longer of two names with a common prefix comes first.
    bound.reversed().reduce(text) { text, name in
      text.replacing(name.type.text(of: name.place), with: name.real.text)
    }
  }
}

extension JSONPart {
  /// The value of a key of an object; nil if there is none.
  func member(_ key: String) -> JSONPart? {
    guard case .object(let members) = node else { return nil }
    return members.first { $0.key == key }?.value
  }

  /// An object with another value of a key, or without the key.
  func setting(_ key: String, to value: JSONPart?) -> JSONPart {
    guard case .object(var members) = node else { return self }
    if let index = members.firstIndex(where: { $0.key == key }) {
      if let value { members[index].value = value } else { members.remove(at: index) }
    } else if let value {
      members.append((key, place, value))
    }
    return JSONPart(node: .object(members), place: place)
  }

  fileprivate var signalName: String {
    switch node {
    case .string(let name): name
    case .object(let members): members.first?.key ?? ""
    default: ""
    }
  }
}
