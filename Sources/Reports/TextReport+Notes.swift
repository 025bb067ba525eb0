extension TextReport {
  /// What is not wrong, and worth a look: what never happens, and what could be symmetric.
  func notes(_ world: WorldVerdict) -> [String] {
    var notes: [String] = []
    // Of a search it is told for all worlds together.
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
        "the names of '\(type)' are told apart, since they are in keys that are collections")
    }
    for (name, count) in zip(world.couldBeSymmetric, world.couldBeSymmetricCounts) {
      notes.append(
        "the \(count) values of '\(name)' are interchangeable: as 'symmetric \(name)(\(count))' "
          + "they would take up to \(Wording.factorial(count)) times fewer states")
    }
    return notes.map { style.dim("    note: \($0)") }
  }
}
