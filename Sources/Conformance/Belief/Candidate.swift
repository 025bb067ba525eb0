import Semantics

/// A state of the spec that an implementation may be in, with what it still has to show.
struct Candidate: Hashable {
  var state: Stepper.StateID
  /// The signals that the spec has emitted and nobody has noticed so far, in canonical order.
  var owed: [EmittedSignal] = []
}

/// Candidates in the order in which they were found, each once, with how the spec comes to them.
struct CandidateSet {
  private(set) var elements: [Candidate] = []
  /// The first way to each that was found; empty where nobody asks how.
  private(set) var histories: [PathHistory] = []
  private var known: Set<Candidate> = []

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
    elements.append(candidate)
    if let history { histories.append(history) }
  }

  func history(at index: Int) -> PathHistory? {
    index < histories.count ? histories[index] : nil
  }
}
