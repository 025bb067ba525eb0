import Engine
import SpecLanguage

/// Watches a search: which properties failed so far, and how.
struct ReferenceMonitor {
  private let spec: CheckedSpec
  private let invariants: [Int]
  private let goals: [Int]
  private let transitions: [Int]
  private let checked: Set<Int>

  private var violations: [Int: Violation] = [:]
  private var faulted: Set<Int> = []
  private var goalDepths: [Int: Int] = [:]
  private var matchedSteps: [Int: Int] = [:]
  private(set) var generalViolations: [Violation] = []
  private var seenProblems: Set<ProblemKey> = []

  /// Problems alike in this are reported once: the first is the shortest.
  private enum ProblemKey: Hashable {
    case gap(event: Int)
    case overlap(event: Int, rules: [Int])
    case fault(SourceRange)
    case deadlock
  }

  init(_ spec: CheckedSpec, only chosen: Set<Int>?) {
    self.spec = spec
    let all = Set(spec.properties.indices)
    checked = chosen.map(all.intersection) ?? all
    var (invariants, goals, transitions): ([Int], [Int], [Int]) = ([], [], [])
    for (index, property) in spec.properties.enumerated() where checked.contains(index) {
      switch property.kind {
      case .invariant: invariants.append(index)
      case .reachable: goals.append(index)
      case .transition: transitions.append(index)
      case .possible, .eventually: break
      }
    }
    (self.invariants, self.goals, self.transitions) = (invariants, goals, transitions)
  }

  // MARK: Checking

  /// What is wrong in a state, of what was not wrong before.
  mutating func check(state: [Value], depth: Int) -> [Violation.Kind] {
    var findings: [Violation.Kind] = []
    var evaluator = Evaluator(state: state)
    for index in invariants where violations[index] == nil {
      do {
        if try !evaluator.evaluate(root: spec.properties[index].body).asBool {
          findings.append(.invariant(property: index))
        }
      } catch {
        noteFault(error, .property(index), &findings)
        faulted.insert(index)
      }
    }
    for index in goals where goalDepths[index] == nil {
      do {
        if try evaluator.evaluate(root: spec.properties[index].body).asBool {
          goalDepths[index] = depth
        }
      } catch {
        noteFault(error, .property(index), &findings)
        faulted.insert(index)
      }
    }
    return findings
  }

  /// What is wrong with a step, of what was not wrong before.
  mutating func check(step: Step, from state: [Value]) -> [Violation.Kind] {
    var findings: [Violation.Kind] = []
    for index in transitions {
      let property = spec.properties[index]
      guard case .transition(let patterns, let filter) = property.kind else { continue }
      var evaluator = Evaluator(
        state: step.state, previous: state, signals: step.signals,
        locals: Array(repeating: .none, count: property.body.frameSize))
      do {
        guard try evaluator.matches(step, patterns) else { continue }
        if let filter, try !evaluator.holds(filter) { continue }
        matchedSteps[index, default: 0] += 1
        guard violations[index] == nil else { continue }
        if try !evaluator.holds(property.body.expression) {
          findings.append(.transition(property: index))
        }
      } catch {
        noteFault(error, .property(index), &findings)
        faulted.insert(index)
      }
    }
    return findings
  }

  /// A deadlock, unless one is known or the state may be the last.
  mutating func checkDeadlock(_ state: [Value]) -> Violation.Kind? {
    guard !seenProblems.contains(.deadlock) else { return nil }
    var evaluator = Evaluator(state: state)
    for terminal in spec.terminals {
      do {
        if try evaluator.evaluate(root: terminal).asBool { return nil }
      } catch {
        var findings: [Violation.Kind] = []
        noteFault(error, .terminal, &findings)
        return findings.first
      }
    }
    seenProblems.insert(.deadlock)
    return .deadlock
  }

  private mutating func noteFault(
    _ fault: Fault, _ place: Violation.FaultPlace, _ findings: inout [Violation.Kind]
  ) {
    if seenProblems.insert(.fault(fault.range)).inserted { findings.append(.fault(fault, place)) }
  }

  /// Whether a problem with an event was not recorded before.
  mutating func isNew(_ problem: Reaction.Problem, _ instance: EventInstance) -> Bool {
    let key: ProblemKey =
      switch problem {
      case .gap: .gap(event: instance.event)
      case .overlap(let rules): .overlap(event: instance.event, rules: rules)
      case .fault(let fault, _, _): .fault(fault.range)
      }
    return seenProblems.insert(key).inserted
  }

  func violation(_ problem: Reaction.Problem, in reaction: Reaction) -> Violation.Kind {
    switch problem {
    case .gap: .gap
    case .overlap(let rules): .overlap(rules: rules)
    // Only a guard that has no value leaves a fault without the event being possible.
    case .fault(let fault, let rule, let state):
      .fault(fault, reaction.isPossible ? .event(rule: rule, state: state) : .eventGuard)
    }
  }

  mutating func record(_ kind: Violation.Kind, path: Path, attempt: EventInstance?) {
    let violation = Violation(kind: kind, path: path, attempt: attempt)
    switch kind {
    case .invariant(let property), .transition(let property):
      if violations[property] == nil { violations[property] = violation }
    case .deadlock, .gap, .overlap, .fault: generalViolations.append(violation)
    }
  }

  // MARK: Verdicts

  func verdicts(isExhaustive: Bool) -> [PropertyVerdict] {
    spec.properties.indices.filter(checked.contains).map { index in
      PropertyVerdict(
        property: index, status: status(index, isExhaustive),
        matchedSteps: transitions.contains(index) ? matchedSteps[index] ?? 0 : nil,
        goalDepth: goalDepths[index])
    }
  }

  private func status(_ index: Int, _ isExhaustive: Bool) -> PropertyVerdict.Status {
    if let violation = violations[index] { return .violated(violation) }
    switch spec.properties[index].kind {
    case .possible, .eventually: return .notChecked
    case .reachable:
      if goalDepths[index] != nil { return .holds }
      if faulted.contains(index) { return .faulted }
      return isExhaustive ? .notReached : .undecided
    case .invariant, .transition:
      if faulted.contains(index) { return .faulted }
      return isExhaustive ? .holds : .undecided
    }
  }
}
