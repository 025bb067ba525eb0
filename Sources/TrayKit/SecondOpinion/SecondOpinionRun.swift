import Export
import Files
import Reports
import Semantics
import SpecLanguage

/// Asks every checker that is there about every world, and holds what it says against the check.
struct SecondOpinionRun {
  let request: SecondOpinionRequest
  let limits: RunLimits
  private var outcome = SecondOpinionOutcome()

  init(_ request: SecondOpinionRequest, _ limits: RunLimits) {
    self.request = request
    self.limits = limits
  }

  mutating func run() throws(RequestError) -> SecondOpinionOutcome {
    var check = CheckRequest(paths: request.paths)
    check.settings = request.settings
    check.worlds = request.worlds
    check.memoryLimit = request.memoryLimit
    check.reducesSymmetry = false
    check.counterexampleFolder = nil
    check.vocabulary = request.vocabulary
    let checked = try Blocking.check(check, isInterrupted: limits.isInterrupted)
    let peers = [Peer.rumur, .spin, .tlc(jar: request.tlcJar)].filter { peer in
      let missing = peer.missing(calling: request.vocabulary)
      if let missing { outcome.missing.append(missing) }
      return missing == nil
    }
    let hasHardware = ForeignTool(HardwareOpinion.program) != nil
    if !hasHardware {
      outcome.missing.append(
        "\(HardwareOpinion.checker) is not here: install \(HardwareOpinion.program)")
    }
    let diagnostics = checked.diagnostics(usesColor: false)
    if checked.status == .specError { outcome.problems.append(diagnostics) }
    for spec in checked.specs {
      if spec.worlds.isEmpty { continue }
      do throws(SpecError) {
        let text = try TraySpec(contentsOf: spec.path)
        for world in spec.worlds {
          let before = outcome.opinions.count
          let checkers = peers.map(\.name) + (hasHardware ? [HardwareOpinion.checker] : [])
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
    return outcome
  }

  private mutating func ask(
    _ peers: [Peer], _ settled: SettledWorld, _ spec: SpecVerdict, _ world: WorldVerdict
  ) {
    func silent(_ reason: String) {
      for peer in peers { note(silenceOf: peer.name, spec, world, reason) }
    }
    guard world.statistics.largeStates == nil,
      world.statistics.states <= request.maximumStates
    else { return silent("it has \(world.statistics.states.grouped) states") }
    let model: Model
    do throws(ExportObstacle) {
      model = try LargeStack.run {
        Result { () throws(ExportObstacle) in try Model(settled.machine) }
      }
      .get()
    } catch {
      let place = error.range.map { " (\(settled.spec.file.lineText(of: $0)))" } ?? ""
      return silent("no other checker can be told this: \(error.text)\(place)")
    }
    for peer in peers {
      let comparison = OpinionComparison(
        model: model, machine: settled.machine, world: world)
      var opinion = Self.opinion(.agrees, of: peer.name, spec, world)
      opinion.omitted = peer.omissions(of: model).map { "\($0.name): \($0.reason)" }
      let asked = opinion
      outcome.opinions.append(
        LargeStack.run { [limits] in comparison.held(peer, asked, watching: limits) })
    }
  }

  /// Why nobody can say the same as the check of a world; nil if somebody can.
  private func reasonNotToAsk(_ world: WorldVerdict) -> String? {
    if limits.isInterrupted() { return "it was interrupted" }
    if world.walks != nil { return "the world is walked at random" }
    return world.completion.exhaustive ? nil : "the check itself did not come to its end"
  }

  private mutating func askHardware(
    _ settled: SettledWorld, _ spec: SpecVerdict, _ world: WorldVerdict
  ) {
    let asked = Self.opinion(.agrees, of: HardwareOpinion.checker, spec, world)
    outcome.opinions.append(
      LargeStack.run { [limits] in
        HardwareOpinion.held(settled, world, asked, watching: limits)
      })
  }

  private mutating func note(
    silenceOf checker: String, _ spec: SpecVerdict, _ world: WorldVerdict, _ reason: String
  ) {
    var opinion = Self.opinion(.silent, of: checker, spec, world)
    opinion.remarks = [reason]
    outcome.opinions.append(opinion)
  }

  private static func opinion(
    _ status: SecondOpinionOutcome.Opinion.Status, of checker: String, _ spec: SpecVerdict,
    _ world: WorldVerdict
  ) -> SecondOpinionOutcome.Opinion {
    SecondOpinionOutcome.Opinion(
      spec: spec.name, path: spec.path, world: world.name, checker: checker, status: status)
  }
}

/// What the check says of a world, and what another checker says of it.
struct OpinionComparison: Sendable {
  let model: Model
  let machine: Machine
  let world: WorldVerdict

  /// Questions that belong together: it is known of them that at least one is answered by no.
  private struct Wrong {
    var name: String
    var questions: Set<String>
    /// How many steps the shortest trace to it has, where both count alike.
    var length: Int?
  }

  /// Asks, and notes what differs.
  func held(
    _ peer: Peer, _ asked: SecondOpinionOutcome.Opinion, watching limits: RunLimits
  ) -> SecondOpinionOutcome.Opinion {
    var opinion = asked
    func canBeAsked(_ question: String) -> Bool { peer.canBeAsked(question, of: model) }
    let wrong = wrongQuestions.filter { !$0.questions.filter(canBeAsked).isEmpty }
    let open = undecidedQuestions
    let all = Set(model.questions.filter(canBeAsked)).subtracting(open)
    let right = all.subtracting(wrong.flatMap(\.questions))
    opinion.questions = all.sorted()
    func ask(_ questions: Set<String>) -> Peer.Finding? {
      do throws(Peer.Failure) {
        let watched = limits.watch().during {
          Result { () throws(Peer.Failure) in try peer.ask(questions, of: model) }
        }
        return try watched.get()
      } catch {
        opinion.status = opinion.status == .disagrees ? .disagrees : .silent
        opinion.remarks.append(Self.text(error))
        return nil
      }
    }
    func differs(_ text: String) {
      opinion.status = .disagrees
      opinion.remarks.append(text)
    }
    guard let counted = ask([]) else { return opinion }
    opinion.states = counted.states
    if counted.states != world.statistics.states {
      differs(
        "it counts \(counted.states.grouped) states, the check \(world.statistics.states.grouped)")
    }
    if let steps = counted.steps, countsStepsAlike {
      opinion.steps = steps
      if steps != world.statistics.transitions {
        differs(
          "it counts \(steps.grouped) steps, the check \(world.statistics.transitions.grouped)")
      }
    }
    guard let finding = ask(right) else { return opinion }
    for question in finding.wrong.sorted() {
      differs("it says that '\(question)' is not so, the check that it is\(replay(finding))")
    }
    for each in wrong {
      let questions = each.questions.filter(canBeAsked)
      guard let finding = ask(questions) else { return opinion }
      if finding.wrong.isEmpty {
        differs("it finds nothing wrong with '\(each.name)', the check does")
      } else if let length = each.length, let theirs = finding.length, length != theirs {
        differs(
          "its shortest trace to '\(each.name)' has \(theirs) steps, that of the check \(length)"
            + replay(finding))
      }
    }
    return opinion
  }

  static func text(_ failure: Peer.Failure) -> String {
    switch failure {
    case .limit: "it came to no end in time"
    case .unexpected(let text): text
    case .obstacle(let obstacle): "it cannot be told this: \(obstacle.text)"
    }
  }

  private func replay(_ finding: Peer.Finding) -> String {
    finding.trace.isEmpty ? "" : "; " + ForeignTrace(model, machine).judge(finding.trace)
  }

  /// Where equal elements can be chosen, another checker counts a step for each of them.
  private var countsStepsAlike: Bool {
    model.events.allSatisfy { $0.steps.allSatisfy(\.routine.picks.isEmpty) }
  }

  /// What the check says is not so.
  private var wrongQuestions: [Wrong] {
    var wrong: [Wrong] = []
    for property in world.properties
    where property.status == .violated || property.status == .notReached {
      let question = "\(property.keyword.rawValue) \(property.name)"
      let violation = world.violations.first { $0.name == property.name }
      let isCounted = property.keyword == .invariant || property.keyword == .transition
      wrong.append(
        Wrong(
          name: question, questions: [question],
          length: isCounted && violation?.isProvedShortest == true ? violation?.length : nil))
    }
    for violation in world.violations {
      switch violation.kind {
      case .deadlock:
        wrong.append(
          Wrong(
            name: "deadlock", questions: ["deadlock"],
            length: violation.isProvedShortest ? violation.length : nil))
      case .gap, .overlap:
        let event = violation.subject?.split(separator: "'").last.map(String.init) ?? ""
        let question = "\(violation.kind.rawValue) in \(event)"
        if !wrong.contains(where: { $0.name == question }) {
          // The other checker tells the state before, the check what happens there as well.
          wrong.append(
            Wrong(
              name: question, questions: [question],
              length: violation.isProvedShortest && violation.kind == .gap
                ? violation.length - 1 : nil))
        }
      case .fault:
        if !wrong.contains(where: { $0.name == "fault" }), isAsked(faultIn: violation.subject) {
          wrong.append(Wrong(name: "fault", questions: faultQuestions))
        }
      case .invariant, .transition, .eventually, .possible: break
      }
    }
    let known = Set(model.questions)
    return wrong.filter { !$0.questions.isDisjoint(with: known) }
  }

  /// Whether the model says anything of a fault there: of an `eventually`, or a `terminal`, it may not.
  private func isAsked(faultIn subject: String?) -> Bool {
    let words = subject?.split(separator: "'", omittingEmptySubsequences: false) ?? []
    guard words.count > 1 else { return false }
    // An event or property, or the rule of an event.
    return faultQuestions.contains { question in
      question == "fault in \(words[1])" || question.hasPrefix("fault in \(words[1])_")
        || question.hasSuffix("_\(words[1])")
    }
  }

  private var faultQuestions: Set<String> {
    Set(model.questions.filter { $0.hasPrefix("fault in ") })
  }

  /// What the check does not say.
  private var undecidedQuestions: Set<String> {
    var open: Set<String> = []
    for property in world.properties {
      switch property.status {
      case .holds, .violated, .notReached: break
      default: open.insert("\(property.keyword.rawValue) \(property.name)")
      }
    }
    return open
  }
}

/// The trace of another checker, as the reference evaluator sees it.
struct ForeignTrace {
  let model: Model
  let machine: Machine

  init(_ model: Model, _ machine: Machine) {
    self.model = model
    self.machine = machine
  }

  /// Whether it is a path of the spec, in a sentence.
  ///
  /// - Parameter steps: as Murphi names them: `receive_loud", id: 1`.
  func judge(_ steps: [String]) -> String {
    let reference = ReferenceEvaluator(machine.spec)
    var states = Set(model.starts)
    for (number, step) in steps.enumerated() {
      guard let (instance, rule) = instance(of: step) else {
        return "step \(number + 1) of its trace, '\(step)', is none of the spec"
      }
      var next: Set<[Value]> = []
      for state in states {
        for each in reference.react(to: instance, in: state).steps where each.rule == rule {
          next.insert(each.state)
        }
      }
      if next.isEmpty {
        return
          "step \(number + 1) of its trace, \(machine.spec.text(instance)), cannot happen there"
      }
      states = next
    }
    return "the reference evaluator can go its trace of \(steps.count) steps"
  }

  private func instance(of step: String) -> (EventInstance, rule: Int?)? {
    let parts = step.split(separator: "\"", maxSplits: 1, omittingEmptySubsequences: false)
    guard let name = parts.first.map(String.init) else { return nil }
    var given: [String: Int] = [:]
    for pair in parts.dropFirst().joined().split(separator: ",") {
      let words = pair.split(separator: ":").map { $0.trimmingCharacters(in: .whitespaces) }
      guard words.count == 2 else { continue }
      given[words[0]] = words[1] == "true" ? 1 : words[1] == "false" ? 0 : Int(words[1])
    }
    for event in model.events {
      guard let place = event.steps.firstIndex(where: { $0.name == name }) else { continue }
      let declared = machine.spec.events[event.event]
      var arguments: [Value] = []
      for (local, parameter) in zip(event.parameters, declared.parameters) {
        guard let number = given[local.name] ?? given["\(local.name)_"] else { return nil }
        let values = parameter.type.allValues
        let least = parameter.type.isCounted ? local.shape.least : 0
        guard values.indices.contains(number - least) else { return nil }
        arguments.append(values[number - least])
      }
      return (
        EventInstance(event: event.event, arguments: arguments),
        declared.rules.isEmpty ? nil : place
      )
    }
    return nil
  }
}

extension Type {
  /// Its values are numbers that a model has as they are.
  fileprivate var isCounted: Bool {
    switch self {
    case .range, .timer: true
    default: false
    }
  }
}
