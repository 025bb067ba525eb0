import Reports
import Semantics

/// What became of the edits of some specs.
public struct MutateOutcome: Sendable {
  package let report: MutationReport

  /// The outcome as text.
  public func rendered() throws -> String { MutationText().render(report) }
}
