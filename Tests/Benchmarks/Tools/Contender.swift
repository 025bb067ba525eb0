import Foundation

/// A tool in one of its builds, on some number of threads.
///
/// A model is prepared once, which generates and compiles the tool's files, and is then run as often as wanted.
protocol Contender {
  /// The tool and the build, such as "spin, breadth-first".
  var name: String { get }
  /// The tool without its build; builds of one tool are compared with each other, and the fastest counts.
  var tool: String { get }
  var threads: Int { get }

  /// Makes a program that explores the model.
  func prepare(_ model: BenchmarkModel, in folder: URL) throws -> Prepared

  /// The counts in the program's output.
  func counts(in run: ChildProcess.Run) throws -> Counts
}

/// A program that explores one model.
struct Prepared {
  /// The path of the program and its arguments.
  var command: [String]
  /// The time for generating and compiling it, in seconds; nil if nothing is compiled.
  var compileSeconds: Double?
}

/// A tool's report on a completely explored model.
struct Counts {
  var states: Int
  var transitions: Int
  /// The number of stored states, under symmetry reduction.
  var storedStates: Int?
  /// The memory of its states, in bytes, if it reports it.
  var storeBytes: Double?
  /// The digits of the number of states, if that is too large for an integer.
  var largeStates: String?
  /// The number of nodes in the decision diagram of the states, if there is one.
  var nodes: Int?
  /// The exploration time in seconds, without reading the model, if the tool reports it.
  var searchSeconds: Double?
}

/// An error of a tool, which makes the benchmark fail.
enum ContenderFailure: Error, CustomStringConvertible {
  case notCompiled(String)
  case noCounts(String)
  case noConstant(String)

  var description: String {
    switch self {
    case .notCompiled(let output): "the model does not compile:\n\(output)"
    case .noCounts(let output): "the model was not explored without an error:\n\(output)"
    case .noConstant(let name): "the model has no constant \(name)"
    }
  }
}

extension Contender {
  var threadsInWords: String { threads == 1 ? "one thread" : "\(threads) threads" }

  /// Runs the commands that generate and compile a model, one after the other; returns the time.
  func compile(_ commands: [[String]], in folder: URL) throws -> Double {
    var seconds = 0.0
    for command in commands {
      let run = try ChildProcess(command: command, folder: folder, timeLimit: 600).run()
      guard run.status == 0 else {
        throw ContenderFailure.notCompiled(run.output + run.errors)
      }
      seconds += run.wallSeconds
    }
    return seconds
  }
}
