import Basics
import Engine
import Reports
import Semantics
import SpecLanguage
import Traces
import TrayKit

/// The cross-check of a world, exported as a circuit, with the hardware model checker ABC.
///
/// ABC does not enumerate states, so it has no state count. It proves or refutes every property without a bound by IC3
/// (Bradley, VMCAI 2011; Eén, Mishchenko and Brayton, FMCAD 2011). The lengths of traces come from a bounded search.
struct HardwareCrossCheck {
  static let checker = "abc"
  /// The name of the program, which is also the name of its Debian package.
  static let program = "berkeley-abc"

  private let spec: CheckedSpec
  @Boxed private var world: WorldVerdict
  private let limits: RunLimits
  @Boxed private var opinion: SecondOpinionOutcome.Opinion

  /// Runs ABC, and records the disagreements.
  ///
  /// - Parameter asked: the opinion, with only its subject filled in.
  static func held(
    _ settled: ResolvedWorld, _ world: WorldVerdict, _ asked: SecondOpinionOutcome.Opinion,
    watching limits: RunLimits
  ) -> SecondOpinionOutcome.Opinion {
    var held = HardwareCrossCheck(spec: settled.spec, world: world, limits: limits, opinion: asked)
    do throws(ExternalChecker.Failure) {
      try held.ask(settled)
    } catch {
      held.opinion.note(error, limits)
    }
    return held.opinion
  }

  private mutating func silence(_ reason: String) { opinion.note(.unavailable(reason), limits) }

  private mutating func ask(_ settled: ResolvedWorld) throws(ExternalChecker.Failure) {
    let model: HardwareModel
    let file: [UInt8]
    do throws(HardwareObstacle) {
      let written = limits.deadline().during {
        Result { () throws(HardwareObstacle) in
          let model = try HardwareModel(settled.machine, starts: settled.starts)
          return (model, try model.aiger())
        }
      }
      (model, file) = try written.get()
    } catch {
      switch error {
      case .stopped: throw .time
      case .unsuited(let text, let range):
        let place = range.map { " (\(spec.file.lineText(of: $0)))" } ?? ""
        throw .obstacle("\(text)\(place)")
      }
    }
    opinion.omitted = model.omitted.map { "\($0.name): \($0.reason)" }
    guard !model.bads.isEmpty else { return silence("there is nothing that it could be asked") }
    let folder = try ExternalToolFolder()
    try folder.write(file, to: "model.aig")
    let answer = try answer(to: model.bads, in: folder)
    let trace = ExternalTrace(settled.machine)
    let asked = self
    try hold(answer, of: model.bads, in: folder) { (output) throws(ExternalChecker.Failure) in
      let inputs = try asked.inputs(to: output, in: folder)
      // An index beyond the last one is clamped; there may be no possible step.
      guard let start = settled.starts.prefix((inputs.first ?? 0) + 1).last else { return "" }
      let choices = inputs.dropFirst().compactMap { model.steps.prefix($0 + 1).last }
      return "; " + trace.judge(choices, from: start)
    }
  }

  // MARK: Running

  /// The asserted outputs, and the number of outputs whose status is unknown.
  private struct Answer {
    var asserted: Set<Int>
    var undecided: Int
  }

  private func say(_ command: String, _ folder: ExternalToolFolder) throws(ExternalChecker.Failure)
    -> String
  {
    guard let tool = ExternalTool(Self.program) else {
      throw .unavailable("there is no \(Self.program)")
    }
    let said = limits.deadline().during {
      Result { () throws(ExternalChecker.Failure) in
        try tool.run(
          ["-c", "read_aiger model.aig; \(command)"], in: folder, memory: limits.memory)
      }
    }
    return try said.get().output
  }

  /// The time limit in seconds, slightly reduced so that partial results are returned before the deadline.
  private var seconds: Int64 { max(1, (limits.time?.components.seconds ?? 600) * 9 / 10) }

  private func answer(
    to bads: [HardwareModel.Bad], in folder: ExternalToolFolder
  ) throws(ExternalChecker.Failure) -> Answer {
    let said = try say("pdr -a -T \(seconds); print_status", folder)
    let counts = /All = (\d+)\. Proved = (\d+)\. Disproved = (\d+)\. Undecided = (\d+)\./
    let asserted = Set(
      said.matches(of: /Output +(\d+) was asserted/).compactMap { Int($0.output.1) })
    guard let match = said.firstMatch(of: counts), let all = Int(match.1),
      let disproved = Int(match.3), let undecided = Int(match.4),
      all == bads.count, disproved == asserted.count, asserted.allSatisfy({ $0 < all })
    else { throw .broken("\(Self.program) says: \(said.suffix(200))") }
    return Answer(asserted: asserted, undecided: undecided)
  }

  /// The index of the first frame that asserts an output.
  private func frame(of output: Int, in folder: ExternalToolFolder) throws(ExternalChecker.Failure)
    -> Int?
  {
    let said = try say("cone -s -O \(output); bmc3 -T \(seconds)", folder)
    return said.firstMatch(of: /asserted in frame +(\d+)/).flatMap { Int($0.output.1) }
  }

  /// The inputs in each cycle before an output is asserted.
  ///
  /// A trace in AIGER 1.9 format has a line for the registers and one for each cycle, with the lowest bit first.
  private func inputs(to output: Int, in folder: ExternalToolFolder) throws(ExternalChecker.Failure)
    -> [Int]
  {
    _ = try say("cone -s -O \(output); bmc3 -T \(seconds); write_cex -a trace", folder)
    let text = (try? String(contentsOfFile: "\(folder.path)/trace", encoding: .utf8)) ?? ""
    let lines = text.split(separator: "\n").dropFirst().map { $0.prefix { $0 == "0" || $0 == "1" } }
    return lines.dropLast().map { Int(String($0.reversed()), radix: 2) ?? 0 }
  }

  // MARK: Comparing

  /// Compares the answer with the check.
  ///
  /// - Parameter replay: the reference interpreter's description of the trace to an output.
  private mutating func hold(
    _ answer: Answer, of bads: [HardwareModel.Bad], in folder: ExternalToolFolder,
    _ replay: (Int) throws(ExternalChecker.Failure) -> String
  ) throws(ExternalChecker.Failure) {
    for (index, bad) in bads.enumerated() {
      let isAsserted = answer.asserted.contains(index)
      // An output that was not asserted is known to be unreachable only if nothing is undecided.
      guard isAsserted || answer.undecided == 0 else { continue }
      guard !bad.finding.isFault else {
        if !isAsserted || !mayBeUntold(bad.finding) { opinion.questions.append(bad.name) }
        if isAsserted, !hasFault, !mayBeUntold(bad.finding) {
          opinion.differs(
            "it says that there is \(bad.name), the check that there is no fault"
              + (try replay(index)))
        }
        continue
      }
      guard let expected = expected(bad.finding) else { continue }
      opinion.questions.append(bad.name)
      if expected.isAsserted != isAsserted {
        let (it, check) = isAsserted ? ("is reached", "is not") : ("is never reached", "is")
        let way = isAsserted ? try replay(index) : ""
        opinion.differs("it says that '\(bad.name)' \(it), the check that it \(check)\(way)")
      } else if let length = expected.length, let frame = try frame(of: index, in: folder),
        frame != length + (bad.isAttempt ? 0 : 1)
      {
        let theirs = frame - (bad.isAttempt ? 0 : 1)
        opinion.differs(
          "its shortest trace to '\(bad.name)' has \(theirs) steps, that of the check \(length)"
            + (try replay(index)))
      }
    }
    let faults = bads.indices.filter { bads[$0].finding.isFault }
    if hasFault, answer.undecided == 0, opinion.omitted.isEmpty,
      answer.asserted.isDisjoint(with: faults)
    {
      opinion.differs("it finds no fault, the check does")
    }
    if opinion.questions.isEmpty { return silence("it decides nothing in time") }
    if answer.undecided > 0 {
      opinion.omitted.append("\(answer.undecided) of \(bads.count): it came to no end in time")
    }
  }

  private var hasFault: Bool { world.violations.contains { $0.kind == .fault } }

  /// Whether the check may omit a fault, because the answer for its property was already known.
  private func mayBeUntold(_ finding: Finding) -> Bool {
    guard let property = finding.property else { return false }
    return verdict(of: property).map { $0.isLookedAtNoMore || $0.status != .holds } ?? true
  }

  private func verdict(of property: Int) -> WorldVerdict.Property? {
    world.properties.first {
      $0.name == spec.properties[property].name
    }
  }

  /// The result of the check: whether the output is reachable, and the number of steps if that is proved.
  private func expected(_ finding: Finding) -> (isAsserted: Bool, length: Int?)? {
    if let property = finding.property {
      guard let verdict = verdict(of: property) else { return nil }
      if finding.kind == .goal {
        switch verdict.status {
        case .holds: return (true, nil)
        case .notReached, .violated: return (false, nil)
        default: return nil
        }
      }
      switch verdict.status {
      case .holds: return (false, nil)
      case .violated:
        return (true, length { $0.name == verdict.name && $0.kind != .fault })
      default: return nil
      }
    }
    guard let kind = finding.kind.violation else { return nil }
    let event = finding.event.map { spec.events[$0].name }
    func isIt(_ violation: ViolationVerdict) -> Bool {
      violation.kind == kind
        && (event == nil || violation.subject?.split(separator: "'").last.map(String.init) == event)
    }
    return (
      world.violations.contains(where: isIt), kind == .overlap ? nil : length(isIt)
    )
  }

  private func length(_ isIt: (ViolationVerdict) -> Bool) -> Int? {
    world.violations.first { isIt($0) && $0.isProvedShortest }?.length
  }
}
