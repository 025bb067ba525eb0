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
    let spec = edited.spec
    var found: [String] = []
    func note(_ finding: Finding) {
      guard spec.announcement(of: finding) == nil else { return }
      let name = finding.name(in: spec)
      if !found.contains(name) { found.append(name) }
    }
    for problem in reaction.problems where problem.fault?.isLimit != true { note(problem.finding) }
    for step in reaction.steps {
      for index in spec.properties.indices {
        switch spec.properties[index].kind {
        case .transition:
          let verdict = properties.check(index, step, from: state)
          if verdict.isViolated { note(Finding(.transition, property: index)) }
          if let fault = verdict.fault, !fault.isLimit {
            note(Finding(.stepFault, property: index, at: fault.range))
          }
        case .invariant:
          switch properties.holds(spec.properties[index], in: step.state) {
          case .success(true): break
          case .success(false): note(Finding(.invariant, property: index))
          case .failure(let fault) where fault.isLimit: break
          case .failure(let fault): note(Finding(.propertyFault, property: index, at: fault.range))
          }
        case .reachable, .possible, .eventually: break
        }
      }
    }
    return found
  }
}
