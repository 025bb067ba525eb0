import Basics
import Semantics
import SpecLanguage

/// A world of a spec as a state machine that you can step through.
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
/// It runs on the reference interpreter, which defines the meaning of specs and is slow. To visit all states, use
/// ``Traycheck/check(_:)``.
///
/// A machine is immutable and may be used from any thread. Each call starts a thread with a large stack and waits for
/// it, so do not call it on the main thread.
public struct TrayMachine: Sendable {
  private let machine: Machine

  /// The initial states, in the order of the values.
  public let initialStates: [State]

  init(_ settled: ResolvedWorld) {
    machine = settled.machine
    let names = State.Names(settled.spec)
    initialStates = settled.starts.map { State(values: $0, names) }
  }

  /// The names of the events, in the order of the text. If time passes, `tick` is the last one.
  public var events: [String] { machine.spec.events.map(\.name) }

  /// The possible steps in a state, and the errors there.
  ///
  /// - Parameter state: a state of this machine, from ``initialStates`` or from a step.
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

  /// Evaluates an `invariant`, `reachable` or `possible` property in a state.
  ///
  /// For a `reachable` or `possible` property, the result is whether the state itself is a goal, not whether a goal can
  /// be reached from it.
  ///
  /// - Throws: `EvaluationError` if the property does not exist, or if its evaluation fails there.
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

  /// Evaluates a `transition` property for a step; nil if the property does not apply to that step.
  ///
  /// - Throws: `EvaluationError` if the property does not exist, or if its evaluation fails there.
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

/// The error that a property cannot be evaluated.
public struct EvaluationError: Error, Sendable, CustomStringConvertible {
  /// A sentence that describes the error, with the line of the spec if there is one.
  public let description: String

  init(_ description: String) { self.description = description }
}
