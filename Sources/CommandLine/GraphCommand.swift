import Foundation
import TrayKit

extension Exploration.Drawing.Format: ArgumentChoice {}

/// `traycheck graph`: draws the states of a spec, or a trace.
enum GraphCommand {
  private static let by = Option<String>(
    "by", value: "parts",
    help:
      "Draw states as one that are alike in these variables, fields or counts, such as "
      + "awake,tray.count.", defaultText: "all, if the states are few")
  private static let trace = Option<String>(
    "trace", value: "name", from: .properties,
    help:
      "Draw a trace instead, with a lane for each that has part in it: how a property is violated or met, "
      + "or a stored counterexample.")
  private static let format = Option<Exploration.Drawing.Format>(
    "format", value: "format",
    help: "Write Mermaid, which code hosts draw, DOT for Graphviz, or a picture.",
    defaultText: "mermaid")
  private static let most = Option<Int>(
    "max-nodes", value: "n", help: "More states, or classes of states, are not drawn.",
    defaultText: "60")

  static let description = CommandDescription(
    name: "graph",
    abstract: "Draw the states of a spec, or a trace.",
    discussion: """
      Writes the graph of the states to standard output, if these are many with those as one that are \
      alike in some variables; or a trace as a sequence diagram.
      """,
    positionals: [ExploreCommand.spec.description],
    options: [
      ExploreCommand.world.description, SpecOptions.set.description, by.description,
      trace.description, ExploreCommand.counterexamples.description, format.description,
      most.description, ExploreCommand.timeLimit.description, SpecOptions.memory.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "It is drawn."),
          HelpRow(
            label: "2",
            text: "The spec cannot be read or does not compile, or a folder is missing."),
          HelpRow(label: "3", text: "There is too much to be drawn, or a limit was reached."),
          HelpRow(label: "64", text: "Wrong usage."),
        ])
    ])

  /// Draws; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    if let problem = SpecOptions.folderProblem(arguments, ExploreCommand.counterexamples) {
      return SpecOptions.refuse(problem, 2)
    }
    var exploration: Exploration
    do throws(SpecError) {
      exploration = try Exploration(
        TraySpec(
          contentsOf: arguments[ExploreCommand.spec] ?? "",
          timeLimit: ExploreLimits(arguments).time),
        world: arguments[ExploreCommand.world] ?? "default",
        settings: arguments.all(SpecOptions.set))
    } catch {
      Terminal.write("\(error)\n", to: .standardError)
      return error.isLimit ? 3 : 2
    }
    do throws(Exploration.SearchError) {
      let drawing = try drawing(&exploration, arguments)
      if let note = drawing.note { Terminal.write("note: \(note)\n", to: .standardError) }
      let text = try drawing.rendered(as: arguments[format] ?? .mermaid)
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
    let parts = (arguments[by] ?? "").split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return try exploration.graph(
      by: parts, maximumNodes: arguments[most] ?? 60, timeLimit: limits.time,
      memoryLimit: limits.memory)
  }
}
