import Files
import Platform
import Reports
import TrayKit

extension SecondOpinionOutcome {
  /// The output formats of the result.
  public enum Format: String, Sendable, CaseIterable {
    /// A text report for people: one line for each opinion, followed by its disagreements.
    case text
    /// A JSON report for tools.
    case json
  }

  /// Renders the result in an output format.
  ///
  /// - Throws: `EncodingError` if a value cannot be written as JSON.
  public func rendered(as format: Format, _ style: ReportStyle = ReportStyle()) throws -> String {
    switch format {
    case .text:
      var text = SecondOpinionText(style)
      let told =
        missing.map { text.lines(of: .missing($0)) } + opinions.map { text.lines(of: .opinion($0)) }
      return told.joined() + summary(style)
    case .json: return try json()
    }
  }

  /// Renders the last lines of the report, after the lines of `SecondOpinionText`.
  public func summary(_ style: ReportStyle = ReportStyle()) -> String {
    func count(_ status: Opinion.Status) -> Int { opinions.count { $0.status == status } }
    let isGood = unheard.isEmpty && problems.isEmpty && !isInterrupted && !isIdle
    let verdict: VerdictLine.Verdict =
      count(.disagrees) + count(.broken) > 0 ? .failed : isGood ? .passed : .inconclusive
    let (differing, silent) = (count(.disagrees), count(.silent))
    let counts =
      "\(Wording.count(count(.agrees), "opinion")) \(count(.agrees) == 1 ? "agrees" : "agree"), "
      + "\(differing) \(differing == 1 ? "does" : "do") not, \(silent) \(silent == 1 ? "is" : "are") none"
    var text = "\n\(VerdictLine(verdict, counts).text(.plain))\n"
    if count(.broken) > 0 {
      text += "  \(count(.broken)) cannot be had, by a mistake of Traycheck\n"
    }
    if !unheard.isEmpty {
      text += "  nobody says anything of \(unheard.joined(separator: ", "))\n"
    }
    if !skipped.isEmpty {
      text +=
        "  skipped, because a walk visits only a part of the states: "
        + "\(skipped.joined(separator: ", "))\n"
    }
    if isInterrupted { text += "  it was interrupted\n" }
    return style.fitted(text)
  }

  /// The version of the JSON report, incremented when readers of the old format would fail.
  package static let schemaVersion = 1

  private func json() throws -> String {
    try JSONDocument.text(
      of: [
        "schema": "traycheck-opinions", "schemaVersion": Self.schemaVersion, "version": 1,
        "status": ExitStatus(rawValue: status)?.word, "exitStatus": status, "opinions": opinions,
        "missing": missing, "unheard": unheard, "skipped": skipped, "problems": problems,
        "isInterrupted": isInterrupted, "next": next,
      ] as JSONMembers)
  }
}

/// Renders opinions as text as they arrive: one line for each, followed by its disagreements and skipped questions.
public struct SecondOpinionText: Sendable {
  private let style: ReportStyle
  private var world = ""
  /// The reasons for skipped questions that were already reported.
  private var reasons: Set<String> = []

  private var isQuiet: Bool { style.isQuiet }

  /// Creates a renderer.
  ///
  /// - Parameter style: the style of the text. A quiet one shows only opinions that contradict the check.
  public init(_ style: ReportStyle = ReportStyle()) { self.style = style }

  /// Renders the lines about an event.
  public mutating func lines(of event: SecondOpinionEvent) -> String {
    style.fitted(text(of: event))
  }

  private mutating func text(of event: SecondOpinionEvent) -> String {
    switch event {
    case .missing(let text): return "! \(text)\n"
    case .opinion(let opinion):
      let isWrong = opinion.status == .disagrees || opinion.status == .broken
      if isQuiet, !isWrong { return "" }
      var text = ""
      let name = "\(opinion.spec)/\(opinion.world)"
      if name != world {
        world = name
        text += "\n\(name)  \(opinion.path)\n"
      }
      text += "  \(Self.line(of: opinion))\n"
      for remark in opinion.remarks where isWrong { text += "      \(remark.printableLine)\n" }
      if opinion.status == .silent || isQuiet { return text }
      for omitted in opinion.omitted {
        let reason = omitted.firstRange(of: ": ").map { String(omitted[$0.upperBound...]) } ?? ""
        if reasons.insert(reason).inserted {
          text += "      not asked: \(omitted.printableLine)\n"
        }
      }
      return text
    }
  }

  private static func line(of opinion: SecondOpinionOutcome.Opinion) -> String {
    let name = opinion.checker + String(repeating: " ", count: max(0, 6 - opinion.checker.count))
    if opinion.status == .silent {
      return "– \(name) \(opinion.remarks.joined(separator: "; ").printableLine)"
    }
    var parts = [Wording.count(opinion.questions.count, "question")]
    if let states = opinion.states { parts.append(Wording.count(states, "state")) }
    if let steps = opinion.steps { parts.append(Wording.count(steps, "step")) }
    if !opinion.omitted.isEmpty {
      let names = opinion.omitted.map {
        $0[..<($0.firstRange(of: ": ")?.lowerBound ?? $0.endIndex)]
      }
      let shown = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? ", …" : "")
      parts.append("\(names.count) not asked (\(shown.printableLine))")
    }
    let mark = opinion.status == .agrees ? "✓" : "✗"
    return "\(mark) \(name) \(parts.joined(separator: ", "))"
  }
}
