import Foundation
import Semantics
import TestSupport
import Testing
import TrayKit

/// Witnesses of properties of the specs, pasted into them as scenarios.
@Suite("Witnesses as scenarios")
struct WitnessScenarioTests {
  /// The default world, and the last one of the text.
  private func worlds(_ text: String) -> [String] {
    ["default"]
      + text.matches(of: /\nworld (\w+)/).suffix(1).map { String($0.output.1) }
  }

  @Test("hold in the spec, and not with the contrary", arguments: Spec.some(Spec.all))
  func hold(_ spec: Spec) throws {
    let scratch = try Spec.scratchFolder()
    let text = try spec.text
    let path = try scratch.write(text, to: "spec.tray")
    var request = CheckRequest(paths: [path])
    request.counterexampleFolder = nil
    request.worlds = worlds(text)
    let scenarios = try request.outcome().rendered(as: .scenario)
    let names = scenarios.matches(of: /\nscenario (\w+)/).map { String($0.output.1) }
    #expect(names.count > 10 && Set(names).count == names.count)

    let denied = scenarios.replacing(/\n    expect ((?:(?!\n}).)*)\n}/.dotMatchesNewlines()) {
      "\n    expect !(\($0.output.1))\n}"
    }.replacing(/\nscenario (\w+)/) { "\nscenario \($0.output.1)Denied" }
    _ = try scratch.write([text, scenarios, denied].joined(separator: "\n"), to: "spec.tray")
    request.properties = names + names.map { "\($0)Denied" }
    request.maximumStates = 1
    let outcome = try request.outcome()
    let played = outcome.specs.flatMap(\.worlds).flatMap(\.scenarios)
    #expect(Set(played.map(\.name)) == Set(request.properties), "\(outcome.diagnostics())")
    for scenario in played {
      let isDenied = scenario.name.hasSuffix("Denied")
      let comment = Comment(
        rawValue: "\(spec.name), \(scenario.name): \(scenario.failure?.summary ?? "")")
      #expect(scenario.status == (isDenied ? .fails : .passes), comment)
      #expect(!isDenied || scenario.failure?.summary.contains("expectation") == true, comment)
    }
  }
}
