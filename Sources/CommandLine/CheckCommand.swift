import Foundation
import TrayKit

extension MemoryLimitPolicy: ArgumentChoice {}
extension SearchEngine: ArgumentChoice {}
extension UnaskedKind: ArgumentChoice {}

/// `traycheck check`: checks specs and ends with the status that CI gates on.
///
/// Options that several commands have stand in `SpecOptions`, those for reports in `ReportOptions`;
/// here is what only a check can be told. An option is declared once, listed in `description` and
/// read in `request`.
enum CheckCommand {
  private static let maxStates = Option<Int>(
    "max-states", value: "n", help: "Stop each search after so many states.")
  private static let maxDepth = Option<Int>(
    "max-depth", value: "n", help: "Stop each search after so many steps from the start.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Stop each search after this time, such as 90s or 5m.")
  private static let onMemoryLimit = Option<MemoryLimitPolicy>(
    "on-memory-limit", value: "way",
    help:
      "Without memory for more states, stop, or begin anew: with fingerprints, which may miss a "
      + "state, or exactly, with states spilled to disk.",
    defaultText: "stop")
  private static let scratch = Option<String>(
    "scratch", value: "folder", from: .folders,
    help: "Where states go that do not fit into memory.",
    defaultText: "the system's folder for temporary files")
  private static let checkpoint = Option<String>(
    "checkpoint", value: "folder", from: .folders,
    help: "Keep each search there while it goes on, so that --resume can go on with it.")
  private static let every = Option<Duration>(
    "every", value: "duration", help: "How often that is done, such as 90s or 10m.",
    defaultText: "5m")
  private static let resume = Flag(
    "resume",
    help: "Go on with the searches that --checkpoint keeps; those of which there are none begin.")
  private static let witness = Option<String>(
    "witness", value: "name", from: .properties, isRepeatable: true,
    help:
      "Show how this property holds: the way to a 'reachable', a step of a 'transition', how near an "
      + "'invariant' comes, the longest way to what is 'possible'; --verbose shows all.")
  private static let explainEngine = Flag(
    "explain-engine",
    help:
      "Tell how each world is computed: bits read and written, tables, what is not looked up, and its "
      + "decision diagrams.")
  private static let explainSize = Flag(
    "explain-size",
    help:
      "Tell of each world why it has so many states: what each variable, event and bound has to do "
      + "with it, and what would make them fewer.")
  private static let anySize = Flag(
    "any-size",
    help:
      "Try to show what the spec says for every number of names of its symmetric types, or of those "
      + "that could be declared so.")
  private static let maxViews = Option<Int>(
    "max-views", value: "n", help: "Give up --any-size after so many views of a few names.",
    defaultText: "20000")
  private static let noReplay = Flag(
    "no-replay", help: "Do not replay stored counterexamples before the search.")
  private static let engine = Option<SearchEngine>(
    "engine", value: "engine",
    help:
      "Find states one by one, or all at once as decision diagrams, or in both ways, which have to "
      + "agree; auto tries diagrams beside a search that takes long.",
    defaultText: "auto")
  private static let certificate = Option<String>(
    "certificate", value: "folder", from: .folders,
    help: "Write there what proves each world, for 'traycheck certify'.")
  private static let noSymmetry = Flag(
    "no-symmetry", help: "Visit each state, also those that differ in symmetric names only.")
  private static let cache = Option<String>(
    "cache", value: "folder", from: .folders,
    help: "Keep results there, and do not search again what they tell, until a spec, an option or "
      + "traycheck changes.",
    defaultText: "TRAYCHECK_CACHE, if that is set")
  private static let strict = Flag(
    "strict", help: "Fail for what is never asked, such as a branch that is never taken.")
  private static let allowUnasked = Option<UnaskedKind>(
    "allow-unasked", value: "kind", isRepeatable: true,
    help: "Do not fail for what is never asked of this kind, if the run is strict.")
  private static let noCache = Flag("no-cache", help: "Keep no results, and search everything.")

  static let description = CommandDescription(
    name: "check",
    abstract: "Check what specs say of all reachable states.",
    discussion: """
      Explores every state of every world of the specs and prints the verdict of each property, \
      with the shortest trace to each violation.
      """,
    positionals: [SpecOptions.paths.description],
    options: SpecOptions.chosen + [
      SpecOptions.quiet.description, SpecOptions.verbose.description, witness.description,
      SpecOptions.format.description, maxStates.description,
      maxDepth.description, timeLimit.description,
      SpecOptions.memory.description, onMemoryLimit.description, scratch.description,
      checkpoint.description, every.description, resume.description,
      SpecOptions.threads.description, engine.description, noSymmetry.description,
      certificate.description,
      explainEngine.description, explainSize.description, anySize.description,
      maxViews.description,
      SpecOptions.counterexamples.description,
      noReplay.description,
      SpecOptions.noSave.description, SpecOptions.saveExpected.description, cache.description,
      noCache.description,
      SpecOptions.maxValues.description,
    ] + ReportOptions.all + SpecOptions.allowances.map(\.flag.description) + [
      strict.description, allowUnasked.description, Terminal.color.description,
    ],
    sections: [
      SpecOptions.exitStatusSection(
        "Not decided: a limit was reached, the run was interrupted, a spec or a scenario asks "
          + "nothing, or a stored counterexample cannot be replayed.",
        [
          HelpRow(
            label: "71",
            text:
              "Engines differ: two ways to find the states do not come to the same. Please send in "
              + "the file that is saved.")
        ])
    ])

  /// Runs the check; returns the exit status.
  ///
  /// Files of reports are looked at before anything is read: a run that would write over a spec must
  /// not begin.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let request = request(arguments)
    let inputs = RunInputs.check(request)
    do throws(RequestError) {
      try ReportOptions.prepare(arguments, inputs)
    } catch {
      return SpecOptions.refuse(error)
    }
    let progress = ProgressLine()
    let format = arguments[SpecOptions.format] ?? .text
    let style = SpecOptions.style(arguments)
    let run = Traycheck.start(request) { tell($0, format, style, progress) }
    do throws(RequestError) {
      let outcome = try await Interruption.watch(run)
      progress.clear()
      let status = SpecOptions.present(
        outcome, arguments, style: style, inputs: inputs, isStreamed: true)
      // What could not be told can be found again.
      if status == outcome.status.rawValue { outcome.removeFinishedCheckpoints() }
      return status
    } catch {
      progress.clear()
      return SpecOptions.fail(error, arguments, inputs: inputs)
    }
  }

  /// Tells what is told while the check runs.
  ///
  /// It is called from other threads, one event at a time.
  private static func tell(
    _ event: RunEvent, _ format: SpecOptions.Format, _ style: ReportStyle, _ progress: ProgressLine
  ) {
    switch (event.kind, format) {
    case (.prepared(let early), .text):
      let text = try? early.rendered(as: .replays, style)
      Terminal.write(text ?? "", to: .standardOutput)
    case (.progress(let state), let format):
      progress.update(state)
      if format == .jsonl { Terminal.writeLine(event) }
    case (.note(let text), _):
      progress.clear()
      Terminal.write("note: \(text)\n", to: .standardError)
    case (_, .jsonl): Terminal.writeLine(event)
    default: break
    }
  }

  /// The request that the options make. A folder of counterexamples that the user names has to be
  /// there, unless nothing is replayed; the default one need not be. Traces are left out of what
  /// comes from the cache where nothing would show them, and only what is named is shown how it holds where
  /// nothing shows more.
  private static func request(_ arguments: ParsedArguments) -> CheckRequest {
    var request = SpecOptions.request(arguments)
    request.maximumStates = arguments[maxStates]
    request.maximumDepth = arguments[maxDepth]
    request.timeLimit = arguments[timeLimit]
    request.onMemoryLimit = arguments[onMemoryLimit] ?? .stop
    request.scratchFolder = arguments[scratch]
    request.checkpointFolder = arguments[checkpoint]
    request.checkpointInterval = arguments[every]
    request.resumes = arguments[resume]
    request.engine = arguments[engine] ?? .auto
    request.reducesSymmetry = !arguments[noSymmetry]
    request.certificateFolder = arguments[certificate]
    request.explainsEngine = arguments[explainEngine]
    request.explainsSize = arguments[explainSize]
    request.showsAnySize = arguments[anySize]
    request.maximumViews = arguments[maxViews]
    request.witnesses = arguments.all(witness)
    request.isStrict = arguments[strict]
    request.allowedUnasked = Set(arguments.all(allowUnasked))
    request.replaysCounterexamples = !arguments[noReplay]
    request.requiresCounterexampleFolder =
      arguments[SpecOptions.counterexamples] != nil && !arguments[noReplay]
    if !arguments[noCache] {
      request.cacheFolder = arguments[cache] ?? ReportOptions.environment("TRAYCHECK_CACHE")
    }
    let isBrief =
      switch arguments[SpecOptions.format] ?? .text {
      case .text: !arguments[SpecOptions.verbose]
      case .scenario: !request.witnesses.isEmpty
      case .json, .jsonl, .tap, .compiler: false
      }
    request.wantsTraces = !isBrief || ReportOptions.areWanted(arguments)
    request.wantsStates = arguments[ReportOptions.html] != nil
    return request
  }
}
