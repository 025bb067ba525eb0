import Semantics
import Traces

/// The witness of a property as a scenario to paste into its spec: `WitnessScenario(witness, …).text`.
package struct WitnessScenario {
  private var lines: ScenarioLines
  /// The names of this and earlier scenarios and worlds.
  package var taken: Set<String> { lines.taken }

  /// The declarations, with a line end after each line.
  package var text: String { lines.text }

  /// Creates the scenario.
  ///
  /// - Parameters:
  ///   - isSet: whether constants were set from outside, so that the scenario needs its own world.
  ///   - taken: names that must not be used.
  package init(
    _ witness: PropertyWitness, of property: Property, in spec: CheckedSpec, starts: [[Value]],
    isSet: Bool, taken: Set<String> = []
  ) {
    lines = ScenarioLines(spec, taken: taken)
    let subject = ScenarioLines.subject(property.name)
    let world = spec.world.map { "In" + Self.capital($0.name) } ?? ""
    var home = spec.world?.name
    if isSet {
      home = lines.addWorld(
        "with\(Self.capital(subject))\(world)",
        documentation: "The constants of the scenario below.")
    }
    lines.add("/// How the \(property.word) \(SourceFile.onOneLine(property.name)) holds.")
    lines.begin("\(subject)Witness\(world)", in: home)
    var comments: [Int: String] = [:]
    if case .way(let begin, _) = witness.kind { comments[begin] = "the way begins here" }
    lines.go(witness.path, from: starts, comments: comments)
    end(witness, property, spec)
    lines.end()
  }

  private mutating func end(
    _ witness: PropertyWitness, _ property: Property, _ spec: CheckedSpec
  ) {
    var condition = lines.condition(property)
    switch witness.kind {
    case .step: return lines.expect(lines.outcome(of: witness.path))
    case .way(_, let arguments):
      condition = condition.flatMap { lines.bound($0, property.parameters, arguments) }
    case .change(let variable, let value):
      var changed = witness.path.end
      changed[variable] = value
      for change in spec.changes(from: witness.path.end, to: changed) {
        lines.add("    // it would not hold if \(change.place) were \(change.new) here")
      }
    case .goal: break
    }
    lines.expect(condition ?? lines.values(witness.path.end))
  }

  private static func capital(_ name: String) -> String {
    name.prefix(1).uppercased() + name.dropFirst()
  }
}
