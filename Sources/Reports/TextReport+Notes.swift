extension TextReport {
  /// Notes on passing worlds: events that never happen, and advice on size.
  func notes(_ world: WorldVerdict) -> [String] {
    var notes: [String] = []
    // A search reports it once for all worlds.
    if world.walks != nil {
      notes += world.unseenEvents.map { "'\($0)' never happened" }
      for name in world.unseenRules {
        let parts = name.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, !world.unseenEvents.contains(parts[0]) else { continue }
        notes.append("the rule '\(parts[1])' of '\(parts[0])' never applied")
      }
    }
    for type in world.statistics.symmetry?.notReduced ?? [] {
      notes.append(
        "the names of '\(type)' are not interchangeable, since they are in keys that are collections"
      )
    }
    if let reason = world.withoutDiagrams {
      notes.append("no diagrams: \(reason)")
    }
    if world.askedSize == nil {
      for advice in (world.size?.advice ?? []).filter({ $0.factor >= 2 }).prefix(3) {
        notes.append("\(advice.reason): \(advice.mend)")
      }
    }
    return notes.map { style.dim("    note: \($0)") }
  }
}
