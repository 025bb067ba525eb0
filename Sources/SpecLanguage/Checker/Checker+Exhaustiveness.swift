import Semantics

/// Whether a `switch` has a case for every value, and a value for every case.
extension Checker {
  /// Reports values that no case takes, and warns of cases that take none.
  /// A case with `where` is judged, but takes nothing from those below it.
  mutating func requireExhaustive(
    _ cases: [JudgedCase], _ subject: Expression, _ range: SourceRange
  ) {
    let hasMistake = cases.contains { $0.patterns.contains { $0.reads.hasMistake } }
    if subject.type.isError || sink.hasErrors && hasMistake { return }
    var matrix = PatternMatrix()
    for item in cases {
      let alternatives = item.patterns.isEmpty ? [Pattern.wildcard] : item.patterns
      // What fits no value at all is told of the pattern itself.
      let possible = alternatives.filter { !PatternMatrix.fitsNothing($0, subject.type) }
      if !possible.isEmpty, !possible.contains(where: { matrix.isUseful($0, subject.type) }) {
        report(
          .unreachableCase, "no value is left for this case: those above take them all",
          item.range, fix: "leave it out", severity: .warning)
      }
      if !item.isFiltered { alternatives.forEach { matrix.add($0) } }
    }
    guard let missing = matrix.missing(subject.type) else { return }
    let place = SourceRange(range.start, min(range.end, range.start + 6))
    report(
      .notExhaustive, "this 'switch' has no case for \(missing)", place,
      fix: missing == "every other value"
        ? "add 'default:'" : "add 'case \(missing):' or 'default:'")
  }
}

/// A case of a `switch`, as far as what it leaves over is judged.
struct JudgedCase {
  /// Alternatives; none means `default`.
  var patterns: [Pattern]
  var isFiltered: Bool
  var range: SourceRange
}
