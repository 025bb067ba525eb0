/// Sorts the names of one type in many states at once: `sort(words, count: 300)`.
///
/// For one thread: it has its own memory.
final class SignatureColumns {
  private let narrow: SignatureSorter<Int16>?
  private let wide: SignatureSorter<Int32>?
  private let widest: SignatureSorter<Int64>?

  /// Nil if names have no bits of their own, are too many, or have too many bits.
  init?(_ plan: SymmetryPlan.Sorted, wordCount: Int) {
    guard SignatureSorter<Int64>.canSort(plan) else { return nil }
    let isNarrow = SignatureSorter<Int16>.canSort(plan)
    let isWide = !isNarrow && SignatureSorter<Int32>.canSort(plan)
    narrow = isNarrow ? SignatureSorter(plan, wordCount: wordCount) : nil
    wide = isWide ? SignatureSorter(plan, wordCount: wordCount) : nil
    widest = isNarrow || isWide ? nil : SignatureSorter(plan, wordCount: wordCount)
  }

  /// Sorts the names of the type, in states whose words are stored consecutively.
  func sort(_ words: UnsafeMutablePointer<UInt64>, count: Int) {
    narrow?.sort(words, count: count)
    wide?.sort(words, count: count)
    widest?.sort(words, count: count)
  }
}
