import Export
import Reports
import Semantics

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
    let peer = PeerRun(peer, model, states: world.statistics.states, limits)
    func ask(_ questions: Set<String>) -> Peer.Finding? {
      do throws(Peer.Failure) {
        return try peer.ask(questions)
      } catch {
        opinion.note(error)
        return nil
      }
    }
    func differs(_ text: String) {
      opinion.status = .disagrees
      opinion.remarks.append(text)
    }
    guard let finding = ask(right) else { return opinion }
    // What stops at a violation has not counted everything.
    guard let counted = finding.wrong.isEmpty ? finding : ask([]) else { return opinion }
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
    for question in finding.wrong.sorted() {
      let way = finding.trace.isEmpty ? peer.trace(to: question) : finding.trace
      differs("it says that '\(question)' is not so, the check that it is\(replay(way))")
    }
    for each in wrong {
      let questions = each.questions.filter(canBeAsked)
      guard let finding = ask(questions) else { return opinion }
      if finding.wrong.isEmpty {
        differs("it finds nothing wrong with '\(each.name)', the check does")
      } else if let length = each.length, let theirs = finding.length, length != theirs {
        differs(
          "its shortest trace to '\(each.name)' has \(theirs) steps, that of the check \(length)"
            + replay(finding.trace))
      }
    }
    return opinion
  }

  private func replay(_ steps: [String]) -> String {
    steps.isEmpty ? "" : "; " + ForeignTrace(machine).judge(steps, of: model)
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
