import Basics
import Engine
import Semantics
import SpecLanguage
import Traces

/// Judges paths whose last steps may be a loop: `LoopJudge(machine, property, recorded)`.
struct LoopJudge {
  /// The verdict after some paths.
  struct Verdict {
    @Boxed var violation: Violation?
    /// The reason why the path most similar to the recorded one is not a violation; nil if it does not close.
    var fix: ReplayResult.FixReason?
    /// The reason why it is unknown whether there is a violation.
    var doubt: ReplayResult.UnjudgedReason?
    var path: Path
    /// The number of steps before the loop, if the path closes.
    var loop: Int?
    /// Whether paths to the same state were merged.
    var isMerged = false
    /// The number of tried paths that do not close as recorded.
    fileprivate var strays = 0
    private var differences = Int.max

    /// Creates an empty verdict.
    ///
    /// - Parameter branch: the path to be shown if none closes.
    init(_ branch: Replayer.Branch?) { path = branch?.path ?? Path(start: [], steps: []) }

    /// Records why a path with a loop is not a violation, if it is the most similar to the recorded one so far.
    mutating func take(
      _ fix: ReplayResult.FixReason, of branch: Replayer.Branch, _ path: Path, _ loop: Int
    ) {
      guard branch.differences < differences else { return }
      differences = branch.differences
      (self.fix, self.path, self.loop) = (fix, path, loop)
    }
  }

  private let machine: Machine
  private let property: Int
  /// The possible values of the property's parameters.
  private let candidates: [[Value]]
  private let witness: LassoWitness

  /// Creates a judge.
  ///
  /// - Parameter recorded: the values by name; missing ones are arbitrary.
  init(
    _ machine: Machine, _ property: Int, _ recorded: [String: String]
  ) throws(ReplayResult.Obstacle) {
    self.machine = machine
    self.property = property
    witness = LassoWitness(machine)
    candidates = try machine.spec.properties[property].tuples(agreeingWith: recorded)
  }

  /// Judges a path at the end of a round; returns false if its loop does not close there.
  func judge(_ branch: Replayer.Branch, into verdict: inout Verdict) -> Bool {
    let places = branch.rounds.filter { $0.state == branch.state }.map(\.steps)
    guard !places.isEmpty else {
      judgeAnywhere(branch, into: &verdict)
      return false
    }
    verdict.isMerged = verdict.isMerged || branch.isMerged
    guard verdict.violation == nil else { return true }
    let path = branch.path
    for place in places.reversed() where verdict.violation == nil {
      for arguments in candidates where verdict.violation == nil && !Deadline.isOver {
        do throws(LassoWitness.Rejection) {
          verdict.violation = try witness.violation(
            of: property, arguments: arguments, path, loopStart: place)
        } catch {
          reject(error, branch, arguments, path, place, into: &verdict)
        }
      }
    }
    return true
  }

  /// Searches for a violation on a path that does not close as recorded: it may return to another state, or stop at its
  /// end. If it finds none, that proves nothing.
  func judgeAnywhere(_ branch: Replayer.Branch, into verdict: inout Verdict) {
    guard verdict.violation == nil, verdict.strays < Replayer.maximumPathsApart else { return }
    verdict.strays += 1
    let path = branch.path
    let states = path.states
    for place in states.indices.reversed() where states[place] == branch.state {
      for arguments in candidates where !Deadline.isOver {
        let found = try? witness.violation(
          of: property, arguments: arguments, path, loopStart: place)
        guard let found else { continue }
        verdict.violation = found
        return
      }
    }
  }

  private func reject(
    _ rejection: LassoWitness.Rejection, _ branch: Replayer.Branch, _ arguments: [Value],
    _ path: Path, _ place: Int, into verdict: inout Verdict
  ) {
    switch rejection {
    case .open: break
    case .excluded(let step): verdict.take(.excluded(step: step), of: branch, path, place)
    case .unfair(let action): verdict.take(.unfair(action), of: branch, path, place)
    case .answered: verdict.take(answer(arguments, path), of: branch, path, place)
    case .unknown(let fault, let event):
      verdict.doubt =
        verdict.doubt ?? .fault(fault, event.map { .event($0) } ?? .property(property))
    }
  }

  /// The step that reaches the goal, or the fact that nothing triggers the property.
  private func answer(_ arguments: [Value], _ path: Path) -> ReplayResult.FixReason {
    let judge = LeadsTo(machine.spec.properties[property], arguments)
    var isAsked = false
    for (place, state) in path.states.enumerated() {
      if !isAsked, case .success(let begins) = judge.holdsPremise(in: state) {
        isAsked = begins ?? true
      }
      if isAsked, case .success(true) = judge.holdsBody(in: state) {
        return .answered(after: place)
      }
    }
    return .unasked
  }
}

extension Property {
  /// The parameter values of a counterexample.
  ///
  /// - Parameter recorded: the values by name; missing ones are arbitrary.
  /// - Throws: `ReplayResult.Obstacle` if a parameter or value does not exist, or if there are too many values.
  func tuples(
    agreeingWith recorded: [String: String]
  ) throws(ReplayResult.Obstacle) -> [[Value]] {
    let names = parameters.map(\.name)
    for name in recorded.keys.sorted() where !names.contains(name) {
      throw .unknownArgument(
        name, property: self.name, nearest: NearestName.propose(name, among: names))
    }
    var domains: [[Value]] = []
    var count = 1
    for parameter in parameters {
      if let text = recorded[parameter.name] {
        do throws(ValueReader.Unreadable) {
          domains.append([try ValueReader.read(text, as: parameter.type)])
        } catch {
          throw .unreadable(name: parameter.name, reason: error.reason)
        }
      } else {
        domains.append(parameter.type.allValues)
        count *= parameter.type.allValues.count
        guard count <= Replayer.maximumBranches else {
          throw .tooManyStates(Replayer.maximumBranches)
        }
      }
    }
    return Type.combinations(domains)
  }
}
