import SpecLanguage

/// Something that a search found out about a state or a step, for the first time.
///
/// Findings alike are told once, where they first happen: in the earliest level, and there on the
/// least way.
enum Finding: Hashable, Sendable {
  /// About an event or a step from a state.
  case event(Plan.Cause)
  case deadlock
  case terminalFault(SourceRange)
  case invariant(Int)
  case goal(Int)
  case propertyFault(Int, SourceRange)

  /// Whether it is about a state as such, and not about what can happen there.
  var isOfState: Bool {
    switch self {
    case .event, .deadlock, .terminalFault: false
    case .invariant, .goal, .propertyFault: true
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
