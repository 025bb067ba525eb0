import Semantics

/// Two machines, and what of them counts as the same: what `PairSearch` is asked.
///
/// Places of instances and variables are those of the machines. What is compared has a common form, in which values of
/// one machine are equal to those of the other if they mean the same.
package struct ComparedMachines: Sendable {
  package enum Side: Int, Sendable { case old, new }

  /// Instances of both machines that look like one event with its arguments.
  package struct InstancePair: Sendable {
    /// Differences at pairs of one event may be of one sort.
    package var event: Int
    package var old: [Int]
    package var new: [Int]
    /// In states that are the same as far as both have it, both do the same to that, and nothing to the rest. Each
    /// side has one instance then. Of time passing it is said in any case.
    package var isAlike: Bool

    package init(event: Int, old: [Int], new: [Int], isAlike: Bool) {
      (self.event, self.old, self.new, self.isAlike) = (event, old, new, isAlike)
    }
  }

  /// A variable that both have.
  package struct VariablePair: Sendable {
    package var old: Int
    package var new: Int
    /// Values of both are in the common form as they are.
    package var isIdentity: Bool

    package init(old: Int, new: Int, isIdentity: Bool) {
      (self.old, self.new, self.isIdentity) = (old, new, isIdentity)
    }
  }

  package let old: Machine
  package let new: Machine
  package let instances: [InstancePair]
  package let variables: [VariablePair]
  /// Values of some of the compared variables in the common form, by their places among these.
  let look: @Sendable (Side, [Int], [Value]) -> [Value]
  /// Signals in the common form, in canonical order.
  let signals: @Sendable (Side, [EmittedSignal]) -> [EmittedSignal]
  /// States of both are the same words, and all of them is compared.
  let isShared: Bool
  /// The side whose state tells that of the other one, all of which is compared: it answers for both where they do the
  /// same. Nil if there is none.
  let lead: Side?
  /// Nothing but what is compared keeps time.
  private let agreesOnTime: Bool

  /// - Parameter hidesParts: of some variable that is compared a part is left out.
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
  /// Where it begins.
  fileprivate var place: Int { width == 0 ? 0 : word * 64 + shift }
}

/// One of two machines that are compared, made ready.
final class ComparedSide: Sendable {
  let side: ComparedMachines.Side
  let machine: Machine
  let plan: Plan
  /// The instances that are asked, in the order of their pairs.
  let calls: [Call]
  let look: ObservableProjection

  /// An instance that is asked.
  struct Call: BitwiseCopyable, Sendable {
    var pair: Int32
    /// One machine answers for both, where each may be in one state only.
    var isFollowed: Bool
    /// The place in the machine.
    var instance: Int
    /// The place in the plan; -1 if it runs by the reference evaluator.
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
    var places: [Int: Int] = [:]
    for (place, instance) in plan.instances.enumerated() { places[instance.instance] = place }
    for place in calls.indices { calls[place].planned = places[calls[place].instance] ?? -1 }
    self.calls = calls
  }
}

extension ComparedMachines {
  /// The machine that leads is asked alone, where each may be in one state only.
  func follows(_ pair: InstancePair) -> Bool {
    guard pair.isAlike, lead != nil, let instance = pair.old.first else { return false }
    if case .tick = old.spec.events[old.instances[instance].event].body { return agreesOnTime }
    return true
  }
}
