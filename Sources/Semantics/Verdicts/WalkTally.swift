/// A state in a random walk: the one after `step` steps.
public struct WalkPlace: Hashable, Comparable, Codable, Sendable {
  /// The number of the walk for its seed, counted from 0.
  public var walk: Int
  /// The number of steps before the state; 0 at the start of the walk.
  public var step: Int

  package init(walk: Int, step: Int) {
    self.walk = walk
    self.step = step
  }

  /// Compares by walk, then by step.
  public static func < (left: WalkPlace, right: WalkPlace) -> Bool {
    (left.walk, left.step) < (right.walk, right.step)
  }
}

/// The combined results of some walks. The sum of tallies does not depend on the order.
///
/// So the parts of a run may be merged on any machine. For each finding, the first place is kept.
package struct WalkTally: Sendable {
  package var walks = 0
  package var steps = 0
  /// Walks that ended early, in a state without possible events.
  package var deadEnds = 0
  /// The number of times each event happened.
  package var events: [Int]
  /// For each event, the number of times each of its rules applied.
  package var rules: [[Int]]
  /// The findings, each with the first walk and its first state that shows it.
  package var found: [Finding: WalkPlace] = [:]
  /// The first place at which a limit stopped the tool, so that the result there is unknown, with the message.
  package var limit: (place: WalkPlace, text: String)?
  /// The states seen by walks with an even number, and by those with an odd one. The two samples estimate how fast
  /// new states still appear.
  package var even = StateSketch()
  package var odd = StateSketch()

  package init(_ spec: CheckedSpec) {
    events = spec.events.map { _ in 0 }
    rules = spec.events.map { $0.rules.map { _ in 0 } }
  }

  /// Adds another tally for the same spec.
  package mutating func add(_ other: WalkTally) {
    walks += other.walks
    steps += other.steps
    deadEnds += other.deadEnds
    for (event, count) in other.events.enumerated() { events[event] += count }
    for (event, counts) in other.rules.enumerated() {
      for (rule, count) in counts.enumerated() { rules[event][rule] += count }
    }
    addFindings(other)
    even.merge(other.even)
    odd.merge(other.odd)
  }

  /// Adds only the findings.
  package mutating func addFindings(_ other: WalkTally) {
    for (finding, place) in other.found { note(finding, at: place) }
    if let other = other.limit { note(limit: other.text, at: other.place) }
  }

  /// Keeps the first limit, in the order of walks and steps.
  package mutating func note(limit text: String, at place: WalkPlace) {
    if limit.map({ place < $0.place }) ?? true { limit = (place, text) }
  }

  /// Keeps the first place that shows a finding.
  package mutating func note(_ finding: Finding, at place: WalkPlace) {
    if let known = found[finding], known <= place { return }
    found[finding] = place
  }

  package mutating func count(_ event: Int, rule: Int?, times: Int) {
    events[event] += times
    if let rule { rules[event][rule] += times }
  }

  /// Whether the property is violated, or is a goal that was reached.
  package func isDecided(_ property: Int) -> Bool {
    [Finding.Kind.invariant, .goal, .transition, .eventually].contains {
      found[Finding($0, property: property)] != nil
    }
  }

  /// A decided property has no faults as well, whichever walk found them.
  ///
  /// This runs after all tallies are merged, because only then the deciding walk is known.
  package mutating func dropFaultsOfDecided() {
    for finding in found.keys where finding.isFault && finding.property.map(isDecided) ?? false {
      found[finding] = nil
    }
  }

  /// About how many different states were seen.
  package var states: Int {
    var all = even
    all.merge(odd)
    return all.estimate
  }

  /// The estimated number of states that walks with an odd number added to those with an even one.
  package var newStatesOfOddWalks: Int { max(0, states - even.estimate) }
}
