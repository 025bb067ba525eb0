/// Renders passing specs, one line for each: `BriefText(style: style).lines(specs)`.
struct BriefText {
  let style: TextStyle

  func lines(_ specs: [SpecReport]) -> [String] {
    let rows = specs.map(Row.init)
    let names = Set(specs.map(\.name)).count < specs.count
    let titles = zip(specs, rows).map { spec, row in
      (names ? "\(row.name) (\(spec.path.printableLine))" : row.name).cut(toColumns: 40)
    }
    let width = max(24, titles.map(\.count).max() ?? 0)
    return zip(titles, rows).enumerated().map { index, pair in
      let (title, row) = pair
      let isFirst = index == 0
      let properties =
        Self.padded(Wording.number(row.properties), 5)
        + (isFirst ? row.properties == 1 ? " property  " : " properties" : "")
      let designs =
        Self.padded(row.designs == 0 ? "–" : Wording.number(row.designs), isFirst ? 3 : 14)
        + (isFirst ? row.designs == 1 ? " rejected design " : " rejected designs" : "")
      let states =
        (isFirst ? "  " : String(repeating: " ", count: 19)) + row.states
        + (isFirst ? row.states.isEmpty ? "" : " states" : "")
      let line =
        "\(style.green("✓")) "
        + style.bold(title) + String(repeating: " ", count: width - title.count)
        + properties + style.dim(designs + states) + style.dim(row.notes)
      return line
    }
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The figures of a passing spec.
  private struct Row {
    let name: String
    let properties: Int
    let designs: Int
    let states: String
    let notes: String

    init(_ spec: SpecReport) {
      let worlds = spec.verdicts
      name = spec.name.printableLine
      properties = Set(worlds.flatMap { $0.properties.map(\.name) }).count
      designs = worlds.count { !$0.announces.isEmpty }
      let searched = worlds.filter { $0.walks == nil }
      if let most = searched.compactMap(\.statistics.largeStates).max(by: { $0.count < $1.count }) {
        states = "10^\(most.count - 1)"
      } else {
        states =
          searched.isEmpty
          ? "" : Wording.rounded(searched.reduce(0) { $0 + $1.statistics.states })
      }
      let isWalked = worlds.contains { $0.walks != nil }
      let isCached = worlds.allSatisfy { $0.isCached ?? false }
      notes = (isWalked ? " + walks" : "") + (isCached ? "  cached" : "")
    }
  }
}
