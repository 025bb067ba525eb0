import Semantics

/// What is right and proves little: announcements of a kind, which take whatever is of it, properties
/// about nothing that happens, and scenarios that are not possible.
extension CheckReport {
  /// A sentence for each, with names.
  package var asides: [String] {
    specs.flatMap { spec in
      spec.verdicts.flatMap { world in
        world.asides.map { "\(spec.name.printableLine)/\(world.name): \($0)" }
      }
    }
  }

  /// How many there are of each sort.
  var countsOfAsides: [String] {
    let worlds = specs.flatMap(\.verdicts)
    var parts: [String] = []
    for kind in ViolationKind.general {
      let found = worlds.reduce(0) { $0 + $1.accepted.count { $0.kind == kind } }
      if found > 0 { parts.append("\(Wording.count(found, kind.rawValue)) as announced") }
    }
    let empty = worlds.reduce(0) { $0 + $1.aboutNothing.count }
    if empty > 0 {
      parts.append("\(Wording.count(empty, "property", "properties")) about nothing")
    }
    let impossible = worlds.reduce(0) { $0 + $1.judgement.impossibleScenarios.count }
    if impossible > 0 { parts.append("\(Wording.count(impossible, "scenario")) not possible") }
    return parts
  }
}

extension WorldVerdict {
  fileprivate var asides: [String] {
    var lines = ViolationKind.general.compactMap { kind -> String? in
      let found = accepted.filter { $0.kind == kind }
      guard !found.isEmpty else { return nil }
      let texts = found.map { "\($0.summary.printableLine) (\($0.place.lineText))" }
      return "'violates \(kind.rawValue)' takes \(Wording.count(found.count, kind.rawValue)): "
        + texts.joined(separator: "; ")
    }
    if !aboutNothing.isEmpty {
      lines.append("nothing happens that this is about: \(Wording.list(aboutNothing))")
    }
    for scenario in scenarios {
      guard let obstacle = scenario.obstacle else { continue }
      lines.append("scenario \(scenario.name) is not possible: \(obstacle.printableLine)")
    }
    return lines
  }
}
