import Platform
import TrayKit

extension SearchEngine: ArgumentChoice {}

/// `traycheck check`: checks specs and ends with the status that CI gates on.
///
/// `SpecOptions` has the options that several commands share, and `ReportOptions` those of reports. An
/// option is declared once, listed in `description` and read in `request`.
package enum CheckCommand: Command {
  private static let paths = Positional<String>(
    "path", from: .specs, isRepeatable: true,
    help: "Specs, and folders of specs; '-' alone is standard input.",
    defaultText: "Specs")
  private static let watch = Flag(
    "watch", help: "Check again whenever a spec is saved, and store nothing. Ctrl-C ends it.")
  private static let fix = Flag(
    "fix", help: "Apply all fixes that are certain to cause no other error, and check the result.")
  /// Whether standard output has a diff.
  package static let dryRun = Flag(
    "dry-run",
    help: "With --fix: write no spec, and print the changes as a unified diff. The report goes to "
      + "standard error.")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Stop each search after this time, such as 90s or 5m.")
  private static let maximums = Maximum.option(
    .states, .depth, .values,
    help:
      "Stop a search after this many states or steps from the start, and a type after this many "
      + "values.")
  private static let onMemoryLimit = Option<MemoryPolicy>(
    "on-memory-limit", value: "way=folder", from: .folders,
    help:
      "Without memory for more states: stop, continue with fingerprints, which may miss a state, or "
      + "continue exactly with states on disk.",
    defaultText: "stop")
  private static let checkpoint = Option<CheckpointPlace>(
    "checkpoint", value: "folder[=interval]", from: .folders,
    help: "Write each search to this folder every 5 minutes, and resume the searches there.")
  private static let explain = Option<Explanation>(
    "explain", value: "topic=name", isRepeatable: true,
    help:
      "Explain how each world is computed, why it has so many states, which fairness each 'eventually' "
      + "needs, how one property holds, or where each rule comes from.")
  private static let engine = Option<SearchEngine>(
    "engine", value: "engine",
    help:
      "Find states one by one, all at once as decision diagrams, or both ways and compare. 'auto' "
      + "adds diagrams to a long search.",
    defaultText: "auto")
  private static let noSymmetry = Flag(
    "no-symmetry", help: "Visit states too that differ only in symmetric names.")
  private static let since = Option<String>(
    "since", value: "git:REV", help: "Mark lines of specs that changed since a revision of git.")
  private static let cache = Option<String>(
    "cache", value: "folder", from: .folders,
    help: "Keep results in this folder. Unchanged specs are not searched again. 'none' keeps none.",
    defaultText: "TRAYCHECK_CACHE, if that is set")
  private static let strict = Flag(
    "strict", help: "Fail for coverage gaps, such as a branch that is never taken.")
  private static let allow = SpecOptions.allow(
    Allowance.allCases, gaps: UnaskedKind.allCases)

  // Options of older versions that no other option replaces word by word.
  private static let every = Option<String>(
    "every", replacedBy: "a part of '--checkpoint', such as '--checkpoint kept=2m'")
  private static let scratch = Option<String>(
    "scratch", replacedBy: "a part of '--on-memory-limit', such as '--on-memory-limit spill=folder'"
  )
  private static let resume = Flag(
    "resume", replacedBy: "the default: '--checkpoint' resumes the searches in its folder")
  private static let noReplay = Flag(
    "no-replay", replacedBy: "'--read-only', which also stores nothing")
  private static let save = Flag(
    "save", replacedBy: "left out: 'traycheck check' stores violations")

  package static let description = CommandDescription(
    name: "check",
    settings: .inFolderOfFile,
    settingKeys: [
      "counterexamples", "cache", "time-limit", "memory", "threads", "max", "on-memory-limit",
      "checkpoint", "engine", "strict", "allow", "report", "save-expected",
    ],
    abstract: "Search all states of specs and check their properties.",
    discussion: """
      Explores every state of every world, and prints the verdict of each property with the shortest \
      trace to each violation. Violations that no world expects are stored as counterexamples. Stored \
      counterexamples are replayed first.
      """,
    positionals: [paths],
    optionGroups: [
      OptionGroup(
        "WHAT TO CHECK",
        SpecOptions.chosen + [watch, fix, dryRun]),
      OptionGroup(
        "LIMITS",
        [
          timeLimit, SpecOptions.memory, maximums, onMemoryLimit, checkpoint, every, scratch,
          resume,
        ]),
      OptionGroup(
        "OUTPUT",
        [
          SpecOptions.quiet, SpecOptions.verbose, SpecOptions.format, ReportOptions.report, explain,
          since, Terminal.color,
        ]),
      OptionGroup(
        "GATE",
        [
          strict, allow, SpecOptions.counterexamples, SpecOptions.saveExpected,
          SpecOptions.readOnly, SpecOptions.noSave, noReplay, save,
        ]),
      OptionGroup(
        "ENGINE",
        [engine, SpecOptions.threads, noSymmetry, cache]),
    ],
    statuses: SpecOptions.statuses(
      "Inconclusive: a limit was reached, the run was interrupted, a spec or scenario checks "
        + "nothing, or a stored counterexample cannot be replayed.",
      [71: "Engines differ: two engines do not agree. Please send in the saved file."]),
    examples: [
      "traycheck check": "Check all specs in the folder Specs.",
      "traycheck check --strict --report junit=build/traycheck.xml":
        "Gate CI: fail for coverage gaps too, and write a JUnit report.",
    ])

  /// The options that `--watch` can be combined with.
  private static let watched: Set<String> = [
    watch.description.name, timeLimit.description.name, maximums.description.name,
    SpecOptions.set.description.name, SpecOptions.world.description.name,
    SpecOptions.property.description.name, SpecOptions.memory.description.name,
    SpecOptions.threads.description.name, SpecOptions.counterexamples.description.name,
    SpecOptions.readOnly.description.name, save.description.name, Terminal.color.description.name,
  ]

  /// The options that need a file, or earlier results for it.
  private static let forFiles = [
    watch.description.name, fix.description.name, checkpoint.description.name,
    since.description.name, cache.description.name, SpecOptions.counterexamples.description.name,
    SpecOptions.saveExpected.description.name,
  ]

  /// Runs the check; returns the exit status.
  ///
  /// The paths of reports are verified before anything is read: a run that would overwrite a spec must not start.
  package static func run(_ arguments: ParsedArguments) async -> Int32 {
    let given = arguments.all(paths)
    if given.contains("-") {
      if given.count > 1 { return SpecOptions.refuse(StandardInput.misuse) }
      if let other = forFiles.first(where: arguments.names.contains) {
        return SpecOptions.refuse("'-' cannot be combined with '--\(other)'")
      }
    }
    if arguments[watch] {
      if let other = arguments.names.subtracting(watched).sorted().first {
        return SpecOptions.refuse("'--watch' cannot be combined with '--\(other)'")
      }
      return await WatchCommand.run(
        arguments, timeLimit: arguments[timeLimit], saves: arguments[save])
    }
    if arguments[every] != nil, arguments[checkpoint] == nil {
      return SpecOptions.refuse("'--every' requires '--checkpoint'")
    }
    let format = arguments[SpecOptions.format] ?? .text
    if arguments[dryRun] {
      if !arguments[fix] { return SpecOptions.refuse("'--dry-run' requires '--fix'") }
      if format != .text {
        return SpecOptions.refuse("'--dry-run' cannot be combined with '--format \(format)'")
      }
    }
    var request = request(arguments)
    let inputs = RunInputs.check(request)
    do throws(RequestError) {
      try ReportOptions.prepare(arguments, inputs)
    } catch {
      return SpecOptions.refuse(error)
    }
    do throws(RequestError) {
      if request.text != nil { request.text?.bytes = try StandardInput.bytes() }
    } catch {
      return SpecOptions.fail(error, arguments, inputs: inputs, ExitStatus.specError.rawValue)
    }
    let progress = ProgressLine()
    let stream = arguments[dryRun] ? Terminal.Stream.standardError : .standardOutput
    let style = SpecOptions.style(arguments, on: stream)
    let run = Traycheck.start(request) { tell($0, format, style, stream, progress) }
    do throws(RequestError) {
      let outcome = try await Interruption.watch(run)
      progress.clear()
      let status = SpecOptions.present(
        outcome, arguments, style: style, inputs: inputs, isStreamed: true,
        patch: arguments[dryRun] ? outcome.patch : nil)
      // If the report could not be written, the search can be resumed.
      if status == outcome.status.rawValue { outcome.removeFinishedCheckpoints() }
      return status
    } catch {
      progress.clear()
      return SpecOptions.fail(error, arguments, inputs: inputs)
    }
  }

  /// Prints the events of a running check.
  ///
  /// It is called from other threads, one event at a time.
  private static func tell(
    _ event: RunEvent, _ format: SpecOptions.Format, _ style: ReportStyle,
    _ stream: Terminal.Stream, _ progress: ProgressLine
  ) {
    switch (event.kind, format) {
    case (.prepared(let early), .text):
      let text = try? early.rendered(as: .replays, style)
      Terminal.write(text ?? "", to: stream)
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

  /// The coverage gaps that `--allow` names.
  package static func allowedGaps(_ arguments: ParsedArguments) -> Set<UnaskedKind> {
    Set(
      arguments.all(allow).filter { $0.hasPrefix("gap-") }
        .compactMap { UnaskedKind(rawValue: String($0.dropFirst(4))) })
  }

  /// The value of `--time-limit`.
  package static func timeLimit(_ arguments: ParsedArguments) -> Duration? { arguments[timeLimit] }

  /// The request that the options express. A folder of counterexamples that the user names must exist, unless nothing
  /// is replayed; the default folder need not. Cached traces are omitted if nothing would show them, and witnesses are
  /// limited to the named properties unless all are shown.
  private static func request(_ arguments: ParsedArguments) -> CheckRequest {
    var request = SpecOptions.request(arguments)
    request.maximumStates = arguments.maximum(.states)
    request.maximumDepth = arguments.maximum(.depth)
    request.timeLimit = arguments[timeLimit]
    request.onMemoryLimit = arguments[onMemoryLimit]?.policy ?? .stop
    request.scratchFolder = arguments[onMemoryLimit]?.folder ?? arguments[scratch]
    request.checkpointFolder = arguments[checkpoint]?.folder
    request.checkpointInterval =
      arguments[checkpoint]?.interval ?? arguments[every].flatMap { try? Duration.read($0) }
    request.engine = arguments[engine] ?? .auto
    request.reducesSymmetry = !arguments[noSymmetry]
    request.since = arguments[since]
    if arguments[fix] { request.fixing = arguments[dryRun] ? .show : .apply }
    let explanations = arguments.all(explain)
    request.explainsEngine = explanations.contains { $0.kind == "engine" }
    request.explainsSize = explanations.contains { $0.kind == "size" }
    request.explainsFairness = explanations.contains { $0.kind == "fairness" }
    request.explainsEvidence = explanations.contains { $0.kind == "evidence" }
    request.witnesses = explanations.compactMap(\.property)
    request.isStrict = arguments[strict]
    request.allowedUnasked = allowedGaps(arguments)
    request.overrides =
      arguments.settings.map { SettingKeys.overrides($0.file, typed: arguments.names) } ?? []
    request.replaysCounterexamples = !arguments[SpecOptions.readOnly] && !arguments[noReplay]
    request.requiresCounterexampleFolder = arguments.isTyped(SpecOptions.counterexamples)
    let folder =
      arguments.isTyped(cache)
      ? arguments[cache] : ReportOptions.environment("TRAYCHECK_CACHE") ?? arguments[cache]
    if folder != "none" { request.cacheFolder = folder }
    let isBrief =
      switch arguments[SpecOptions.format] ?? .text {
      case .text: !arguments[SpecOptions.verbose]
      case .scenario: !request.witnesses.isEmpty
      case .json, .jsonl, .tap, .compiler: false
      }
    request.wantsTraces = !isBrief || ReportOptions.areWanted(arguments)
    request.wantsStates = ReportOptions.wantsPage(arguments)
    for more in arguments.extensions { more.request(arguments, &request) }
    if request.paths == ["-"] { expectInput(&request) }
    return request
  }

  /// Replaces the path `-` by a text, which standard input will have. `use` is relative to the user's folder.
  ///
  /// Without a file, nothing is stored, and no command can be shown to copy.
  private static func expectInput(_ request: inout CheckRequest) {
    let name = Terminal.move.withLock { $0?.path(StandardInput.name) } ?? StandardInput.name
    request.paths = []
    request.text = (name, [])
    (request.counterexampleFolder, request.cacheFolder, request.checkpointFolder) = (nil, nil, nil)
    request.vocabulary.checkCommand = nil
    request.vocabulary.exploreCommand = nil
  }
}
