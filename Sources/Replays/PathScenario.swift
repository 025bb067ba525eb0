import Semantics

/// A path of an exploration as a scenario to paste into its spec: `PathScenario(path, …).text`.
package struct PathScenario {
  /// The declaration, with a line end after each line.
  package let text: String

  /// Creates the scenario.
  ///
  /// - Parameter name: a valid and unused name.
  package init(_ path: Path, in spec: CheckedSpec, starts: [[Value]], named name: String) {
    var lines = ScenarioLines(spec, taken: [])
    lines.begin(ScenarioLines.subject(name), in: spec.world?.name)
    lines.go(path, from: starts)
    lines.expect(lines.values(path.end))
    lines.end()
    text = lines.text
  }
}
