import Basics
import Semantics

/// The progress of a check.
public struct CheckProgress: Sendable {
  /// The name of the spec that is being searched.
  public var spec: String
  /// The name of the world.
  public var world: String
  /// The number of states found so far.
  public var states = 0
  /// The number of states whose successors are not known yet.
  public var frontier = 0
  /// The number of steps from the initial states to the current ones.
  public var depth = 0
  /// The number of walks done so far; nil in a search.
  public var walks: Int?
  /// The number of requested walks; nil in a search, or if only the time is limited.
  public var walksAsked: Int?
  /// The number of states in the last search of this world; nil if it is unknown.
  public var statesBefore: Int?
  /// The current task while no states are visited, such as planning an event; nil in a search or in walks.
  public var task: String?
  /// The variable that makes the state space large, as text: one that multiplies the first states, or one that takes
  /// most of the bits of a large state. Nil if there is none.
  public var cause: String?
  /// The time since the search of this world began.
  public var elapsed: Duration
  /// The memory of the process in bytes.
  public var memory = ProcessMemory.resident

  package init(spec: String, world: String, elapsed: Duration) {
    self.spec = spec
    self.world = world
    self.elapsed = elapsed
  }
}

extension CheckProgress {
  /// The text for a variable that multiplies the number of states by a factor.
  package static func cause(_ variable: Variable, factor: Double) -> String? {
    factor < 2
      ? nil : "'\(variable.name)' multiplies the first of them by \(Wording.factor(factor))"
  }

  /// The progress in one line: the work done, the rate, the memory, and an estimate of the remaining work if it is
  /// reliable.
  public var text: String {
    let count = walks ?? states
    let rate = Double(count) / max(elapsed / .seconds(1), 0.001)
    var parts: [String] = []
    if let task {
      return "\(spec)/\(world): preparing \(task), \(Wording.bytes(memory))"
        + (cause.map { "; \($0)" } ?? "")
    }
    if let walks {
      let asked = walksAsked.map { " of \(Wording.number($0))" } ?? ""
      parts.append("\(Wording.number(walks))\(asked) walks")
    } else {
      parts.append(Wording.count(states, "state"))
      parts.append("\(Wording.number(frontier)) in the frontier")
      parts.append("depth \(depth)")
    }
    parts.append("\(Wording.number(Int(rate)))/s")
    parts.append(Wording.bytes(memory))
    if let left = left(rate) { parts.append(left) }
    return "\(spec)/\(world): " + parts.joined(separator: ", ") + (cause.map { "; \($0)" } ?? "")
  }

  /// An estimate of the remaining work: for walks from the rate; for a search only the number of states last time.
  private func left(_ rate: Double) -> String? {
    if let walks {
      guard let walksAsked, rate > 0 else { return nil }
      return "about \(Wording.number(Int((Double(walksAsked - walks) / rate).rounded(.up)))) s left"
    }
    guard let statesBefore, statesBefore > 0 else { return nil }
    let share = states * 100 / statesBefore
    return share <= 100 ? "\(share) % of the states of last time" : "more states than last time"
  }
}
