import Platform
import Semantics
import TrayKit

/// Runs another model checker on one model, within limits.
final class ExternalCheckerRun {
  private let checker: ExternalChecker
  private let model: Model
  private let states, steps: Int
  private let limits: RunLimits

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - states: the expected number of states, which determines the memory of programs.
  ///   - steps: the expected number of steps, which determines the optimisation level.
  init(_ checker: ExternalChecker, _ model: Model, states: Int, steps: Int, _ limits: RunLimits) {
    self.checker = checker
    self.model = model
    self.states = states
    self.steps = steps
    self.limits = limits
  }

  /// Whether the checker continues after a violation.
  var goesOn: Bool { if case .spin = checker { true } else { false } }

  /// Checks some questions of the model in a temporary folder.
  ///
  /// - Parameter questions: the questions. Without any, the states are counted regardless of violations.
  func ask(_ questions: Set<String>) throws(ExternalChecker.Failure) -> ExternalChecker.Finding {
    let folder = try ExternalToolFolder()
    let result = limits.deadline().during {
      Result { () throws(ExternalChecker.Failure) in
        switch checker {
        case .rumur: try askRumur(questions, in: folder)
        case .spin: try askSpin(questions, in: folder)
        case .tlc(let jar):
          try TLCChecker(jar: jar ?? "", memory: limits.memory).ask(
            questions, of: model, in: folder)
        }
      }
    }
    return try result.get()
  }

  /// The steps of a trace to a violation that Spin reports, in the notation of Murphi; empty for other checkers, whose
  /// findings contain the trace, and if there is no trace.
  func trace(to question: String) -> [String] {
    guard case .spin = checker, let folder = try? ExternalToolFolder() else { return [] }
    let said = limits.deadline().during {
      try? { () throws(ExternalChecker.Failure) -> String in
        try compileSpin([question], in: folder)
        _ = try say("\(folder.path)/run", [depth], folder, isAnswer: true)
        return try say("\(folder.path)/run", ["-r", depth], folder, isAnswer: true)
      }()
    }
    return (said ?? "").matches(of: /\n *> (\w+)(?: ([^\n]*))?/).map { match in
      "\(match.1)\", \(match.2 ?? "")"
    }
  }

  // MARK: Running

  private func askRumur(
    _ questions: Set<String>, in folder: ExternalToolFolder
  ) throws(ExternalChecker.Failure) -> ExternalChecker.Finding {
    let text: String
    do throws(ExportError) {
      text = try Murphi.text(model) { questions.contains($0) }
    } catch {
      throw .obstacle(model.reason(error))
    }
    try folder.write(Array(text.utf8), to: "model")
    _ = try say(
      "rumur",
      [
        "--output", "model.c", "model", "--deadlock-detection", "off", "--value-type", "int32_t",
        "--threads", "1",
      ], folder)
    try compile([speed, "-w", "-mcx16", "model.c", "-o", "run", "-lpthread"], folder)
    return try finding(
      ofMurphi: say("\(folder.path)/run", ["--colour", "off"], folder, isAnswer: true))
  }

  private func compileSpin(
    _ questions: Set<String>, in folder: ExternalToolFolder
  ) throws(ExternalChecker.Failure) {
    let text: String
    do throws(ExportError) {
      text = try Promela.text(model) { questions.contains($0) }
    } catch {
      throw .obstacle(model.reason(error))
    }
    try folder.write(Array(text.utf8), to: "model")
    _ = try say("spin", ["-o2", "-a", "model"], folder)
    try compile(
      [
        speed, "-w", "-DSAFETY", "-DVECTORSZ=65536", "-DMEMLIM=\(limits.memory >> 20)",
        "pan.c", "-o", "run",
      ], folder)
  }

  private func askSpin(
    _ questions: Set<String>, in folder: ExternalToolFolder
  ) throws(ExternalChecker.Failure) -> ExternalChecker.Finding {
    try compileSpin(questions, in: folder)
    var finding = try finding(
      ofSpin: say("\(folder.path)/run", ["-c0", depth], folder, isAnswer: true))
    finding.wrong = Self.wrong(questions, reported: finding.wrong)
    return finding
  }

  /// Optimisation takes longer than it saves for short runs.
  private var speed: String { steps < 50_000 ? "-O0" : steps < 2_000_000 ? "-O1" : "-O2" }

  /// The search depth of Spin, which needs many steps for each step of the spec. The maximum depth would take longer
  /// than a small search.
  private var depth: String { "-m\(min(10_000_000, max(20_000, states * 300)))" }

  private func compile(
    _ arguments: [String], _ folder: ExternalToolFolder
  ) throws(ExternalChecker.Failure) {
    func compile(_ arguments: [String]) throws(ExternalChecker.Failure) {
      _ = try say(
        ExternalChecker.compiler.first ?? "", ExternalChecker.compiler.dropFirst() + arguments,
        folder)
    }
    do throws(ExternalChecker.Failure) {
      try compile(arguments)
    } catch {
      guard case .broken = error else { throw error }
      // If the compiler rejects even the smallest program, the model is not the cause.
      try folder.write(Array("int main(void) { return 0; }\n".utf8), to: "least.c")
      do throws(ExternalChecker.Failure) {
        try compile(["least.c", "-o", "least"])
      } catch .broken {
        let name = ExternalChecker.compiler.joined(separator: " ")
        throw .unavailable("the C compiler '\(name)' cannot compile an empty program")
      }
      throw error
    }
  }

  private func say(
    _ program: String, _ arguments: [String], _ folder: ExternalToolFolder, isAnswer: Bool = false
  ) throws(ExternalChecker.Failure) -> String {
    guard let tool = ExternalTool(program) else { throw .unavailable("there is no \(program)") }
    let answer = try tool.run(arguments, in: folder, memory: limits.memory)
    if answer.status != 0, !isAnswer {
      let lines = answer.output.split(separator: "\n")
      let said = (lines.first { $0.contains("error") } ?? lines.first).map(String.init) ?? "nothing"
      if said.contains("sequence too long") { throw .obstacle("the model is too long for it") }
      throw .broken("\(program) ends with \(answer.status) and says: \(said)")
    }
    return answer.output
  }

  // MARK: Parsing output

  /// The violated questions. For reachability, Spin reports the questions that hold.
  private static func wrong(_ questions: Set<String>, reported: Set<String>) -> Set<String> {
    questions.filter { question in
      reported.contains(Promela.name(of: question)) != question.hasPrefix("reachable ")
    }
  }

  private func finding(ofMurphi output: String) throws(ExternalChecker.Failure)
    -> ExternalChecker.Finding
  {
    guard let match = output.firstMatch(of: /(\d+) states, (\d+) rules fired/),
      let states = Int(match.1), let steps = Int(match.2)
    else { throw .broken("rumur says: \(output.suffix(200))") }
    var finding = ExternalChecker.Finding(states: states, steps: steps)
    for match in output.matches(of: /invariant "([^"]*)" failed/) {
      finding.wrong.insert("\(match.1)")
    }
    for match in output.matches(of: /Assertion failed: [^ ]* (.*)/) {
      finding.wrong.insert("\(match.1)")
    }
    for match in output.matches(of: /cover "([^"]*)" not hit/) {
      finding.wrong.insert("\(match.1)")
    }
    for match in output.matches(of: /liveness property "([^"]*)" violated/) {
      finding.wrong.insert("\(match.1)")
    }
    if let errors = output.firstMatch(of: /(\d+) error\(s\) found/), errors.1 != "0",
      finding.wrong.isEmpty
    {
      let said = output.split(separator: "\n").first { $0.contains("error:") || $0.hasPrefix("\t") }
      throw .broken("rumur says: \(said ?? "")")
    }
    // The rule that reports the violation is not a step.
    finding.trace = output.matches(of: /Rule "([^\n]*) fired\./).map { "\($0.1)" }
      .filter { step in !finding.wrong.contains { step.hasPrefix("\($0)\"") } }
    if !finding.wrong.isEmpty { finding.length = finding.trace.count }
    return finding
  }

  private func finding(ofSpin output: String) throws(ExternalChecker.Failure)
    -> ExternalChecker.Finding
  {
    guard let match = output.firstMatch(of: /([0-9.e+]+) states, stored/),
      let states = Double(match.1)
    else { throw .broken("the program of Spin says: \(output.suffix(200))") }
    // The counts do not cover all states then.
    if output.contains("max search depth too small") { throw .memory }
    var finding = ExternalChecker.Finding(states: Int(states) - Promela.extraStates)
    for match in output.matches(of: /assertion violated +!\(?(\w+)\)?/) {
      finding.wrong.insert("\(match.1)")
    }
    return finding
  }
}
