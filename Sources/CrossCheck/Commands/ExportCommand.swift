import Commands
import Platform
import TrayKit

/// `traycheck export`: writes a spec as a model of another checker, or as a drawing.
enum ExportCommand: Command {
  /// The format that is written.
  enum Form: ArgumentValue {
    case model(SpecExport.Target)
    case drawing(Exploration.Drawing.Format)

    private static let drawings: [Exploration.Drawing.Format] = [.svg, .dot, .mermaid]

    static var expectation: ValueExpectation {
      .choice(SpecExport.Target.allCases.map(\.rawValue) + drawings.map(\.rawValue))
    }

    static func read(_ text: String) throws(ValueError) -> Form {
      if let target = SpecExport.Target(rawValue: text) { return .model(target) }
      guard let format = drawings.first(where: { $0.rawValue == text }) else { throw .malformed }
      return .drawing(format)
    }
  }

  private static let form = Option<Form>(
    "to", value: "format",
    help:
      "The form: Promela for Spin, Murphi for rumur and CMurphi, TLA+ for TLC, AIGER and BTOR2 for "
      + "hardware model checkers, all states as Apalache writes traces, or a drawing.")
  private static let folder = Option<String>(
    "folder", value: "folder", from: .folders,
    help: "Models: write a file for each world into this folder.")

  static let description = CommandDescription(
    name: "export",
    settings: .inFolderOfFile,
    abstract: "Write a spec as a model of another checker, or as a drawing.",
    discussion: """
      A model has the same meaning, the same states and the names of the spec. It lists the parts that \
      the other checker cannot express, and the command that runs it. A drawing shows the states, or a \
      trace as a sequence diagram.
      """,
    positionals: [ExplorationOptions.spec],
    options: [
      form, SpecOptions.world, SpecOptions.set, folder, GraphCommand.by, GraphCommand.trace,
      GraphCommand.maximums, ExplorationOptions.counterexamples, ExplorationOptions.timeLimit,
      SpecOptions.memory,
    ],
    statuses: [
      0: "It was written.",
      2: "The spec has errors, has no such world or param, or a file cannot be read or written.",
      3:
        "Inconclusive: a limit was reached, or the spec has too many states or a part that the "
        + "form cannot express.",
    ],
    examples: [
      "traycheck export slack-tray.tray --to promela": "Write a model for Spin.",
      "traycheck export slack-tray.tray --to svg --trace mentionClearsInfo":
        "Draw how a property is violated or met.",
    ])

  /// Writes the model; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    let path = arguments[ExplorationOptions.spec] ?? ""
    let target: SpecExport.Target
    switch arguments[form] {
    case .drawing(let format):
      guard arguments[folder] == nil else {
        return SpecOptions.refuse("a drawing goes to standard output, without '--folder'")
      }
      return GraphCommand.run(arguments, as: format)
    case .model(let form): target = form
    case nil:
      let forms = Form.expectation.spellings(of: "").joined(separator: ", ")
      return SpecOptions.refuse("missing option '--to <format>'; available: \(forms)")
    }
    if let other = [GraphCommand.by, GraphCommand.trace].map(\.description.name)
      .first(where: arguments.names.contains)
    {
      return SpecOptions.refuse("'--\(other)' is for drawings: '--to svg', dot or mermaid")
    }
    let limits = ExploreLimits(arguments)
    do {
      let spec = try TraySpec(contentsOf: path, timeLimit: limits.time)
      let named = arguments.all(SpecOptions.world)
      guard let folder = arguments[folder] else {
        guard named.count < 2 else {
          return SpecOptions.refuse("several worlds require '--folder'")
        }
        let export = try SpecExport(
          spec, world: named.first ?? "default", settings: arguments.all(SpecOptions.set),
          timeLimit: limits.time, memoryLimit: limits.memory)
        guard System.write(try export.contents(as: target), to: STDOUT_FILENO) else {
          let reason = String(cString: strerror(errno))
          Terminal.write("Error: standard output: \(reason)\n", to: .standardError)
          return 2
        }
        return 0
      }
      var status: Int32 = 0
      for world in named.isEmpty ? spec.worlds : named {
        do {
          let export = try SpecExport(
            spec, world: world, settings: arguments.all(SpecOptions.set),
            timeLimit: limits.time, memoryLimit: limits.memory)
          for file in try export.write(as: target, into: folder) {
            Terminal.write("\(file)\n", to: .standardOutput)
          }
        } catch let error as SpecExport.Obstacle {
          Terminal.write("Error: \(world): \(error)\n", to: .standardError)
          status = 3
        }
      }
      return status
    } catch let error as SpecExport.Obstacle {
      Terminal.write("Error: \(error)\n", to: .standardError)
      return 3
    } catch {
      Terminal.write("Error: \(error)\n", to: .standardError)
      return (error as? SpecError)?.isLimit ?? false ? 3 : 2
    }
  }
}

extension Guest {
  /// Writes models of other checkers, and compares their results with the check.
  package static let crossCheck = Guest()
    .with(ExportCommand.self, in: .more)
    .extending(SecondOpinionCommand.options)
    .writing("traycheck-opinions", SecondOpinionOutcome.schemaVersion)
}
