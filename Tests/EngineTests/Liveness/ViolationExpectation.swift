import Engine
import Semantics
import Testing

extension Violation {
  /// Expects that the path is one of the machine, and that the checkers of paths find the given violation of
  /// `eventually` or `possible`.
  func expectIsShown(by machine: Machine, from starts: [[Value]], _ comment: Comment) throws {
    #expect(starts.contains(path.start), comment)
    let evaluator = ReferenceEvaluator(machine.spec)
    var state = path.start
    for step in path.steps {
      #expect(evaluator.react(to: step.instance, in: state).steps.contains(step), comment)
      state = step.state
    }
    let property = try #require(property, comment)
    switch word {
    case .eventually:
      let lasso = try #require(lasso, comment)
      do {
        let seen = try LassoWitness(machine).violation(
          of: property, arguments: arguments, path, loopStart: lasso.loopStart)
        #expect(seen.lasso?.since == lasso.since, comment)
        #expect(seen.lasso?.reasons.count == lasso.reasons.count, comment)
      } catch {
        Issue.record("\(error): \(comment)")
      }
    case .possible:
      let witness = TrapWitness(machine)
      #expect(witness.isAsked(property, arguments, in: state), comment)
      guard case .trapped(let seen) = witness.judge(property, arguments, from: state) else {
        Issue.record("a way leads out: \(comment)")
        return
      }
      if let trap, let states = trap.states, let others = seen.states {
        #expect(states == others, comment)
      }
    default: Issue.record("a violation of another kind: \(comment)")
    }
  }
}
