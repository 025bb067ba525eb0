import Semantics

/// Chooses at random what is driven next, among what the implementation can do for sure.
package struct RandomChooser {
  private let steps: Int
  private let refuses: Bool
  private var random: SplitMix
  /// By how many names there are more than the spec has.
  private var draws: [Int: InstanceDraw] = [:]
  /// What is known to go wrong, and seldom driven, so that what comes behind it is seen as well.
  package var avoided: Set<StateEstimator.Way> = []
  /// How often events were driven that are not possible, by why they are not: what is rare comes first.
  package var refusals: [Refusal: Int] = [:]

  /// An event that is not possible, by the condition without which something would come of it, or by how the conditions
  /// of its `when` come out if there is none.
  package struct Refusal: Hashable {
    fileprivate let event: Int
    fileprivate let conditions: Set<RulePart>
    fileprivate let isNoticeable: Bool
  }

  package init(steps: Int, refuses: Bool, seed: UInt64) {
    self.steps = steps
    self.refuses = refuses
    random = SplitMix(seed: seed)
  }

  private mutating func draw(_ interface: Interface) -> InstanceDraw {
    if let known = draws[interface.additionalNames] { return known }
    let draw = InstanceDraw(interface)
    draws[interface.additionalNames] = draw
    return draw
  }

  /// The next event; nil if there were enough, or none is possible.
  ///
  /// Of five, one is driven that is not possible.
  package mutating func next(_ estimator: StateEstimator, _ done: Int) -> DrivenStep? {
    guard done < steps, let reach = try? estimator.reach() else { return nil }
    let draw = draw(estimator.interface)
    let wantsImpossible = random.number(below: 5) == 0
    var second: DrivenStep?
    var rarest: (refusal: Refusal, instance: EventInstance)?
    for _ in 0..<40 {
      guard let instance = draw.next(&random),
        let possibility = try? reach.possibility(of: instance)
      else { return nil }
      if isAvoided(instance, estimator) { continue }
      switch possibility {
      case .always where !wantsImpossible, .sometimes where refuses && !wantsImpossible:
        return DrivenStep(instance)
      case .always: second = DrivenStep(instance)
      case .never where wantsImpossible:
        guard let refusal = refusal(of: instance, estimator) else { continue }
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
    for choices in draw.instances {
      for instance in choices where (try? reach.possibility(of: instance)) == .always {
        return DrivenStep(instance)
      }
    }
    return nil
  }

  private mutating func isAvoided(_ instance: EventInstance, _ estimator: StateEstimator) -> Bool {
    guard !avoided.isEmpty, random.number(below: 20) > 0 else { return false }
    return !estimator.ways(of: instance).isDisjoint(with: avoided)
  }

  /// How often it was driven; one of which nothing would come anyway counts as if it had been more often.
  private func count(_ refusal: Refusal) -> Int {
    (refusals[refusal] ?? 0) + (refusal.isNoticeable ? 0 : 3)
  }

  /// Why an event is not possible, in the first of the states that the implementation may be in.
  private func refusal(of instance: EventInstance, _ estimator: StateEstimator) -> Refusal? {
    guard let state = estimator.belief.elements.first?.state else { return nil }
    let decisions = Decisions(
      ReferenceEvaluator(estimator.interface.spec), instance, in: estimator.stepper.states[state])
    let deciding = decisions.parts.first { (try? decisions.refusal(by: $0)) == .noticeable }
    return Refusal(
      event: instance.event, conditions: deciding.map { [$0] } ?? Set(decisions.parts),
      isNoticeable: deciding != nil)
  }
}
