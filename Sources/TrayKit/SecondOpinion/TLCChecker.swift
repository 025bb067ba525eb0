import Export
import Files
import Platform
import Semantics

/// TLC, which is a program for the Java machine.
struct TLCChecker: Sendable {
  /// The path of `tla2tools.jar`.
  let jar: String
  /// How much of it the Java machine may take, in bytes.
  let memory: Int

  /// What is missing before it can be asked; nil if nothing is.
  static func missing(_ jar: String?, calling vocabulary: RequestVocabulary) -> String? {
    var missing: [String] = []
    if ExternalTool("java") == nil { missing.append("install default-jre-headless") }
    switch jar {
    case nil:
      missing.append(
        "say where its tla2tools.jar is, which is at https://github.com/tlaplus/tlaplus/releases "
          + "(\(vocabulary.tlcJar))")
    case let jar? where (try? FileStatus(jar))?.kind != .file:
      missing.append("there is no file \(jar.printableLine)")
    default: break
    }
    return missing.isEmpty ? nil : "tlc is not here: \(missing.joined(separator: ", and "))"
  }

  /// Asks it some questions of a model, in a folder of their own.
  ///
  /// - Parameter questions: with none the states are counted, whatever is wrong with them.
  func ask(
    _ questions: Set<String>, of model: Model, in folder: ExternalToolFolder
  ) throws(ExternalChecker.Failure) -> ExternalChecker.Finding {
    let module: TLA.Module
    do throws(ExportError) {
      module = try TLA.module(model) { questions.contains($0) }
    } catch {
      throw .obstacle(model.reason(error))
    }
    let file = "\(module.name).tla"
    try folder.write(Array(module.text.utf8), to: file)
    guard let java = ExternalTool("java") else { throw .unavailable("there is no java") }
    let answer = try java.run(
      [
        "-XX:+UseSerialGC", "-Xmx\(max(64, memory >> 20))m", TLA.stackOption,
        // Modules of its own are unpacked there, by each run of it.
        "-Djava.io.tmpdir=\(folder.path)", "-jar",
        URL(filePath: jar).path, "-config", file, "-workers", "1",
        "-cleanup", "-noGenerateSpecTE", "-nowarning", file,
      ], in: folder, memory: nil)
    if answer.output.contains("unrecognized option: -noGenerateSpecTE") {
      throw .unavailable("this tla2tools.jar is older than 1.8.0, whose options and files it needs")
    }
    return try finding(answer.output, module, questions)
  }

  // MARK: Reading the answer

  private func finding(
    _ output: String, _ module: TLA.Module, _ questions: Set<String>
  ) throws(ExternalChecker.Failure) -> ExternalChecker.Finding {
    let counts = output.matches(of: /(\d+) states generated, (\d+) distinct states found/).last
    let (generated, states) = counts.map { (Int($0.1) ?? 0, Int($0.2) ?? 0) } ?? (0, 0)
    let starts = output.firstMatch(of: #/initial states: (\d+) /#).flatMap { Int($0.1) } ?? 0
    var finding = ExternalChecker.Finding(
      states: states, steps: module.mayEnd ? nil : generated - starts)
    let isComplete = output.contains("Model checking completed. No error has been found.")
    if isComplete {
      for question in questions where question.hasPrefix("reachable ") {
        if !output.contains("\"\(question)\"\n") { finding.wrong.insert(question) }
      }
      return finding
    }
    var isBefore = false
    if let match = output.firstMatch(of: /Error: Invariant (\w+) is violated/) {
      guard let question = module.questions["\(match.1)"], questions.contains(question) else {
        throw .broken("tlc finds a state with \(match.1) broken")
      }
      isBefore = question.hasPrefix("transition ")
      finding.wrong.insert(question)
    } else if let match = output.firstMatch(of: /Error: The invariant of (\w+) is equal to FALSE/),
      let question = module.questions["\(match.1)"]
    {
      isBefore = question.hasPrefix("transition ")
      finding.wrong.insert(question)
    } else if output.contains("Error: Deadlock reached.") {
      finding.wrong.insert("deadlock")
    } else if let match = output.firstMatch(of: /Error: Temporal property (\w+) was violated/),
      let question = module.questions["\(match.1)"]
    {
      finding.wrong.insert(question)
      return finding
    } else if output.contains("Error: Temporal properties were violated.") {
      // Older versions do not say which.
      finding.wrong.formUnion(questions.filter(\.isAboutRuns))
      return finding
    } else {
      throw .broken("tlc says: \(Self.complaint(in: output))")
    }
    finding.trace = output.matches(of: #/\nState \d+: <(\w+)(?:\(([^)]*)\))? line /#).map { match in
      Self.step("\(match.1)", match.2.map(String.init) ?? "", module)
    }
    // A step that is broken is told by the state before it.
    finding.length = finding.trace.count + (isBefore ? 1 : 0)
    return finding
  }

  /// A step as Murphi names it.
  private static func step(_ name: String, _ arguments: String, _ module: TLA.Module) -> String {
    guard let step = module.steps[name] else { return name }
    let values = arguments.split(separator: ",").map { $0.trimmed }
    let pairs = zip(step.parameters, values).map { "\($0): \($1.lowercased())" }
    return "\(step.name)\", \(pairs.joined(separator: ", "))"
  }

  /// What it finds wrong with what it was given.
  private static func complaint(in output: String) -> String {
    let lines = output.split(separator: "\n")
    guard let place = lines.firstIndex(where: { $0.contains("rror") }) else {
      return String(output.suffix(200))
    }
    return lines[place...].prefix(6).joined(separator: " ")
  }
}
