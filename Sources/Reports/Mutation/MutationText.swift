import Semantics

/// The edits of specs as text for people.
package struct MutationText {
  package init() {}

  package func render(_ report: MutationReport) -> String {
    var lines: [String] = []
    for spec in report.specs {
      lines.append(
        "\(spec.name)  \(spec.path)  edits \(spec.edits) invalid \(spec.invalid) killed \(spec.count(.killed)) survived \(spec.count(.survived)) equivalent \(spec.count(.equivalent)) undecided \(spec.count(.undecided)) score \(spec.score ?? 0) unsound \(spec.unsound)"
      )
      for mutant in spec.mutants where mutant.fate == .survived || mutant.fate == .undecided {
        lines.append(
          "  \(mutant.place.text(in: spec.path)) \(mutant.kind.rawValue) \(mutant.fate) \(mutant.owner): \(mutant.text) \(mutant.reason ?? "")"
        )
        if let parting = mutant.parting {
          lines += TraceText(style: TextStyle(usesColor: false), indent: "      ").lines(
            parting.trace)
          lines.append("      \(parting.event ?? "start")")
          lines += parting.original.map { "        spec: \($0)" }
          lines += parting.edited.map { "        edited: \($0)" }
        }
      }
    }
    lines.append("\(report.duration)")
    return lines.joined(separator: "\n") + "\n"
  }
}
