import Engine
import Reports
import Semantics
import Traces

/// Where a spec and an edited one part, in the words of the spec.
enum DivergenceText {
  static func parting(
    _ parting: DifferencePath.FirstDivergence, _ world: JudgedWorld, _ edited: CheckedSpec
  ) -> MutantVerdict.FirstDivergence {
    let state = parting.path.end
    return MutantVerdict.FirstDivergence(
      world: world.name, trace: Trace(parting.path, in: world.spec),
      event: world.spec.text(parting.instance),
      original: lines(parting.original, without: parting.edited, state, world.spec),
      edited: lines(parting.edited, without: parting.original, state, edited))
  }

  /// That the edited spec begins otherwise.
  static func atStart(
    _ world: JudgedWorld, _ edited: CheckedSpec, _ starts: [[Value]]
  ) -> MutantVerdict.FirstDivergence {
    let old = Set(world.starts)
    let new = starts.first { !old.contains($0) } ?? starts[0]
    let shown = world.starts.first { !starts.contains($0) } ?? world.starts[0]
    let changes = edited.changes(from: shown, to: new)
    return MutantVerdict.FirstDivergence(
      world: world.name, trace: Trace(Path(start: new, steps: []), in: edited), event: nil,
      original: changes.map { "\($0.place) = \($0.old)" },
      edited: changes.map { "\($0.place) = \($0.new)" })
  }

  /// What the spec begins with, as far as the edited one does not and it is the same in each start.
  static func expectations(_ world: JudgedWorld, _ starts: [[Value]]) -> [String] {
    world.spec.variables.enumerated().compactMap { index, variable in
      let values = Set(world.starts.map { $0[index] })
      guard variable.monitor == nil, values.count == 1, let value = values.first,
        Set(starts.map { $0[index] }) != values, !variable.type.containsTimer
      else { return nil }
      if variable.type == .bool { return value.asBool ? variable.name : "!\(variable.name)" }
      return "\(variable.name) == \(variable.type.text(value))"
    }
  }

  /// What a reaction comes to, without the steps that the other one has too.
  private static func lines(
    _ reaction: Reaction, without other: Reaction, _ state: [Value], _ spec: CheckedSpec
  ) -> [String] {
    for problem in reaction.problems {
      if let fault = problem.fault { return ["fault: \(fault.message)"] }
      if problem.finding.kind == .gap { return ["no rule applies"] }
    }
    guard reaction.isPossible else { return ["is not possible"] }
    let own = reaction.steps.filter { step in
      !other.steps.contains {
        $0.state == step.state && $0.signals.sorted() == step.signals.sorted()
      }
    }
    guard let step = own.first ?? reaction.steps.first else { return ["is not possible"] }
    let trace = Trace(Path(start: state, steps: [step]), in: spec)
    return trace.steps.first?.effects ?? []
  }
}
