import Semantics
import Traces

/// The table of worlds with the method and the result of each check.
extension SpecSection {
  var search: HTML {
    guard !spec.verdicts.isEmpty else { return "" }
    let rows = spec.verdicts.enumerated().map { index, world -> HTML in
      let isRejected = !world.announces.isEmpty
      let kind = isRejected ? "rejected design" : world.name == "default" ? "main" : "world"
      let settings = world.params.map { "\($0.name) \($0.value)" } + (world.replaces ?? [])
      let text: HTML =
        isRejected || isAlone == false ? "" : PageText.paragraphs(world.documentation, "by")
      let id: HTML =
        rejectedAnchors[index] == nil ? worldAnchors[index].map { " \($0.attribute)" } ?? "" : ""
      return """
        <tr><th scope=row\(id)><code>\(world.name)</code>\(text)<td>\(kind)\
        <td>\(Wording.list(settings), upTo: 600)<td>\(figures(world))<td>\(result(world))
        """
    }
    return """
      <section \((anchors[.checked] ?? anchor).attribute)><h\(level)>How it was checked</h\(level)>\
      <div class=tb tabindex=0 role=region aria-label="Worlds of \(attribute: spec.name)"><table>\
      <thead><tr><th scope=col>World<th scope=col>Kind<th scope=col>Parameters<th scope=col>Search<th scope=col>Result\
      <tbody>\(rows.joined("\n"))</table></div></section>

      """
  }

  func figures(_ world: WorldVerdict) -> String {
    guard !world.isNotBegun else { return "not begun" }
    if let walks = world.walks {
      return "\(Wording.count(walks.done, "walk")), \(Wording.count(walks.steps, "step"))"
    }
    var parts = [
      Self.states(world.statistics), Wording.count(world.statistics.transitions, "step"),
    ]
    if let digits = world.statistics.largeTransitions { parts[1] = "\(digits.grouped) steps" }
    parts.append(world.completion.reason ?? Wording.extent(of: world))
    if let engine = Wording.engine(world) { parts.append(engine) }
    if world.isCached ?? false { parts.append("from the cache") }
    return Wording.list(parts)
  }

  static func states(_ statistics: WorldVerdict.Statistics) -> String {
    guard statistics.largeStates == nil, let symmetry = statistics.symmetry,
      !symmetry.types.isEmpty
    else { return Wording.states(statistics) }
    let orbits =
      "\(Wording.number(symmetry.orbits)) after symmetry reduction over \(Wording.list(symmetry.types))"
    return symmetry.countsStates
      ? "\(Wording.count(statistics.states, "state")) (\(orbits))"
      : "\(Wording.number(symmetry.orbits)) states after symmetry reduction over \(Wording.list(symmetry.types))"
  }

  func result(_ world: WorldVerdict) -> HTML {
    let judgement = world.judgement
    var parts: [HTML] = []
    let bad = judgement.unexpected + judgement.failedScenarios
    if !bad.isEmpty {
      parts.append("<span class=bad>\(bad.count) \(bad.count == 1 ? "fails" : "fail")</span>")
    }
    if !world.announces.isEmpty {
      let missing = judgement.missing.count
      let count = world.announces.count
      let caught: HTML = "\(count - missing) of \(count) caught"
      parts.append(missing > 0 ? "<span class=bad>\(caught)</span>" : caught)
    }
    let open = judgement.undecided.count + judgement.notFound.count
    if open > 0 { parts.append("<span class=open>\(open) inconclusive</span>") }
    if judgement.isInternalError { parts.append("<span class=bad>internal error</span>") }
    if judgement.asksNothing { parts.append("has no properties") }
    if !judgement.impossibleScenarios.isEmpty {
      parts.append("\(Wording.count(judgement.impossibleScenarios.count, "scenario")) not possible")
    }
    if judgement.mayMiss {
      parts.append(
        "by fingerprints, misses a state with probability at most \(Wording.probability(world.missProbability))"
      )
    }
    for addition in world.additions {
      let outcomes = addition.claims.map(\.outcome)
      if outcomes.contains(.failed) {
        parts.append("<span class=bad>fails for \(addition.scope)</span>")
      }
      if outcomes.contains(.open) {
        parts.append("<span class=open>inconclusive for \(addition.scope)</span>")
      }
    }
    return parts.isEmpty ? "passes" : parts.joined("; ")
  }
}
