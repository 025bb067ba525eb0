import Semantics

/// A state of the spec that an implementation may be in, with what it still has to show.
struct Candidate: Hashable {
  var state: Stepper.StateID
  /// The signals that the spec has emitted and nobody has noticed so far, in canonical order.
  var owed: [EmittedSignal] = []
  /// What the implementation calls the names that play a part there, as far as that is known.
  var names: Stepper.NamesID = Stepper.noNames
}

/// Candidates in the order in which they were found, each once, with how the spec comes to them.
///
/// Of those that differ only in which of the spec's names are taken for the same things, the first is kept.
struct CandidateSet {
  private(set) var elements: [Candidate] = []
  /// The first way to each that was found; empty where nobody asks how.
  private(set) var histories: [PathHistory] = []
  private var known: Set<Candidate> = []
  /// Nil for a spec without names.
  private let canonical: CanonicalNames?
  private var forms: Set<CanonicalNames.Form> = []

  init(_ canonical: CanonicalNames?) { self.canonical = canonical }

  var isEmpty: Bool { elements.isEmpty }
  var count: Int { elements.count }

  mutating func insert(_ candidate: Candidate, _ history: PathHistory?) {
    // A few are compared one by one.
    if elements.count < 8 {
      if elements.contains(candidate) { return }
    } else {
      if elements.count == 8, known.isEmpty { known = Set(elements) }
      guard known.insert(candidate).inserted else { return }
    }
    if let canonical, let first = elements.first {
      if forms.isEmpty { forms.insert(canonical.form(of: first)) }
      guard forms.insert(canonical.form(of: candidate)).inserted else { return }
    }
    elements.append(candidate)
    if let history { histories.append(history) }
  }

  func history(at index: Int) -> PathHistory? {
    index < histories.count ? histories[index] : nil
  }
}
