import Commands
import Platform
import TrayKit

/// `traycheck mcp`: answers an assistant, over standard input and output.
enum ContextCommand: Command {
  private static let timeLimit = Option<Duration>(
    "time-limit", value: "duration", help: "Stop each call after this time, such as 90s or 5m.",
    defaultText: "60s")
  private static let memory = Option<ByteCount>(
    "memory", value: "size", help: "Limit the memory of each call, such as 2GB.",
    defaultText: "3/4 of the machine's")

  static let description = CommandDescription(
    name: "mcp",
    abstract: "Answer an assistant, over standard input and output.",
    discussion: """
      An assistant starts this and speaks the Model Context Protocol with it. The tools are check, replay, explore and \
      mutate, with the options of these commands and their JSON reports, and explain. Up to 4 calls run at a time, \
      each in a process of its own.
      """,
    options: [timeLimit, memory],
    statuses: [
      0: "Standard input ended, and all calls were answered.",
      1: "It was interrupted.",
    ],
    examples: [
      "traycheck mcp": "Serve one assistant.",
      "traycheck mcp --time-limit 5m --memory 2GB": "Serve one assistant, with other limits.",
    ])

  /// Serves the assistant until standard input ends; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    let texts = [timeLimit.description.name: ["60s"]].merging(arguments.options) { $1 }
    let limits = texts.sorted { $0.key < $1.key }.map { "--\($0)=\($1[0])" }
    let server = ContextServer(
      input: STDIN_FILENO, tools: ContextTool.all(of: arguments.path.tool, limits: limits),
      timeLimit: arguments[timeLimit] ?? .seconds(60)
    ) { Terminal.write($0, to: .standardOutput, mayCommand: true) }
    return await Interruption.outcome(of: server, endsWith: 1) ? 0 : 1
  }
}
