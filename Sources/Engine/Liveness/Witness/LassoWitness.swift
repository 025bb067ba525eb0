import Semantics

/// Judges by the reference evaluator whether a path with a loop violates an `eventually`:
/// `LassoWitness(machine).violation(of: property, path, loopStart: 3)`.
///
/// The origin of the path does not matter: a search, or a file.
package struct LassoWitness: Sendable {
  private let machine: Machine
  private let actions: [FairAction]
  private let evaluator: ReferenceEvaluator

  package init(_ machine: Machine) {
    self.machine = machine
    actions = machine.fairActions
    evaluator = ReferenceEvaluator(machine.spec)
  }

  /// Why a path with its loop is no violation.
  package enum Rejection: Error, Sendable {
    /// The end of the path is not the state in which its loop begins.
    case open
    /// The premise holds nowhere, or the body holds then or later, for all values of the parameters.
    case answered
    /// An event that the property assumes not to happen infinitely often happens in the loop, in that step.
    case excluded(step: Int)
    /// The loop postpones that action indefinitely.
    case unfair(FairAction)
    /// A deciding part has no value: in an event, or in the property.
    case unknown(Fault, event: Int?)

    /// The result as half a sentence.
    func text(in spec: CheckedSpec) -> String {
      switch self {
      case .open: "it does not come back to its beginning"
      case .answered: "the property holds in it"
      case .excluded(let step): "step \(step + 1) must not repeat indefinitely"
      case .unfair(let action): "it puts off '\(spec.events[action.instance.event].name)'"
      case .unknown(let fault, _): fault.limitText(in: spec.file)
      }
    }
  }

  /// The violation of a path whose steps from `loopStart` on repeat forever.
  ///
  /// - Parameter arguments: the values of the property's parameters; nil for the first violating ones.
  package func violation(
    of property: Int, arguments: [Value]? = nil, _ path: Path, loopStart: Int
  ) throws(Rejection) -> Violation {
    let declared = machine.spec.properties[property]
    guard case .eventually(let parameters, _, let excluded) = declared.kind else {
      throw .answered
    }
    let states = path.states
    guard states.indices.contains(loopStart), states[loopStart] == path.end else { throw .open }
    for (step, taken) in path.steps.enumerated().dropFirst(loopStart)
    where excluded.contains(taken.instance.event) {
      throw .excluded(step: step)
    }
    let candidates =
      arguments.map { [$0] } ?? Type.combinations(parameters.map(\.type.allValues))
    var unknown: Fault?
    for candidate in candidates {
      let since: Int?
      do throws(Fault) {
        since = try self.since(property, candidate, states, loopStart)
      } catch {
        unknown = unknown ?? error
        continue
      }
      guard let since else { continue }
      let reasons = try reasons(path, states, loopStart)
      var violation = Violation(Finding(.eventually, property: property), after: path)
      violation.arguments = candidate
      violation.lasso = Lasso(loopStart: loopStart, since: since, reasons: reasons)
      return violation
    }
    if let unknown { throw .unknown(unknown, event: nil) }
    throw .answered
  }

  /// The first state in which the premise holds and from which on the body does not, including the next round of the
  /// loop; nil if there is none.
  private func since(
    _ property: Int, _ arguments: [Value], _ states: [[Value]], _ loopStart: Int
  ) throws(Fault) -> Int? {
    let judge = LeadsTo(machine.spec.properties[property], arguments)
    var since: Int?
    for (place, state) in (states + states[(loopStart + 1)...]).enumerated() {
      let isPending = try judge.isPending(in: state, isStart: place == 0, already: since != nil)
        .get()
      since = isPending ? since ?? place : nil
    }
    return since.flatMap { $0 < states.count ? $0 : nil }
  }

  private func reasons(
    _ path: Path, _ states: [[Value]], _ loopStart: Int
  ) throws(Rejection) -> [Lasso.Reason] {
    var reasons: [Lasso.Reason] = []
    let loop = loopStart..<max(path.steps.count, loopStart + 1)
    for action in actions {
      if let step = path.steps.indices.dropFirst(loopStart).first(where: {
        action.happens(by: path.steps[$0])
      }) {
        reasons.append(.init(action: action, kind: .happens(step: step)))
        continue
      }
      var refusing: [Int] = []
      for place in loop {
        if try !isPossible(action, in: states[place]) { refusing.append(place) }
      }
      if refusing.count == loop.count {
        reasons.append(.init(action: action, kind: .neverPossible))
      } else if action.fairness == .weak, let place = refusing.first {
        reasons.append(.init(action: action, kind: .notPossible(after: place)))
      } else {
        throw .unfair(action)
      }
    }
    return reasons
  }

  /// Whether a fair run may stop in a state: no fair action is enabled there.
  ///
  /// False also if a limit stopped the tool there.
  package func mayStop(in state: [Value]) -> Bool {
    actions.allSatisfy { action in
      do throws(Rejection) {
        return try !isPossible(action, in: state)
      } catch {
        return false
      }
    }
  }

  /// Returns the violation of a path after whose end the run stops.
  ///
  /// - Throws: `InternalError` if there is no path, or it shows no violation.
  package func explained(
    stopOf property: Int, after path: Path?
  ) throws(InternalError) -> Violation {
    if let path {
      let found = try? violation(of: property, path, loopStart: path.steps.count)
      if let found { return found }
    }
    throw InternalError(Finding(.eventually, property: property), machine.spec, after: path)
  }

  /// Whether some step from a state is the action.
  ///
  /// - Throws: `unknown` if none is, and a limit stopped the tool.
  package func isPossible(
    _ action: FairAction, in state: [Value]
  ) throws(Rejection) -> Bool {
    let reaction = evaluator.react(to: action.instance, in: state)
    if reaction.steps.contains(where: { action.happens(by: $0) }) { return true }
    if let limit = reaction.limit { throw .unknown(limit, event: action.instance.event) }
    return false
  }
}
