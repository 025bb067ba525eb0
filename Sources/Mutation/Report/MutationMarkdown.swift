import Reports
import Semantics

/// The results of mutation testing, for the summary of a pull request.
package struct MutationMarkdown {
  package func render(_ report: MutationReport) -> String {
    let mark = report.status == .success ? "✅" : report.status == .inconclusive ? "❔" : "❌"
    var blocks = ["## Undetected mutations"]
    blocks.append("\(mark) **\(report.scoreText)**")
    var table = [
      "| spec | score | noticed | not noticed | change nothing | inconclusive |",
      "| --- | --- | --- | --- | --- | --- |",
    ]
    for spec in report.specs {
      let score = spec.score.map { "\(Wording.fixed($0, digits: 1)) %" } ?? "–"
      table.append(
        "| \(MarkdownText.inline(spec.name)) | \(score) | \(spec.count(.killed)) | "
          + "\(spec.count(.survived)) | \(spec.count(.equivalent)) | \(spec.count(.undecided)) |")
    }
    blocks.append(table.joined(separator: "\n"))
    for spec in report.specs {
      for group in spec.remarkable where group[0].fate == .survived {
        blocks.append(block(group, spec))
      }
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  /// Survivors with the same proposal, or one without.
  private func block(_ mutants: [MutantVerdict], _ spec: SpecMutation) -> String {
    var lines = mutants.map { mutant in
      let place = MarkdownText.inline(mutant.place.text(in: spec.path))
      return "- \(place): no property notices if \(MarkdownText.code(mutant.text))"
    }
    if let proposal = mutants[0].proposal {
      lines +=
        [""]
        + MarkdownText.block(proposal.lines.joined(separator: "\n"), as: "swift").map { "  " + $0 }
    }
    return lines.joined(separator: "\n")
  }
}
