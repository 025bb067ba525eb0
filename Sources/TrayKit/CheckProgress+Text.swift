import Reports

extension CheckProgress {
  /// How far it is, in a line: how much is done and how fast, the memory, and what is left where that
  /// can be told honestly.
  public var text: String {
    let count = walks ?? states
    let rate = Double(count) / max(elapsed / .seconds(1), 0.001)
    var parts: [String] = []
    if let task { return "\(spec)/\(world): preparing \(task), \(Wording.bytes(memory))" }
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
    return "\(spec)/\(world): " + parts.joined(separator: ", ")
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
