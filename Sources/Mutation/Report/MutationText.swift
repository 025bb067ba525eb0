import Reports
import Semantics
import Traces

/// Renders the results of mutation testing for people: `MutationText(style: …).render(report)`.
package struct MutationText {
  let style: TextStyle
  /// Whether to show only survivors, inconclusive mutations, and the last line.
  var isQuiet = false

  package func render(_ report: MutationReport) -> String {
    var blocks = report.specs.map { block($0, report) }.filter { !$0.isEmpty }
    blocks.append([last(report)])
    return style.fitted(
      blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n")
  }

  private func block(_ spec: SpecMutation, _ report: MutationReport) -> [String] {
    var lines: [String] = []
    let isGood = spec.unsound.isEmpty && !report.isBelow(spec)
    if !isQuiet || !isGood {
      let mark = !isGood ? "✗" : spec.score == nil ? "?" : "✓"
      lines.append("\(style.bold("\(mark) \(spec.name.printable)"))  \(spec.path.printable)")
      lines.append("  \(Self.figures(spec))")
    }
    for world in spec.unsound {
      lines.append("  ✗ \(world.printable): the check fails, so that nothing is judged there")
    }
    for world in spec.undecidedWorlds {
      lines.append("  ? \(world.printable): inconclusive, so no edit is judged there")
    }
    for group in spec.remarkable {
      for mutant in group {
        if !lines.isEmpty { lines.append("") }
        lines += self.lines(mutant, spec)
      }
      if let proposal = group[0].proposal { lines += self.lines(proposal, group.count) }
    }
    if spec.isMatrix, !isQuiet { lines += [""] + matrix(spec) }
    return lines
  }

  /// Figures such as "score 96.5 %: 137 of 142 edits are noticed; 6 change nothing, 2 do not compile".
  static func figures(_ spec: SpecMutation) -> String {
    let (killed, survived) = (spec.count(.killed), spec.count(.survived))
    let tried = spec.mutants.count + spec.invalid
    var parts: [String] = []
    if let score = spec.score {
      parts.append(
        "score \(Wording.fixed(score, digits: 1)) %: \(Wording.number(killed)) of "
          + "\(Wording.count(killed + survived, "edit")) noticed")
    } else {
      let isJudged = tried == spec.edits && spec.count(.undecided) == 0
      parts.append(
        isJudged
          ? "no edit of the spec changes its behaviour" : "not one edit could be judged")
    }
    var rest: [String] = []
    if spec.count(.equivalent) > 0 { rest.append("\(spec.count(.equivalent)) change nothing") }
    if spec.invalid > 0 { rest.append("\(spec.invalid) are none") }
    if spec.count(.undecided) > 0 { rest.append("\(spec.count(.undecided)) inconclusive") }
    if tried < spec.edits { rest.append("\(tried) of \(Wording.number(spec.edits)) tried") }
    if spec.isCached { rest.append("known from before") }
    return (parts + rest).joined(separator: "; ")
  }

  // MARK: Survivors

  private func lines(_ mutant: MutantVerdict, _ spec: SpecMutation) -> [String] {
    let place = mutant.place.text(in: spec.path).printable
    let what = "\(mutant.text.printable)  (\(mutant.kind.rawValue), \(mutant.owner.printable))"
    if mutant.fate == .undecided {
      return ["  ? \(place): inconclusive: \(mutant.reason ?? "") if \(what)"]
    }
    var lines = ["  \(style.bold("✗ \(place)")): no property notices if \(what)"]
    if let parting = mutant.parting { lines += self.lines(parting) }
    return lines
  }

  /// A proposal that detects some survivors.
  private func lines(_ proposal: MutantVerdict.Proposal, _ count: Int) -> [String] {
    let object = count == 1 ? "it" : "these \(count) edits"
    var lines = ["      " + style.bold("this would notice \(object):")]
    lines += proposal.lines.map { "        " + style.unbroken($0.printable) }
    if !proposal.announcedBy.isEmpty {
      let names = Wording.list(proposal.announcedBy).printable
      lines.append(
        "        // It does not hold in \(names), whose 'violates' would have to name it.")
    }
    return lines
  }

  private func lines(_ parting: MutantVerdict.FirstDivergence) -> [String] {
    var lines = TraceText(style: style, indent: "      ").lines(parting.trace)
    if parting.world != CheckedSpec.defaultWorldName {
      lines.insert("      in the world \(parting.world.printable):", at: 0)
    }
    if let event = parting.event {
      lines.append(
        "      \(style.bold(String(parting.trace.steps.count + 1)))  \(style.bold(event.printable))"
      )
    }
    for (name, effects) in [("the spec", parting.original), ("the edit", parting.edited)] {
      for (index, effect) in effects.enumerated() {
        lines.append("         \(index == 0 ? name + ":" : "         ") \(effect.printable)")
      }
    }
    return lines
  }

  // MARK: The matrix

  private func matrix(_ spec: SpecMutation) -> [String] {
    let kills = spec.kills
    let width = kills.map(\.name.count).max() ?? 0
    var lines = ["  " + style.bold("edits noticed by each property:")]
    for each in kills where each.all > 0 {
      let padding = String(repeating: " ", count: width - each.name.count)
      lines.append(
        "    \(each.name.printable)\(padding)  \(each.all)"
          + (each.alone > 0 ? ", \(each.alone) alone" : ""))
    }
    let idle = kills.filter { $0.alone == 0 }.map(\.name)
    if !idle.isEmpty {
      lines.append("  these alone notice nothing: \(Wording.list(idle).printable)")
    }
    return lines
  }

  private func last(_ report: MutationReport) -> String {
    let edits = report.count(.killed) + report.count(.survived)
    let figures = [
      Wording.count(report.specs.count, "spec"), Wording.count(edits, "edit"),
      "\(report.count(.survived)) not noticed", Wording.seconds(report.duration),
    ]
    var text = report.scoreText
    if let minimum = report.minimumScore {
      text += "; the minimum is \(Wording.fixed(minimum, digits: 0)) % in each spec"
    }
    return VerdictLine(VerdictLine.Verdict(report.status), text, figures).text(style)
  }
}
