import Semantics

/// Two machines, and the parts in which they are compared: the input of `PairSearch`.
///
/// Indices of instances and variables are those of the machines. Compared parts have a common form, in which values
/// with the same meaning are equal.
package struct ComparedMachines: Sendable {
  package enum Side: Int, Sendable { case old, new }

  /// Instances of both machines that correspond to one event with its arguments.
  package struct InstancePair: Sendable {
    /// The event; differences of its pairs may be of one sort.
    package var event: Int
    package var old: [Int]
    package var new: [Int]
    /// In states with equal compared parts, both have the same effect on these, and none on the rest. Each side then
    /// has one instance. For ticks, it always counts.
    package var isAlike: Bool

    package init(event: Int, old: [Int], new: [Int], isAlike: Bool) {
      (self.event, self.old, self.new, self.isAlike) = (event, old, new, isAlike)
    }
  }

  /// A variable that both have.
  package struct VariablePair: Sendable {
    package var old: Int
    package var new: Int
    /// Whether values of both are already in the common form.
    package var isIdentity: Bool

    package init(old: Int, new: Int, isIdentity: Bool) {
      (self.old, self.new, self.isIdentity) = (old, new, isIdentity)
    }
  }

  package let old: Machine
  package let new: Machine
  package let instances: [InstancePair]
  package let variables: [VariablePair]
  /// Converts the values of some compared variables to the common form, by their indices among these.
  let look: @Sendable (Side, [Int], [Value]) -> [Value]
  /// Signals in the common form, in canonical order.
  let signals: @Sendable (Side, [EmittedSignal]) -> [EmittedSignal]
  /// Whether states of both are the same words, and compared completely.
  let isShared: Bool
  /// The side whose state determines that of the other one, which is compared completely: it represents both where
  /// they do the same. Nil if there is none.
  let lead: Side?
  /// Whether only compared parts contain timers.
  private let agreesOnTime: Bool

  /// - Parameter hidesParts: whether part of some compared variable is omitted.
  package init(
    _ old: Machine, _ new: Machine, instances: [InstancePair], variables: [VariablePair],
    hidesParts: Bool, look: @escaping @Sendable (Side, [Int], [Value]) -> [Value],
    signals: @escaping @Sendable (Side, [EmittedSignal]) -> [EmittedSignal]
  ) {
    (self.old, self.new, self.instances, self.variables) = (old, new, instances, variables)
    (self.look, self.signals) = (look, signals)
    let nodes = variables.map { (old.layout.nodes[$0.old], new.layout.nodes[$0.new]) }
    let isAligned =
      !hidesParts && variables.allSatisfy(\.isIdentity)
      && nodes.allSatisfy { $0.hasSameForm(as: $1) }
    let isWhole = (
      old: old.spec.variables.count == variables.count,
      new: new.spec.variables.count == variables.count
    )
    isShared =
      isAligned && isWhole.old && isWhole.new && old.layout.wordCount == new.layout.wordCount
      && nodes.allSatisfy { $0.fields.map(\.place) == $1.fields.map(\.place) }
    lead =
      !isAligned ? nil : isShared ? .old : isWhole.old ? .new : isWhole.new ? .old : nil
    let places = (Set(variables.map(\.old)), Set(variables.map(\.new)))
    agreesOnTime =
      !old.spec.variables.enumerated().contains {
        $1.type.containsTimer && !places.0.contains($0)
      }
      && !new.spec.variables.enumerated().contains {
        $1.type.containsTimer && !places.1.contains($0)
      }
  }

  func machine(_ side: Side) -> Machine { side == .old ? old : new }
}

extension StateField {
  /// Its first bit.
  fileprivate var place: Int { width == 0 ? 0 : word * 64 + shift }
}

/// One of two compared machines, with its plan.
final class ComparedSide: Sendable {
  let side: ComparedMachines.Side
  let machine: Machine
  let plan: Plan
  /// The instances to evaluate, in the order of their pairs.
  let calls: [Call]
  let look: ObservableProjection

  /// An instance to evaluate.
  struct Call: BitwiseCopyable, Sendable {
    var pair: Int32
    /// Whether one machine represents both, where each has one possible state.
    var isFollowed: Bool
    /// The place in the machine.
    var instance: Int
    /// The index in the plan; -1 if the reference evaluator runs it.
    var planned: Int
  }

  init(_ machines: ComparedMachines, _ side: ComparedMachines.Side, _ look: ObservableProjection) {
    self.side = side
    self.look = look
    machine = machines.machine(side)
    var calls: [Call] = []
    for (place, pair) in machines.instances.enumerated() {
      let isFollowed = machines.follows(pair)
      if isFollowed, machines.isShared, side == .new { continue }
      for instance in side == .old ? pair.old : pair.new {
        calls.append(
          Call(
            pair: Int32(truncatingIfNeeded: place), isFollowed: isFollowed, instance: instance,
            planned: -1))
      }
    }
    let events = machine.instances
    plan = PlanBuilder.steps(
      of: machine, instances: Set(calls.map(\.instance)),
      signalsOf: Set(
        calls.filter { !$0.isFollowed || !machines.isShared }.map { events[$0.instance].event }))
    for place in calls.indices { calls[place].planned = plan.places[calls[place].instance] ?? -1 }
    self.calls = calls
  }
}

extension ComparedMachines {
  /// Whether only the leading machine is expanded, in nodes with one state of each.
  func follows(_ pair: InstancePair) -> Bool {
    guard pair.isAlike, lead != nil, let instance = pair.old.first else { return false }
    if case .tick = old.spec.events[old.instances[instance].event].body { return agreesOnTime }
    return true
  }
}
