import Traces

/// How much an adapter would notice: edits of the spec, played as implementations, that it tells from the spec.
package struct StrengthVerdict: Sendable {
  /// An edit that would not be noticed.
  package struct UndetectedEdit: Sendable {
    package var place: Trace.Place
    package var text: String

    package init(place: Trace.Place, text: String) {
      self.place = place
      self.text = text
    }
  }

  /// Something that could be noticed as well, and how many of the edits it would tell.
  package struct Gain: Sendable {
    /// Such as "observing badge" or "hearing sound".
    package var what: String
    package var count: Int

    package init(what: String, count: Int) {
      self.what = what
      self.count = count
    }
  }

  /// How many edits who notices everything would notice, on the same runs.
  package var noticeable = 0
  package var unnoticed: [UndetectedEdit] = []
  /// What would notice most first.
  package var gains: [Gain] = []
  /// A limit ended it before all edits were played.
  package var wasCutShort = false

  package init() {}

  /// In a sentence.
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
