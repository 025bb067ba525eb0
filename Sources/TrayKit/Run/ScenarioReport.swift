import Replays
import Reports
import Semantics

/// How properties hold, as scenarios to paste into their specs: of those that the request names, or of all.
struct ScenarioReport {
  private let report: CheckReport

  init(_ report: CheckReport) { self.report = report }

  /// The scenarios; with several specs, the file of each is told in a comment.
  var text: String {
    report.specs.compactMap { spec -> String? in
      let scenarios = spec.verdicts.flatMap { world in
        world.properties.compactMap { scenario($0, world) }
      }
      if scenarios.isEmpty { return nil }
      let head = report.specs.count > 1 ? ["// \(spec.path.printableLine)\n"] : []
      return (head + scenarios).joined(separator: "\n")
    }.joined(separator: "\n").printable
  }

  /// The scenario of a property, or, if that was asked for by name, a comment that there is none.
  private func scenario(_ property: WorldVerdict.Property, _ world: WorldVerdict) -> String? {
    guard !report.witnesses.isEmpty else { return property.scenario }
    guard report.witnesses.contains(where: property.isCalled) else { return nil }
    return property.scenario
      ?? "// \(property.name), world \(world.name): "
      + (property.status == .holds
        ? "nothing was found that shows how it holds" : "it does not hold")
      + "\n"
  }
}

extension WorldReport {
  /// Keeps how properties hold as scenarios.
  ///
  /// - Parameter isSet: whether constants were set from outside.
  mutating func noteScenarios(from starts: [[Value]], isSet: Bool) {
    var taken: Set<String> = []
    for verdict in result.properties {
      guard let witness = verdict.witness, verdict.status == .holds else { continue }
      let scenario = WitnessScenario(
        witness, of: spec.properties[verdict.property], in: spec, starts: starts, isSet: isSet,
        taken: taken)
      taken = scenario.taken
      witnessScenarios[verdict.property] = scenario.text
    }
  }
}
