import Semantics

/// The fair actions, by number, and their images when names are permuted.
final class FairnessPlan: Sendable {
  struct Action: Sendable {
    /// The place of the event instance in the machine.
    var instance: Int
    var rule: Int?
    var isStrong: Bool
  }

  /// The required fairness of each event and rule (event, rule).
  struct Demands: Sendable {
    var events: [Fairness]
    var rules: [[Fairness]]
    /// The events whose additional fairness for some arguments does not count.
    var eventsWithoutPromises: Set<Int> = []

    /// The fairness of a spec.
    init(_ spec: CheckedSpec) {
      events = spec.events.map(\.fairness)
      rules = spec.events.map { $0.rules.map(\.fairness) }
    }
  }

  let actions: [Action]
  /// For each event instance, its action as a whole, and the first index of its rules in `ofRules`; -1 if there is
  /// none.
  private let ofInstance: [Int32]
  private let rulesOfInstance: [Int32]
  private let ofRules: [Int32]
  private let eventOfInstance: [Int]
  private let firstInstance: [Int]
  private let images: [TupleImages]
  /// Whether a permutation of names permutes the actions.
  let hasNames: Bool

  init(_ machine: Machine, _ demands: Demands, _ symmetry: SymmetryPlan?) {
    var actions: [Action] = []
    var ofInstance: [Int32] = []
    var rulesOfInstance: [Int32] = []
    var ofRules: [Int32] = []
    var firstInstance = Array(repeating: 0, count: machine.spec.events.count)
    for (index, instance) in machine.instances.enumerated().reversed() {
      firstInstance[instance.event] = index
    }
    func add(_ instance: Int, _ rule: Int?, _ fairness: Fairness) -> Int32 {
      if fairness == .none { return -1 }
      actions.append(Action(instance: instance, rule: rule, isStrong: fairness == .strong))
      return Int32(truncatingIfNeeded: actions.count - 1)
    }
    for (index, instance) in machine.instances.enumerated() {
      let promised =
        demands.eventsWithoutPromises.contains(instance.event)
        ? .none : machine.spec.events[instance.event].fairness(of: instance.arguments)
      ofInstance.append(add(index, nil, max(demands.events[instance.event], promised)))
      let rules = demands.rules[instance.event]
      if rules.allSatisfy({ $0 == .none }) {
        rulesOfInstance.append(-1)
      } else {
        rulesOfInstance.append(Int32(truncatingIfNeeded: ofRules.count))
        for (rule, fairness) in rules.enumerated() { ofRules.append(add(index, rule, fairness)) }
      }
    }
    let events = Set(actions.map { machine.instances[$0.instance].event })
    images = machine.spec.events.enumerated().map { index, event in
      events.contains(index)
        ? TupleImages(event.parameters.map(\.type), symmetry) : TupleImages([], nil)
    }
    hasNames = images.contains { !$0.isFixed }
    eventOfInstance = machine.instances.map(\.event)
    self.actions = actions
    self.ofInstance = ofInstance
    self.rulesOfInstance = rulesOfInstance
    self.ofRules = ofRules
    self.firstInstance = firstInstance
  }

  /// The number of orbits of actions if all permutations are known.
  var orbitCount: Int {
    actions.reduce(0) { count, action in
      let event = eventOfInstance[action.instance]
      return action.instance == firstInstance[event] ? count + images[event].orbitCount : count
    }
  }

  /// The actions that a step is, if any.
  @inline(__always)
  func forEachAction(of instance: Int, rule: Int, _ body: (Int) -> Void) {
    let whole = ofInstance[instance]
    if whole >= 0 { body(Int(whole)) }
    let rules = rulesOfInstance[instance]
    if rules >= 0, rule >= 0 {
      let action = ofRules[Int(rules) + rule]
      if action >= 0 { body(Int(action)) }
    }
  }

  /// For each event instance, whether some of its steps are fair actions.
  var areFair: [Bool] {
    var areFair = Array(repeating: false, count: ofInstance.count)
    for action in actions { areFair[action.instance] = true }
    return areFair
  }

  /// Whether a step is any fair action.
  @inline(__always)
  func isFair(_ instance: Int, rule: Int) -> Bool {
    var found = false
    forEachAction(of: instance, rule: rule) { _ in found = true }
    return found
  }

  /// The action that an action becomes.
  func image(of action: Int, under permutation: TupleImages.Permutation) -> Int {
    let instance = actions[action].instance
    let event = eventOfInstance[instance]
    if images[event].isFixed { return action }
    let first = firstInstance[event]
    let image = first + images[event].image(of: instance - first, under: permutation)
    guard let rule = actions[action].rule else { return Int(ofInstance[image]) }
    return Int(ofRules[Int(rulesOfInstance[image]) + rule])
  }
}
