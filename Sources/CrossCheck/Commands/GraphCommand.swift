import Commands
import Platform
import TrayKit

/// `traycheck export --to svg|dot|mermaid`: draws the states of a spec, or a trace.
enum GraphCommand {
  static let by = Option<String>(
    "by", value: "parts",
    help:
      "Drawings: join states that are alike in these variables, fields or counts, such as "
      + "awake,tray.count.", defaultText: "all, if the states are few")
  static let trace = Option<String>(
    "trace", value: "name", from: .properties,
    help: "Drawings: draw the trace of this property or stored counterexample instead.")
  static let maximums = Maximum.option(
    .nodes, help: "Drawings: draw at most this many states or classes of states, by default 60.")

  /// Draws the graph; returns the exit status.
  static func run(_ arguments: ParsedArguments, as format: Exploration.Drawing.Format) -> Int32 {
    if let problem = SpecOptions.folderProblem(arguments, ExplorationOptions.counterexamples) {
      return SpecOptions.refuse(problem, 2)
    }
    let worlds = arguments.all(SpecOptions.world)
    guard worlds.count < 2 else { return SpecOptions.refuse("a drawing has one '--world'") }
    var exploration: Exploration
    do throws(SpecError) {
      exploration = try Exploration(
        TraySpec(
          contentsOf: arguments[ExplorationOptions.spec] ?? "",
          timeLimit: ExploreLimits(arguments).time),
        world: worlds.first ?? "default",
        settings: arguments.all(SpecOptions.set))
    } catch {
      Terminal.write("\(error)\n", to: .standardError)
      return error.isLimit ? 3 : 2
    }
    do throws(Exploration.SearchError) {
      let drawing = try drawing(&exploration, arguments)
      if let note = drawing.note { Terminal.write("note: \(note)\n", to: .standardError) }
      let text = try drawing.rendered(as: format)
      return Terminal.write(text, to: .standardOutput) ? 0 : 2
    } catch {
      Terminal.write("Error: \(error)\n", to: .standardError)
      return error.isUsage ? UsageError.exitStatus : 3
    }
  }

  private static func drawing(
    _ exploration: inout Exploration, _ arguments: ParsedArguments
  ) throws(Exploration.SearchError) -> Exploration.Drawing {
    let limits = ExploreLimits(arguments)
    if let trace = arguments[trace] {
      try exploration.go(to: trace, limits)
      return exploration.sequence()
    }
    let parts = (arguments[by] ?? "").split(separator: ",").map(\.trimmed)
    return try exploration.graph(
      by: parts, maximumNodes: arguments.maximum(.nodes) ?? 60, timeLimit: limits.time,
      memoryLimit: limits.memory)
  }
}

extension Maximum.Kind {
  fileprivate static let nodes = Self(rawValue: "nodes")
}
