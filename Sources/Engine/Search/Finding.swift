import SpecLanguage

/// Something that can be found out about a state or a step, and what makes two violations the same:
/// they violate one property, or are the same mistake of the same event or place of the text.
package enum Finding: Hashable, Sendable {
  /// About an event or a step from a state.
  case event(Cause)
  case deadlock
  case terminalFault(SourceRange)
  case invariant(Int)
  case goal(Int)
  case propertyFault(Int, SourceRange)
  /// An `eventually` that is not answered on a path with a loop.
  case eventually(Int)
  /// A `possible` that is not possible any more.
  case possible(Int)

  /// What is wrong with an event in a state, or with a step from there.
  package enum Cause: Hashable, Sendable {
    case gap(event: Int)
    /// Exactly these rules apply; nil where it may be any of three or more.
    case overlap(event: Int, rules: [Int]?)
    case guardFault(event: Int, SourceRange)
    /// In a condition, or in the body of the event or rule.
    case fault(event: Int, rule: Int?, SourceRange)
    case transition(property: Int)
    case propertyFault(property: Int, SourceRange)
  }

  /// Whether it is about a state as such, and not about what can happen there.
  package var isOfState: Bool {
    switch self {
    case .event, .deadlock, .terminalFault: false
    case .invariant, .goal, .propertyFault, .eventually, .possible: true
    }
  }
}

extension Finding.Cause {
  /// The cause of a problem that the reference evaluator met.
  package init(_ problem: Reaction.Problem, _ instance: EventInstance, isPossible: Bool) {
    switch problem {
    case .gap: self = .gap(event: instance.event)
    case .overlap(let rules): self = .overlap(event: instance.event, rules: rules)
    case .fault(let fault, let rule, _):
      self =
        isPossible
        ? .fault(event: instance.event, rule: rule, fault.range)
        : .guardFault(event: instance.event, fault.range)
    }
  }
}

extension Finding {
  /// Where findings of one level are told: what is about events first.
  var rank: Int {
    switch self {
    case .event(.transition), .event(.propertyFault): 1
    case .event: 0
    case .deadlock, .terminalFault: 2
    case .invariant, .goal, .propertyFault: 3
    case .possible: 4
    case .eventually: 5
    }
  }

  /// The property or event that it is about.
  var number: Int {
    switch self {
    case .invariant(let number), .goal(let number), .propertyFault(let number, _),
      .eventually(let number), .possible(let number):
      number
    case .event(let cause):
      switch cause {
      case .gap(let number), .overlap(let number, _), .guardFault(let number, _),
        .fault(let number, _, _), .transition(let number), .propertyFault(let number, _):
        number
      }
    case .deadlock, .terminalFault: 0
    }
  }

  /// Tells findings of one kind and number apart, so that any two have an order.
  private var details: [Int] {
    switch self {
    case .event(.gap), .deadlock, .invariant, .goal, .event(.transition), .eventually, .possible:
      [0]
    case .event(.overlap(_, let rules)): [1] + (rules ?? [.max])
    case .event(.guardFault(_, let range)): [2, range.start, range.end]
    case .event(.fault(_, let rule, let range)): [3, range.start, range.end, rule ?? -1]
    case .event(.propertyFault(_, let range)), .propertyFault(_, let range),
      .terminalFault(let range):
      [4, range.start, range.end]
    }
  }

  /// A total order, by what comes first when a state is told of.
  package var order: [Int] { [rank, number] + details }

  /// The place of a fault in the text.
  package var faultRange: SourceRange? {
    switch self {
    case .event(.guardFault(_, let range)), .event(.fault(_, _, let range)),
      .event(.propertyFault(_, let range)), .terminalFault(let range),
      .propertyFault(_, let range):
      range
    default: nil
    }
  }
}

/// Findings and the states that show them, by key.
struct Findings {
  private(set) var keys: [Finding: [UInt64]] = [:]

  mutating func add(_ finding: Finding, _ key: UInt64) { keys[finding, default: []].append(key) }

  mutating func merge(_ other: Findings) {
    for (finding, more) in other.keys { keys[finding, default: []] += more }
  }

  var isEmpty: Bool { keys.isEmpty }
}
