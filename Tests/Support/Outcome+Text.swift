import Comparison
import TrayKit

// The text for people, for tests that compare it or print it when they fail.

extension CheckOutcome {
  package func text(
    isQuiet: Bool = false, isVerbose: Bool = false, usesColor: Bool = false,
    omitsReplays: Bool = false
  ) -> String {
    var style = ReportStyle()
    (style.isQuiet, style.isVerbose, style.usesColor) = (isQuiet, isVerbose, usesColor)
    style.omitsReplays = omitsReplays
    return (try? rendered(as: .text, style)) ?? "it cannot be told"
  }
}

extension ReplayOutcome {
  package func text() -> String { (try? rendered(as: .text)) ?? "it cannot be told" }
}

extension DiffOutcome {
  package func text(usesColor: Bool = false) -> String {
    var style = ReportStyle()
    style.usesColor = usesColor
    return (try? rendered(as: .text, style)) ?? "it cannot be told"
  }
}

extension Job {
  /// Carries out the request without interruptions.
  package func outcome() throws(Failure) -> Outcome { try outcome(isInterrupted: { false }) }
}
