import Traces

extension CaseFinding {
  /// The start, each step and the end of the trace as a sentence with its place; empty without a trace.
  ///
  /// - Parameters:
  ///   - suite: the world of the trace.
  ///   - most: the maximum number of sentences. Of a longer trace, the middle is left out.
  package func flow(
    in suite: CaseSuite, most: Int
  ) -> [(number: Int, text: String, place: TextPlace?)] {
    guard let trace else { return [] }
    let end = path == suite.path ? place : nil
    let start = trace.start.map { "\($0.name) = \($0.value)" }.joined(separator: ", ")
    var messages: [(text: String, place: TextPlace?)] = [("start: \(start)", suite.world?.place)]
    for (index, step) in trace.steps.enumerated() {
      let mark = index == trace.loop ? "↻ the loop begins here: " : ""
      messages.append((mark + Self.text(step, index + 1), step.place))
    }
    if let loop = trace.loopEnd { messages.append(("↻ \(loop)", end)) }
    if let attempt = trace.attempt {
      messages.append(("\(trace.steps.count + 1). \(attempt)  ← here", end))
    }
    messages.append((summary, end))
    let numbered = messages.enumerated().map { ($0 + 1, $1.text.printable, $1.place) }
    return numbered.count <= most
      ? numbered : Array(numbered.prefix(most / 2) + numbered.suffix(most / 2))
  }

  /// A step on one line.
  private static func text(_ step: Trace.Step, _ number: Int) -> String {
    "\(number). \(step.event)" + (step.rule.map { " rule \($0)" } ?? "") + ": "
      + step.effects.joined(separator: "; ")
  }
}
