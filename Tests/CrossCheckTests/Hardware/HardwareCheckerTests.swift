import CrossCheck
import Engine
import Foundation
import Semantics
import TestSupport
import Testing

/// An independent model checker confirms the known results of the specs on the exports.
@Suite(
  "Exports, by a model checker of hardware",
  .enabled(if: BuiltTool.isInstalled("berkeley-abc"), "there is no 'berkeley-abc' here"))
struct HardwareCheckerTests {
  @Test(
    "are violated and reached where the specs are",
    arguments: KnownAnswers.cases.filter { $0.answer.states <= 300 }.prefix(24))
  func sameVerdicts(_ known: KnownAnswers.Case) throws {
    let found = try search(KnownAnswers.spec(known))
    let model = try HardwareModel(found.machine, starts: found.starts)
    let shown = model.bads.indices.filter { isShown(model.bads[$0].finding, found) }
    let scratch = try ScratchFolder()
    try Data(model.aiger()).write(to: scratch.url.appending(path: "model.aig"))
    let output = try BuiltTool.run(
      installed: "berkeley-abc", ["-c", "read_aiger model.aig; pdr -a; print_status"],
      in: scratch.url
    ).stdout
    let asserted = output.matches(of: /Output +([0-9]+) was asserted/).compactMap { Int($0.1) }
    #expect(asserted.sorted() == shown, "\(output)")
    #expect(output.contains("\(shown.count) SAT"), "\(output)")
    #expect(output.contains("\(model.bads.count - shown.count) UNSAT"), "\(output)")
  }

  /// Returns whether the search has the finding; a fault is identified by its place.
  private func isShown(_ finding: Finding, _ found: SearchedSpec) -> Bool {
    if finding.kind == .goal {
      return found.result.properties.contains {
        $0.property == finding.property && $0.goalDepth != nil
      }
    }
    return found.violations.contains { violation in
      let other = violation.finding
      if let range = finding.faultRange { return other.faultRange == range }
      return other.kind == finding.kind && other.property == finding.property
        && other.event == finding.event
    }
  }
}
