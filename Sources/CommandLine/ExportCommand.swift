import Foundation
import TrayKit

extension SpecExport.Target: ArgumentChoice {}

/// `traycheck export`: writes a spec as a model of another checker.
enum ExportCommand {
  private static let target = Option<SpecExport.Target>(
    "to", value: "format",
    help:
      "For whom: Promela for Spin, Murphi for rumur and CMurphi, TLA+ for TLC, AIGER and BTOR2 for model "
      + "checkers of hardware; or all states as Apalache writes those of traces."
  )
  private static let folder = Option<String>(
    "folder", value: "folder", from: .folders,
    help: "Write a file for each world into this folder, of all worlds or those that are named.")

  static let description = CommandDescription(
    name: "export",
    abstract: "Write a spec as a model of another checker.",
    discussion: """
      The model means the same, has the same states, and the names of the spec. What the other checker \
      cannot be told is listed in it, with the command that runs it, but for itf-model, which is no model to be run.
      """,
    positionals: [ExploreCommand.spec.description],
    options: [
      target.description, SpecOptions.world.description, SpecOptions.set.description,
      folder.description, ExploreCommand.timeLimit.description, SpecOptions.memory.description,
    ],
    sections: [
      HelpSection(
        title: "EXIT STATUS",
        rows: [
          HelpRow(label: "0", text: "It is written."),
          HelpRow(
            label: "2",
            text:
              "The spec cannot be read, does not compile, has no such world or param, or a file cannot be written."
          ),
          HelpRow(
            label: "3",
            text:
              "The spec says something that other checkers cannot be told, or has too many states."),
          HelpRow(label: "64", text: "Wrong usage."),
        ])
    ])

  /// Writes; returns the exit status.
  static func run(_ arguments: ParsedArguments) -> Int32 {
    let path = arguments[ExploreCommand.spec] ?? ""
    guard let target = arguments[target] else {
      let targets = SpecExport.Target.allCases.map(\.rawValue).joined(separator: ", ")
      return SpecOptions.refuse("say for whom the model is: --to with one of \(targets)")
    }
    let limits = ExploreLimits(arguments)
    do {
      let spec = try TraySpec(contentsOf: path, timeLimit: limits.time)
      let named = arguments.all(SpecOptions.world)
      guard let folder = arguments[folder] else {
        guard named.count < 2 else {
          return SpecOptions.refuse("several worlds need --folder, a file for each")
        }
        let export = try SpecExport(
          spec, world: named.first ?? "default", settings: arguments.all(SpecOptions.set),
          timeLimit: limits.time, memoryLimit: limits.memory)
        try FileHandle.standardOutput.write(contentsOf: Data(export.contents(as: target)))
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
