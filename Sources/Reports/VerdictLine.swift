/// The last line of a report: the verdict as a word, its counts, and further facts in parentheses. The facts get their
/// own line if they do not fit.
///
/// `VerdictLine(.passed, "3 properties in 1 spec", ["0.01 s"]).text(.plain)` is
/// `✓ Passed: 3 properties in 1 spec  (0.01 s)`.
package struct VerdictLine {
  /// The verdict of a whole run.
  package enum Verdict: String {
    case passed = "Passed"
    case failed = "Failed"
    case inconclusive = "Inconclusive"
    case notChecked = "Not checked"
    /// Some specs have errors, and others were checked.
    case notAllChecked = "Not all checked"
    case internalError = "Internal error"
    case enginesDiffer = "Engines differ"

    /// The verdict of a run with an exit status.
    package init(_ status: ExitStatus) {
      self =
        switch status {
        case .success: .passed
        case .violation: .failed
        case .inconclusive: .inconclusive
        case .specError, .usage: .notChecked
        case .internalError: .internalError
        case .enginesDiffer: .enginesDiffer
        }
    }
  }

  private let verdict: Verdict
  private let text: String
  private let facts: [String]

  package init(_ verdict: Verdict, _ text: String, _ facts: [String] = []) {
    self.verdict = verdict
    self.text = text
    self.facts = facts
  }

  package func text(_ style: TextStyle) -> String {
    let colour: TextStyle.Colour =
      switch verdict {
      case .passed: .green
      case .inconclusive: .yellow
      case .failed, .notChecked, .notAllChecked, .internalError, .enginesDiffer: .red
      }
    let text = text.isEmpty ? "" : ": \(text)"
    let facts = facts.isEmpty ? "" : "  (\(Wording.list(facts)))"
    let isShort = 2 + verdict.rawValue.count + text.count + facts.count <= style.width
    return Self.mark(verdict, style) + style.banner(verdict.rawValue, colour) + text
      + (isShort ? "" : "\n") + facts
  }

  /// The mark of a verdict, with a blank.
  static func mark(_ verdict: Verdict, _ style: TextStyle) -> String {
    switch verdict {
    case .passed: style.green("✓ ")
    case .inconclusive: style.yellow("? ")
    case .failed, .notChecked, .notAllChecked, .internalError, .enginesDiffer: style.red("✗ ")
    }
  }
}
