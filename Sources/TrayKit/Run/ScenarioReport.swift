import Replays
import Reports
import Semantics

/// Witnesses of properties as scenarios to paste into their specs: of the properties that the request names, or of all.
final class ScenarioReport {
  private let report: CheckReport

  init(_ report: CheckReport) { self.report = report }

  /// The scenarios. With several specs, a comment names the file of each.
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

  /// The scenario of a property. If a property that was requested by name has none, a comment says so.
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
  /// Stores the witnesses of properties as scenarios.
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
