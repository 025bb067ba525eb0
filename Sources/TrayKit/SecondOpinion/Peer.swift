import Export
import Foundation
import Semantics

/// Another checker that is asked about a model, and how.
enum Peer: Sendable {
  case rumur, spin
  /// - Parameter jar: its `tla2tools.jar`; nil if nobody says where that is.
  case tlc(jar: String?)

  var name: String {
    switch self {
    case .rumur: "rumur"
    case .spin: "spin"
    case .tlc: "tlc"
    }
  }

  /// What compiles the programs that they write: `CC`, as everywhere.
  private static let compiler = ProcessInfo.processInfo.environment["CC"] ?? "cc"

  /// What is missing before it can be asked, in a sentence; nil if nothing is.
  func missing(calling vocabulary: RequestVocabulary) -> String? {
    if case .tlc(let jar) = self { return TLCPeer.missing(jar, calling: vocabulary) }
    let packages = [(name, name), (Self.compiler, "gcc")].filter { ForeignTool($0.0) == nil }
      .map(\.1)
    if packages.isEmpty { return nil }
    return "\(name) is not here: install \(packages.joined(separator: " and "))"
  }

  /// Which questions it cannot be asked, and why.
  func omissions(of model: Model) -> [(name: String, reason: String)] {
    switch self {
    case .rumur: model.omitted
    case .spin: model.omitted + model.omittedInPromela
    case .tlc: model.omittedInTLA
    }
  }

  func canBeAsked(_ question: String, of model: Model) -> Bool {
    switch self {
    case .rumur: !question.isAboutRuns
    case .spin: !question.isForeignToPromela
    case .tlc: !model.isForeignToTLA(question)
    }
  }

  /// What a run came to.
  struct Finding: Sendable {
    var states: Int
    /// Nil if it does not count steps as specs have them.
    var steps: Int?
    /// The questions that it says are not so.
    var wrong: Set<String> = []
    /// How many steps its shortest trace has; nil if it has none, or not the shortest one.
    var length: Int?
    /// The steps of that trace as it names them.
    var trace: [String] = []
  }

  /// Why it came to nothing.
  enum Failure: Error, Sendable {
    case limit
    case unexpected(String)
    case obstacle(ExportObstacle)
  }

  /// Asks it some questions of a model, in a folder that is thrown away.
  ///
  /// - Parameter questions: with none the states are counted, whatever is wrong with them.
  func ask(_ questions: Set<String>, of model: Model) throws(Failure) -> Finding {
    let folder = try ForeignFolder()
    return switch self {
    case .rumur: try askRumur(questions, of: model, in: folder)
    case .spin: try askSpin(questions, of: model, in: folder)
    case .tlc(let jar): try TLCPeer(jar: jar ?? "").ask(questions, of: model, in: folder)
    }
  }

  private func askRumur(
    _ questions: Set<String>, of model: Model, in folder: ForeignFolder
  ) throws(Failure) -> Finding {
    let text: String
    do throws(ExportObstacle) {
      text = try Murphi.text(model) { questions.contains($0) }
    } catch {
      throw .obstacle(error)
    }
    try folder.write(Array(text.utf8), to: "model")
    _ = try say(
      "rumur",
      [
        "--output", "model.c", "model", "--deadlock-detection", "off", "--value-type", "int32_t",
        "--threads", "1",
      ], folder)
    _ = try say(
      Self.compiler, [Self.speed(text), "-w", "-mcx16", "model.c", "-o", "run", "-lpthread"],
      folder)
    return try finding(
      ofMurphi: say("\(folder.path)/run", ["--colour", "off"], folder, isAnswer: true))
  }

  private func askSpin(
    _ questions: Set<String>, of model: Model, in folder: ForeignFolder
  ) throws(Failure) -> Finding {
    let text: String
    do throws(ExportObstacle) {
      text = try Promela.text(model) { questions.contains($0) }
    } catch {
      throw .obstacle(error)
    }
    try folder.write(Array(text.utf8), to: "model")
    _ = try say("spin", ["-o2", "-a", "model"], folder)
    _ = try say(
      Self.compiler,
      [Self.speed(text), "-w", "-DSAFETY", "-DVECTORSZ=65536", "pan.c", "-o", "run"], folder)
    var finding = try finding(
      ofSpin: say("\(folder.path)/run", ["-c0", "-m10000000"], folder, isAnswer: true))
    finding.wrong = Self.wrong(questions, reported: finding.wrong)
    return finding
  }

  /// What is long takes C compilers longer than it saves.
  private static func speed(_ text: String) -> String { text.utf8.count > 60_000 ? "-O0" : "-O1" }

  private func say(
    _ program: String, _ arguments: [String], _ folder: ForeignFolder, isAnswer: Bool = false
  ) throws(Failure) -> String {
    guard let tool = ForeignTool(program) else { throw .unexpected("there is no \(program)") }
    let answer = tool.run(arguments, in: folder.path)
    if answer.isCutShort { throw .limit }
    if answer.status != 0, !isAnswer {
      let said = answer.output.split(separator: "\n").first.map(String.init) ?? "nothing"
      throw .unexpected("\(program) ends with \(answer.status) and says: \(said)")
    }
    return answer.output
  }

  // MARK: Reading answers

  /// What is not so: Spin reports what is, of what has to be reachable.
  private static func wrong(_ questions: Set<String>, reported: Set<String>) -> Set<String> {
    questions.filter { question in
      reported.contains(Promela.name(of: question)) != question.hasPrefix("reachable ")
    }
  }

  private func finding(ofMurphi output: String) throws(Failure) -> Finding {
    guard let match = output.firstMatch(of: /(\d+) states, (\d+) rules fired/),
      let states = Int(match.1), let steps = Int(match.2)
    else { throw .unexpected("rumur says: \(output.suffix(200))") }
    var finding = Finding(states: states, steps: steps)
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
      throw .unexpected("rumur says: \(said ?? "")")
    }
    finding.trace = output.matches(of: /Rule "([^\n]*) fired\./).map { "\($0.1)" }
    if !finding.trace.isEmpty { finding.length = finding.trace.count }
    return finding
  }

  private func finding(ofSpin output: String) throws(Failure) -> Finding {
    guard let match = output.firstMatch(of: /([0-9.e+]+) states, stored/),
      let states = Double(match.1)
    else { throw .unexpected("the program of Spin says: \(output.suffix(200))") }
    // What it then counts are not all states.
    for sign in ["max search depth too small", "out of memory", "memory limit"]
    where output.contains(sign) {
      throw .limit
    }
    var finding = Finding(states: Int(states) - Promela.extraStates)
    for match in output.matches(of: /assertion violated +!\(?(\w+)\)?/) {
      finding.wrong.insert("\(match.1)")
    }
    return finding
  }
}
