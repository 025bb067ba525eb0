import Semantics

/// Chooses at random what is driven next, among what the implementation can do for sure.
package struct RandomChooser {
  private let steps: Int
  private let refuses: Bool
  private var random: SplitMix
  /// The instances of each event that is driven, by how many names there are more than the spec has.
  private var instances: [Int: [[EventInstance]]] = [:]
  /// What is known to go wrong, and seldom driven, so that what comes behind it is seen as well.
  package var avoided: Set<Follower.Way> = []
  /// How often events were driven that are not possible, by why they are not: what is rare comes first.
  package var refusals: [Refusal: Int] = [:]

  /// An event that is not possible, by the parts of its `when` that are false.
  package struct Refusal: Hashable {
    fileprivate let event: Int
    fileprivate let parts: [Int]
  }

  package init(steps: Int, refuses: Bool, seed: UInt64) {
    self.steps = steps
    self.refuses = refuses
    random = SplitMix(seed: seed)
  }

  private mutating func instances(of interface: Interface) -> [[EventInstance]] {
    if let known = instances[interface.additionalNames] { return known }
    let driven = interface.machine.instances.filter { !interface.hidden.contains($0.event) }
    let grouped = Dictionary(grouping: driven, by: \.event).sorted { $0.key < $1.key }
      .map(\.value)
    instances[interface.additionalNames] = grouped
    return grouped
  }

  /// The next event; nil if there were enough, or none is possible.
  ///
  /// Each event is as likely as any other, however many arguments it has; of ten, one is driven that is not possible.
  package mutating func next(_ follower: Follower, _ done: Int) -> DrivenStep? {
    guard done < steps, let reach = try? follower.reach() else { return nil }
    let instances = instances(of: follower.interface)
    let wantsImpossible = random.number(below: 10) == 0
    var second: DrivenStep?
    var rarest: (refusal: Refusal, instance: EventInstance)?
    for _ in 0..<40 {
      guard !instances.isEmpty else { return nil }
      let choices = instances[random.number(below: instances.count)]
      let instance = choices[random.number(below: choices.count)]
      guard let possibility = try? reach.possibility(of: instance) else { return nil }
      if isAvoided(instance, follower) { continue }
      switch possibility {
      case .always where !wantsImpossible, .sometimes where refuses && !wantsImpossible:
        return DrivenStep(instance)
      case .always: second = DrivenStep(instance)
      case .never where wantsImpossible:
        guard let refusal = refusal(of: instance, follower) else { continue }
        if let known = rarest, count(known.refusal) <= count(refusal) { continue }
        rarest = (refusal, instance)
      default: break
      }
    }
    if let (refusal, instance) = rarest {
      refusals[refusal, default: 0] += 1
      return DrivenStep(instance, isPossible: false)
    }
    if let second { return second }
    if !avoided.isEmpty { return nil }
    // Where little is possible, all is looked through.
    for choices in instances {
      for instance in choices where (try? reach.possibility(of: instance)) == .always {
        return DrivenStep(instance)
      }
    }
    return nil
  }

  private mutating func isAvoided(_ instance: EventInstance, _ follower: Follower) -> Bool {
    guard !avoided.isEmpty, random.number(below: 20) > 0 else { return false }
    return !follower.ways(of: instance).isDisjoint(with: avoided)
  }

  private func count(_ refusal: Refusal) -> Int { refusals[refusal] ?? 0 }

  /// Why an event is not possible, in the first of the states that the implementation may be in.
  private func refusal(of instance: EventInstance, _ follower: Follower) -> Refusal? {
    guard let state = follower.belief.elements.first?.state else { return nil }
    let condition = follower.interface.spec.events[instance.event].guardExpression
    let parts = condition?.conjuncts ?? []
    var evaluator = ReferenceEvaluator(follower.interface.spec)
      .evaluator(for: instance, in: follower.stepper.states[state])
    let isFalse = parts.indices.filter { ((try? evaluator.holds(parts[$0])) ?? true) == false }
    return Refusal(event: instance.event, parts: isFalse)
  }
}
