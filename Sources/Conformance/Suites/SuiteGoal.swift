import Semantics

/// What the paths of a suite are to cover.
public enum SuiteGoal: String, Sendable, CaseIterable {
  /// Each event, and each rule of an event with rules.
  case rules
  /// Each arm of an `if` or `switch` among the statements, also the one that is not written.
  case branches
  /// Each condition, true and false, where what comes of an event hangs on it, or that it is not possible.
  case conditions
  /// Each statement where something else would come of an event without it.
  case statements
  /// Each event, and each rule, with each value of each of its parameters, as far as it is possible.
  case arguments
  /// Each rule directly behind each other one.
  case pairs
  /// Each step from each state.
  case transitions

  /// What there is to cover is known when all states are, and not by the text alone.
  var isKnownByStates: Bool {
    switch self {
    case .rules, .branches, .pairs: false
    case .conditions, .statements, .arguments, .transitions: true
    }
  }

  /// What is covered if nothing is said.
  public static let usual: Set<SuiteGoal> = [
    .rules, .branches, .conditions, .statements, .arguments,
  ]
}

/// One thing to cover.
package enum SuiteItem: Hashable, Sendable {
  case rule(StateEstimator.Way)
  case branch(TakenBranch)
  case transition(state: Int, instance: Int, outcome: Int)
  case pair(StateEstimator.Way, StateEstimator.Way)
  /// What comes of the event hangs on it.
  case part(event: Int, RulePart)
  /// The event, or its rule, with arguments that are so in one respect.
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
  /// Such as "rule receive.firstIsShown"; nil for transitions, which have no name.
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

/// What there is to cover by the text alone, reachable or not.
struct SuiteItems {
  /// Without goals that are known by the states.
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
        for arm in arms(of: spec.events[event].body) where seen.insert(arm).inserted {
          items.append(.branch(arm))
        }
      }
    }
    if goals.contains(.pairs) {
      items += ways.flatMap { first in ways.map { .pair(first, $0) } }
    }
    return items
  }

  static func arms(of body: Event.Body) -> [TakenBranch] {
    var seen: Set<ObjectIdentifier> = []
    return switch body {
    case .tick: []
    case .statements(let statements): arms(of: statements, &seen)
    case .rules(_, let rules): rules.flatMap { arms(of: $0.body, &seen) }
    }
  }

  /// - Parameter seen: the procedures whose arms were listed.
  private static func arms(
    of statements: [Statement], _ seen: inout Set<ObjectIdentifier>
  ) -> [TakenBranch] {
    statements.flatMap { statement -> [TakenBranch] in
      switch statement.node {
      case .branch(let branches):
        return (0...branches.branches.count).map {
          TakenBranch(statement: statement.range, place: $0)
        }.dropLast(branches.isWhole ? 1 : 0) + branches.bodies.flatMap { arms(of: $0, &seen) }
      case .loop(_, _, let body): return arms(of: body, &seen)
      case .call(let procedure, _):
        guard seen.insert(ObjectIdentifier(procedure)).inserted else { return [] }
        return arms(of: procedure.body, &seen)
      default: return []
      }
    }
  }
}

extension Branches where Body == [Statement] {
  /// Nothing is left for no branch at all: a `switch` has a case for everything.
  fileprivate var isWhole: Bool { subject != nil && otherwise == nil }
}
