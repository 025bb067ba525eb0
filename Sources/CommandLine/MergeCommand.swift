import TrayKit

/// `traycheck walk merge`: joins the reports of parts of some walks.
///
/// A report that cannot be merged is something that cannot be read (status 2), and no wrong usage.
package enum MergeCommand: Command {
  private static let reports = Positional<String>(
    "report", from: .jsonFiles, isRepeatable: true, isRequired: true,
    help: "The JSON reports of all parts, in any order.")

  private static let partial = Flag(
    "partial",
    help: "Accept missing parts. The JSON report can be merged with them later.")
  private static let allow = SpecOptions.allow([.inconclusive, .noProperties])

  package static let description = CommandDescription(
    name: "merge",
    settings: .inFolderOfFile,
    abstract: "Join the reports of 'traycheck walk --shard' into one verdict.",
    discussion: """
      Gives the same result as all walks in one place. Run it in the folder of the walks, with the \
      same specs.
      """,
    positionals: [reports],
    options: [
      partial, SpecOptions.quiet, SpecOptions.verbose, SpecOptions.walkFormat, ReportOptions.report,
      allow, SpecOptions.counterexamples, SpecOptions.saveExpected, SpecOptions.readOnly,
      SpecOptions.noSave, Terminal.color,
    ],
    statuses: SpecOptions.statuses(
      "Inconclusive: parts are missing, no walk reached a goal or an expected violation, walks "
        + "cannot decide a property, or they were stopped."),
    examples: [
      "traycheck walk merge part-1.json part-2.json": "Join two parts.",
      "traycheck walk merge --partial part-1.json": "Report the parts that are done so far.",
    ])

  /// Merges the reports; returns the exit status.
  package static func run(_ arguments: ParsedArguments) async -> Int32 {
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
      var request = MergeRequest(reports: reports)
      request.isPartial = arguments[partial]
      request.counterexampleFolder = SpecOptions.saves(arguments) ? folder : nil
      request.savesExpected = arguments[SpecOptions.saveExpected]
      request.allowances = SpecOptions.allowances(arguments)
      request.vocabulary = .options(of: Terminal.toolName)
      let outcome = try await Traycheck.run(request)
      return SpecOptions.present(outcome, arguments, inputs: inputs)
    } catch {
      return SpecOptions.fail(error, arguments, inputs: inputs, 2)
    }
  }
}
