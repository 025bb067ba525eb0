import Engine
import Export
import Platform
import Semantics

/// The trace of another checker, as the reference evaluator sees it.
struct ExternalTrace {
  private let machine: Machine

  init(_ machine: Machine) { self.machine = machine }

  private typealias Step = (instance: EventInstance, rule: Int?)

  /// Whether it is a path of the spec, in a sentence.
  ///
  /// - Parameter steps: as Murphi names them: `receive_loud", id: 1`.
  func judge(_ steps: [String], of model: Model) -> String {
    let reference = ReferenceEvaluator(machine.spec)
    var states = Set(model.starts)
    var taken: [EventInstance] = []
    for (number, text) in steps.enumerated() {
      guard let step = instance(of: text, model) else {
        return "step \(number + 1) of its trace, '\(text)', is none of the spec"
      }
      states = successors(of: states, step, reference)
      taken.append(step.instance)
      if states.isEmpty {
        return
          "step \(number + 1) of its trace, \(machine.spec.text(step.instance)), cannot happen there"
      }
    }
    return possible(taken)
  }

  /// The same of what a circuit chooses. A choice of what cannot happen changes nothing.
  func judge(_ choices: [HardwareModel.Step], from start: [Value]) -> String {
    let reference = ReferenceEvaluator(machine.spec)
    var states: Set = [start]
    var taken: [EventInstance] = []
    for choice in choices {
      let next = successors(of: states, (choice.instance, choice.rule), reference)
      if next.isEmpty { continue }
      states = next
      taken.append(choice.instance)
    }
    return possible(taken)
  }

  private func possible(_ steps: [EventInstance]) -> String {
    let way = steps.isEmpty ? "" : ": " + steps.map(machine.spec.text).joined(separator: ", ")
    return "the reference evaluator can go its trace of \(steps.count) steps\(way)"
  }

  private func successors(
    of states: Set<[Value]>, _ step: Step, _ reference: ReferenceEvaluator
  ) -> Set<[Value]> {
    var next: Set<[Value]> = []
    for state in states {
      for each in reference.react(to: step.instance, in: state).steps where each.rule == step.rule {
        next.insert(each.state)
      }
    }
    return next
  }

  private func instance(of step: String, _ model: Model) -> Step? {
    let parts = step.split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first.map(String.init) else { return nil }
    var given: [String: Int] = [:]
    for pair in parts.dropFirst().joined().split(separator: ",") {
      let words = pair.split(separator: ":").map { $0.trimmed }
      guard words.count == 2 else { continue }
      given[words[0]] = words[1] == "true" ? 1 : words[1] == "false" ? 0 : Int(words[1])
    }
    for event in model.events {
      guard let place = event.steps.firstIndex(where: { $0.name == name }) else { continue }
      let declared = machine.spec.events[event.event]
      var arguments: [Value] = []
      for (local, parameter) in zip(event.parameters, declared.parameters) {
        guard let number = given[local.name] ?? given["\(local.name)_"] else { return nil }
        let values = parameter.type.allValues
        let least = parameter.type.isCounted ? local.shape.least : 0
        guard values.indices.contains(number - least) else { return nil }
        arguments.append(values[number - least])
      }
      let instance = EventInstance(event: event.event, arguments: arguments)
      return (instance, declared.rules.isEmpty ? nil : place)
    }
    return nil
  }
}

extension Type {
  /// Its values are numbers that a model has as they are.
  fileprivate var isCounted: Bool {
    switch self {
    case .range, .timer: true
    default: false
    }
  }
}
