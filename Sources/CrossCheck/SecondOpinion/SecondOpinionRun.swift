import Reports
import Semantics
import SpecLanguage
import TrayKit

/// Runs every installed model checker on every world, and compares the results with the check.
struct SecondOpinionRun {
  let request: SecondOpinionRequest
  let limits: RunLimits
  private let tell: (SecondOpinionEvent) -> Void
  private var outcome = SecondOpinionOutcome()

  /// Creates a run.
  ///
  /// - Parameter tell: called with each event as it happens.
  init(
    _ request: SecondOpinionRequest, _ limits: RunLimits,
    _ tell: @escaping (SecondOpinionEvent) -> Void
  ) {
    self.request = request
    self.limits = limits
    self.tell = tell
  }

  private mutating func miss(_ text: String) {
    outcome.missing.append(text)
    tell(.missing(text))
  }

  private mutating func add(_ opinion: SecondOpinionOutcome.Opinion) {
    outcome.opinions.append(opinion)
    tell(.opinion(opinion))
  }

  mutating func run() throws(RequestError) -> SecondOpinionOutcome {
    ExternalToolFolder.removeLeftovers()
    var check = CheckRequest(paths: request.paths)
    check.settings = request.settings
    check.worlds = request.worlds
    check.memoryLimit = request.memoryLimit
    check.timeLimit = request.checkTimeLimit
    check.reducesSymmetry = false
    check.counterexampleFolder = nil
    check.vocabulary = request.vocabulary
    let checked = try check.outcome(isInterrupted: limits.isInterrupted)
    let peers = [ExternalChecker.rumur, .spin, .tlc(jar: request.tlcJar)].filter { checker in
      guard request.checkers.contains(checker.name) else { return false }
      let missing = checker.missing(calling: request.vocabulary)
      if let missing { miss(missing) }
      return missing == nil
    }
    let wantsHardware = request.checkers.contains(HardwareCrossCheck.checker)
    let hasHardware = wantsHardware && ExternalTool(HardwareCrossCheck.program) != nil
    if wantsHardware, !hasHardware {
      miss("\(HardwareCrossCheck.checker) is not here: install \(HardwareCrossCheck.program)")
    }
    let diagnostics = checked.diagnostics()
    if checked.status == .specError { outcome.problems.append(diagnostics) }
    for spec in checked.specs {
      if spec.worlds.isEmpty { continue }
      do throws(SpecError) {
        let text = try TraySpec(contentsOf: spec.path)
        for world in spec.worlds {
          if world.walks != nil {
            outcome.skipped.append("\(spec.name)/\(world.name)")
            continue
          }
          let before = outcome.opinions.count
          let checkers = peers.map(\.name) + (hasHardware ? [HardwareCrossCheck.checker] : [])
          if let reason = reasonNotToAsk(world) {
            for checker in checkers { note(silenceOf: checker, spec, world, reason) }
          } else if !checkers.isEmpty {
            let settled = try text.settled(world: world.name, settings: request.settings)
            ask(peers, settled, spec, world)
            if hasHardware { askHardware(settled, spec, world) }
          }
          if !outcome.opinions[before...].contains(where: { $0.status != .silent }) {
            outcome.unheard.append("\(spec.name)/\(world.name)")
          }
        }
      } catch {
        outcome.problems.append(error.description)
      }
    }
    outcome.isInterrupted = limits.isInterrupted()
    return outcome
  }

  private mutating func ask(
    _ peers: [ExternalChecker], _ settled: ResolvedWorld, _ spec: SpecVerdict, _ world: WorldVerdict
  ) {
    func silent(_ reason: String) {
      for checker in peers { note(silenceOf: checker.name, spec, world, reason) }
    }
    guard world.statistics.largeStates == nil,
      world.statistics.states <= request.maximumStates
    else {
      return silent(
        "it has \(world.statistics.states.grouped) states, and may have \(request.maximumStates.grouped) "
          + "(\(request.vocabulary.maximumStates))")
    }
    let model: Model
    do throws(ExportError) {
      model = try LargeStack.run { [limits] in
        limits.deadline().during {
          Result { () throws(ExportError) in try Model(settled.machine) }
        }
      }.get()
    } catch {
      if error.isLimit { return silent(error.text) }
      let place = error.range.map { " (\(settled.spec.file.lineText(of: $0)))" } ?? ""
      return silent("it cannot express this: \(error.text)\(place)")
    }
    for checker in peers {
      let comparison = CrossCheck(
        model: model, machine: settled.machine, world: world)
      var opinion = Self.opinion(.agrees, of: checker.name, spec, world)
      opinion.omitted = checker.omissions(of: model).map { "\($0.name): \($0.reason)" }
      let asked = opinion
      add(LargeStack.run { [limits] in comparison.held(checker, asked, watching: limits) })
    }
  }

  /// The reason why no other checker can confirm the check of a world; nil if one can.
  private func reasonNotToAsk(_ world: WorldVerdict) -> String? {
    if limits.isInterrupted() { return ExternalChecker.Failure.interruption.text }
    return world.completion.exhaustive ? nil : "the check itself did not come to its end"
  }

  private mutating func askHardware(
    _ settled: ResolvedWorld, _ spec: SpecVerdict, _ world: WorldVerdict
  ) {
    let asked = Self.opinion(.agrees, of: HardwareCrossCheck.checker, spec, world)
    add(
      LargeStack.run { [limits] in
        HardwareCrossCheck.held(settled, world, asked, watching: limits)
      })
  }

  private mutating func note(
    silenceOf checker: String, _ spec: SpecVerdict, _ world: WorldVerdict, _ reason: String
  ) {
    var opinion = Self.opinion(.silent, of: checker, spec, world)
    opinion.remarks = [reason]
    add(opinion)
  }

  private static func opinion(
    _ status: SecondOpinionOutcome.Opinion.Status, of checker: String, _ spec: SpecVerdict,
    _ world: WorldVerdict
  ) -> SecondOpinionOutcome.Opinion {
    SecondOpinionOutcome.Opinion(
      spec: spec.name, path: spec.path, world: world.name, checker: checker, status: status)
  }
}
