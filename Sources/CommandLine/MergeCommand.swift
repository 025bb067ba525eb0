import TrayKit

/// `traycheck walk merge`: merges the reports of distributed walks.
///
/// A report that cannot be merged counts as unreadable (status 2), and not as wrong usage.
enum MergeCommand {
  private static let reports = Positional<String>(
    "report", from: .jsonFiles, isRepeatable: true, isRequired: true,
    help: "The JSON reports of all parts, in any order.")

  private static let partial = Flag(
    "partial",
    help: "Accept missing parts. The JSON report can be merged with them later.")
  private static let allow = SpecOptions.allow([.inconclusive, .noProperties])

  static let description = CommandDescription(
    name: "merge",
    abstract: "Join the reports of 'traycheck walk --shard' into one verdict.",
    discussion: """
      Gives the same result as all walks in one place. Run it in the folder of the walks, with the \
      same specs.
      """,
    positionals: [reports.description],
    options: [
      partial.description, SpecOptions.quiet.description, SpecOptions.verbose.description,
      SpecOptions.walkFormat.description,
      ReportOptions.report.description, allow.description,
      SpecOptions.counterexamples.description, SpecOptions.saveExpected.description,
      SpecOptions.readOnly.description, SpecOptions.noSave.description,
      Terminal.color.description,
    ],
    sections: [
      SpecOptions.exitStatusSection(
        "Inconclusive: parts are missing, no walk reached a goal or an expected violation, walks "
          + "cannot decide a property, or they were stopped.")
    ],
    examples: [
      HelpRow(
        label: "traycheck walk merge part-1.json part-2.json", text: "Join two parts."),
      HelpRow(
        label: "traycheck walk merge --partial part-1.json",
        text: "Report the parts that are done so far."),
    ])

  /// Merges the reports; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let reports = arguments.all(reports)
    let folder = arguments[SpecOptions.counterexamples] ?? ReplayRequest.defaultFolder
    let inputs = RunInputs.merge(reports, counterexamples: folder)
    do throws(RequestError) {
      try ReportOptions.prepare(arguments, inputs)
    } catch {
      return SpecOptions.refuse(error)
    }
    if let problem = SpecOptions.folderProblem(arguments) {
      return SpecOptions.fail(problem, arguments, inputs: inputs, 2)
    }
    do throws(RequestError) {
      let outcome = try await Traycheck.merge(
        reports, isPartial: arguments[partial],
        counterexamples: SpecOptions.saves(arguments) ? folder : nil,
        savesExpected: arguments[SpecOptions.saveExpected],
        allowances: SpecOptions.allowances(arguments),
        vocabulary: .options(of: Terminal.toolName))
      return SpecOptions.present(outcome, arguments, inputs: inputs)
    } catch {
      return SpecOptions.fail(error, arguments, inputs: inputs, 2)
    }
  }
}
