import Basics
import Engine
import Semantics
import SpecLanguage
import Traces

/// Replays a stored counterexample in a spec that may have been edited since:
/// `Replayer(machine, starts).replay(document)`.
///
/// Events and arguments are matched by name. Where the file is incomplete or the spec has more parts, all possibilities
/// are followed: all matching initial states, all values of new parameters, all outcomes of each step. The violation
/// happens if it happens on one of these paths; the most similar path is reported.
package final class Replayer {
  /// The maximum number of states that are followed at once.
  static let maximumBranches = 10_000
  /// The maximum number of reactions that are computed for one step.
  static let maximumReactions = 200_000

  /// A path so far.
  struct Branch {
    var state: [Value]
    var history: PathHistory
    /// The distance from the recorded path: two for each step with another rule or other choices, one for each step
    /// with other changes.
    var differences = 0
    /// The starts of the loop's rounds, for an `eventually`.
    var rounds: [Round] = []
    /// Whether an equally similar path to the same state was left out.
    var isMerged = false

    /// The start of a loop, or of another round of it.
    struct Round: Hashable {
      var steps: Int
      var state: [Value]
    }

    var path: Path { history.path }
  }

  /// The outcome of one recorded event.
  indirect enum Advance {
    case violation(Violation)
    case branches([Branch])
    case obstacle(ReplayResult.Obstacle, Branch, attempt: EventInstance?)
  }

  let machine: Machine
  let starts: [[Value]]
  let evaluator: ReferenceEvaluator
  let witness: Witness
  let trapLimits: SearchLimits
  var spec: CheckedSpec { machine.spec }

  /// Creates a replayer.
  ///
  /// - Parameter trapLimits: the limits of the search for a path to the goal of a `possible` property.
  package init(
    _ machine: Machine, starts: [[Value]],
    trapLimits: SearchLimits = SearchLimits(states: 1_000_000)
  ) {
    self.machine = machine
    self.trapLimits = trapLimits
    self.starts = starts
    evaluator = ReferenceEvaluator(machine.spec)
    witness = Witness(machine)
  }

  package convenience init(_ world: ResolvedWorld) {
    self.init(world.machine, starts: world.starts)
  }

  /// Replays the counterexample.
  package func replay(_ document: CounterexampleDocument) -> ReplayResult {
    let nowhere = Path(start: starts.first ?? [], steps: [])
    let target: ReplayTarget
    do throws(ReplayResult.MissingDeclarationError) {
      target = try ReplayTarget(document.property, in: spec)
    } catch {
      return ReplayResult(verdict: .gone(error), path: nowhere)
    }
    var result: ReplayResult
    do throws(ReplayResult.Obstacle) {
      let first = try starts(agreeingWith: document.start)
      if target.kind == .eventually, let property = target.property {
        result = runLoop(document, target, property, from: first)
      } else {
        result = run(document, target, from: first)
      }
    } catch {
      return ReplayResult(verdict: .noLongerPossible(step: 0, error), path: nowhere)
    }
    // After the deadline ends, skipped results are unknown.
    guard let doubt = target.doubts.first ?? (Deadline.isOver ? .stopped : nil) else {
      return result
    }
    switch result.verdict {
    case .fixed, .noLongerPossible:
      result = ReplayResult(verdict: .undecided(doubt), path: result.path)
    case .stillViolates, .undecided, .gone: break
    }
    return result
  }

  private func run(
    _ document: CounterexampleDocument, _ target: ReplayTarget, from first: [Branch]
  ) -> ReplayResult {
    var branches = first
    var events = document.steps
    if let attempt = document.attempt {
      events.append(
        .init(
          event: attempt.event, arguments: attempt.arguments, choices: [], signals: [],
          changes: []))
    }
    for (index, event) in events.enumerated() {
      if let violation = violation(of: target, in: branches) {
        return ReplayResult(verdict: .stillViolates(violation), path: violation.path)
      }
      switch advance(branches, by: event, target) {
      case .violation(let violation):
        return ReplayResult(
          verdict: .stillViolates(violation), path: violation.path, attempt: violation.attempt)
      case .branches(let next): branches = next
      case .obstacle(let obstacle, let branch, let attempt):
        if let violation = deadlock(target, in: branches) {
          return ReplayResult(verdict: .stillViolates(violation), path: violation.path)
        }
        return ReplayResult(
          verdict: .noLongerPossible(step: index + 1, obstacle), path: branch.path,
          attempt: attempt)
      }
    }
    if let violation = violation(of: target, in: branches) ?? deadlock(target, in: branches) {
      return ReplayResult(verdict: .stillViolates(violation), path: violation.path)
    }
    if target.kind == .possible, let property = target.property {
      do throws(ReplayResult.Obstacle) {
        let choices = try spec.properties[property].tuples(
          agreeingWith: document.property.arguments)
        return runTrap(property, choices, in: branches)
      } catch {
        return ReplayResult(
          verdict: .noLongerPossible(step: document.steps.count, error), path: branches[0].path)
      }
    }
    let best = branches.min { $0.differences < $1.differences }
    return ReplayResult(
      verdict: .fixed, path: best?.path ?? Path(start: starts.first ?? [], steps: []))
  }

  /// The violation that is visible in the states themselves.
  private func violation(of target: ReplayTarget, in branches: [Branch]) -> Violation? {
    var best: (violation: Violation, differences: Int)?
    for branch in branches where branch.differences < best?.differences ?? .max {
      if let found = target.violation(in: branch.state, after: branch.path, witness, spec) {
        best = (found, branch.differences)
      }
    }
    return best?.violation
  }

  private func deadlock(_ target: ReplayTarget, in branches: [Branch]) -> Violation? {
    guard target.kind == .deadlock else { return nil }
    noteBound(of: branches, target)
    let ordered = branches.sorted { $0.differences < $1.differences }
    return ordered.first { target.isDeadlock($0.state, witness) }.map {
      Violation(Finding(.deadlock), after: $0.path)
    }
  }

  // MARK: Starts

  private func starts(
    agreeingWith recorded: [String: String]
  ) throws(ReplayResult.Obstacle) -> [Branch] {
    var wanted: [(variable: Int, value: Value)] = []
    for (index, variable) in spec.variables.enumerated() {
      // A variable with a single possible value is not compared with the file.
      guard let text = recorded[variable.name],
        starts.contains(where: { $0[index] != starts[0][index] })
      else { continue }
      do throws(ValueReader.Unreadable) {
        wanted.append((index, try ValueReader.read(text, as: variable.type)))
      } catch {
        throw .unreadable(name: variable.name, reason: error.reason)
      }
    }
    let agreeing = starts.filter { start in wanted.allSatisfy { start[$0.variable] == $0.value } }
    guard agreeing.count <= Self.maximumBranches else { throw .tooManyStates(Self.maximumBranches) }
    guard agreeing.isEmpty else {
      return agreeing.map { Branch(state: $0, history: .start($0)) }
    }
    // If several values never occur together, each may be possible alone.
    let impossible = wanted.filter { each in !starts.contains { $0[each.variable] == each.value } }
    let first = starts.first ?? []
    throw .otherStart(
      (impossible.isEmpty ? wanted : impossible).map { each in
        let declared = spec.variables[each.variable]
        return (
          declared.name, declared.type.text(each.value), declared.type.text(first[each.variable])
        )
      })
  }
}
