import Commands
import Platform
import TrayKit

/// `traycheck cluster`: programs that search or walk on several machines, and the report of such a search.
enum ClusterCommand: Command {
  /// The kind of output.
  enum Kind: String, ArgumentChoice { case spark, report, parallel, slurm, kubernetes, github }

  private static let kind = Positional<Kind>(
    "kind", isRequired: true,
    help:
      "A program that searches all states on Apache Spark, or the report of its results. Or a program that walks in parts: "
      + "with GNU parallel, as an array of Slurm, a job of Kubernetes, or a matrix of GitHub Actions."
  )
  private static let from = Option<String>(
    "from", value: "folder", from: .folders,
    help: "The folder with the results of the program for Spark.")
  private static let parts = Option<Int>(
    "parts", value: "n", help: "Into how many parts walks are divided.", defaultText: "8")
  private static let seed = Option<Int>(
    "seed", value: "n", help: "The number that decides all random choices.",
    defaultText: "1")
  private static let walks = Option<Int>(
    "walks", value: "n", help: "How many walks to do in each world, in all parts together.",
    defaultText: "those of the world, else \(WalkRequest.defaultWalks)")
  private static let steps = Option<Int>(
    "steps", value: "n", help: "How many steps a walk has at most.",
    defaultText: "those of the world, else \(WalkRequest.defaultSteps)")

  private static let allow = SpecOptions.allow(Allowance.allCases)

  static let subcommands: [any Command.Type] = [ExpandCommand.self]

  static let description = CommandDescription(
    name: "cluster",
    abstract: "Write a program that checks a spec on several machines.",
    discussion: """
      The program goes to standard output, complete and readable. The program for Spark runs \
      'traycheck cluster worker' and ends with 'traycheck cluster report', which prints the report of \
      a check. Liveness properties ('eventually', 'possible') stay inconclusive there. The other \
      programs end with 'traycheck walk merge'. MoreMachines.md in the documentation says when this \
      is worth it.
      """,
    positionals: [kind, ExplorationOptions.spec],
    options: SpecOptions.chosen + [
      ExpandCommand.noSymmetry, from, parts, seed, walks, steps, SpecOptions.quiet,
      SpecOptions.verbose, SpecOptions.walkFormat, SpecOptions.counterexamples,
      SpecOptions.saveExpected, SpecOptions.readOnly, SpecOptions.noSave, SpecOptions.values,
      ReportOptions.report, allow, Terminal.color,
    ],
    statuses: SpecOptions.statuses("Inconclusive: a liveness property, or a limit was reached."),
    examples: [
      "traycheck cluster spark Specs/ios-tray.tray > search.py": "Write a search for Apache Spark.",
      "traycheck cluster slurm Specs/ios-tray.tray --parts 100 > walk.sh":
        "Write walks in 100 parts for Slurm.",
    ], subcommands: subcommands.map { $0.description })

  /// Writes the program or report; returns the exit status.
  static func run(_ arguments: ParsedArguments) async -> Int32 {
    switch arguments[kind] ?? .spark {
    case .report: return await report(arguments)
    case .spark:
      do throws(ClusterProblem) {
        let worlds = try await Traycheck.run(
          ClusterWorldsRequest(ExpandCommand.check(arguments)))
        return write(ClusterProgram.spark(worlds, arguments))
      } catch {
        return ExpandCommand.tell(error)
      }
    case .parallel, .slurm, .kubernetes, .github: return walk(arguments)
    }
  }

  private static func write(_ text: String) -> Int32 {
    Terminal.write(text, to: .standardOutput) ? 0 : ExitStatus.specError.rawValue
  }

  private static func report(_ arguments: ParsedArguments) async -> Int32 {
    guard let folder = arguments[from] else {
      return SpecOptions.refuse("--\(from.description.name): there has to be a folder")
    }
    var request = ExpandCommand.check(arguments)
    request.counterexampleFolder =
      arguments[SpecOptions.counterexamples] ?? ReplayRequest.defaultFolder
    request.requiresCounterexampleFolder = arguments.isTyped(SpecOptions.counterexamples)
    request.savesCounterexamples = SpecOptions.saves(arguments)
    request.savesExpected = arguments[SpecOptions.saveExpected]
    request.allowances = SpecOptions.allowances(arguments)
    let inputs = RunInputs.check(request)
    do throws(RequestError) {
      try ReportOptions.prepare(arguments, inputs)
    } catch {
      return SpecOptions.refuse(error)
    }
    do throws(RequestError) {
      let outcome = try await Traycheck.run(ClusterReportRequest(request, from: folder))
      return SpecOptions.present(outcome, arguments, inputs: inputs)
    } catch {
      return SpecOptions.fail(error, arguments, inputs: inputs, 2)
    }
  }

  /// The maximum size of a matrix in GitHub Actions.
  private static let largestMatrix = 256

  private static func walk(_ arguments: ParsedArguments) -> Int32 {
    let count = arguments[parts] ?? 8
    guard WalkShard(1, of: count) != nil else {
      return SpecOptions.refuse("--\(parts.description.name): there has to be one part at least")
    }
    if arguments[kind] == .github, count > largestMatrix {
      return SpecOptions.refuse(
        "--\(parts.description.name): a matrix has \(largestMatrix) parts at most")
    }
    var command = [WalkCommand.description.name] + spec(arguments)
    command += ["--\(seed.description.name)", "\(arguments[seed] ?? 1)"]
    for option in [walks, steps] {
      if let number = arguments[option] {
        command += ["--\(option.description.name)", "\(number)"]
      }
    }
    command += ["--format", "json", "--\(SpecOptions.readOnly.description.name)"]
    let program = arguments[kind].flatMap { ClusterProgram(rawValue: $0.rawValue) } ?? .parallel
    return write(program.text(walk: command, parts: count))
  }

  /// The spec and its selected parts, as arguments of another command, with worlds if they are wanted.
  static func spec(_ arguments: ParsedArguments, hasWorlds: Bool = true) -> [String] {
    var words = arguments.all(ExplorationOptions.spec)
    for setting in arguments.all(SpecOptions.set) {
      words += ["--\(SpecOptions.set.description.name)", "\(setting.name)=\(setting.value)"]
    }
    if hasWorlds {
      words += arguments.all(SpecOptions.world).flatMap {
        ["--\(SpecOptions.world.description.name)", $0]
      }
    }
    words += arguments.all(SpecOptions.property).flatMap {
      ["--\(SpecOptions.property.description.name)", $0]
    }
    if let count = arguments.maximum(.values) {
      words += ["--\(SpecOptions.values.description.name)", "values=\(count)"]
    }
    return words
  }

  /// The arguments of the report command, before its folder.
  static func reportWords(_ arguments: ParsedArguments) -> [String] {
    [description.name, Kind.report.rawValue] + spec(arguments) + symmetry(arguments)
      + ["--\(from.description.name)"]
  }

  static func symmetry(_ arguments: ParsedArguments) -> [String] {
    arguments[ExpandCommand.noSymmetry] ? ["--\(ExpandCommand.noSymmetry.description.name)"] : []
  }
}

extension Guest {
  /// Spreads a search or walks over several machines.
  package static let cluster = Guest()
    .with(ClusterCommand.self, in: .more)
    .writing("traycheck-expand", ExpansionHeader.version)
}
