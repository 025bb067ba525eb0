/// Finds the most likely intended name for a misspelt one.
public enum NearestName {
  /// The maximum length of compared names, in bytes of UTF-8; longer ones get no proposal.
  private static let longestName = 256

  /// Returns the only candidate that differs from a longer name in upper and lower case alone, or else the one with the fewest typing
  /// errors, the first of several; nil if the nearest one is too different.
  ///
  /// It may have errors in at most a quarter of the name's length. The limit is a third for a short name, and if one of
  /// the two is the other with a suffix. A prefix often gives a name the opposite meaning.
  ///
  /// A typing error is an additional, missing or wrong letter, or two swapped neighbours (Damerau–Levenshtein distance
  /// in which no swapped pair is edited again). Time is proportional to the lengths times the number of allowed errors,
  /// for each candidate of about the same length.
  public static func propose(_ name: String, among candidates: [String]) -> String? {
    guard name.utf8.count <= longestName else { return nil }
    if name.utf8.count > 2 {
      let same = candidates.filter { $0.lowercased() == name.lowercased() }
      if same.count == 1 { return same[0] }
    }
    let letters = Array(name.unicodeScalars)
    let third = (letters.count + 1) / 3
    let usual = letters.count < 5 ? third : max(1, letters.count / 4)
    var nearest: (name: String, distance: Int)?
    for candidate in candidates {
      let others = Array(candidate.unicodeScalars)
      let limit = isExtended(letters, others) || isExtended(others, letters) ? third : usual
      let bound = min(limit, (nearest?.distance ?? .max) - 1)
      guard bound >= 0, let distance = distance(letters, others, atMost: bound) else { continue }
      nearest = (candidate, distance)
    }
    return nearest?.name
  }

  /// The nearest candidate as the end of a sentence; empty if there is none.
  ///
  /// - Parameter quote: the quotation mark around it.
  package static func hint(
    _ name: String, among candidates: [String], quote: String = "'"
  ) -> String {
    propose(name, among: candidates).map { "; did you mean \(quote)\($0)\(quote)?" } ?? ""
  }

  /// Whether a name is another one with a suffix.
  private static func isExtended(_ name: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    !other.isEmpty && name.count > other.count && name.starts(with: other)
  }

  /// Returns the number of edits between the two, or nil if there are more than `limit`.
  private static func distance(
    _ first: [Unicode.Scalar], _ second: [Unicode.Scalar], atMost limit: Int
  ) -> Int? {
    guard abs(first.count - second.count) <= limit else { return nil }
    let tooMany = limit + 1
    // Row `i` has the edits between the first `i` letters and each prefix of `second`. Only the cells within `limit`
    // of the diagonal can stay within the limit; the others are `tooMany`.
    var beforePrevious: [Int] = []
    var previous = (0...second.count).map { min($0, tooMany) }
    for i in first.indices {
      var row = Array(repeating: tooMany, count: second.count + 1)
      row[0] = min(i + 1, tooMany)
      var least = row[0]
      let band = max(0, i - limit)..<max(max(0, i - limit), min(second.count, i + limit + 1))
      for j in band {
        let isSame = first[i] == second[j]
        var slips = min(previous[j] + (isSame ? 0 : 1), previous[j + 1] + 1, row[j] + 1)
        if i > 0, j > 0, first[i] == second[j - 1], first[i - 1] == second[j] {
          slips = min(slips, beforePrevious[j - 1] + 1)
        }
        row[j + 1] = min(slips, tooMany)
        least = min(least, row[j + 1])
      }
      // A swap refers to the row before the previous one, so both rows must be beyond the limit.
      if least > limit, previous.allSatisfy({ $0 > limit }) { return nil }
      beforePrevious = previous
      previous = row
    }
    return previous[second.count] <= limit ? previous[second.count] : nil
  }
}
