import Reports
import Semantics

/// Reports of worlds in which the tool contradicts itself. They are constructed, since no known input causes that.
enum InternalErrorSample {
  /// Returns the report with internal errors in its first world, about its first property and about faults; nil if it
  /// has no world.
  ///
  /// - Parameter isDisagreement: whether two engines disagree about them.
  static func report(
    _ report: CheckReport, _ allowances: Set<Allowance> = [], isDisagreement: Bool = false
  ) -> CheckReport? {
    guard let place = report.specs.firstIndex(where: { !$0.worlds.isEmpty }) else { return nil }
    var report = report
    report.allowances = allowances
    let spec = report.specs[place]
    var worlds = spec.worlds
    worlds[0] = unexplained(worlds[0], isDisagreement)
    report.specs[place] = SpecReport(
      path: spec.path, name: spec.name, documentation: spec.documentation, place: spec.place,
      diagnostics: spec.diagnostics, suppressedDiagnostics: spec.suppressedDiagnostics,
      worlds: worlds)
    return report
  }

  private static func unexplained(_ world: WorldReport, _ isDisagreement: Bool) -> WorldReport {
    var result = world.result
    result.internalErrors = [
      InternalError(
        Finding(.terminalFault, at: SourceRange(0, 1)), "it is odd", isDisagreement: isDisagreement)
    ]
    if !result.properties.isEmpty {
      result.properties[0].status = .internalError
      result.internalErrors.append(
        InternalError(
          Finding(.invariant, property: result.properties[0].property), "it is odder",
          isDisagreement: isDisagreement))
    }
    return WorldReport(
      spec: world.spec, result: result,
      judgement: Judgement(of: result, in: world.spec, selection: world.selection),
      selection: world.selection)
  }
}
