import Semantics
import SpecLanguage

/// A spec in one of its worlds, to walk through by oneself, step by step.
///
/// ```swift
/// let machine = try TraySpec(contentsOf: "lamp.tray").machine()
/// var state = machine.initialStates[0]
/// while let step = machine.successors(of: state).steps.randomElement() {
///   print(step, step.state["lit", as: Bool.self] ?? false)
///   state = step.state
/// }
/// ```
///
/// It goes by the reference evaluator, which defines what a spec means and takes its time: to visit all
/// states is what ``Traycheck/check(_:)`` is for.
///
/// A machine never changes and may be asked from any thread. Each question takes a thread with a
/// large stack and waits for it, so ask off the main thread.
public struct TrayMachine: Sendable {
  private let machine: Machine

  /// All states in which a run can begin, in the order of the values.
  public let initialStates: [State]

  init(_ settled: ResolvedWorld) {
    machine = settled.machine
    let names = State.Names(settled.spec)
    initialStates = settled.starts.map { State(values: $0, names) }
  }

  /// The names of the events, in the order of the text; `tick` is the last if time passes.
  public var events: [String] { machine.spec.events.map(\.name) }

  /// What can happen in a state, and what goes wrong there.
  ///
  /// - Parameter state: one of this machine, from ``initialStates`` or from a step.
  public func successors(of state: State) -> Successors {
    let machine = machine
    return LargeStack.run {
      let evaluator = ReferenceEvaluator(machine.spec)
      var successors = Successors()
      for instance in machine.instances {
        let reaction = evaluator.react(to: instance, in: state.values)
        successors.steps += reaction.steps.map { Step($0, state.names) }
        if let limit = reaction.limit { successors.limit = limit.limitText(in: machine.spec.file) }
        successors.problems += reaction.problems.compactMap {
          Problem($0, of: instance, in: machine.spec)
        }
      }
      return successors
    }
  }

  /// Whether an `invariant`, `reachable` or `possible` is true in a state.
  ///
  /// For a `reachable` or `possible` that is whether the state is a goal, and not whether one can be
  /// reached from it.
  ///
  /// - Throws: `EvaluationError` if there is no such property, or it has no value there.
  public func holds(_ property: String, in state: State) throws(EvaluationError) -> Bool {
    let declared = machine.spec.properties[try index(of: property)]
    guard declared.isOfStates else {
      throw EvaluationError("'\(property)' says nothing of a single state")
    }
    let spec = machine.spec
    let value = LargeStack.run {
      PropertyEvaluator(spec: spec).holds(declared, in: state.values)
    }
    switch value {
    case .success(let holds): return holds
    case .failure(let fault): throw EvaluationError(fault.limitText(in: spec.file))
    }
  }

  /// Whether a `transition` property is true of a step; nil if it is not about that step.
  ///
  /// - Throws: `EvaluationError` if there is no such property, or it has no value there.
  public func holds(
    _ property: String, of step: Step, from state: State
  ) throws(EvaluationError) -> Bool? {
    let index = try index(of: property)
    guard case .transition = machine.spec.properties[index].kind else {
      throw EvaluationError("'\(property)' says nothing of a single step")
    }
    let spec = machine.spec
    let verdict = LargeStack.run {
      PropertyEvaluator(spec: spec).check(index, step.step, from: state.values)
    }
    if let fault = verdict.fault { throw EvaluationError(fault.limitText(in: spec.file)) }
    return verdict.matches ? !verdict.isViolated : nil
  }

  private func index(of property: String) throws(EvaluationError) -> Int {
    let names = machine.spec.properties.map(\.name)
    if let index = names.firstIndex(of: property) { return index }
    let near = NearestName.hint(property, among: names)
    throw EvaluationError("there is no property '\(property)'\(near)")
  }
}

/// Why a question to a machine has no answer.
public struct EvaluationError: Error, Sendable, CustomStringConvertible {
  /// In a sentence, with the line of the spec if it is about one.
  public let description: String

  init(_ description: String) { self.description = description }
}
