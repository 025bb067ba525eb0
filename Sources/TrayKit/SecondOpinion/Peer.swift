import Export
import Foundation
import Semantics

/// Another checker that is asked, and how.
enum Peer: String, CaseIterable, Sendable {
  case rumur, spin, tlc

  /// The programs that have to be there, with the package of Debian that has each.
  var programs: [(name: String, package: String)] {
    switch self {
    case .rumur: [("rumur", "rumur"), (Self.compiler, "gcc")]
    case .spin: [("spin", "spin"), (Self.compiler, "gcc")]
    case .tlc: [("java", "default-jre-headless")]
    }
  }

  /// What compiles the programs that they write: `CC`, as everywhere.
  private static let compiler = ProcessInfo.processInfo.environment["CC"] ?? "cc"

  /// What has to be installed before it can be asked; empty if nothing has.
  var missingPackages: [String] {
    programs.filter { ForeignTool($0.name) == nil }.map(\.package)
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
  /// - Parameters:
  ///   - questions: with none the states are counted, whatever is wrong with them.
  ///   - jar: where TLC is.
  func ask(
    _ questions: Set<String>, of model: Model, tlc jar: String?
  ) throws(Failure) -> Finding {
    let folder = NSTemporaryDirectory() + "traycheck-\(rawValue)-\(UUID().uuidString)"
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    } catch {
      throw .unexpected("\(folder) cannot be made")
    }
    defer { try? FileManager.default.removeItem(atPath: folder) }
    if self == .tlc {
      return try TLCPeer(jar: jar ?? "tla2tools.jar").ask(questions, of: model, in: folder)
    }
    let text: String
    do throws(ExportObstacle) {
      switch self {
      case .rumur: text = try Murphi.text(model) { questions.contains($0) }
      case .spin, .tlc: text = try Promela.text(model) { questions.contains($0) }
      }
    } catch {
      throw .obstacle(error)
    }
    let isWritten = FileManager.default.createFile(
      atPath: "\(folder)/model", contents: Data(text.utf8))
    guard isWritten else { throw .unexpected("\(folder) cannot be written into") }
    var finding = try run(in: folder, isLarge: text.utf8.count > 60_000)
    if self == .spin { finding.wrong = Self.wrong(questions, reported: finding.wrong) }
    return finding
  }

  private func run(in folder: String, isLarge: Bool) throws(Failure) -> Finding {
    let speed = isLarge ? "-O0" : "-O1"
    switch self {
    case .rumur:
      _ = try say(
        "rumur",
        [
          "--output", "model.c", "model", "--deadlock-detection", "off", "--value-type", "int32_t",
          "--threads", "1",
        ],
        folder)
      _ = try say(
        Self.compiler, [speed, "-w", "-mcx16", "model.c", "-o", "run", "-lpthread"], folder)
      return try finding(
        ofMurphi: say("\(folder)/run", ["--colour", "off"], folder, isAnswer: true))
    case .spin, .tlc:
      _ = try say("spin", ["-o2", "-a", "model"], folder)
      _ = try say(
        Self.compiler, [speed, "-w", "-DSAFETY", "-DVECTORSZ=65536", "pan.c", "-o", "run"], folder)
      return try finding(
        ofSpin: say("\(folder)/run", ["-c0", "-m10000000"], folder, isAnswer: true))
    }
  }

  private func say(
    _ program: String, _ arguments: [String], _ folder: String, isAnswer: Bool = false
  ) throws(Failure) -> String {
    guard let tool = ForeignTool(program) else { throw .unexpected("there is no \(program)") }
    let answer = tool.run(arguments, in: folder)
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
