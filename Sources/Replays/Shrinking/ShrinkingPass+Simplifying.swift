import Semantics

/// Simplifies traces without changing their length: smaller values, and the first of interchangeable names.
extension ShrinkingPass {
  /// The maximum number of events that are tried as a replacement of a step.
  private static let maximumReplacements = 24

  /// Reduces initial states and arguments as far as possible.
  mutating func simplify() {
    var order: [Int] = []
    while !mustEnd, self.order(best) != order {
      order = self.order(best)
      renameNames()
      simplifyStart()
      simplifyEvents()
    }
  }

  private mutating func simplifyStart() {
    guard let candidate = replay.candidate(best) else { return }
    for place in 0..<min(candidate.start, Self.maximumReplacements) where !mustEnd {
      var changed = candidate
      changed.start = place
      if tries(changed) { return }
    }
  }

  /// Replaces each event by one with smaller arguments.
  private mutating func simplifyEvents() {
    var number = 0
    while number < best.length, !mustEnd {
      guard let candidate = replay.candidate(best) else { return }
      let isAttempt = number == candidate.schedule.count
      let instance = isAttempt ? candidate.attempt : candidate.schedule[number].instance
      for smaller in instance.map(earlier) ?? [] where !mustEnd {
        var changed = candidate
        if isAttempt {
          changed.attempt = smaller
        } else {
          changed.schedule[number].instance = smaller
        }
        if tries(changed) { break }
      }
      number += 1
    }
  }

  /// The event with smaller arguments: all of them minimal, and then each one reduced separately, by the first values
  /// and by bisection.
  private func earlier(_ instance: EventInstance) -> [EventInstance] {
    let values = shrinker.machine.spec.events[instance.event].parameters.map(\.type.allValues)
    var found: [EventInstance] = []
    let least = EventInstance(event: instance.event, arguments: values.compactMap(\.first))
    if least != instance { found.append(least) }
    for (number, choices) in values.enumerated() {
      guard let place = choices.firstIndex(of: instance.arguments[number]) else { continue }
      var smaller = Set((0..<place).prefix(Self.maximumReplacements))
      var distance = place
      while distance > 1 {
        distance /= 2
        smaller.insert(place - distance)
      }
      for each in smaller.sorted() {
        var changed = instance
        changed.arguments[number] = choices[each]
        found.append(changed)
      }
    }
    return found
  }

  // MARK: Names

  /// Renames symmetric names over the whole trace, so that they appear in order.
  private mutating func renameNames() {
    guard let candidate = replay.candidate(best) else { return }
    let spec = shrinker.machine.spec
    let start = replay.starts[candidate.start]
    var names = NameOrder()
    for step in candidate.schedule {
      names.meet(step.instance, in: spec)
      for choice in step.choices { names.meet(choice.value, choice.type) }
    }
    if let attempt = candidate.attempt { names.meet(attempt, in: spec) }
    for (variable, value) in zip(spec.variables, start) { names.meet(value, variable.type) }
    guard !names.isInOrder,
      let place = replay.place(
        ofStart: zip(spec.variables, start).map { names.renamed($1, $0.type) })
    else { return }
    var renamed = candidate
    renamed.start = place
    renamed.attempt = candidate.attempt.map { names.renamed($0, in: spec) }
    for index in renamed.schedule.indices {
      renamed.schedule[index].instance = names.renamed(renamed.schedule[index].instance, in: spec)
      for choice in renamed.schedule[index].choices.indices {
        let old = renamed.schedule[index].choices[choice]
        renamed.schedule[index].choices[choice].value = names.renamed(old.value, old.type)
      }
    }
    _ = tries(renamed)
  }
}

/// Numbers names in the order of their first occurrence.
private struct NameOrder {
  private var numbers: [SymmetricType: [Int: Int]] = [:]

  /// Whether renaming would change nothing.
  var isInOrder: Bool { numbers.values.allSatisfy { $0.allSatisfy { $0 == $1 } } }

  mutating func meet(_ value: Value, _ type: Type) {
    type.forEachName(in: value) { type, name in
      var known = numbers[type] ?? [:]
      if known[name] == nil { known[name] = known.count }
      numbers[type] = known
    }
  }

  mutating func meet(_ instance: EventInstance, in spec: CheckedSpec) {
    for (parameter, value) in zip(spec.events[instance.event].parameters, instance.arguments) {
      meet(value, parameter.type)
    }
  }

  func renamed(_ value: Value, _ type: Type) -> Value {
    type.mapNames(in: value) { numbers[$0]?[$1] ?? $1 }
  }

  func renamed(_ instance: EventInstance, in spec: CheckedSpec) -> EventInstance {
    let parameters = spec.events[instance.event].parameters
    return EventInstance(
      event: instance.event,
      arguments: zip(parameters, instance.arguments).map { renamed($1, $0.type) })
  }
}
