import Reports

/// Renders the results for every instance count, for people.
struct AnySizeText {
  let report: TextReport
  /// The path of the spec.
  let path: String

  private var style: TextStyle { report.style }

  func render(_ verdict: AnySizeVerdict) -> [String] {
    let claims = verdict.claims.filter { !report.isQuiet || $0.status != .holds }
    if claims.isEmpty { return [] }
    let others = verdict.others.map { "\($0.name) = \($0.value)" }
    let fixed = others.isEmpty ? "" : style.dim("  with \(others.joined(separator: ", "))")
    var lines = ["", "    " + style.bold("every number of \(verdict.type)") + fixed]
    for claim in claims { lines.append("      " + line(claim, verdict)) }
    if !report.isQuiet { lines.append("      " + figures(verdict)) }
    if !report.tellsOnlyWrong, !verdict.conditions.isEmpty {
      lines.append("      " + style.dim("invariants from the views, to paste into the spec:"))
      lines += zip(verdict.conditionNames, verdict.conditions).map {
        "        " + style.unbroken("invariant \($0) { \($1) }".printable)
      }
    }
    var shown: Set<String> = []
    for claim in claims {
      guard let violation = claim.violation, shown.insert(claim.name).inserted else { continue }
      lines += report.render(violation, path)
    }
    return lines
  }

  private func line(_ claim: AnySizeVerdict.Claim, _ verdict: AnySizeVerdict) -> String {
    let name = (claim.keyword.map { "\($0.rawValue) " } ?? "no ") + style.bold(claim.name)
    switch claim.status {
    case .holds:
      let views = claim.views.map { "  (views of \($0))" } ?? ""
      return "\(style.green("✓")) \(name): holds for every number of \(verdict.type)"
        + style.dim(views)
    case .violated:
      let mark = claim.announced ? style.green("✓") : style.red("✗")
      let number = claim.violatedFrom ?? 0
      return "\(mark) \(name): violated from \(Wording.count(number, "name")) on"
        + (claim.announced ? claim.violation?.manner ?? ", as expected" : "")
    case .notEstablished:
      let place = claim.place.map { "  \($0.text(in: path).printableLine)" } ?? ""
      return "\(style.yellow("?")) \(name): not established: \((claim.reason ?? "").printable)"
        + style.dim(place)
    }
  }

  /// The figures of the proof: views, states and instance counts.
  private func figures(_ verdict: AnySizeVerdict) -> String {
    var parts: [String] = []
    if let last = verdict.sizes.last {
      let whole = verdict.sizes.prefix { $0.exhaustive }.count
      let numbers = last.names == 1 ? "1 \(verdict.type)" : "1 to \(max(1, whole)) \(verdict.type)"
      let states = verdict.sizes.prefix { $0.exhaustive }.reduce(0) { $0 + $1.states }
      if whole > 0 { parts.append("\(numbers) one by one: \(Wording.count(states, "state"))") }
    }
    parts += verdict.views.map {
      "\(Wording.count($0.count, "view")) of \($0.names) in \(Wording.count($0.states, "state"))"
    }
    return style.dim(parts.joined(separator: "; "))
  }
}
