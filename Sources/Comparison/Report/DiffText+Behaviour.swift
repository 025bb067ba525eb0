import Reports
import Semantics
import Traces

extension DiffText {
  func behaviour(_ spec: SpecDiff) -> [String] {
    if spec.worlds.isEmpty { return [] }
    let head = "  " + style.bold("behaviour")
    let quiet = spec.worlds.filter { !$0.hasChange }
    let isSameEverywhere =
      quiet.count == spec.worlds.count
      && spec.worlds.allSatisfy {
        $0.result.completion == .sameText && $0.result.notes.isEmpty
      }
    if isSameEverywhere {
      // The last line contains it as well, so nothing is lost.
      return isQuiet || (spec.declarations?.isEmpty ?? true)
        ? [] : [head, "    no change in behaviour"]
    }
    let shown = spec.worlds.filter { !isQuiet || $0.hasChange || $0.isOpen }
    return shown.isEmpty ? [] : [head] + shown.flatMap(lines)
  }

  private func lines(_ world: WorldDiff) -> [String] {
    var mark = style.green("✓")
    if world.hasChange {
      mark = style.red("✗")
    } else if world.isOpen {
      mark = style.yellow("?")
    } else if world.result.completion == .notAsked {
      mark = style.dim("–")
    }
    let answer = DiffWording.answer(world.result)
    var lines = ["    \(mark) world \(style.bold(DiffWording.visible(world.name))): \(answer)"]
    lines += world.openVerdicts.map { "        inconclusive: \($0)" }
    lines += world.result.notes.map { style.dim("        \(DiffWording.visible($0))") }
    return lines + differences(world, indent: "        ")
  }

  /// The differences of a world with their traces, without those that an earlier world already shows.
  func differences(_ world: WorldDiff, indent: String) -> [String] {
    var lines: [String] = []
    for difference in world.shown.prefix(Self.maximumDifferences) {
      lines += self.lines(difference, indent: indent)
    }
    let repeated = world.result.differences.count - world.shown.count
    if repeated > 0, world.shown.isEmpty {
      lines.append(indent + "as in the worlds above")
    } else if repeated > 0 {
      lines.append(indent + "and as in the worlds above")
    }
    let cut = world.shown.count - Self.maximumDifferences
    if cut > 0 { lines.append(indent + "\(Wording.count(cut, "more difference")) not shown") }
    if world.hasChange {
      let differences = Wording.count(world.result.differingSteps, "difference")
      let states = Wording.count(world.result.states, "state")
      lines.append(style.dim(indent + "\(differences) in all, in \(states) compared"))
    }
    return lines
  }

  private func lines(_ difference: BehaviourDifference, indent: String) -> [String] {
    var lines = [indent + style.bold(DiffWording.title(difference))]
    let inner = indent + "  "
    guard difference.event != nil else { return lines + start(difference, inner) }
    var trace = difference.trace
    let last = trace.steps.popLast()
    lines += TraceText(style: style, indent: inner).lines(trace)
    guard let last else { return lines }
    lines.append("\(inner)\(style.bold(String(trace.steps.count + 1)))  \(style.bold(last.event))")
    lines += outcome(difference.oldOutcome, "old", inner + "     ")
    lines += outcome(difference.newOutcome, "new", inner + "     ")
    return lines
  }

  private func start(_ difference: BehaviourDifference, _ indent: String) -> [String] {
    if !difference.startChanges.isEmpty {
      return difference.startChanges.map { "\(indent)\($0.text)" }
    }
    return TraceText(style: style, indent: indent).lines(difference.trace)
  }

  /// The outcome in one of the specs, after the word that names the version.
  private func outcome(
    _ outcome: BehaviourDifference.Outcome, _ side: String, _ indent: String
  ) -> [String] {
    let head = indent + style.bold("\(side):") + " "
    switch outcome {
    case .steps(let steps):
      return steps.enumerated().flatMap { index, step in
        self.step(step, index == 0 ? head : indent + "or:  ", indent)
      }
    case .refused(let reasons) where reasons.count == 1:
      return [head + "refused: \(reasons[0].text)"]
    case .refused(let reasons):
      return [head + "refused: the guard is false"]
        + reasons.map { "\(indent)     \(String(repeating: "  ", count: $0.depth))\($0.text)" }
    case .gap: return [head + "no rule applies"]
    case .fault(let message): return [head + "fault: \(message)"]
    case .unknown(let isEvent):
      return [head + (isEvent ? "there is no such event" : "there are no such arguments")]
    case .none: return [head + "no such start"]
    }
  }

  private func step(_ step: Trace.Step, _ head: String, _ indent: String) -> [String] {
    let rule = step.rule.map { [style.dim("rule \($0)")] } ?? []
    return (rule + step.effects).enumerated().map {
      $0.offset == 0 ? head + $0.element : "\(indent)     \($0.element)"
    }
  }
}
