import Foundation

/// Traycheck: nothing is generated or compiled; the spec is checked as it is.
struct TraycheckContender: Contender {
  var threads: Int
  var traycheck: String
  /// Whether this traycheck has an option for the number of threads.
  var hasThreads: Bool
  /// The engine that finds states; nil for a version that has only one.
  var engine: String?

  let tool = "traycheck"
  var name: String { "traycheck" }

  func prepare(_ model: BenchmarkModel, in folder: URL) throws -> Prepared {
    let spec = Installation.models.appending(path: "\(model.name).tray").path
    let settings = Dictionary(
      model.parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    return Prepared(command: command(spec, settings), compileSeconds: nil)
  }

  /// The command that checks the default world of a spec with some params set.
  func command(
    _ spec: String, _ settings: [String: Int], options: [String] = []
  ) -> [String] {
    [traycheck, "check", spec, "--world", "default", "--format", "json"] + options
      + settings.sorted { $0.key < $1.key }.flatMap { ["--set", "\($0.key)=\($0.value)"] }
      + (hasThreads ? ["--threads", "\(threads)"] : [])
      + (engine.map { ["--engine", $0] } ?? [])
  }

  func counts(in run: ChildProcess.Run) throws -> Counts {
    guard run.status == 0,
      let report = try? JSONDecoder().decode(Report.self, from: Data(run.output.utf8)),
      let world = report.specs.first?.worlds.first, world.completion.exhaustive
    else { throw ContenderFailure.noCounts(run.output + run.errors) }
    let statistics = world.statistics
    let stored = statistics.symmetry?.orbits
    return Counts(
      states: statistics.states, transitions: statistics.transitions, storedStates: stored,
      storeBytes: statistics.bytesPerState.map { $0 * Double(stored ?? statistics.states) }
        ?? Double(statistics.storeBytes),
      largeStates: statistics.largeStates, nodes: statistics.diagramNodes,
      searchSeconds: statistics.seconds)
  }

  /// The parts of the JSON report that are read.
  private struct Report: Decodable {
    var specs: [Spec]

    struct Spec: Decodable { var worlds: [World] }

    struct World: Decodable {
      var completion: Completion
      var statistics: Statistics
    }

    struct Completion: Decodable { var exhaustive: Bool }

    struct Statistics: Decodable {
      var states: Int
      var largeStates: String?
      var diagramNodes: Int?
      var transitions: Int
      var storeBytes: Int
      var bytesPerState: Double?
      var seconds: Double?
      var symmetry: Symmetry?
    }

    struct Symmetry: Decodable { var orbits: Int }
  }
}

extension Installation {
  /// Traycheck's explicit search, with these numbers of threads.
  ///
  /// An old version has no option `--threads`, and uses one thread; it may have no option for the engine either.
  func traychecks(threads: [Int]) throws -> [TraycheckContender] {
    let help = try ChildProcess(
      command: [traycheck, "check", "--help"], folder: scratch, timeLimit: 60
    ).run()
    let hasThreads = help.output.contains("--threads")
    return (hasThreads ? threads : [1]).map {
      TraycheckContender(
        threads: $0, traycheck: traycheck, hasThreads: hasThreads,
        engine: help.output.contains("--engine") ? "explicit" : nil)
    }
  }

  /// Every installed tool, in every build, with one thread and with all.
  func contenders(tools: [String]) throws -> [any Contender] {
    let numbers = cores > 1 ? [1, cores] : [1]
    let traychecks = try traychecks(threads: numbers)
    var contenders: [any Contender] = []
    for threads in numbers {
      contenders += traychecks.filter { $0.threads == threads }
      guard let compiler else { continue }
      if let spin {
        let builds: [SpinContender.Build] =
          threads == 1
          ? [.breadthFirst, .depthFirst] : [.parallelDepthFirst, .parallelBreadthFirst]
        contenders += builds.map {
          SpinContender(build: $0, threads: threads, spin: spin, compiler: compiler)
        }
      }
      if let rumur {
        contenders.append(RumurContender(threads: threads, rumur: rumur, compiler: compiler))
      }
    }
    return contenders.filter { tools.contains($0.tool) }
  }
}
