import Engine
import Semantics
import SpecLanguage
import Traces

/// Judges paths whose last steps may be a loop: `LoopJudge(machine, property, recorded)`.
struct LoopJudge {
  /// What is known after some paths.
  struct Verdict {
    var violation: Violation?
    /// Why the path that is most like the recorded one is none; nil if it does not close.
    var fix: ReplayResult.FixReason?
    /// What leaves it open whether there is a violation.
    var doubt: ReplayResult.UnjudgedReason?
    var path: Path
    /// How many steps of the path come before its loop, if it closes.
    var loop: Int?
    /// Paths to the same state were not kept apart.
    var isMerged = false
    /// How many paths were tried that do not close as they should.
    fileprivate var strays = 0
    private var differences = Int.max

    /// - Parameter branch: the path to be shown if none closes.
    init(_ branch: Replayer.Branch?) { path = branch?.path ?? Path(start: [], steps: []) }

    /// Takes over why a path with a loop is no violation, if no path was more like the recorded one.
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
  /// The values that the property's parameters may have.
  private let candidates: [[Value]]
  private let witness: LassoWitness

  /// - Parameter recorded: the values by name; those that are not there may be any.
  init(
    _ machine: Machine, _ property: Int, _ recorded: [String: String]
  ) throws(ReplayResult.Obstacle) {
    self.machine = machine
    self.property = property
    witness = LassoWitness(machine)
    candidates = try machine.spec.properties[property].tuples(agreeingWith: recorded)
  }

  /// Judges a path at the end of a round; false if its loop does not close there.
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

  /// Looks for a violation by a path that does not close as it should: it may come back to another state,
  /// or stop where it is. If it is none, that says nothing.
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

  /// Where what has to come comes, or that nothing has to.
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
  /// The choices of the parameters with the values of a counterexample.
  ///
  /// - Parameter recorded: the values by name; those that are not there may be any.
  /// - Throws: `ReplayResult.Obstacle` if there is no such parameter or value, or there are too many.
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
