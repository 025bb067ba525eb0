import Basics
import Semantics
import SpecLanguage
import Traces

extension Replayer {
  /// Follows one recorded event from all states.
  func advance(
    _ branches: [Branch], by recorded: CounterexampleDocument.Step, _ target: ReplayTarget
  ) -> Advance {
    let best = branches.min { $0.differences < $1.differences } ?? branches[0]
    let instances: [EventInstance]
    do throws(ReplayResult.Obstacle) {
      instances = try self.instances(recorded)
    } catch {
      return .obstacle(error, best, attempt: nil)
    }
    guard branches.count * instances.count <= Self.maximumReactions else {
      return .obstacle(.tooManyStates(Self.maximumBranches), best, attempt: nil)
    }
    let isLoop = target.kind == .eventually
    var next = Frontier(isLoop: isLoop, isApart: isLoop && branches.count <= Self.maximumPathsApart)
    var found: (violation: Violation, differences: Int)?
    for branch in branches {
      if Deadline.isOver {
        return .obstacle(.tooManyStates(Self.maximumBranches), best, attempt: nil)
      }
      // The path is needed only for a finding, so it is built only then.
      for instance in instances {
        let reaction = evaluator.react(to: instance, in: branch.state)
        if let limit = reaction.limit { target.doubts.note(limit, .event(instance.event)) }
        if !reaction.isPossible, target.doubts.first == nil,
          spec.isOnlyBound(instance, in: branch.state)
        {
          target.doubts.note(.beyondBound)
        }
        if let problem = reaction.problems.first(where: target.isMeant),
          branch.differences < found?.differences ?? .max
        {
          found = (Violation(problem, of: instance, after: branch.path), branch.differences)
        }
        for step in reaction.steps {
          var differences = branch.differences + (isAsRecorded(step, recorded) ? 0 : 2)
          // Outcomes of a loop in different orders differ only in their changes.
          if reaction.steps.count > 1, !recorded.changes.isEmpty,
            !hasChanges(recorded, from: branch.state, to: step.state)
          {
            differences += 1
          }
          if var violation = target.violation(
            by: step, after: Path(start: branch.state, steps: []), witness),
            differences < found?.differences ?? .max
          {
            violation.path = branch.path
            violation.path.steps.append(step)
            found = (violation, differences)
          }
          var longer = branch
          longer.state = step.state
          longer.history = .step(step, branch.history)
          longer.differences = differences
          next.add(longer)
        }
      }
      if next.count > Self.maximumBranches, found == nil {
        return .obstacle(.tooManyStates(Self.maximumBranches), best, attempt: nil)
      }
    }
    if let found { return .violation(found.violation) }
    if next.count == 0 {
      return blocked(branches, instances)
        ?? .obstacle(.noArguments(event: recorded.event), best, attempt: nil)
    }
    return .branches(next.branches)
  }

  /// The paths after a step, of which equivalent ones are merged.
  private struct Frontier {
    private struct Key: Hashable {
      var state: [Value]
      var rounds: [Branch.Round]
      /// A number that keeps paths apart if all are to be followed.
      var number: Int
    }

    let isLoop: Bool
    let isApart: Bool
    private var byKey: [Key: Branch] = [:]
    private var order: [Key] = []

    init(isLoop: Bool, isApart: Bool) {
      self.isLoop = isLoop
      self.isApart = isApart
    }

    var count: Int { order.count }
    /// The branches in the order of their insertion.
    var branches: [Branch] { order.compactMap { byKey[$0] } }

    mutating func add(_ branch: Branch) {
      var branch = branch
      let key = Key(state: branch.state, rounds: branch.rounds, number: isApart ? count : 0)
      if let known = byKey[key] {
        if isLoop { byKey[key]?.isMerged = true }
        branch.isMerged = isLoop
        if known.differences <= branch.differences { return }
      } else {
        order.append(key)
      }
      byKey[key] = branch
    }
  }

  /// The reason why an event has no outcome; nil if it has no instances. Among several reasons, a false guard has the
  /// lowest priority.
  private func blocked(_ branches: [Branch], _ instances: [EventInstance]) -> Advance? {
    var refused: Advance?
    for branch in branches.sorted(by: { $0.differences < $1.differences }) {
      for instance in instances {
        let reaction = evaluator.react(to: instance, in: branch.state)
        for problem in reaction.problems {
          if problem.finding.kind == .gap {
            return .obstacle(.gap(instance), branch, attempt: instance)
          }
          if let fault = problem.fault, let state = problem.state {
            return .obstacle(.fault(fault, instance, state: state), branch, attempt: instance)
          }
        }
        refused = refused ?? .obstacle(.refused(instance), branch, attempt: instance)
      }
    }
    return refused
  }

  private func isAsRecorded(_ step: Step, _ recorded: CounterexampleDocument.Step) -> Bool {
    let rule = step.rule.map { spec.events[step.instance.event].rules[$0].name }
    return rule == recorded.rule
      && step.choices.elementsEqual(recorded.choices) {
        $0.name == $1.name && $0.type.text($0.value) == $1.value
      }
  }

  private func hasChanges(
    _ recorded: CounterexampleDocument.Step, from old: [Value], to new: [Value]
  ) -> Bool {
    spec.changes(from: old, to: new).elementsEqual(recorded.changes) {
      $0.place == $1.place && $0.old == $1.old && $0.new == $1.new
    }
  }

  /// The instances of an event that match the recorded arguments: several if the event has new parameters, none if a
  /// new parameter has no values.
  private func instances(
    _ recorded: CounterexampleDocument.Step
  ) throws(ReplayResult.Obstacle) -> [EventInstance] {
    guard let index = spec.events.firstIndex(where: { $0.name == recorded.event }) else {
      let near = NearestName.propose(recorded.event, among: spec.events.map(\.name))
      throw .unknownEvent(recorded.event, nearest: near)
    }
    let parameters = spec.events[index].parameters
    let names = parameters.map(\.name)
    for name in recorded.arguments.keys.sorted() where !names.contains(name) {
      throw .unknownParameter(
        name, event: recorded.event, nearest: NearestName.propose(name, among: names))
    }
    var domains: [[Value]] = []
    var count = 1
    for parameter in parameters {
      if let text = recorded.arguments[parameter.name] {
        do throws(ValueReader.Unreadable) {
          domains.append([try ValueReader.read(text, as: parameter.type)])
        } catch {
          throw .unreadable(name: parameter.name, reason: error.reason)
        }
      } else {
        let values = parameter.type.allValues
        domains.append(values)
        count *= values.count
        guard count <= Self.maximumReactions else { throw .tooManyStates(Self.maximumBranches) }
      }
    }
    return Type.combinations(domains).map { EventInstance(event: index, arguments: $0) }
  }
}
