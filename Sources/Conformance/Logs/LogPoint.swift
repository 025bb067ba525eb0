import Semantics

/// A snapshot of a log follower, from which the log can be followed again: `LogFollower(point)`.
package final class LogPoint: Sendable {
  /// The maximum number of states in a snapshot.
  package static let maximumStates = 4096

  struct Branch: Sendable {
    let taken: [Int]
    let candidates: [(state: [Value], owed: [EmittedSignal], names: NameTable)]
    let names: NameTable
  }

  let interface: Interface
  let skew: Int64?
  let branches: [Branch]
  let waiting: [(first: Int, lines: [LogLine])]
  let latest: Int64

  init(
    interface: Interface, skew: Int64?, branches: [Branch],
    waiting: [(first: Int, lines: [LogLine])], latest: Int64
  ) {
    (self.interface, self.skew, self.branches, self.waiting, self.latest) = (
      interface, skew, branches, waiting, latest
    )
  }
}

extension LogFollower {
  /// A snapshot of the current point; nil if there are too many possible states.
  package var point: LogPoint? {
    guard branches.reduce(0, { $0 + $1.estimator.belief.count }) <= LogPoint.maximumStates else {
      return nil
    }
    let kept = branches.map { branch in
      let stepper = branch.estimator.stepper
      return LogPoint.Branch(
        taken: branch.taken,
        candidates: branch.estimator.belief.elements.map {
          (stepper.states[$0.state], $0.owed, stepper.tables[$0.names])
        },
        names: branch.estimator.names)
    }
    return LogPoint(
      interface: interface, skew: skew, branches: kept, waiting: waiting, latest: latest)
  }

  /// Creates an estimator from a snapshot. It detects differences, but does not describe them.
  init(_ point: LogPoint) {
    self.init(point.interface, skew: point.skew)
    let empty = branches[0].estimator
    branches = point.branches.map { kept in
      var estimator = empty
      estimator.belief = CandidateSet(estimator.canonicalNames)
      let stepper = estimator.stepper
      for (state, owed, names) in kept.candidates {
        estimator.belief.insert(
          Candidate(state: stepper.id(of: state), owed: owed, names: stepper.id(of: names)), nil)
      }
      estimator.names = kept.names
      return Branch(taken: kept.taken, estimator: estimator)
    }
    waiting = point.waiting
    latest = point.latest
    tellsWhy = false
    forgets = false
  }

  /// Consumes an unobserved occurrence of one of the events, without its signals; returns false if none is possible.
  mutating func happenedUnnoticed(_ instances: [EventInstance]) -> Bool {
    let possible = branches.compactMap { branch in
      var branch = branch
      return branch.estimator.happenedUnnoticed(instances) ? branch : nil
    }
    if possible.isEmpty { return false }
    branches = possible
    return true
  }

  /// The number of states in all orders.
  var size: Int { branches.reduce(0) { $0 + $1.estimator.belief.count } }
}

extension StateEstimator {
  /// Consumes an unobserved occurrence of one of the events, without its signals; returns false if none is possible.
  mutating func happenedUnnoticed(_ instances: [EventInstance]) -> Bool {
    let nothing = Observation(.nothing, [], ObservedOutputs(isSettled: false), self)
    var after = CandidateSet(canonicalNames)
    do throws(UndecidedError) {
      let before = try closed(belief, nothing)
      for (index, candidate) in before.elements.enumerated() {
        for instance in instances {
          for outcome in try stepper.answer(to: instance, in: candidate.state).outcomes {
            var behind = candidate
            behind.state = outcome.state
            after.insert(stepper.withoutIdleNames(behind), before.history(at: index))
          }
        }
      }
      after = try closed(after, nothing)
    } catch {
      return false
    }
    guard !after.isEmpty else { return false }
    belief = after
    return true
  }
}
