import Basics
import Semantics

/// Draws random events to drive. An event with more possible arguments has more to observe, so its probability grows
/// with the square root of their number.
struct InstanceDraw {
  /// The instances by event.
  let instances: [[EventInstance]]
  private let weights: [Int]
  private let total: Int

  init(_ interface: Interface) {
    let driven = interface.machine.instances.filter { !interface.hidden.contains($0.event) }
    instances = Dictionary(grouping: driven, by: \.event).sorted { $0.key < $1.key }.map(\.value)
    weights = instances.map { Int((Double($0.count) * 64).squareRoot()) }
    total = weights.reduce(0, +)
  }

  /// The next event; nil if none can be driven.
  func next(_ random: inout SplitMix) -> EventInstance? {
    guard total > 0 else { return nil }
    var number = random.number(below: total)
    let event = weights.firstIndex {
      number -= $0
      return number < 0
    }
    guard let choices = event.map({ instances[$0] }) else { return nil }
    return choices[random.number(below: choices.count)]
  }
}
