import Traces

/// Renders the details of a finding as plain text: `CaseText.text(violation)`.
enum CaseText {
  private static let trace = TraceText(style: .plain, indent: "")

  static func text(_ violation: ViolationVerdict) -> String {
    lines(
      violation.documentation,
      trace.lines(violation.trace) + trace.lines(violation.reasons)
        + trace.lines(violation.origin, violation.close))
  }

  static func text(
    _ documentation: String?, _ path: Trace, _ reasons: [Reason]
  ) -> String {
    lines(documentation, trace.lines(path) + trace.lines(reasons))
  }

  static func text(_ property: WorldVerdict.Property) -> String {
    lines(property.documentation, WitnessText(trace).lines(property))
  }

  static func text(_ file: ReplayVerdict) -> String {
    var notes = file.notes
    if file.specChanged { notes.append("the spec has changed since this was written") }
    guard !file.verdict.isGone else { return lines(nil, notes.map(\.printable)) }
    return lines(
      nil,
      notes.map(\.printable) + trace.lines(file.trace) + trace.lines(file.reasons)
        + trace.lines(file.origin, file.close))
  }

  private static func lines(_ documentation: String?, _ lines: [String]) -> String {
    let text = (documentation ?? "").printable.split(separator: "\n").map(String.init)
    return (text + lines).joined(separator: "\n")
  }
}
