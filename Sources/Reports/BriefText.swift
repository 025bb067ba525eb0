/// A spec whose worlds are as it says, in a line: `BriefText(style: style).line(spec)`.
struct BriefText {
  let style: TextStyle

  func line(_ spec: SpecReport) -> String {
    let worlds = spec.verdicts
    let count = Set(worlds.flatMap { $0.properties.map(\.name) }).count
    let noun = count == 1 ? "property" : "properties"
    var parts = [
      "\(Wording.number(count)) \(noun) in \(Wording.count(worlds.count, "world"))"
    ]
    let violated = worlds.flatMap { world in
      world.announces.filter { world.selection?.contains(String($0.prefix { $0 != " " })) ?? true }
    }.count
    if violated > 0 { parts.append("\(Wording.count(violated, "violation")) as expected") }
    let scenarios = Set(
      worlds.flatMap { $0.scenarios.filter { $0.status == .passes }.map(\.name) }
    ).count
    if scenarios > 0 { parts.append("\(Wording.count(scenarios, "scenario"))") }
    parts += figures(worlds)
    return "\(style.green("✓")) \(style.bold(spec.name.printableLine))  "
      + "\(style.dim(spec.path.printableLine))  \(parts.joined(separator: ", "))"
  }

  private func figures(_ worlds: [WorldVerdict]) -> [String] {
    let searched = worlds.filter { $0.walks == nil }
    var parts: [String] = []
    if searched.contains(where: { $0.statistics.largeStates != nil }) {
      let most = searched.compactMap(\.statistics.largeStates).max()
      parts.append("up to \(most?.grouped ?? "") states")
    } else if !searched.isEmpty {
      parts.append(Wording.count(searched.reduce(0) { $0 + $1.statistics.states }, "state"))
    }
    let walks = worlds.compactMap(\.walks).reduce(0) { $0 + $1.done }
    if walks > 0 { parts.append(Wording.count(walks, "walk")) }
    let isCached = worlds.allSatisfy { $0.isCached ?? false }
    let seconds = worlds.reduce(Duration.zero) { $0 + $1.duration }
    return parts + [isCached ? "from the cache" : Wording.seconds(seconds)]
  }
}
