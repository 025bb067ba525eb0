import Semantics
import Traces

/// Renders traces as text: a line for each step, followed by its changes.
package struct TraceText {
  package let style: TextStyle
  package let indent: String

  package init(style: TextStyle, indent: String) {
    self.style = style
    self.indent = indent
  }

  package func lines(_ trace: Trace) -> [String] {
    var lines = startLines(trace)
    let digits = String(max(trace.steps.count, 1)).count
    for (index, step) in trace.steps.enumerated() {
      if index == trace.way { lines.append(indent + style.bold("→  the way begins here")) }
      if index == trace.loop { lines.append(indent + style.bold("↻  the loop begins here")) }
      let number = String(index + 1)
      let padding = String(repeating: " ", count: digits - number.count)
      let rule = step.rule.map { style.dim("  rule \($0)") } ?? ""
      lines.append(
        "\(indent)\(padding)\(style.bold(number))  \(style.bold(step.event.printable))\(rule)")
      let inner = indent + String(repeating: " ", count: digits + 4)
      lines += step.effects(style).map { inner + $0 }
    }
    if let loop = trace.loopEnd { lines.append(indent + style.bold("↻  \(loop)")) }
    if let attempt = trace.attempt {
      let number = String(trace.steps.count + 1)
      let padding = String(repeating: " ", count: max(0, digits - number.count))
      lines.append(
        "\(indent)\(padding)\(style.bold(number))  \(style.bold(attempt.printable))  ← here")
    }
    return lines
  }

  private func startLines(_ trace: Trace) -> [String] {
    let parts = trace.start.map { "\($0.name) = \($0.value)".printable }
    let line = "start: " + parts.joined(separator: ", ")
    guard indent.count + line.count > style.width else { return [indent + line] }
    return ["\(indent)start:"] + parts.map { "\(indent)    \($0)" }
  }

  package func lines(_ reasons: [Reason]) -> [String] {
    guard !reasons.isEmpty else { return [] }
    return [indent + style.bold("why:")] + reasons.map { line($0, below: 2) }
  }

  /// The origin of the violation, and its near misses.
  package func lines(_ origin: OriginVerdict?, _ nearMisses: [NearMiss]) -> [String] {
    var lines = (origin?.lines ?? []).map { indent + "    " + $0.printable }
    if nearMisses.isEmpty { return lines }
    lines.append(indent + style.bold("close:"))
    for miss in nearMisses {
      if miss.reasons.count == 1 {
        lines.append("\(indent)    \("\(miss.name), but \(miss.reasons[0].text)".printable)")
      } else {
        lines.append("\(indent)    \(miss.name.printable), but")
        lines += miss.reasons.map { line($0, below: 3) }
      }
    }
    return lines
  }

  private func line(_ reason: Reason, below depth: Int) -> String {
    indent + String(repeating: "  ", count: reason.depth + depth) + reason.text.printable
  }
}

extension Trace.Step {
  /// The effects without control characters, with new values highlighted.
  func effects(_ style: TextStyle) -> [String] {
    effects.map { line in
      guard let arrow = line.firstRange(of: " → "), changes.contains(where: { $0.text == line })
      else {
        return line.printable
      }
      return line[..<arrow.upperBound].description.printable
        + style.yellow(line[arrow.upperBound...].description.printable)
    }
  }

  /// The choices, changes and signals of the step, one line each.
  package var effects: [String] {
    let emitted = signals.isEmpty ? [] : ["emits \(signals.joined(separator: ", "))"]
    return choices.map { "chooses \($0)" } + changes.map(\.text) + emitted
      + (changes.isEmpty && signals.isEmpty ? ["changes nothing"] : [])
  }
}

extension Trace {
  /// The sentence about the loop of an infinite trace.
  package var loopEnd: String? {
    loop.map { loop in
      loop < steps.count
        ? "back to step \(loop + 1), and so on indefinitely" : "nothing happens any more"
    }
  }
}
