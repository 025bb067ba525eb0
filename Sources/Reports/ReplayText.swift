import Semantics
import Traces

/// Renders the report of `replay` for people: a line for each counterexample, and the whole trace of unexpected ones.
package struct ReplayText {
  private let style: TextStyle
  private let isQuiet: Bool

  /// Creates a renderer.
  ///
  /// - Parameter isQuiet: whether to show only unexpected results and the last line.
  package init(style: TextStyle, isQuiet: Bool = false) {
    self.style = style
    self.isQuiet = isQuiet
  }

  /// Renders the report. A single counterexample is always shown in full.
  package func render(_ report: ReplayReport) -> String {
    let isSingle = report.verdicts.count == 1 && report.unreadable.isEmpty
    var lines: [String] = []
    for file in report.verdicts where !isQuiet || file.judgement != .asExpected {
      lines += self.lines(file, inFull: isSingle || file.judgement != .asExpected)
    }
    for file in report.stale {
      lines.append(
        "\(mark(.open)) \(style.bold(file.path.printableLine)): \(file.reason.printableLine)")
    }
    for file in report.pruned {
      lines.append("deleted \(file.path.printableLine): \(file.reason.printableLine)")
    }
    for folder in report.empty {
      lines.append("there is no counterexample in \(folder.printableLine)")
    }
    if !lines.isEmpty, report.verdicts.contains(where: { isSingle || $0.judgement != .asExpected })
    {
      lines.append("")
    }
    return style.fitted((lines + [summary(report)]).joined(separator: "\n") + "\n")
  }

  /// The section of a check before its search: a line for each unexpected replay.
  package func section(_ report: ReplayReport) -> String {
    let odd = report.verdicts.filter { $0.judgement != .asExpected }
    guard !report.verdicts.isEmpty || report.leftOut > 0, !isQuiet || !odd.isEmpty else {
      return ""
    }
    var lines: [String] = []
    var order: [String] = []
    let groups = Dictionary(grouping: odd, by: Self.subject)
    for file in odd where !order.contains(Self.subject(file)) {
      order.append(Self.subject(file))
      lines += self.lines(file, inFull: false, more: (groups[Self.subject(file)]?.count ?? 1) - 1)
    }
    if !report.verdicts.isEmpty {
      let (verdict, text) = Self.verdict(report)
      lines.append(VerdictLine.mark(verdict, style) + text)
    }
    if report.leftOut > 0 {
      lines.append(
        style.dim(
          "  \(Wording.count(report.leftOut, "counterexample")) of specs that are not checked: left out"
        ))
    }
    return style.fitted((lines + [""]).joined(separator: "\n") + "\n")
  }

  /// The key of a replay. Files of one property in several worlds with the same text have the same key.
  private static func subject(_ file: ReplayVerdict) -> String {
    [file.specPath, file.property, verdict(file)].joined(separator: "\u{0}")
  }

  /// The section of a check after its search: the details of unexpected replays, without traces that the search has
  /// already shown.
  ///
  /// - Parameter paths: files that were already mentioned.
  func details(_ report: CheckReport, without paths: Set<String> = []) -> [String] {
    let found = report.specs.flatMap { spec in
      spec.verdicts.flatMap { world in
        world.violations.map { Shown(spec.path, $0.name, $0.trace) }
      }
    }
    var shown = Set(found)
    let odd = report.replays.verdicts.filter {
      $0.judgement != .asExpected && !paths.contains($0.path)
    }
    return odd.compactMap { file in
      if let violation = file.violation, file.judgement == .contradicted,
        !shown.insert(Shown(file.specPath, violation.name, file.trace)).inserted
      {
        return nil
      }
      return lines(file, inFull: true).joined(separator: "\n") + "\n"
    }
  }

  /// A trace that was already shown.
  private struct Shown: Hashable {
    let spec: String
    let name: String
    let lines: [String]

    init(_ spec: String, _ name: String, _ trace: Trace) {
      self.spec = spec
      self.name = name
      lines = TraceText(style: .plain, indent: "").lines(trace)
    }
  }

  private func lines(_ file: ReplayVerdict, inFull: Bool, more: Int = 0) -> [String] {
    let others = more > 0 ? " and \(Wording.number(more)) more of it" : ""
    var lines = [
      "\(mark(file.judgement)) \(style.bold(file.path.printableLine))\(others): \(Self.verdict(file).printable)"
    ]
    guard inFull else { return lines }
    lines += file.notes.map { style.dim("    \($0.printable)") }
    if file.specChanged, file.judgement != .asExpected {
      lines.append(style.dim("    the spec has changed since this was written"))
    }
    guard !file.verdict.isGone else { return lines }
    let text = TraceText(style: style, indent: "      ")
    if let violation = file.violation {
      lines.append("    \(style.red(violation.name)): \(violation.summary.printable)")
      lines.append(style.dim("      \(violation.place.text(in: file.specPath).printableLine)"))
    }
    return lines + text.lines(file.trace) + text.lines(file.reasons)
      + text.lines(file.origin, file.close)
  }

  private func mark(_ judgement: ReplayedFile.Judgement) -> String {
    switch judgement {
    case .asExpected: style.green("✓")
    case .contradicted: style.red("✗")
    case .open: style.yellow("?")
    }
  }

  /// The verdict on a counterexample, with advice.
  static func verdict(_ file: ReplayVerdict) -> String {
    var still = "still violates"
    if let step = file.step, step < file.length {
      still += " after \(step) of \(Wording.count(file.length, "event")) already"
    }
    switch (file.verdict, file.expect) {
    case (.stillViolates, .fixed): return still + ", and must be fixed"
    case (.stillViolates, .violated): return still + ", as is known"
    case (.fixed, .violated):
      return file.summary
        + "; it was a known violation, so set \"expect\" to \"fixed\" in the file"
    case (.noLongerPossible, .fixed):
      guard let reason = file.fixedBy else { return file.summary }
      return "no longer possible at its last event, as it should be: \(reason)"
    default: return file.summary
    }
  }

  /// The sentences about counterexamples that keep a check from passing.
  static func complaints(_ report: CheckReport) -> [(text: String, isOpen: Bool)] {
    var all = parts(report.replays).map { (text: "counterexamples: \($0.text)", isOpen: $0.isOpen) }
    let unsaved = report.saved.count(where: \.outcome.isError)
    if unsaved > 0 { all.append(("counterexamples: \(Wording.number(unsaved)) not saved", false)) }
    return all
  }

  private static func parts(_ report: ReplayReport) -> [(text: String, isOpen: Bool)] {
    var parts: [(String, Bool)] = []
    func add(_ count: Int, isOpen: Bool = false, _ text: (String) -> String) {
      if count > 0 { parts.append((text(Wording.number(count)), isOpen)) }
    }
    let wrong = report.verdicts.filter { $0.judgement == .contradicted }
    add(wrong.count { $0.verdict == .stillViolates }) { "\($0) must be fixed" }
    add(wrong.count { $0.verdict == .fixed }) { "\($0) known to be violated, and not" }
    let open = report.verdicts.filter { $0.judgement == .open }
    add(open.count { $0.verdict == .fixed }, isOpen: true) { "\($0) edited" }
    add(open.count { $0.verdict.isGone }, isOpen: true) { "\($0) about removed parts" }
    add(open.count { $0.verdict == .noLongerPossible }, isOpen: true) { "\($0) no longer possible" }
    add(open.count { $0.verdict == .undecided }, isOpen: true) { "\($0) inconclusive" }
    add(report.stale.count, isOpen: true) { "\($0) of no spec" }
    add(report.unreadable.count) { "\($0) cannot be read" }
    add(report.broken.count) { "\($0) with a spec that has errors" }
    return parts
  }

  /// The last line of `replay`.
  private func summary(_ report: ReplayReport) -> String {
    let (verdict, text) = Self.verdict(report)
    return VerdictLine(verdict, text).text(style)
  }

  private static func verdict(_ report: ReplayReport) -> (VerdictLine.Verdict, String) {
    let count = Wording.count(report.verdicts.count, "counterexample")
    let parts = Self.parts(report).map(\.text)
    let text =
      switch report.status {
      case .success: "\(count) \(report.verdicts.count == 1 ? "replays" : "replay") as expected"
      default: "\(count) replayed" + (parts.isEmpty ? "" : ": \(Wording.list(parts))")
      }
    return (VerdictLine.Verdict(report.status), text)
  }
}
