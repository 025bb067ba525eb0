import Foundation

/// Spin: `spin -a` generates C from Promela, which is compiled and run.
///
/// All builds are exact: no bit states, no hash compaction, no partial-order reduction (which would have no effect in
/// a model of one process).
struct SpinContender: Contender {
  enum Build {
    case breadthFirst
    case depthFirst
    /// Depth-first by several processes that share the states.
    case parallelDepthFirst
    /// Breadth-first by several processes that share the states.
    case parallelBreadthFirst
  }

  var build: Build
  var threads: Int
  var spin: String
  var compiler: String

  let tool = "spin"

  var name: String {
    switch build {
    case .breadthFirst: "spin, breadth-first"
    case .depthFirst: "spin, depth-first"
    case .parallelDepthFirst: "spin, parallel depth-first"
    case .parallelBreadthFirst: "spin, parallel breadth-first"
    }
  }

  /// The kind of search, with the fastest flags for these models. States have one size and no index is out of bounds,
  /// so neither is checked.
  private var flags: [String] {
    let all = [
      "-O3", "-march=native", "-DSAFETY", "-DNOREDUCE", "-DNOBOUNDCHECK", "-DMEMLIM=16000",
    ]
    return switch build {
    case .breadthFirst: all + ["-DBFS", "-DNOVSZ", "-DNOCOMP"]
    case .depthFirst: all + ["-DNOVSZ", "-DNOCOMP"]
    case .parallelDepthFirst: all + ["-DNCORE=\(threads)", "-DNOVSZ", "-DNOCOMP"]
    // Without -DNO_HC, this build stores only hashes of the states.
    case .parallelBreadthFirst: all + ["-DBFS_PAR", "-DNO_HC"]
    }
  }

  func prepare(_ model: BenchmarkModel, in folder: URL) throws -> Prepared {
    let source = Installation.models.appending(path: "\(model.name).pml").path
    let constants = model.parameters.map { "-D\($0.constant)=\($0.value)" }
    let generating = try compile([[spin, "-a"] + constants + [source]], in: folder)
    try printAllDigits(in: folder.appending(path: "pan.c"))
    let compiling = try compile([[compiler] + flags + ["-o", "pan", "pan.c"]], in: folder)
    return Prepared(
      command: [folder.appending(path: "pan").path] + options(model),
      compileSeconds: generating + compiling)
  }

  /// Returns the options of a run. The hash table has two to four slots for each state, which is fastest and still
  /// small. The stack is deep enough for any path without repetition.
  private func options(_ model: BenchmarkModel) -> [String] {
    var slots = 10
    while 1 << slots < 2 * model.states { slots += 1 }
    let table = ["-n", "-w\(slots)"]
    return switch build {
    case .breadthFirst: table
    case .depthFirst, .parallelDepthFirst: table + ["-m\(model.states + 10)"]
    case .parallelBreadthFirst: table + ["-u\(threads)"]
    }
  }

  /// Corrects the number of printed digits. Spin prints eight digits of each count, which is too few to compare them
  /// exactly.
  private func printAllDigits(in file: URL) throws {
    let text = try String(contentsOf: file, encoding: .utf8)
    try text.replacing("%9.8g states, stored", with: "%.0f states, stored")
      .replacing("%9.8g transitions", with: "%.0f transitions")
      .write(to: file, atomically: false, encoding: .utf8)
  }

  func counts(in run: ChildProcess.Run) throws -> Counts {
    guard run.status == 0, run.output.contains("errors: 0"),
      !run.output.contains("Search not completed"),
      let states = run.output.firstMatch(of: /([0-9]+) states, stored/),
      let reached = run.output.firstMatch(of: /([0-9]+) transitions \(= stored\+matched\)/),
      let stateCount = Int(states.1), let reachedCount = Int(reached.1)
    else { throw ContenderFailure.noCounts(run.output + run.errors) }
    // Spin counts arrivals in states, and it enters the first one without a transition.
    return Counts(states: stateCount, transitions: reachedCount - 1)
  }
}
