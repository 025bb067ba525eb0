import Semantics

/// Results that pass but prove little: expectations of a kind without a place, properties about events that never
/// happen, and impossible scenarios.
extension CheckReport {
  /// The results, one sentence each, with names.
  package var asides: [String] {
    specs.flatMap { spec in
      spec.verdicts.flatMap { world in
        world.asides.map { "\(spec.name.printableLine)/\(world.name): \($0)" }
      }
        + spec.unasked.filter { !spec.isStrict || spec.allowedUnasked.contains($0.kind) }
        .map { $0.text(in: spec.path) }
    }
  }

  /// The number of results of each sort.
  var caveatCounts: [String] {
    let worlds = specs.flatMap(\.verdicts)
    var parts: [String] = []
    for kind in ViolationKind.general {
      let found = worlds.reduce(0) { $0 + $1.accepted.count { $0.kind == kind } }
      if found > 0 { parts.append("\(Wording.count(found, kind.rawValue)) as expected") }
    }
    let bounded = worlds.count(where: \.isCutByBound)
    if bounded > 0 { parts.append("\(Wording.count(bounded, "world")) within 'explore while'") }
    let unasked = specs.flatMap(\.unasked)
    for kind in UnaskedKind.allCases {
      let count = unasked.count { $0.kind == kind }
      if count > 0 { parts.append(kind.text(count)) }
    }
    let impossible = worlds.reduce(0) { $0 + $1.judgement.impossibleScenarios.count }
    if impossible > 0 { parts.append("\(Wording.count(impossible, "scenario")) not possible") }
    return parts
  }
}

extension UnaskedKind {
  /// The text for a number of results, for the summary.
  func text(_ count: Int) -> String {
    func counted(_ one: String, _ many: String? = nil) -> String {
      many.map { Wording.count(count, one, $0) } ?? Wording.count(count, one)
    }
    return switch self {
    case .event: counted("event") + " that never happens".agreeing(count)
    case .unnoticed: counted("event") + " that no check needs"
    case .rule: counted("rule") + " that never applies".agreeing(count)
    case .guardCondition: counted("guard") + " that excludes nothing".agreeing(count)
    case .branch: counted("branch", "branches") + " never taken"
    case .part: counted("part of conditions", "parts of conditions") + " never decisive"
    case .nothing: counted("property", "properties") + " about nothing"
    case .always: counted("property", "properties") + " true with any rules"
    case .implied: counted("property", "properties") + " implied by another"
    case .variable: counted("variable") + " never read"
    case .param: counted("param") + " never read"
    case .enumCase: counted("case") + " that no value is"
    case .signal: counted("signal") + " that no property checks"
    case .idle: counted("part") + " without effect"
    }
  }
}

extension String {
  /// A clause after "that" with its verb in the singular or plural.
  fileprivate func agreeing(_ count: Int) -> String {
    count == 1
      ? self
      : replacing("happens", with: "happen").replacing("applies", with: "apply")
        .replacing("excludes", with: "exclude")
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
    if let bound, isCutByBound { lines.append(Wording.text(bound)) }
    if let tolerated, !tolerated.isEmpty {
      let count = Wording.count(tolerated.count, "violation")
      lines.append("'and others' tolerates \(count): \(Wording.list(tolerated))")
    }
    for scenario in scenarios {
      guard let obstacle = scenario.obstacle else { continue }
      lines.append("scenario \(scenario.name) is not possible: \(obstacle.printableLine)")
    }
    return lines
  }
}
