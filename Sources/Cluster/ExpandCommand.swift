import Commands
import Platform
import TrayKit

extension ExpandRequest.Mode: ArgumentChoice {}

/// `traycheck cluster worker`: the worker of a search on several machines.
enum ExpandCommand: Command {
  static let output = Option<ExpandRequest.Mode>(
    "emit", value: "what",
    help: "Write the successors of the states and their findings, the steps, or the starts.",
    defaultText: "successors")
  static let ahead = Option<String>(
    "ahead", value: "folder", from: .folders,
    help:
      "Write only steps that lead to states in the files of this folder, and few others. The states have to fit into memory."
  )
  static let noSymmetry = Flag(
    "no-symmetry",
    help: "Visit states too that differ only in symmetric names.")
  static let memory = Option<ByteCount>(
    "memory", value: "size", help: "Limit the memory of the process, such as 2GB.",
    defaultText: "1GiB")

  static let description = CommandDescription(
    name: "worker",
    abstract: "Expand states from standard input, as the worker of a search.",
    discussion: """
      Reads a header, the findings of earlier levels, and packed states from standard input, one on each \
      line. Writes their distinct successors, findings and counts to standard output, and then the \
      number of states. It rejects states of other specs and constants. 'traycheck cluster' writes \
      programs that drive it. MoreMachines.md, in the documentation, explains the lines.
      """,
    positionals: [ExplorationOptions.spec],
    options: SpecOptions.chosen + [output, ahead, noSymmetry, memory, SpecOptions.values],
    statuses: [
      0: "All states were expanded, with or without findings.",
      2: "The spec does not compile, or a line is foreign, cut off or no state.",
      3: "There is not memory enough, or it was interrupted.",
      70: "Internal error: the tool contradicts itself. Please report it.",
    ],
    examples: [
      "traycheck cluster worker a.tray --world default --emit starts":
        "Write the starts of a world.",
      "traycheck cluster worker a.tray --world default < states": "Expand the states of a file.",
    ])

  /// The spec, its world and its constants.
  static func check(_ arguments: ParsedArguments) -> CheckRequest {
    var request = CheckRequest(paths: arguments.all(ExplorationOptions.spec))
    request.settings = arguments.all(SpecOptions.set)
    request.worlds = arguments.all(SpecOptions.world)
    request.properties = arguments.all(SpecOptions.property)
    request.reducesSymmetry = !arguments[noSymmetry]
    if let count = arguments.maximum(.values) { request.maximumValues = count }
    request.vocabulary = .options(of: Terminal.toolName)
    return request
  }

  /// Expands states; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    var check = check(arguments)
    check.memoryLimit = arguments[memory]?.bytes
    var request = ExpandRequest(check, input: STDIN_FILENO, output: STDOUT_FILENO)
    request.mode = arguments[output] ?? .successors
    request.ahead = arguments[ahead]
    do throws(ClusterProblem) {
      try await Interruption.outcome(of: request)
      return 0
    } catch {
      return tell(error)
    }
  }

  /// Prints a problem; returns the exit status.
  static func tell(_ problem: ClusterProblem) -> Int32 {
    let isOfSpec = problem.description.contains("\n")
    let text = isOfSpec ? problem.description : "Error: \(problem.description)"
    Terminal.write(text + "\n", to: .standardError)
    return problem.status.rawValue
  }
}
