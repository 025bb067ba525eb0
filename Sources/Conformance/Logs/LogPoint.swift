import Semantics

/// What is known of an implementation at a line of its log, from which the log can be followed anew:
/// `LogFollower(point)`.
package struct LogPoint: Sendable {
  /// Of more states than this, none is kept.
  package static let maximumStates = 4096

  let interface: Interface
  let candidates: [(state: [Value], owed: [EmittedSignal])]
  let names: NameTable
}

extension LogFollower {
  /// Where the log is now; nil if the implementation may be in too many states to keep them.
  package var point: LogPoint? {
    guard follower.belief.count <= LogPoint.maximumStates else { return nil }
    return LogPoint(
      interface: interface,
      candidates: follower.belief.elements.map { (follower.stepper.states[$0.state], $0.owed) },
      names: names)
  }

  /// Goes on from a point, to find out whether lines are explained but not why they are not.
  init(_ point: LogPoint) {
    self.init(point.interface)
    var belief = CandidateSet()
    for (state, owed) in point.candidates {
      belief.insert(Candidate(state: follower.stepper.id(of: state), owed: owed), nil)
    }
    follower.belief = belief
    follower.names = point.names
    follower.asksWhy = false
    follower.forgets = false
  }
}

extension Follower {
  /// Takes in that one of the events happened, and neither it nor its signals were noticed; false if none is possible.
  mutating func happenedUnnoticed(_ instances: [EventInstance]) -> Bool {
    let nothing = Noticed(isSettled: false)
    var after = CandidateSet()
    do throws(Open) {
      let before = try closed(belief, nothing)
      for (index, candidate) in before.elements.enumerated() {
        for instance in instances {
          for outcome in stepper.answer(to: instance, in: candidate.state).outcomes {
            after.insert(
              Candidate(state: outcome.state, owed: candidate.owed), before.history(at: index))
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
