import Foundation

/// rumur: it generates C from Murphi, which is compiled and run.
struct RumurContender: Contender {
  var threads: Int
  var rumur: String
  var compiler: String

  let tool = "rumur"
  var name: String { "rumur" }

  func prepare(_ model: BenchmarkModel, in folder: URL) throws -> Prepared {
    let source = Installation.models.appending(path: "\(model.name).m")
    var text = try String(contentsOf: source, encoding: .utf8)
    for parameter in model.parameters {
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      guard let line = lines.first(where: { $0.hasPrefix("  \(parameter.constant): ") }) else {
        throw ContenderFailure.noConstant(parameter.constant)
      }
      text = text.replacing(line, with: "  \(parameter.constant): \(parameter.value);")
    }
    let file = folder.appending(path: "model.m")
    try text.write(to: file, atomically: false, encoding: .utf8)
    let seconds = try compile(
      [
        // A deadlock is a state without enabled rules, as in the other tools; values have room for the intermediate
        // results of the models.
        [
          rumur, "model.m", "--output", "model.c", "--threads", "\(threads)",
          "--symmetry-reduction", "off", "--deadlock-detection", "stuck",
          "--value-type", "int32_t",
        ],
        [compiler, "-O3", "-march=native"] + Self.wideExchange
          + ["-w", "model.c", "-o", "model", "-lpthread"],
      ], in: folder)
    return Prepared(command: [folder.appending(path: "model").path], compileSeconds: seconds)
  }

  /// The flags that let rumur exchange two words at once, if needed.
  private static var wideExchange: [String] {
    #if arch(x86_64)
      ["-mcx16"]
    #else
      []
    #endif
  }

  func counts(in run: ChildProcess.Run) throws -> Counts {
    guard run.status == 0, run.output.contains("No error found"),
      let found = run.output.firstMatch(of: /([0-9]+) states, ([0-9]+) rules fired in/),
      let states = Int(found.1), let transitions = Int(found.2)
    else { throw ContenderFailure.noCounts(run.output + run.errors) }
    return Counts(states: states, transitions: transitions)
  }
}
