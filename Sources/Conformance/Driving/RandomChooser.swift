import Semantics

/// Chooses at random what is driven next, among what the implementation can do for sure.
package struct RandomChooser {
  private let interface: Interface
  private let steps: Int
  private let refuses: Bool
  private var random: SplitMix
  /// The instances of each event that is driven.
  private let instances: [[EventInstance]]
  /// What is known to go wrong, and seldom driven, so that what comes behind it is seen as well.
  package var avoided: Set<Follower.Way> = []

  package init(_ interface: Interface, steps: Int, refuses: Bool, seed: UInt64) {
    self.interface = interface
    self.steps = steps
    self.refuses = refuses
    random = SplitMix(seed: seed)
    let driven = interface.machine.instances.filter { !interface.hidden.contains($0.event) }
    instances = Dictionary(grouping: driven, by: \.event).sorted { $0.key < $1.key }.map(\.value)
  }

  /// The next event; nil if there were enough, or none is possible.
  ///
  /// Each event is as likely as any other, however many arguments it has; of ten, one is driven that is not possible.
  package mutating func next(_ follower: Follower, _ done: Int) -> DrivenStep? {
    guard done < steps else { return nil }
    let wantsImpossible = random.number(below: 10) == 0
    var second: DrivenStep?
    for _ in 0..<40 {
      guard !instances.isEmpty else { return nil }
      let choices = instances[random.number(below: instances.count)]
      let instance = choices[random.number(below: choices.count)]
      guard let possibility = try? follower.possibility(of: instance) else { return nil }
      if isAvoided(instance, follower) { continue }
      switch possibility {
      case .always where !wantsImpossible, .sometimes where refuses && !wantsImpossible:
        return DrivenStep(instance)
      case .always: second = DrivenStep(instance)
      case .never where wantsImpossible: return DrivenStep(instance, isPossible: false)
      default: break
      }
    }
    if let second { return second }
    if !avoided.isEmpty { return nil }
    // Where little is possible, all is looked through.
    for choices in instances {
      for instance in choices where (try? follower.possibility(of: instance)) == .always {
        return DrivenStep(instance)
      }
    }
    return nil
  }

  private mutating func isAvoided(_ instance: EventInstance, _ follower: Follower) -> Bool {
    guard !avoided.isEmpty, random.number(below: 20) > 0 else { return false }
    return !follower.ways(of: instance).isDisjoint(with: avoided)
  }
}
