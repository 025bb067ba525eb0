import TrayKit

/// `traycheck merge`: joins the reports of parts of some walks.
enum MergeCommand {
  private static let reports = Positional<String>(
    "report", isRepeatable: true, isRequired: true,
    help: "The JSON reports of all parts, in any order.")

  static let description = CommandDescription(
    name: "merge",
    abstract: "Join the reports of 'traycheck walk --shard' into one verdict.",
    discussion: """
      Tells the same as if all walks had been done in one place. Run it in the folder where the \
      walks were run, beside the same specs.
      """,
    positionals: [reports.description],
    options: [
      SpecOptions.quiet.description, SpecOptions.verbose.description,
      SpecOptions.format.description,
      SpecOptions.counterexamples.description, SpecOptions.noSave.description,
    ] + ReportOptions.all + [Terminal.color.description],
    sections: [SpecOptions.statusOfWalks])

  /// Merges; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    if let problem = ReportOptions.problem(arguments) {
      return SpecOptions.fail(problem, arguments)
    }
    do throws(RequestError) {
      let folder = arguments[SpecOptions.counterexamples] ?? ReplayRequest.defaultFolder
      let outcome = try Traycheck.merge(
        arguments.all(reports),
        counterexamples: arguments[SpecOptions.noSave] ? nil : folder)
      return SpecOptions.present(outcome, arguments)
    } catch {
      return SpecOptions.fail(error, arguments, 2)
    }
  }
}
