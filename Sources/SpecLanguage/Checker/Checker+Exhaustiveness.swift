import Semantics

/// The check that a `switch` has a case for every value, and a value for every case.
extension Checker {
  /// Reports values that no case matches, and warns of cases that match none.
  ///
  /// A case with `where` is tested, but its values remain open to the cases below it.
  ///
  /// - Parameter isOfStatements: whether a case may be empty, so that a fix can add the missing ones.
  mutating func requireExhaustive(
    _ cases: [ExhaustivenessCase], _ subject: Expression, _ range: SourceRange, isOfStatements: Bool
  ) {
    let hasMistake = cases.contains { $0.patterns.contains { $0.reads.hasMistake } }
    if subject.type.isError || sink.hasErrors && hasMistake { return }
    var matrix = PatternMatrix()
    for item in cases {
      let alternatives = item.patterns.isEmpty ? [Pattern.wildcard] : item.patterns
      // A pattern that no value can match gets a report of its own.
      let possible = alternatives.filter { !PatternMatrix.fitsNothing($0, subject.type) }
      if !possible.isEmpty, !possible.contains(where: { matrix.isUseful($0, subject.type) }) {
        report(
          .unreachableCase, "this case never applies, because the cases above cover all values",
          item.range, fix: "leave this case out, or move it up", severity: .warning)
      }
      if !item.isFiltered { alternatives.forEach { matrix.add($0) } }
    }
    guard let missing = matrix.missing(subject.type) else { return }
    let place = SourceRange(range.start, min(range.end, range.start + 6))
    report(
      .missingCase, "this 'switch' has no case for \(missing)", place,
      fix: missing == "every other value"
        ? "add 'default:'" : "add 'case \(missing):' or 'default:'",
      edits: isOfStatements ? missingCases(matrix, missing, subject.type, range) : [])
  }

  /// Returns an edit that adds the missing cases, without statements, before the closing brace of the `switch`.
  private func missingCases(
    _ matrix: PatternMatrix, _ missing: String, _ type: Type, _ range: SourceRange
  ) -> [TextEdit] {
    var names = missing == "every other value" ? [] : [missing]
    if case .enumeration(let declaration) = type {
      names = declaration.cases.indices.filter { index in
        let fields = declaration.cases[index].fields.map { _ in Pattern.wildcard }
        return matrix.isUseful(.enumCase(index, fields), type)
      }.map { ".\(declaration.cases[$0].name)" }
    }
    let brace = range.end - 1
    guard !names.isEmpty, brace > range.start, file.bytes[brace] == UInt8(ascii: "}") else {
      return []
    }
    let line = file.rangeOfLine(at: brace)
    let indent = file.text(SourceRange(line.start, brace))
    if indent.allSatisfy({ $0 == " " || $0 == "\t" }) {
      let text = names.map { "\(indent)case \($0):\(file.lineEnd)" }.joined()
      return [TextEdit(line.front, text)]
    }
    var end = brace
    while end > range.start, file.bytes[end - 1] == UInt8(ascii: " ") { end -= 1 }
    let isEmpty = [UInt8(ascii: ":"), UInt8(ascii: "{")].contains(file.bytes[end - 1])
    let text = "\(isEmpty ? " " : ";  ")case \(names.joined(separator: ", ")):"
    return [TextEdit(SourceRange(end, end), text)]
  }
}

/// A case of a `switch`, for the check that the cases are exhaustive.
struct ExhaustivenessCase {
  /// The alternative patterns; empty for `default`.
  var patterns: [Pattern]
  var isFiltered: Bool
  var range: SourceRange
}
