import Semantics

/// A coverage goal for the paths of a test suite.
public enum SuiteGoal: String, Sendable, CaseIterable {
  /// Each event without rules, and each rule of the other events.
  case rules
  /// Each branch of an `if` or `switch` statement, including an implicit `else`.
  case branches
  /// Each condition, both true and false, where the outcome or the possibility of an event depends on it.
  case conditions
  /// Each statement without which an event would have another outcome.
  case statements
  /// Each event and each rule with each possible value of each parameter.
  case arguments
  /// Each rule directly after each other rule.
  case pairs
  /// Each step from each state.
  case transitions

  /// Whether the items of the goal depend on the reachable states, and not on the text alone.
  var isKnownByStates: Bool {
    switch self {
    case .rules, .branches, .pairs: false
    case .conditions, .statements, .arguments, .transitions: true
    }
  }

  /// The default goals.
  public static let usual: Set<SuiteGoal> = [
    .rules, .branches, .conditions, .statements, .arguments,
  ]
}

/// An item to cover.
package enum SuiteItem: Hashable, Sendable {
  case rule(StateEstimator.Way)
  case branch(TakenBranch)
  case transition(state: Int, instance: Int, outcome: Int)
  case pair(StateEstimator.Way, StateEstimator.Way)
  /// The outcome of the event depends on the part.
  case part(event: Int, RulePart)
  /// The event or rule, with a property of an argument.
  case argument(StateEstimator.Way, String)

  package var goal: SuiteGoal {
    switch self {
    case .rule: .rules
    case .branch: .branches
    case .transition: .transitions
    case .pair: .pairs
    case .part(_, .condition): .conditions
    case .part(_, .statement): .statements
    case .argument: .arguments
    }
  }
}

extension SuiteItem {
  /// The name of the item, such as "rule receive.firstIsShown"; nil for transitions.
  package func text(in spec: CheckedSpec) -> String? {
    func name(_ way: StateEstimator.Way) -> String {
      let event = spec.events[way.event]
      return way.rule.map { "\(event.name).\(event.rules[$0].name)" } ?? event.name
    }
    switch self {
    case .rule(let way): return "rule \(name(way))"
    case .branch(let arm):
      return "branch \(arm.place + 1) in \(spec.file.lineText(of: arm.statement))"
    case .transition: return nil
    case .pair(let first, let second): return "pair \(name(first)) \(name(second))"
    case .argument(let way, let text): return "argument \(name(way)) \(text)"
    case .part(let event, let part):
      let words = spec.file.text(part.range).split(whereSeparator: \.isWhitespace)
      let text = words.joined(separator: " ")
      switch part {
      case .condition(_, let holds):
        return "condition \(spec.events[event].name) \(holds) \(text)"
      case .statement: return "statement \(spec.events[event].name) \(text)"
      }
    }
  }
}

/// The items that the text alone determines, reachable or not.
struct SuiteItems {
  /// All items of the goals, except for goals that depend on the states.
  static func all(_ goals: Set<SuiteGoal>, _ interface: Interface) -> [SuiteItem] {
    let spec = interface.spec
    let driven = spec.events.indices.filter { !interface.hidden.contains($0) }
    var ways: [StateEstimator.Way] = []
    for event in driven {
      let rules = spec.events[event].rules
      if rules.isEmpty { ways.append(.init(event: event, rule: nil)) }
      ways += rules.indices.map { .init(event: event, rule: $0) }
    }
    var items: [SuiteItem] = []
    if goals.contains(.rules) { items += ways.map { .rule($0) } }
    if goals.contains(.branches) {
      var seen: Set<TakenBranch> = []
      for event in driven {
        for arm in arms(of: spec.events[event]) where seen.insert(arm).inserted {
          items.append(.branch(arm))
        }
      }
    }
    if goals.contains(.pairs) {
      items += ways.flatMap { first in ways.map { .pair(first, $0) } }
    }
    return items
  }

  /// The branches in the statements of an event.
  static func arms(of event: Event) -> [TakenBranch] {
    event.statements.flatMap { statement -> [TakenBranch] in
      guard case .branch(let branches) = statement.node else { return [] }
      return (0...branches.branches.count).map {
        TakenBranch(statement: statement.range, place: $0)
      }.dropLast(branches.isWhole ? 1 : 0)
    }
  }
}

extension Branches where Body == [Statement] {
  /// Whether no implicit branch exists: a `switch` covers all cases.
  fileprivate var isWhole: Bool { subject != nil && otherwise == nil }
}
