import Engine
import Semantics

/// Replays the events of a trace, with some omitted or changed, and looks for the finding on the path.
///
/// It is lenient: impossible events are skipped, and rules and choices follow the schedule if possible. Its paths have
/// no loops, unless the finding is an `eventually`, whose loop may contain the state that triggers it.
final class Replay {
  /// A scheduled event, with the preferred rule and choices.
  struct ScheduledStep: Hashable {
    var instance: EventInstance
    var rule: Int?
    var choices: [Choice]

    init(_ step: Step) {
      instance = step.instance
      rule = step.rule
      choices = step.choices
    }
  }

  /// A start with a schedule, to be tried.
  struct Candidate {
    /// The index of the initial state.
    var start: Int
    var schedule: [ScheduledStep]
    /// The event to try in each state, if the finding is about an event without an outcome.
    var attempt: EventInstance?
  }

  private let machine: Machine
  let starts: [[Value]]
  private let finding: Finding
  private let evaluator: ReferenceEvaluator
  private let witness: Witness
  private let lasso: LassoWitness
  /// The questions of an `eventually`, one for each choice of its parameter values; empty for other findings.
  private let runs: [RunQuestion]
  private let startPlaces: [[Value]: Int]
  private let places: [EventInstance: Int]

  init(_ machine: Machine, starts: [[Value]], finding: Finding) {
    self.machine = machine
    self.starts = starts
    self.finding = finding
    evaluator = ReferenceEvaluator(machine.spec)
    witness = Witness(machine)
    lasso = LassoWitness(machine)
    runs =
      finding.kind == .eventually
      ? RunQuestion.all(of: Set([finding.property].compactMap(\.self)), in: machine.spec) : []
    startPlaces = Dictionary(
      starts.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    places = Dictionary(
      machine.instances.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
  }

  /// The index of an initial state; nil for other states.
  func place(ofStart state: [Value]) -> Int? { startPlaces[state] }

  /// The index of an event among all instances.
  func place(of instance: EventInstance) -> Int? { places[instance] }

  /// The candidate that reproduces a violation.
  func candidate(_ violation: Violation) -> Candidate? {
    place(ofStart: violation.path.start).map {
      Candidate(
        start: $0, schedule: violation.path.steps.map(ScheduledStep.init),
        attempt: violation.attempt)
    }
  }

  /// The first violation on the path of a candidate; nil if there is none.
  ///
  /// - Parameter events: incremented by the number of events that were tried.
  func violation(_ candidate: Candidate, events: inout Int) -> Violation? {
    var path = Path(start: starts[candidate.start], steps: [])
    var seen = [path.start: 0]
    var pending = PendingRuns(runs, of: machine.spec)
    pending.look(at: path.start, isStart: true)
    func isDue() -> Bool { runs.isEmpty || !pending.properties.isEmpty }
    if isDue(), let found = violation(at: path, candidate.attempt, &events) { return found }
    for scheduled in candidate.schedule {
      events += 1
      let steps = evaluator.react(to: scheduled.instance, in: path.end).steps
      if let found = violation(by: steps, scheduled, path) { return found }
      guard let step = scheduled.best(of: steps) else { continue }
      if runs.isEmpty, let earlier = seen[step.state] {
        for left in path.steps[earlier...] { seen[left.state] = nil }
        seen[step.state] = earlier
        path.steps.removeSubrange(earlier...)
        continue
      }
      path.steps.append(step)
      seen[step.state] = path.steps.count
      pending.look(at: step.state, isStart: false)
      if isDue(), let found = violation(at: path, candidate.attempt, &events) { return found }
    }
    return nil
  }

  /// The violation in a state by itself, or at the attempted event.
  private func violation(
    at path: Path, _ attempt: EventInstance?, _ events: inout Int
  ) -> Violation? {
    if finding.kind == .eventually, let property = finding.property {
      guard lasso.mayStop(in: path.end) else { return nil }
      return try? lasso.violation(of: property, path, loopStart: path.steps.count)
    }
    guard finding.kind.subject == .event else {
      return witness.violation(of: finding, after: path)?.violation
    }
    guard let attempt else { return nil }
    events += 1
    return evaluator.react(to: attempt, in: path.end).problems.first { $0.finding == finding }
      .map { Violation($0, of: attempt, after: path) }
  }

  /// The violation by a step, preferably the scheduled one.
  private func violation(by steps: [Step], _ scheduled: ScheduledStep, _ path: Path) -> Violation? {
    let bad = steps.filter { witness.violation(of: finding, by: $0, after: path) != nil }
    return scheduled.best(of: bad).flatMap {
      witness.violation(of: finding, by: $0, after: path)
    }
  }

  /// Whether a violation belongs to the finding, and its path can be followed step by step.
  func confirms(_ violation: Violation) -> Bool {
    guard place(ofStart: violation.path.start) != nil, violation.finding == finding
    else { return false }
    var before = violation.path.start
    for (number, step) in violation.path.steps.enumerated() {
      if number > 0 { before = violation.path.steps[number - 1].state }
      guard evaluator.react(to: step.instance, in: before).steps.contains(step) else {
        return false
      }
    }
    if finding.kind.subject == .step {
      guard let step = violation.path.steps.last else { return false }
      let path = Path(start: before, steps: [])
      return witness.violation(of: finding, by: step, after: path) != nil
    }
    var events = 0
    return self.violation(at: violation.path, violation.attempt, &events) != nil
  }
}

extension Replay.ScheduledStep {
  /// The step most similar to the scheduled one.
  fileprivate func best(of steps: [Step]) -> Step? {
    if steps.count < 2 { return steps.first }
    return steps.first { $0.rule == rule && $0.choices == choices }
      ?? steps.first { $0.choices == choices } ?? steps.first { $0.rule == rule } ?? steps.first
  }
}
