import Semantics
import Traces

/// Renders a spec that fails only because some of its worlds violate more than they expect.
///
/// The report has one trace for each set of missing names, and the line to change.
struct ExpectationText {
  let style: TextStyle
  /// Renders a violation with its trace.
  let told: (ViolationVerdict) -> [String]

  /// Renders the spec; nil if it has other failures.
  func render(_ spec: SpecReport, _ report: CheckReport) -> String? {
    let wrong = spec.verdicts.filter { !$0.isRightAndUnasked }
    guard !wrong.isEmpty, wrong.allSatisfy({ $0.violatesMoreThanItExpects }) else { return nil }
    let first = wrong[0]
    let more = wrong.count > 1 ? " and \(Wording.count(wrong.count - 1, "other world"))" : ""
    var lines = [
      "\(style.red("✗")) \(style.bold("\(spec.name.printableLine)  "))"
        + style.dim(spec.path.printableLine)
        + "  \(first.name)\(more): more is violated than expected"
    ]
    var shown: Set<[String]> = []
    for world in wrong {
      lines += self.lines(world, isFirst: shown.insert(world.judgement.unexpected).inserted)
    }
    let right = spec.verdicts.count - wrong.count
    if right > 0 {
      let count = Wording.count(right, "world")
      lines += [
        "", "  \(style.green("✓")) \(count) as expected, shown with \(report.vocabulary.isVerbose)",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(_ world: WorldVerdict, isFirst: Bool) -> [String] {
    let missing = world.judgement.unexpected
    let verb = missing.count == 1 ? "is" : "are"
    var lines = [
      "",
      "  world \(style.bold(world.name)): \(style.red(Wording.list(missing))) \(verb) violated too",
    ]
    if isFirst {
      let violations = world.violations.filter { !$0.announced }.causesFirst
      lines += violations.first.map(told) ?? []
      if violations.isEmpty { lines.append("    no reachable state satisfies \(missing[0])") }
      lines.append("")
    }
    let names = world.announces + missing
    return lines + [
      "    \(style.green("help:")) if that is right, expect it: complete the world in "
        + "\(world.place.lineText) to",
      "      " + style.unbroken("world \(world.name) violates \(Wording.list(names))"),
    ]
  }
}

extension WorldVerdict {
  /// Whether the only failure is that a world with `violates` violates something else as well.
  fileprivate var violatesMoreThanItExpects: Bool {
    !announces.isEmpty && !judgement.unexpected.isEmpty && judgement.complaints.count == 1
      && !isExplained
  }
}
