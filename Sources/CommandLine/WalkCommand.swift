import TrayKit

/// `traycheck walk`: checks specs by random walks.
///
/// Reports and statuses are those of a check.
package enum WalkCommand: Command {
  private static let seed = Option<Int>(
    "seed", value: "n",
    help: "The number that decides all random choices.",
    defaultText: "that of the world, else a fresh one")
  private static let walks = Option<Int>(
    "walks", value: "n", help: "How many walks to do in each world.",
    defaultText: "those of the world, else \(WalkRequest.defaultWalks)")
  private static let steps = Option<Int>(
    "steps", value: "n", help: "How many steps a walk has at most.",
    defaultText: "those of the world, else \(WalkRequest.defaultSteps)")
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration",
    help: "Stop the walks of each world after this time; without --walks, walk until then.")
  private static let shard = Option<ShardNumber>(
    "shard", value: "i/n",
    help:
      "Do only part i of n of the walks, counted from 1, all with the same --seed. 'traycheck walk "
      + "merge' joins the JSON reports of all parts.")
  private static let allow = SpecOptions.allow([.inconclusive, .noProperties])

  package static let subcommands: [any Command.Type] = [MergeCommand.self]

  package static let description = CommandDescription(
    name: "walk",
    settings: .inFolderOfFile,
    abstract: "Walk specs at random from a seed and check their properties.",
    discussion: """
      Walks each world at random, checks each state and each possible step, and shrinks each \
      violation to the smallest trace. The same seed gives the same walks on any machine and any \
      number of threads.
      """,
    positionals: [SpecOptions.paths],
    options: SpecOptions.chosen + [
      seed, walks, steps, timeLimit, SpecOptions.memory, shard, SpecOptions.quiet,
      SpecOptions.verbose, SpecOptions.walkFormat, ReportOptions.report, allow, SpecOptions.threads,
      SpecOptions.counterexamples, SpecOptions.saveExpected, SpecOptions.readOnly,
      SpecOptions.noSave, SpecOptions.values, Terminal.color,
    ],
    statuses: SpecOptions.statusesOfWalks,
    examples: [
      "traycheck walk Specs/slack-tray.tray --seed 7": "Walk one spec from the seed 7.",
      "traycheck walk --time-limit 10m": "Walk each world for ten minutes.",
    ], subcommands: subcommands.map { $0.description })

  /// Runs the walks; returns the exit status.
  package static func run(_ arguments: ParsedArguments) async -> Int32 {
    var check = SpecOptions.request(arguments)
    let inputs = RunInputs.check(check)
    do throws(RequestError) {
      try ReportOptions.prepare(arguments, inputs)
    } catch {
      return SpecOptions.refuse(error)
    }
    check.timeLimit = arguments[timeLimit]
    check.requiresCounterexampleFolder = arguments.isTyped(SpecOptions.counterexamples)
    var request = WalkRequest(check)
    request.seed = arguments[seed].map { UInt64($0) }
    request.walks = arguments[walks]
    request.steps = arguments[steps]
    request.shard = arguments[shard]?.shard
    let progress = ProgressLine()
    let run = Traycheck.start(request) { event in
      if case .progress(let state) = event.kind { progress.update(state) }
    }
    do throws(RequestError) {
      let outcome = try await Interruption.watch(run)
      progress.clear()
      return SpecOptions.present(outcome, arguments, inputs: inputs)
    } catch {
      progress.clear()
      return SpecOptions.fail(error, arguments, inputs: inputs)
    }
  }
}

/// The number of a part of distributed walks, written `2/8`.
///
/// Parts are counted from 1, also in `WalkShard`.
struct ShardNumber: ArgumentValue, Equatable {
  let shard: WalkShard

  static var expectation: ValueExpectation { .shard }

  static func read(_ text: String) throws(ValueError) -> ShardNumber {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2,
      let shard = WalkShard(
        try Int.read(String(parts[0])), of: try Int.read(String(parts[1])))
    else { throw .malformed }
    return ShardNumber(shard: shard)
  }
}
