import Basics
import Semantics

/// Searches the trails of a machine for different behaviour of an edited one, and violations there:
/// `TrailProbe(original, edited, trails, events: …).run()`.
///
/// The reference evaluator alone confirms its results, at the end of a path that the edited machine has as well. So
/// each reported name is that of a violation. An empty result means nothing.
package struct TrailProbe {
  /// The maximum number of examined reactions of the edited machine.
  private static let maximumReactions = 2_500
  /// The maximum number of examined differences without a problem.
  private static let maximumDifferences = 120
  /// The maximum number of examined instances of the events in one state.
  private static let instancesPerState = 24

  private let edited: Machine
  private let trails: Trails
  private let events: Set<Int>
  private let original: ReferenceEvaluator
  private let evaluator: ReferenceEvaluator
  private let properties: PropertyEvaluator

  /// - Parameter events: the events whose behaviour may differ.
  package init(_ original: Machine, _ edited: Machine, _ trails: Trails, events: [Int]) {
    self.edited = edited
    self.trails = trails
    self.events = Set(events)
    self.original = ReferenceEvaluator(original.spec)
    evaluator = ReferenceEvaluator(edited.spec)
    properties = PropertyEvaluator(spec: edited.spec)
  }

  /// The names of the properties that are violated at the first differences of the machines, without those that the
  /// world expects; empty if none is detected.
  package func run() -> [String] {
    let instances = edited.instances.filter { events.contains($0.event) }
    guard !instances.isEmpty else { return [] }
    var (reactions, differences) = (0, 0)
    var isOpen = Array(repeating: false, count: trails.places.count)
    for (index, place) in trails.places.enumerated() {
      if Deadline.isOver { return [] }
      isOpen[index] = place.origin.map { isOpen[$0.place] && isKept($0) } ?? true
      guard isOpen[index] else { continue }
      var killers: [String] = []
      for offset in 0..<min(instances.count, Self.instancesPerState) {
        let instance = instances[(index * Self.instancesPerState + offset) % instances.count]
        let reaction = evaluator.react(to: instance, in: place.state)
        reactions += 1
        let old = original.react(to: instance, in: place.state)
        if reaction.isSame(as: old, .everything, edited.spec) { continue }
        differences += 1
        killers += violations(by: reaction, in: place.state).filter { !killers.contains($0) }
        guard reaction.isPossible != old.isPossible else { continue }
        // A property may ask whether the event is enabled.
        killers += violations(in: place.state).filter { !killers.contains($0) }
      }
      if !killers.isEmpty { return killers }
      if reactions > Self.maximumReactions || differences > Self.maximumDifferences { return [] }
    }
    return []
  }

  /// Whether the edited machine has that step of a trail as well.
  private func isKept(_ origin: (place: Int, step: Step)) -> Bool {
    guard events.contains(origin.step.instance.event) else { return true }
    let state = trails.places[origin.place].state
    return evaluator.react(to: origin.step.instance, in: state).steps
      .contains { $0.state == origin.step.state }
  }

  /// The problems of a reaction and of its target states.
  private func violations(by reaction: Reaction, in state: [Value]) -> [String] {
    var found = reaction.problems.filter { $0.fault?.isLimit != true }.map(\.finding)
    for step in reaction.steps {
      for index in edited.spec.properties.indices {
        guard case .transition = edited.spec.properties[index].kind else {
          found += violation(ofInvariant: index, in: step.state)
          continue
        }
        let verdict = properties.check(index, step, from: state)
        if verdict.isViolated { found.append(Finding(.transition, property: index)) }
        if let fault = verdict.fault, !fault.isLimit {
          found.append(Finding(.stepFault, property: index, at: fault.range))
        }
      }
    }
    return names(of: found)
  }

  /// The invariants that a state violates.
  private func violations(in state: [Value]) -> [String] {
    names(of: edited.spec.properties.indices.flatMap { violation(ofInvariant: $0, in: state) })
  }

  /// At most one finding; none if the property is no invariant.
  private func violation(ofInvariant index: Int, in state: [Value]) -> [Finding] {
    let property = edited.spec.properties[index]
    guard case .invariant = property.kind else { return [] }
    switch properties.holds(property, in: state) {
    case .success(true): return []
    case .success(false): return [Finding(.invariant, property: index)]
    case .failure(let fault):
      return fault.isLimit ? [] : [Finding(.propertyFault, property: index, at: fault.range)]
    }
  }

  /// The distinct names of the findings that the world does not expect.
  private func names(of findings: [Finding]) -> [String] {
    var found: [String] = []
    for finding in findings where edited.spec.announcement(of: finding) == nil {
      let name = finding.name(in: edited.spec)
      if !found.contains(name) { found.append(name) }
    }
    return found
  }
}
