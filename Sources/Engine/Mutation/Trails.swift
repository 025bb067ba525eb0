import Basics
import Semantics

/// Paths through a machine that are computed once and kept: most effects of an edit are visible on them.
///
/// They are walks by the reference evaluator from a fixed seed, so the same machine has the same trails everywhere. A
/// place follows its predecessor.
package struct Trails: Sendable {
  /// A state on a trail.
  package struct Place: Sendable {
    package var state: [Value]
    /// The place before, and the step from there; nil at a start.
    package var origin: (place: Int, step: Step)?
  }

  package private(set) var places: [Place] = []

  /// - Parameters:
  ///   - starts: the starts of the machine.
  ///   - count: how many different states there are at most.
  ///   - length: how many steps a walk has.
  package init(_ machine: Machine, starts: [[Value]], count: Int = 240, length: Int = 24) {
    let evaluator = ReferenceEvaluator(machine.spec)
    // The same trails for every edit, on every machine.
    var random = SplitMix(seed: 0x7472_6179)
    var known: [[Value]: Int] = [:]
    let instances = machine.spec.events.indices.map { event in
      machine.instances.filter { $0.event == event }
    }.filter { !$0.isEmpty }
    guard !starts.isEmpty, !instances.isEmpty else { return }
    var attempts = 0
    while places.count < count, attempts < count {
      let start = starts[random.number(below: starts.count)]
      var here = known[start] ?? place(start, nil, &known)
      for _ in 0..<length where places.count < count {
        if Deadline.isOver { return }
        attempts += 1
        guard let step = Self.step(from: places[here].state, instances, evaluator, &random) else {
          break
        }
        here = known[step.state] ?? place(step.state, (here, step), &known)
      }
    }
  }

  private mutating func place(
    _ state: [Value], _ origin: (place: Int, step: Step)?, _ known: inout [[Value]: Int]
  ) -> Int {
    known[state] = places.count
    places.append(Place(state: state, origin: origin))
    return places.count - 1
  }

  /// A possible step, with equal probability for each event.
  private static func step(
    from state: [Value], _ instances: [[EventInstance]], _ evaluator: ReferenceEvaluator,
    _ random: inout SplitMix
  ) -> Step? {
    for _ in 0..<(4 * instances.count) {
      let choices = instances[random.number(below: instances.count)]
      let reaction = evaluator.react(to: choices[random.number(below: choices.count)], in: state)
      if !reaction.steps.isEmpty {
        return reaction.steps[random.number(below: reaction.steps.count)]
      }
    }
    return nil
  }
}
