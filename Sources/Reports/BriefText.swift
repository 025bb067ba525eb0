/// A world that is as its spec says, in a line: `BriefText(style: style).line(world)`.
struct BriefText {
  let style: TextStyle

  /// - Parameter notes: how many notes the full report has.
  func line(_ world: WorldVerdict, notes: Int) -> String {
    let violated = world.announces.filter {
      world.selection?.contains(String($0.prefix { $0 != " " })) ?? true
    }
    var parts: [String] = []
    if !violated.isEmpty { parts.append("violates \(Wording.list(violated)), as announced") }
    parts += verdicts(world, besides: Set(violated))
    let scenarios = world.scenarios.count { $0.status == .passes }
    if scenarios > 0 {
      parts.append(scenarios == 1 ? "1 scenario passes" : "\(scenarios) scenarios pass")
    }
    let impossible = world.judgement.impossibleScenarios
    if !impossible.isEmpty {
      parts.append(style.dim("not possible here: \(Wording.list(impossible))"))
    }
    parts.append(figures(world))
    if notes > 0 { parts.append(style.dim(Wording.count(notes, "note"))) }
    return "  \(style.green("✓")) \(style.bold(world.name)): "
      + parts.joined(separator: "; ")
  }

  /// How many properties turned out in which way.
  private func verdicts(_ world: WorldVerdict, besides violated: Set<String>) -> [String] {
    var (holding, notRefuted, notAsked) = (0, 0, 0)
    for property in world.properties where !violated.contains(property.name) {
      switch property.status {
      case .holds: holding += 1
      case .notRefuted: notRefuted += 1
      case .notAsked: notAsked += 1
      case .violated, .notReached, .faulted, .undecided, .internalError: break
      }
    }
    let noun = violated.isEmpty ? "property" : "other"
    return [
      part(holding, noun, world.walks == nil ? ["holds", "hold"] : ["is met", "are met"]),
      part(notRefuted, noun, ["is not refuted", "are not refuted"]),
      part(notAsked, noun, ["is not asked of walks", "are not asked of walks"]),
    ].compactMap(\.self)
  }

  /// Of none, nothing is said.
  private func part(_ count: Int, _ noun: String, _ verbs: [String]) -> String? {
    guard count > 0 else { return nil }
    let plural = noun == "property" ? "properties" : "others"
    return "\(Wording.number(count)) \(count == 1 ? noun : plural) \(verbs[count == 1 ? 0 : 1])"
  }

  private func figures(_ world: WorldVerdict) -> String {
    let isCached = world.isCached ?? false
    let time = isCached ? "from the cache" : Wording.seconds(world.duration)
    guard let walks = world.walks else {
      let states = world.statistics.largeStates.map { "\($0.grouped) states" }
      return "\(states ?? Wording.count(world.statistics.states, "state")), \(time)"
    }
    let share = walks.shareText.map { ", \($0)" } ?? ""
    return "\(Wording.count(walks.done, "walk"))\(share), \(time)"
  }
}
