import Semantics

/// The number of times that an event without rules, or a rule, was taken in all worlds of a spec.
package struct StepCount: Sendable {
  /// The name, such as `receive.mention`.
  package var name: String
  package var file: SourceFile
  package var range: SourceRange
  /// The count; nil if it was not counted.
  package var count: Int?
}

extension SpecReport {
  /// The counts of all events and rules, in the order in which worlds first contain them.
  package var stepCounts: [StepCount] {
    var counts: [StepCount] = []
    var places: [String: Int] = [:]
    func add(_ name: String, _ range: SourceRange, _ file: SourceFile, _ count: Int?) {
      let place = places[name] ?? counts.count
      if place == counts.count {
        places[name] = place
        counts.append(StepCount(name: name, file: file, range: range))
      }
      guard let count else { return }
      let (sum, isTooLarge) = (counts[place].count ?? 0).addingReportingOverflow(count)
      counts[place].count = isTooLarge ? .max : sum
    }
    for world in worlds {
      let spec = world.spec
      for (index, event) in spec.events.enumerated() where !event.isTick {
        if event.rules.isEmpty {
          add(event.name, event.range, spec.file, world.count(of: index, nil))
        }
        for (place, rule) in event.rules.enumerated() {
          add("\(event.name).\(rule.name)", rule.range, spec.file, world.count(of: index, place))
        }
      }
    }
    return counts
  }
}

extension WorldReport {
  /// The number of times that an event happened by one of its rules, or without any; nil if it was not counted.
  fileprivate func count(of event: Int, _ rule: Int?) -> Int? {
    if let tally = result.walks?.tally {
      return rule.map { tally.rules[event][$0] } ?? tally.events[event]
    }
    return result.steps.map { steps in
      steps.first { $0.event == event && $0.rule == rule }?.count ?? 0
    }
  }
}
