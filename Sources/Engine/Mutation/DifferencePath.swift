import Basics
import Semantics

/// The shortest path to a step that only one of two machines has: `DifferencePath.find(original, edited, events: …)`.
///
/// The events of the edited machine are added to the original one as events that never happen. A search of the
/// original one checks whether both do the same.
package enum DifferencePath {
  /// The step at which two machines diverge.
  package struct FirstDivergence: Sendable {
    /// A path of both machines.
    package var path: Path
    /// The event that happens or is rejected.
    package var instance: EventInstance
    package var original: Reaction
    package var edited: Reaction
  }

  /// - Parameters:
  ///   - events: the events that may differ.
  ///   - maximumStates: the maximum number of examined states.
  /// - Returns: nil if there is no difference in these states, or the deadline is over.
  package static func find(
    _ original: Machine, _ edited: Machine, events: [Int], from starts: [[Value]],
    maximumStates: Int = 4_000_000
  ) -> FirstDivergence? {
    let count = original.spec.events.count
    let properties = events.map { event in
      let declared = original.spec.events[event]
      let arguments = declared.parameters.enumerated().map { slot, parameter in
        Expression(.local(slot), parameter.type, declared.range)
      }
      var property = Property(
        name: declared.name, range: declared.range, kind: .invariant,
        body: RootExpression(
          expression: Expression(.constant(.bool(true)), .bool, declared.range), frameSize: 0))
      property.sentence = .same(
        EventEquivalence(
          parameters: declared.parameters, filter: nil,
          first: .init(event: event, arguments: arguments),
          second: .init(event: event + count, arguments: arguments),
          frameSize: declared.parameters.count))
      return property
    }
    let both = original.spec.edited {
      $0.events += edited.spec.events
      $0.properties = properties
      $0.scenarios = []
      $0.terminals = []
    }
    guard let machine = try? Machine(both) else { return nil }
    let confined = machine.confined(to: Set(0..<count))
    let search = ExhaustiveSearch(confined)
    let result = search.run(from: starts) { $0.kind == .invariant }
    guard !Deadline.isOver,
      let violation = result.violations.filter({ $0.finding.kind == .invariant })
        .min(by: { $0.length < $1.length }),
      let event = violation.finding.property.map({ events[$0] })
    else { return nil }
    return parting(original, edited, event, violation.path)
  }

  private static func parting(
    _ original: Machine, _ edited: Machine, _ event: Int, _ path: Path
  ) -> FirstDivergence? {
    let (old, new) = (ReferenceEvaluator(original.spec), ReferenceEvaluator(edited.spec))
    for instance in original.instances where instance.event == event {
      let before = old.react(to: instance, in: path.end)
      let after = new.react(to: instance, in: path.end)
      if !before.isSame(as: after, .behaviour, original.spec) {
        return FirstDivergence(path: path, instance: instance, original: before, edited: after)
      }
    }
    return nil
  }
}
