import Reports
import Semantics
import TrayKit

/// Compares the results of the check with those of another model checker, for one world.
final class CrossCheck: Sendable {
  let model: Model
  let machine: Machine
  let world: WorldVerdict

  init(model: Model, machine: Machine, world: WorldVerdict) {
    (self.model, self.machine, self.world) = (model, machine, world)
  }

  /// A group of questions at least one of which the check answers with no.
  private struct RefutedGroup {
    var name: String
    var questions: Set<String>
    /// The length of the shortest trace, if both checkers count steps alike.
    var length: Int?
  }

  /// Runs the checker, and records the disagreements.
  func held(
    _ checker: ExternalChecker, _ asked: SecondOpinionOutcome.Opinion, watching limits: RunLimits
  ) -> SecondOpinionOutcome.Opinion {
    var opinion = asked
    func canBeAsked(_ question: String) -> Bool { checker.canBeAsked(question, of: model) }
    let wrong = wrongQuestions.filter { !$0.questions.filter(canBeAsked).isEmpty }
    let open = undecidedQuestions.subtracting(wrong.flatMap(\.questions))
    let all = Set(model.questions.filter(canBeAsked)).subtracting(open)
    let right = all.subtracting(wrong.flatMap(\.questions))
    opinion.questions = all.sorted()
    for subject in faults
    where routines(in: subject).map({ !$0.contains(where: \.canFault) }) ?? false {
      opinion.differs("its model has no fault in \(subject), the check finds one")
    }
    let checker = ExternalCheckerRun(
      checker, model, states: world.statistics.states, steps: world.statistics.transitions, limits)
    func ask(_ questions: Set<String>) -> ExternalChecker.Finding? {
      do throws(ExternalChecker.Failure) {
        return try checker.ask(questions)
      } catch {
        opinion.note(error, limits)
        return nil
      }
    }
    // A checker that continues after a violation can answer all questions in one run, with complete counts.
    guard let finding = ask(checker.goesOn ? all : right),
      let counted = checker.goesOn || finding.wrong.isEmpty ? finding : ask([])
    else { return opinion }
    compare(counted, &opinion)
    for question in finding.wrong.intersection(right).sorted() {
      let way = finding.trace.isEmpty ? checker.trace(to: question) : finding.trace
      opinion.differs("it says that '\(question)' is not so, the check that it is\(replay(way))")
    }
    for each in wrong {
      let questions = each.questions.filter(canBeAsked)
      guard let finding = checker.goesOn ? finding : ask(questions) else { return opinion }
      if finding.wrong.isDisjoint(with: questions) {
        opinion.differs("it finds nothing wrong with '\(each.name)', the check does")
      } else if let length = each.length, let theirs = finding.length, length != theirs {
        opinion.differs(
          "its shortest trace to '\(each.name)' has \(theirs) steps, that of the check \(length)"
            + replay(finding.trace))
      }
    }
    return opinion
  }

  private func compare(
    _ counted: ExternalChecker.Finding, _ opinion: inout SecondOpinionOutcome.Opinion
  ) {
    let statistics = world.statistics
    opinion.states = counted.states
    if counted.states != statistics.states {
      opinion.differs(
        "it counts \(counted.states.grouped) states, the check \(statistics.states.grouped)")
    }
    guard let steps = counted.steps, countsStepsAlike else { return }
    opinion.steps = steps
    if steps != statistics.transitions {
      opinion.differs(
        "it counts \(steps.grouped) steps, the check \(statistics.transitions.grouped)")
    }
  }

  private func replay(_ steps: [String]) -> String {
    steps.isEmpty ? "" : "; " + ExternalTrace(machine).judge(steps, of: model)
  }

  /// Whether both checkers count steps alike. If equal elements can be chosen, the other checker counts a step for
  /// each.
  private var countsStepsAlike: Bool {
    model.events.allSatisfy { $0.steps.allSatisfy(\.routine.picks.isEmpty) }
  }

  /// The question that represents a property. An `eventually … within` is an invariant in the model.
  private func question(of property: WorldVerdict.Property) -> String {
    let isOfStates = model.states.contains { $0.name == property.name && $0.kind == .invariant }
    return "\(isOfStates ? "invariant" : property.keyword.rawValue) \(property.name)"
  }

  /// The questions that the check answers with no.
  private var wrongQuestions: [RefutedGroup] {
    var wrong: [RefutedGroup] = []
    for property in world.properties
    where property.status == .violated || property.status == .notReached {
      let question = question(of: property)
      let violation = world.violations.first { $0.name == property.name }
      let isCounted = question.hasPrefix("invariant ") || question.hasPrefix("transition ")
      wrong.append(
        RefutedGroup(
          name: question, questions: [question],
          length: isCounted && violation?.isProvedShortest == true ? violation?.length : nil))
    }
    for violation in world.violations {
      switch violation.kind {
      case .deadlock:
        wrong.append(
          RefutedGroup(
            name: "deadlock", questions: ["deadlock"],
            length: violation.isProvedShortest ? violation.length : nil))
      case .gap, .overlap:
        let name = violation.subject?.split(separator: "'").last.map(String.init) ?? ""
        let events = model.events.filter { machine.spec.events[$0.event].name == name }
        for question in events.map({ violation.kind == .gap ? $0.gap : $0.overlap })
        where !wrong.contains(where: { $0.name == question }) {
          // The other checker reports the state before the violation; the check also includes the violating step.
          wrong.append(
            RefutedGroup(
              name: question, questions: [question],
              length: violation.isProvedShortest && violation.kind == .gap
                ? violation.length - 1 : nil))
        }
      // Faults are grouped into one question.
      case .fault, .invariant, .transition, .eventually, .possible: break
      }
    }
    if faults.contains(where: isAsked(faultIn:)) {
      wrong.append(
        RefutedGroup(
          name: "fault", questions: Set(model.questions.filter { $0.hasPrefix("fault in ") })))
    }
    let known = Set(model.questions)
    return wrong.filter { !$0.questions.isDisjoint(with: known) }
  }

  /// The faults that the check finds, by subject.
  private var faults: [String] {
    Set(world.violations.filter { $0.kind == .fault }.compactMap(\.subject)).sorted()
  }

  /// Whether the model covers a fault in a subject; it may not for an `eventually` or a `terminal`.
  private func isAsked(faultIn subject: String) -> Bool {
    if let routines = routines(in: subject) { return routines.contains(where: \.canFault) }
    let words = subject.split(separator: "'", omittingEmptySubsequences: false)
    return words.count > 1 && model.questions.contains("fault in \(words[1])")
  }

  /// The routines of the model for an event or rule with a fault; nil if the fault is elsewhere.
  private func routines(in subject: String) -> [Routine]? {
    var found: [Routine] = []
    for each in model.events {
      let event = machine.spec.events[each.event]
      if ["the event '\(event.name)'", "the guard of '\(event.name)'"].contains(subject) {
        found += each.steps.map(\.routine) + (each.applying.map { [$0] } ?? [])
      }
      for (rule, step) in zip(event.rules, each.steps) where subject == "the rule '\(rule.name)'" {
        found.append(step.routine)
      }
    }
    return found.isEmpty ? nil : found
  }

  /// The questions that the check leaves open.
  private var undecidedQuestions: Set<String> {
    var open: Set<String> = []
    for property in world.properties {
      if property.isLookedAtNoMore { open.insert("fault in \(property.name)") }
      switch property.status {
      case .holds, .violated, .notReached: break
      default: open.insert(question(of: property))
      }
    }
    return open
  }
}

extension WorldVerdict.Property {
  /// Whether the answer is known before all states are visited, so that later faults of the property are not reported.
  var isLookedAtNoMore: Bool {
    switch keyword {
    case .reachable: status == .holds
    default: status == .violated
    }
  }
}
