import Basics
import Files
import Platform
import Semantics

/// The tests generated from a spec.
package struct SuiteReport: Sendable {
  package var path: String
  @Boxed package var interface: Interface?
  package var suite: Suite?
  /// A phrase about the limit that ended the generation early; nil if there was none.
  package var limit: String?
  package var duration = Duration.zero
  package var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  package var unreadable: [CheckReport.Unreadable] = []

  package var status: ExitStatus {
    guard let suite else { return isCutBeforeTests ? .inconclusive : .specError }
    return limit != nil || !suite.isDecided || suite.paths.isEmpty ? .inconclusive : .success
  }

  /// Whether a limit ended the reading of the spec.
  var isCutBeforeTests: Bool { limit != nil && broken.isEmpty && unreadable.isEmpty }

  /// The tests as JSON lines for other programs.
  package func lines() throws -> String {
    guard let suite, let interface else { return "" }
    return try SuiteDocument(suite, interface).lines.map { try JSONDocument.line(of: $0) + "\n" }
      .joined()
  }
}

/// Renders the tests of a spec for people: `SuiteText(style: .plain).render(report)`.
package struct SuiteText {
  let style: TextStyle
  /// Whether to show only the covered goals.
  var isQuiet = false

  package func render(_ report: SuiteReport) -> String {
    guard let suite = report.suite, let interface = report.interface else {
      if report.isCutBeforeTests {
        let reason = report.limit.map { ": \($0)" } ?? ""
        return VerdictLine(.inconclusive, "no tests were made\(reason)").text(style) + "\n"
      }
      return VerdictLine(.notChecked, "no tests were made").text(style) + "\n"
    }
    let spec = interface.spec
    var lines: [String] = []
    if !isQuiet {
      for (number, path) in suite.paths.enumerated() {
        lines.append(style.bold("path \(number + 1)"))
        lines += path.driven.steps.map { step in
          let text = spec.text(step.instance)
          return "  \(step.isPossible ? text : "\(text)  (refused)")".printable
        }
      }
      if !suite.impossible.isEmpty {
        lines.append(style.bold("impossible:"))
        lines += suite.impossible.prefix(20).compactMap { $0.text(in: spec) }.map {
          "  \($0)".printable
        }
        if suite.impossible.count > 20 { lines.append("  … \(suite.impossible.count - 20) more") }
      }
      lines.append("")
    }
    lines.append(Self.summary(suite))
    if let limit = report.limit { lines.append(style.yellow("? inconclusive: \(limit)")) }
    return style.fitted(lines.joined(separator: "\n") + "\n")
  }

  /// A summary such as "rules 12 of 12, pairs 1,870 of 1,912 and 42 proved impossible, 38 paths, 412 steps, longest
  /// 14".
  package static func summary(_ suite: Suite) -> String {
    return
      (suite.coverage.map(summary) + [
        Wording.count(suite.paths.count, "path"), Wording.count(suite.steps, "step"),
        "longest \(suite.longest)",
      ]).joined(separator: ", ")
  }

  /// A summary such as "pairs 1,870 of 1,912 and 42 proved impossible".
  static func summary(_ coverage: Suite.Coverage) -> String {
    var text =
      "\(coverage.goal.rawValue) \(Wording.number(coverage.covered)) of \(Wording.number(coverage.all))"
    if coverage.impossible > 0 {
      text += " and \(Wording.number(coverage.impossible)) proved impossible"
    }
    if coverage.open > 0 { text += " and \(Wording.number(coverage.open)) open" }
    return text
  }
}
