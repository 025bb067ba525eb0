import Conformance
import Files
import Semantics
import TestSupport

/// The log of a random run of a spec, with some parts omitted.
struct RandomLog {
  struct Line {
    var instance: EventInstance?
    /// Whether the event was impossible, and had no effect.
    var isRefused = false
    /// Whether each of its arguments is logged.
    var logged: [Bool] = []
    /// The observed values, by the indices of variables.
    var seen: [Int: Value]
    var signals: [EmittedSignal]
    var isSettled = true
    var process = 0
    var time = 0
  }

  /// A change of a log.
  enum Mutation: CaseIterable { case none, seen, argument, omitted, repeated, swapped, signal }

  let interface: Interface
  var lines: [Line] = []
  /// States that came up, from which wrong values are taken.
  private var states: [[Value]] = []

  /// Makes the log of a run.
  ///
  /// - Parameter isPartial: whether some variables, arguments, events and settled lines are omitted.
  init(_ interface: Interface, count: Int, isPartial: Bool, _ random: inout SplitMix64) {
    self.interface = interface
    let evaluator = ReferenceEvaluator(interface.spec)
    var state = interface.starts[random.number(below: interface.starts.count)]
    var pending: [EmittedSignal] = []
    let instances = interface.machine.instances
    let hidden = instances.filter { interface.hidden.contains($0.event) }
    let logged = instances.filter { !interface.hidden.contains($0.event) }
    func step(_ instance: EventInstance, _ random: inout SplitMix64) -> Bool {
      guard let step = random.pick(evaluator.react(to: instance, in: state).steps) else {
        return false
      }
      state = step.state
      pending += step.signals.filter { interface.heard.contains($0.signal) }
      return true
    }
    for _ in 0..<count {
      for _ in 0..<random.number(below: 2) {
        if let instance = random.pick(hidden) { _ = step(instance, &random) }
      }
      var line = Line(instance: nil, seen: [:], signals: [])
      let refused = logged.filter {
        let reaction = evaluator.react(to: $0, in: state)
        return !reaction.isPossible && reaction.problems.isEmpty
      }
      if random.oneIn(4), let instance = random.pick(refused) {
        line.instance = instance
        line.isRefused = true
        line.logged = instance.arguments.map { _ in !isPartial || !random.oneIn(2) }
      }
      for _ in 0..<20 where line.instance == nil {
        guard let instance = random.pick(logged), step(instance, &random) else { continue }
        line.instance = instance
        line.logged = instance.arguments.map { _ in !isPartial || !random.oneIn(3) }
        break
      }
      for (index, variable) in interface.spec.variables.enumerated()
      where variable.monitor == nil && !variable.isGhost && !(isPartial && random.oneIn(3)) {
        line.seen[index] = state[index]
      }
      line.isSettled = !(isPartial && random.oneIn(4))
      let noticed = line.isSettled ? pending.count : random.number(below: pending.count + 1)
      line.signals = Array(pending.prefix(noticed))
      pending.removeFirst(noticed)
      lines.append(line)
      states.append(state)
    }
    // The remaining signals come at the end.
    if !pending.isEmpty { lines.append(Line(instance: nil, seen: [:], signals: pending)) }
  }

  /// Changes one line, or two that are neighbours; false if there is nothing like that to change.
  mutating func change(_ mutation: Mutation, _ random: inout SplitMix64) -> Bool {
    guard !lines.isEmpty else { return false }
    let place = random.number(below: lines.count)
    switch mutation {
    case .none: break
    case .seen:
      guard let variable = random.pick(lines[place].seen.keys.sorted()),
        let other = random.pick(states)
      else { return false }
      lines[place].seen[variable] = other[variable]
    case .argument:
      guard let instance = lines[place].instance,
        let index = random.pick(instance.arguments.indices.filter { lines[place].logged[$0] })
      else { return false }
      let type = interface.spec.events[instance.event].parameters[index].type
      guard let other = random.pick(Array(type.allValues.prefix(100))) else { return false }
      lines[place].instance?.arguments[index] = other
    case .omitted: lines.remove(at: place)
    case .repeated: lines.insert(lines[place], at: place)
    case .swapped:
      guard place + 1 < lines.count else { return false }
      lines.swapAt(place, place + 1)
    case .signal:
      guard let signal = lines[place].signals.first else { return false }
      if random.oneIn(2) {
        lines[place].signals.append(signal)
      } else {
        lines[place].signals.removeFirst()
      }
    }
    return true
  }

  /// Distributes the lines to several processes, whose clocks may differ.
  ///
  /// - Parameter skew: the true order is one of those that are possible with it.
  mutating func spread(over processes: Int, skew: Int, _ random: inout SplitMix64) {
    var last = [Int](repeating: 0, count: processes)
    for index in lines.indices {
      let process = random.number(below: processes)
      let time = max(last[process], index * 10 + random.number(below: skew + 1))
      last[process] = time
      lines[index].process = process
      lines[index].time = time
    }
    lines = lines.enumerated().sorted { one, other in
      (one.element.time, one.element.process, one.offset)
        < (other.element.time, other.element.process, other.offset)
    }.map(\.element)
  }

  /// The log as JSON, with `x0` for the first name of a type.
  var parts: [JSONPart] { lines.map { tree($0).part } }

  private func tree(_ line: Line) -> JSONTree {
    func name(_ type: SymmetricType, _ place: Int) -> JSONTree { .string("x\(place)") }
    let spec = interface.spec
    var members: [(key: String, value: JSONTree)] = []
    if let instance = line.instance {
      let event = spec.events[instance.event]
      members.append(("event", .string(event.name)))
      let arguments = zip(event.parameters, instance.arguments).enumerated()
        .filter { line.logged[$0.offset] }
        .map { ($0.element.0.name, $0.element.0.type.tree(of: $0.element.1, name)) }
      members.append(("arguments", .object(arguments)))
    }
    let seen = line.seen.sorted { $0.key < $1.key }.map { variable, value in
      (spec.variables[variable].name, spec.variables[variable].type.tree(of: value, name))
    }
    members.append(("seen", .object(seen)))
    let signals = line.signals.map { signal -> JSONTree in
      let declared = spec.signals[signal.signal]
      return .object([(declared.name, Type.tree(of: signal.arguments, declared.fields, name))])
    }
    members.append(("signals", .array(signals)))
    if line.isRefused { members.append(("refused", .boolean(true))) }
    if !line.isSettled { members.append(("settled", .boolean(false))) }
    return .object(members)
  }

  /// The same for the exhaustive judge, with the names of a type permuted.
  func judged(_ rename: (SymmetricType, Int) -> Int) -> [JudgedLine] {
    let spec = interface.spec
    let instances = Dictionary(grouping: interface.machine.instances, by: \.event)
    return lines.map { line in
      var judged = JudgedLine(
        isSettled: line.isSettled, process: line.process, time: line.time)
      judged.isRefused = line.isRefused
      if let instance = line.instance {
        let parameters = spec.events[instance.event].parameters
        let known = zip(parameters, instance.arguments).map { $0.type.mapNames(in: $1, rename) }
        judged.happened = instances[instance.event, default: []].filter { other in
          known.indices.allSatisfy { !line.logged[$0] || other.arguments[$0] == known[$0] }
        }
      }
      for (variable, value) in line.seen {
        judged.seen[variable] = spec.variables[variable].type.mapNames(in: value, rename)
      }
      judged.signals = line.signals.map { signal in
        let fields = spec.signals[signal.signal].fields
        return EmittedSignal(
          signal: signal.signal,
          arguments: zip(fields, signal.arguments).map { $0.type.mapNames(in: $1, rename) })
      }
      return judged
    }
  }

  /// All renamings of the types, each as a permutation; empty if there are too many.
  var renamings: [(SymmetricType, Int) -> Int] {
    var result: [[SymmetricType: [Int]]] = [[:]]
    for type in interface.spec.symmetricTypes {
      guard type.count < 5 else { return [] }
      let orders = Self.orders(Array(0..<type.count))
      result = result.flatMap { known in orders.map { known.merging([type: $0]) { $1 } } }
    }
    return result.map { orders in { orders[$0]?[$1] ?? $1 } }
  }

  private static func orders(_ places: [Int]) -> [[Int]] {
    guard places.count > 1 else { return [places] }
    return places.flatMap { first in
      orders(places.filter { $0 != first }).map { [first] + $0 }
    }
  }
}
