import Semantics

/// How far a check is.
public struct CheckProgress: Sendable {
  /// The spec that is being searched.
  public var spec: String
  /// Its world.
  public var world: String
  /// States found so far.
  public var states = 0
  /// States found whose successors were not looked at yet.
  public var frontier = 0
  /// Steps from the start to the states at hand.
  public var depth = 0
  /// Walks done so far; nil in a search.
  public var walks: Int?
  /// How many walks are to be done; nil in a search, or if the time decides.
  public var walksAsked: Int?
  /// How many states there were when this world was last searched; nil if that is not known.
  public var statesBefore: Int?
  /// What is done while no states are visited, such as to plan an event; nil in a search or in walks.
  public var task: String?
  /// What makes the states many: a variable that multiplies the first of them, or one that takes most of the bits
  /// of a state, where these are so many that the states are hardly few; nil if nothing does.
  public var cause: String?
  /// Time since the search of this world began.
  public var elapsed: Duration
  /// The memory of the process, in bytes.
  public var memory = ProcessMemory.resident

  package init(spec: String, world: String, elapsed: Duration) {
    self.spec = spec
    self.world = world
    self.elapsed = elapsed
  }
}

extension CheckProgress {
  /// What a variable has to do with the number of states.
  package static func cause(_ variable: Variable, factor: Double) -> String? {
    factor < 2
      ? nil : "'\(variable.name)' multiplies the first of them by \(Wording.factor(factor))"
  }

  /// How far it is, in a line: how much is done and how fast, the memory, and what is left where that
  /// can be told honestly.
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

  /// What is left: of walks that are counted it follows from the rate; of a search nobody knows, but
  /// how many states there were last time.
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
