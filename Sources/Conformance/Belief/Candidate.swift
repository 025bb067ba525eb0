import Semantics

/// A state of the spec that an implementation may be in, with its pending signals.
struct Candidate: Hashable {
  var state: Stepper.StateID
  /// The signals that the spec has emitted and that were not observed so far, in canonical order.
  var owed: [EmittedSignal] = []
  /// The implementation's identifiers for the names in use, as far as they are known.
  var names: Stepper.NamesID = Stepper.noNames
}

/// Candidates in the order in which they were found, without duplicates, each with a path to it.
///
/// Candidates that differ only by a permutation of names are equivalent, and the first is kept.
struct CandidateSet {
  private(set) var elements: [Candidate] = []
  /// The first path found to each candidate; empty if histories are not kept.
  private(set) var histories: [PathHistory] = []
  private var known: Set<Candidate> = []
  /// Nil for a spec without names.
  private let canonical: CanonicalNames?
  private var forms: Set<CanonicalNames.Form> = []

  init(_ canonical: CanonicalNames?) { self.canonical = canonical }

  var isEmpty: Bool { elements.isEmpty }
  var count: Int { elements.count }

  mutating func insert(_ candidate: Candidate, _ history: PathHistory?) {
    // A few elements are compared one by one.
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
