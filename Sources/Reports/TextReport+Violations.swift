import Semantics
import Traces

/// Renders violations, scenarios and internal errors with their traces.
extension TextReport {
  func render(_ error: WorldVerdict.InternalError, _ path: String) -> [String] {
    let isDisagreement = error.isDisagreement ?? false
    let kind = isDisagreement ? "engines differ" : "internal error"
    let advice = isDisagreement ? Wording.disagreementAdvice : Wording.internalErrorAdvice
    return [
      "", "    \(style.red(kind)), \(error.name): \(error.message.printable)",
      style.dim("      \(path.printableLine)"), "      \(advice)",
    ]
  }

  /// The lines of a violation with its trace, as in text reports.
  package static func told(_ violation: ViolationVerdict, path: String) -> [String] {
    TextReport(style: TextStyle(usesColor: false), detail: .full).render(violation, path)
  }

  package func render(_ violation: ViolationVerdict, _ path: String) -> [String] {
    if tellsOnlyWrong, violation.announced { return [] }
    let title =
      violation.announced
      ? style.bold(violation.name) + " (\(violation.manner.dropFirst(2)))"
      : style.red(violation.name)
    return self.violation(
      title: "\(title): \(violation.summary.printable)", violation.documentation,
      at: place(violation.place, path), violation.trace, violation.reasons)
      + TraceText(style: style, indent: "      ").lines(violation.origin, violation.close)
  }

  func render(_ scenario: WorldVerdict.Scenario, _ path: String) -> [String] {
    guard let failure = scenario.failure else { return [] }
    let title = "\(style.red("scenario \(scenario.name)")): \(failure.summary.printable)"
    let place = place(failure.place, path)
    // The scenario shows the path to it.
    if detail == .brief {
      let text = TraceText(style: style, indent: "      ")
      return ["", "    \(title)", style.dim("      \(place)")] + text.lines(failure.reasons)
    }
    return violation(
      title: title, scenario.documentation, at: place, failure.trace, failure.reasons)
  }

  func violation(
    title: String, _ documentation: String?, at place: String, _ trace: Trace,
    _ reasons: [Reason]
  ) -> [String] {
    let text = TraceText(style: style, indent: "      ")
    return ["", "    \(title)", style.dim("      \(place)")]
      + self.documentation(documentation, indent: "      ").map(style.dim)
      + text.lines(trace) + text.lines(reasons)
  }
}
