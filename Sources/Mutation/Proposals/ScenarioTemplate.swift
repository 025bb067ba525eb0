import Semantics

/// A scenario with the path to the difference between an edited spec and its original, and the original's behaviour
/// there: `ScenarioTemplate(spec, path, instance, original: …, edited: …).sentence`.
///
/// It is always available, and is the weakest proposal.
package struct ScenarioTemplate {
  private let spec: CheckedSpec
  /// A name such as `openAfterReceive`, from the names of events.
  private let name: String
  private let steps: [String]

  /// Nil if the path is not unique, or the original has several outcomes.
  package init?(
    _ spec: CheckedSpec, _ path: Path, _ instance: EventInstance, original: Reaction,
    edited: Reaction
  ) {
    self.spec = spec
    var steps = path.steps.map { spec.text($0.instance) }
    var name = spec.events[instance.event].name
    if !original.isPossible, edited.isPossible {
      name += "IsRefused"
      steps.append("refuse \(spec.text(instance))")
    } else if let step = original.steps.first, original.steps.count == 1 {
      steps.append(spec.text(instance))
      let expected = Self.expectations(spec, path.end, step, edited)
      if !expected.isEmpty { steps.append("expect \(expected.joined(separator: " && "))") }
    } else {
      return nil
    }
    let last = path.steps.last.map { spec.events[$0.instance.event].name }
    self.name =
      name + (last.map { "After" + $0.prefix(1).uppercased() + $0.dropFirst() } ?? "AtFirst")
    self.steps = steps
  }

  /// A run begins as in the original.
  package static func start(_ spec: CheckedSpec, _ expected: [String]) -> ProposedProperty {
    ProposedProperty(
      keyword: "scenario", name: "begins",
      rest: "\(home(spec)) { expect \(expected.joined(separator: " && ")) }")
  }

  private static func home(_ spec: CheckedSpec) -> String {
    spec.world.map { " in \($0.name)" } ?? ""
  }

  package var sentence: ProposedProperty {
    ProposedProperty(
      keyword: "scenario", name: name,
      rest: "\(Self.home(spec)) { \(steps.joined(separator: "; ")) }")
  }

  /// The observable parts of the step that differ in the edited spec.
  private static func expectations(
    _ spec: CheckedSpec, _ state: [Value], _ step: Step, _ edited: Reaction
  ) -> [String] {
    guard let other = edited.steps.first else { return [] }
    var found: [String] = []
    for (index, variable) in spec.variables.enumerated()
    where variable.monitor == nil && step.state[index] != other.state[index] {
      found += equations(
        variable.name, variable.type, step.state[index], instead: other.state[index])
    }
    for (index, signal) in spec.signals.enumerated() {
      let mine = step.signals.filter { $0.signal == index }
      let wrong = other.signals.filter { $0.signal == index }
      if mine.sorted() == wrong.sorted() { continue }
      if mine.count != wrong.count {
        found.append("emissions(\(signal.name)) == \(mine.count)")
      } else if let each = mine.first(where: { !wrong.contains($0) }) {
        found.append("emitted(\(spec.text(each)))")
      }
    }
    return Array(found.prefix(3))
  }

  /// A variable has its value; for a table, the entries that would differ.
  private static func equations(
    _ name: String, _ type: Type, _ value: Value, instead other: Value
  ) -> [String] {
    switch (type, value, other) {
    case (.bool, _, _): return [value.asBool ? name : "!\(name)"]
    case (.timer, _, _):
      let text = type.text(value)
      return ["\(name) == \(text == "due" ? "due in 0" : text)"]
    case (.table(let key, let content), .table(let values), .table(let others)):
      return zip(key.allValues, zip(values, others)).filter { $1.0 != $1.1 }.flatMap { each in
        equations("\(name)[\(key.text(each.0))]", content, each.1.0, instead: each.1.1)
      }
    default: return type.containsTimer ? [] : ["\(name) == \(type.text(value))"]
    }
  }
}
