import Traces

/// The strength of an adapter: the mutations of the spec that it would detect when they run as implementations.
package struct StrengthVerdict: Sendable {
  /// A mutation that would not be detected.
  package struct UndetectedEdit: Sendable {
    package var place: Trace.Place
    package var text: String
  }

  /// An additional observation, with the number of mutations that it would detect.
  package struct Gain: Sendable {
    /// The observation, such as "observing badge" or "hearing sound".
    package var what: String
    package var count: Int
  }

  /// The number of mutations that an all-seeing adapter would detect on the same runs.
  package var noticeable = 0
  package var unnoticed: [UndetectedEdit] = []
  /// The additional observations, the most effective first.
  package var gains: [Gain] = []
  /// Whether a limit ended the test before all mutations were run.
  package var wasCutShort = false

  /// The result in a sentence.
  package var text: String {
    if noticeable == 0 { return "strength: no edit of the spec shows on these runs" }
    let head =
      unnoticed.isEmpty
      ? "would notice all \(noticeable) edits of the spec"
      : "would not notice \(unnoticed.count) of \(noticeable) edits of the spec"
    let useful = gains.map { "\($0.what) would notice \($0.count) of them" }
    return "strength: " + ([head] + useful).joined(separator: "; ")
      + (wasCutShort ? " (cut short)" : "")
  }
}
