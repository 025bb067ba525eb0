import Semantics

/// The way to where an edited spec parts from its original as a scenario, with what the original does there:
/// `ScenarioTemplate(spec, path, instance, original: …, edited: …).sentence`.
///
/// It is the sentence that is always to be had, and says the least.
package struct ScenarioTemplate {
  private let spec: CheckedSpec
  private let steps: [String]

  /// Nil if the way cannot be told from others, or there is no one thing that the original does.
  package init?(
    _ spec: CheckedSpec, _ path: Path, _ instance: EventInstance, original: Reaction,
    edited: Reaction
  ) {
    self.spec = spec
    var steps = path.steps.map { spec.text($0.instance) }
    if !original.isPossible, edited.isPossible {
      steps.append("refuse \(spec.text(instance))")
    } else if let step = original.steps.first, original.steps.count == 1 {
      steps.append(spec.text(instance))
      let expected = Self.expectations(spec, path.end, step, edited)
      if !expected.isEmpty { steps.append("expect \(expected.joined(separator: " && "))") }
    } else {
      return nil
    }
    self.steps = steps
  }

  /// That a run begins as in the original.
  package static func start(_ spec: CheckedSpec, _ expected: [String]) -> ProposedSentence {
    ProposedSentence(
      keyword: "scenario", name: "begins",
      rest: "\(home(spec)) { expect \(expected.joined(separator: " && ")) }")
  }

  private static func home(_ spec: CheckedSpec) -> String {
    spec.world.map { " in \($0.name)" } ?? ""
  }

  package var sentence: ProposedSentence {
    ProposedSentence(
      keyword: "scenario", name: "goesOn",
      rest: "\(Self.home(spec)) { \(steps.joined(separator: "; ")) }")
  }

  /// What is to be seen of the step where the edited one shows something else.
  private static func expectations(
    _ spec: CheckedSpec, _ state: [Value], _ step: Step, _ edited: Reaction
  ) -> [String] {
    guard let other = edited.steps.first else { return [] }
    var found: [String] = []
    for (index, variable) in spec.variables.enumerated()
    where variable.monitor == nil && step.state[index] != other.state[index] {
      let value = step.state[index]
      if variable.type == .bool {
        found.append(value.asBool ? variable.name : "!\(variable.name)")
      } else if !variable.type.containsTimer {
        found.append("\(variable.name) == \(variable.type.text(value))")
      } else if case .timer = variable.type {
        let text = variable.type.text(value)
        found.append("\(variable.name) == \(text == "due" ? "due in 0" : text)")
      }
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
}
