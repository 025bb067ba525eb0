import Semantics

/// A path that somebody walked as a scenario to paste into its spec: `PathScenario(path, …).text`.
package struct PathScenario {
  /// The declaration, each line ended.
  package let text: String

  /// - Parameter name: made of what a name may be made of, and unlike all others in the text.
  package init(_ path: Path, in spec: CheckedSpec, starts: [[Value]], named name: String) {
    var lines = ScenarioLines(spec, taken: [])
    lines.begin(ScenarioLines.subject(name), in: spec.world?.name)
    lines.go(path, from: starts)
    lines.expect(lines.values(path.end))
    lines.end()
    text = lines.text
  }
}
