import Commands
import TrayKit

/// `traycheck replay --step`: goes through one counterexample.
enum ReplaySteps {
  private static let step = Flag(
    "step", help: "Go through one counterexample step by step, as with 'explore'.")

  static let options = CommandExtension(
    of: "replay", after: "format", options: [step],
    examples: [
      "traycheck replay Counterexamples/SlackTray.mentionClearsInfo.json --step":
        "Step through one counterexample."
    ],
    run: { arguments in arguments[step] ? await run(arguments) : nil })

  private static func run(_ arguments: ParsedArguments) async -> Int32 {
    // The explorer reads signals as keys.
    guard let replayed = await ReplayCommand.replayed(arguments, isInterruptible: false) else {
      return UsageError.exitStatus
    }
    let outcome = replayed.outcome
    if outcome.replays.count > 1 {
      return SpecOptions.refuse(
        "--step takes one counterexample, and there are \(outcome.replays.count)")
    }
    guard outcome.replays.count > 0 else { return ReplayCommand.print(replayed, arguments) }
    guard KeyboardMode.isPossible else { return SpecOptions.refuse("--step needs a terminal") }
    guard let exploration = outcome.explorations().first else {
      return SpecOptions.refuse("there is nothing to go through")
    }
    Explorer(exploration, ExploreLimits(arguments)).runInForeground()
    return replayed.isWhole ? outcome.status.rawValue : ExitStatus.specError.rawValue
  }
}
