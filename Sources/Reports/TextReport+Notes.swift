import Engine
import SpecLanguage

extension TextReport {
  /// What is not wrong, and worth a look: what never happens, and what could be symmetric.
  func notes(_ world: WorldReport) -> [String] {
    let isWalked = world.result.walks != nil
    var lines: [String] = []
    for event in world.result.unseenEvents {
      lines.append(
        style.dim(
          "    note: '\(world.spec.events[event].name)' never \(isWalked ? "happened" : "happens")")
      )
    }
    for (event, rule) in world.result.unseenRules
    where !world.result.unseenEvents.contains(event) {
      let declared = world.spec.events[event]
      lines.append(
        style.dim(
          "    note: the rule '\(declared.rules[rule].name)' of '\(declared.name)' never "
            + (isWalked ? "applied" : "applies")))
    }
    for type in world.result.statistics.symmetry?.refused ?? [] {
      lines.append(
        style.dim(
          "    note: the names of '\(type)' are told apart, since they are in keys that are "
            + "collections"))
    }
    for type in world.symmetryCandidates {
      lines.append(
        style.dim(
          "    note: the \(type.count) values of '\(type.name)' are interchangeable: as "
            + "'symmetric \(type.name)(\(type.count))' they would take up to "
            + "\(Wording.factorial(type.count)) times fewer states"))
    }
    return lines
  }
}
