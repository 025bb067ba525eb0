import Semantics

/// The effects of events in the states of a set.
extension SetRun {
  /// The observable part of a step, besides the states.
  struct Label: Hashable {
    var rule: Int?
    var frame: Frame
  }

  typealias Steps = SetParts<Label>

  /// The states after the steps of an event instance, by their labels; violations are recorded.
  func react(to instance: EventInstance, in set: Node) throws(Obstacle) -> Steps {
    beginEvent()
    let event = machine.spec.events[instance.event]
    do throws(Obstacle) {
      let frame = Self.frame(of: instance, event)
      var possible = set
      if let condition = event.guardExpression {
        let split = try split(set, by: condition, frame)
        if split.fault != SetStore.none { wrong.insert(.fault) }
        possible = split.yes
      }
      var steps = Steps()
      switch event.body {
      case .tick: return try labeled(advanced(possible).steps, frame, behindTick: true)
      case .statements(let body):
        let behind = try run(body, FramedParts(frame, possible))
        for (frame, part) in behind.all { steps.add(Label(rule: nil, frame: frame), part, store) }
      case .rules(let bindings, let rules):
        steps = try apply(rules, bindings, in: possible, frame)
      }
      return try monitored(steps, behindTick: false)
    } catch {
      if case .formless(let formless) = error, formless.range == nil {
        throw .formless(UnrepresentableError(reason: formless.reason, range: event.range))
      }
      throw error
    }
  }

  /// The states of a set in which an event instance is not possible.
  func stuck(_ instance: EventInstance, in set: Node) throws(Obstacle) -> Node {
    beginEvent()
    let event = machine.spec.events[instance.event]
    var (possible, stuck) = (set, SetStore.none)
    if let condition = event.guardExpression {
      let split = try split(set, by: condition, Self.frame(of: instance, event))
      (possible, stuck) = (split.yes, store.union(split.no, split.fault))
    }
    return event.isTick ? store.union(stuck, try advanced(possible).rest) : stuck
  }

  private static func frame(of instance: EventInstance, _ event: Event) -> Frame {
    let missing = max(0, event.frameSize - instance.arguments.count)
    return Frame(locals: instance.arguments + Array(repeating: .none, count: missing))
  }

  // MARK: Rules

  /// The rule that applies, and the bound names.
  private struct Choice: Hashable {
    var applicable: [Int] = []
    var frame: Frame
  }

  private func apply(
    _ rules: [Rule], _ bindings: [(slot: Int, Expression)], in set: Node, _ frame: Frame
  ) throws(Obstacle) -> Steps {
    var faults = Values()
    var choices = SetParts<Choice>()
    for (frame, part) in try bound(bindings, in: set, frame, &faults) {
      choices.add(Choice(frame: frame), part, store)
    }
    for (index, rule) in rules.enumerated() where !rule.isOtherwise {
      var next = SetParts<Choice>()
      for (choice, part) in choices.all {
        try judge(rule, index, choice, in: part, into: &next, &faults)
      }
      choices = next
    }
    if !faults.all.isEmpty { wrong.insert(.fault) }
    var steps = Steps()
    for (choice, part) in choices.all {
      var applicable = choice.applicable
      if applicable.isEmpty, let otherwise = rules.firstIndex(where: \.isOtherwise) {
        applicable = [otherwise]
      }
      if applicable.isEmpty { wrong.insert(.gap) }
      if applicable.count > 1 { wrong.insert(.overlap) }
      for index in applicable {
        for (frame, part) in try run(rules[index].body, FramedParts(choice.frame, part)).all {
          steps.add(Label(rule: index, frame: frame), part, store)
        }
      }
    }
    return steps
  }

  /// The parts of a set by whether a rule also applies.
  private func judge(
    _ rule: Rule, _ index: Int, _ choice: Choice, in set: Node, into next: inout SetParts<Choice>,
    _ faults: inout Values
  ) throws(Obstacle) {
    var open = [(frame: choice.frame, set: set)]
    for condition in rule.conditions {
      var holding: [(frame: Frame, set: Node)] = []
      for (frame, part) in open {
        switch condition {
        case .test(let test):
          let split = try split(part, by: test, frame)
          if split.yes != SetStore.none { holding.append((frame, split.yes)) }
          // Nothing reads the names of its group then.
          next.add(choice, split.no, store)
          faults.add(nil, split.fault, store)
        case .bind(let bindings): holding += try bound(bindings, in: part, frame, &faults)
        }
      }
      open = holding
    }
    for (frame, part) in open {
      next.add(Choice(applicable: choice.applicable + [index], frame: frame), part, store)
    }
  }

  // MARK: Time

  /// The states after a tick, and those in which time cannot pass.
  private func advanced(_ set: Node) throws(Obstacle) -> (steps: Node, rest: Node) {
    let parts = numbers.parts
    var rest = SetStore.none
    var open = SetParts(false, set)
    for column in 0..<parts.count where parts.types[column].containsTimer {
      guard let level = levels[column] else { throw misfit() }
      var next = SetParts<Bool>()
      for (isRunning, part) in open.all {
        for number in store.contents(of: part, level) {
          let with = store.restricted(part, level, to: number)
          let content = numbers.values[column][Int(number)]
          let timers = content?.timers ?? []
          if timers.contains(0) {
            rest = store.union(rest, with)
          } else {
            next.add(isRunning || timers.contains { $0 > 0 }, with, store)
          }
        }
      }
      open = next
    }
    rest = store.union(rest, open[false])
    var behind = open[true]
    for column in 0..<parts.count where parts.types[column].containsTimer {
      guard let level = levels[column] else { throw misfit() }
      var next = SetStore.none
      for number in store.contents(of: behind, level) {
        guard let content = numbers.values[column][Int(number)] else {
          next = store.union(next, store.restricted(behind, level, to: number))
          continue
        }
        guard let later = content.advanced else {
          throw .formless(
            UnrepresentableError(reason: "there are timers in a collection", range: nil))
        }
        next = store.union(
          next,
          store.assigned(
            store.restricted(behind, level, to: number), level, try write(later, to: column).content
          ))
      }
      behind = next
      written.insert(column)
    }
    return (behind, rest)
  }

  private func labeled(
    _ set: Node, _ frame: Frame, behindTick: Bool
  ) throws(Obstacle) -> Steps {
    try monitored(Steps(Label(rule: nil, frame: frame), set), behindTick: behindTick)
  }

  // MARK: Monitors

  /// Updates the monitors in the states after steps; none reads the new value of another one.
  private func monitored(_ steps: Steps, behindTick: Bool) throws(Obstacle) -> Steps {
    let monitors = machine.spec.variables.enumerated().compactMap { index, variable in
      variable.monitor.map { (index, behindTick ? $0.onTick : $0.onEvent) }
    }
    if monitors.isEmpty { return steps }
    let outer = read
    defer { read.formUnion(outer) }
    var current = steps
    var changed: Set<Int> = []
    for (variable, root) in monitors {
      var next = Steps()
      read = []
      for (label, part) in current.all {
        let frame = Frame(locals: Array(repeating: .none, count: root.frameSize))
        for (value, part) in try values(of: root.expression, in: part, frame).all {
          guard let value else {
            next.add(label, part, store)
            continue
          }
          guard let contents = numbers.parts.split(value, of: variable) else { throw misfit() }
          var behind = part
          for column in numbers.parts.columns[variable] {
            let write = try write(contents[column], to: column)
            behind = store.assigned(behind, write.level, write.content)
          }
          next.add(label, behind, store)
        }
      }
      if !read.isDisjoint(with: changed) {
        throw .formless(
          UnrepresentableError(reason: "a property reads the memory of another one", range: nil))
      }
      changed.formUnion(numbers.parts.columns[variable])
      current = next
    }
    return current
  }
}

extension Value {
  /// The units of all timers in it.
  fileprivate var timers: [Int] {
    switch self {
    case .timer(let units): [units]
    case .enumCase(_, let values), .record(let values), .set(let values), .bag(let values),
      .table(let values), .list(let values), .map(_, let values):
      values.flatMap(\.timers)
    case .none, .bool, .int, .name: []
    }
  }

  /// The value with all running timers advanced by one unit; nil if their order may change.
  fileprivate var advanced: Value? {
    func all(_ values: [Value]) -> [Value]? {
      let advanced = values.compactMap(\.advanced)
      return advanced.count == values.count ? advanced : nil
    }
    switch self {
    case .timer(let units): return .timer(units > 0 ? units - 1 : units)
    case .enumCase(let index, let values): return all(values).map { .enumCase(index, $0) }
    case .record(let values): return all(values).map(Value.record)
    case .table(let values): return all(values).map(Value.table)
    case .list(let values): return all(values).map(Value.list)
    case .map(let keys, let values): return all(values).map { .map(keys: keys, values: $0) }
    case .set, .bag: return timers.isEmpty ? self : nil
    case .none, .bool, .int, .name: return self
    }
  }
}
