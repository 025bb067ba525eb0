import Basics
import Semantics

/// Chooses random events to drive, from those that are certainly possible.
package struct RandomChooser {
  private let steps: Int
  private let refuses: Bool
  private var random: SplitMix
  /// The draws by the number of additional names.
  private var draws: [Int: InstanceDraw] = [:]
  /// The ways with known differences. They are driven rarely, so that later behaviour is tested as well.
  package var avoided: Set<StateEstimator.Way> = []
  /// The numbers of refused events that were driven, by the reason for the refusal; rare reasons are preferred.
  package var refusals: [Refusal: Int] = [:]

  /// An impossible event: the condition whose removal gives the event an outcome, or the results of its `when`
  /// conditions if there is no such condition.
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

  /// The next event; nil if there were enough, or if none is possible.
  ///
  /// One of five events is impossible on purpose.
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
    // If few events are possible, all are examined.
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

  /// The number of times that it was driven. A refusal without a possible outcome counts as more frequent.
  private func count(_ refusal: Refusal) -> Int {
    (refusals[refusal] ?? 0) + (refusal.isNoticeable ? 0 : 3)
  }

  /// The reason why an event is impossible, in the first possible state of the implementation.
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
