/// Renders an explanation of a world's size, for `--explain size`.
struct SizeText {
  let style: TextStyle

  /// The maximum number of variables, fields, rules and pieces of advice.
  private static let most = 12

  func render(_ size: SizeVerdict, _ path: String) -> [String] {
    let isPart = size.lookedAt > 0 && size.lookedAt < size.stored
    var lines = [
      "",
      "    " + style.bold("size:") + " \(Wording.count(size.stored, "stored state"))"
        + (isPart ? ", of which the first \(Wording.number(size.lookedAt)) were looked at" : ""),
    ]
    lines += variables(size) + fields(size) + steps(size) + growth(size) + bounds(size)
    if !size.advice.isEmpty { lines.append("      to make it smaller, most effective first:") }
    for (index, advice) in size.advice.prefix(Self.most).enumerated() {
      lines.append("        \(index + 1). \(advice.reason)")
      lines.append("           \(advice.mend)" + style.dim("  \(advice.place.text(in: path))"))
    }
    return lines
  }

  private func variables(_ size: SizeVerdict) -> [String] {
    var rows = size.variables.prefix(Self.most).map { variable in
      [
        variable.name, Wording.count(variable.values, "value", error: variable.valuesError),
        "the states times "
          + (variable.isAtLeast ?? false
            ? "at least " : variable.factorError == nil ? "" : "about ")
          + Wording.factor(variable.factor),
        Wording.count(variable.bits, "bit"),
        variable.toldBy.map { "determined by \($0)" } ?? "",
      ]
    }
    let left = size.variables.count - rows.count
    if left > 0 { rows.append(["and \(Wording.number(left)) more", "", "", "", ""]) }
    return rows.isEmpty ? [] : ["      variables:"] + table(rows)
  }

  private func fields(_ size: SizeVerdict) -> [String] {
    // Fields that are whole variables were already listed.
    let names = Set(size.variables.map(\.name))
    let fields = size.fields.filter { !names.contains($0.name) || $0.bound != nil }
    let rows = fields.prefix(2 * Self.most).map { field in
      var row = [field.name, Wording.count(field.values, "value", error: field.valuesError), ""]
      if let least = field.least, let greatest = field.greatest, let bound = field.bound {
        row[2] = "\(least)...\(greatest)"
        row[2] +=
          greatest == bound
          ? ", at its bound in \(Wording.count(field.statesAtBound ?? 0, "state"))"
          : " of up to \(Wording.number(bound))"
      }
      return row
    }
    return rows.isEmpty ? [] : ["      parts:"] + table(Array(rows))
  }

  private func steps(_ size: SizeVerdict) -> [String] {
    let total = size.steps.reduce(0) { $0 + $1.count }
    let rows = size.steps.prefix(Self.most).map { steps in
      [
        steps.event + (steps.rule.map { ".\($0)" } ?? ""), Wording.count(steps.count, "step"),
        Wording.fixed(100 * Double(steps.count) / Double(max(1, total)), digits: 1) + " %",
      ]
    }
    return rows.isEmpty ? [] : ["      steps:"] + table(Array(rows))
  }

  private func growth(_ size: SizeVerdict) -> [String] {
    guard let largest = size.levels.indices.max(by: { size.levels[$0] < size.levels[$1] })
    else { return [] }
    let first = size.levels.prefix(Self.most).map(Wording.number).joined(separator: ", ")
    return [
      "      states by depth: \(first)\(size.levels.count > Self.most ? ", …" : "")",
      "        depth \(Wording.number(largest)) has the most, "
        + "\(Wording.number(size.levels[largest])); the last is \(Wording.number(size.levels.count - 1))",
    ]
  }

  private func bounds(_ size: SizeVerdict) -> [String] {
    func text(_ neighbour: SizeVerdict.Bound.Neighbour?) -> String {
      guard let neighbour else { return "" }
      let isMeasured = neighbour.basis == BoundSizes.Basis.measured.rawValue
      let states =
        isMeasured ? Wording.number(neighbour.states) : Wording.rounded(Double(neighbour.states))
      return "with \(Wording.number(neighbour.value)): \(isMeasured ? "" : "about ")\(states)"
    }
    let known = size.bounds.filter { $0.lower != nil || $0.higher != nil }
    let rows = known.map {
      ["\($0.name) = \(Wording.number($0.value))", text($0.lower), text($0.higher)]
    }
    guard !rows.isEmpty else { return [] }
    let bases = known.flatMap { [$0.lower, $0.higher] }.compactMap { $0?.basis }
    let isGuessed = bases.contains(BoundSizes.Basis.extrapolated.rawValue)
    return [
      "      stored states with other bounds, measured"
        + (isGuessed ? "; values with 'about' are extrapolated from smaller ones:" : ":")
    ] + table(rows)
  }

  /// Columns next to each other.
  private func table(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
      var line = "        " + cells.joined(separator: "  ")
      while line.last == " " { line.removeLast() }
      return line
    }
  }
}

extension Wording {
  /// A counted or estimated number, with its noun.
  fileprivate static func count(_ value: Int, _ noun: String, error: Double?) -> String {
    guard let error else { return count(value, noun) }
    return "about \(rounded(Double(value))) \(noun)s (± \(fixed(100 * error, digits: 1)) %)"
  }
}
