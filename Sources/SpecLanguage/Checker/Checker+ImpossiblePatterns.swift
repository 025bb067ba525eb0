import Semantics

/// A record of the patterns that some value matches. A pattern that no value matches makes its property silently true.
///
/// A value may match under the constants of another world. So a pattern is a mistake only if it matches nothing in all
/// worlds that have it.
package struct PatternJudgement: Sendable {
  private var possible: Set<SourceRange> = []
  private var impossible: [SourceRange: Diagnostic] = [:]

  package init() {}

  /// Records a pattern.
  ///
  /// - Parameter problem: nil for a pattern that some value matches. If two worlds disagree about a place, the pattern
  ///   counts as possible.
  mutating func add(_ range: SourceRange, _ problem: Diagnostic?) {
    if let problem { impossible[range] = problem } else { possible.insert(range) }
  }

  /// Adds the record of another world.
  package mutating func formUnion(_ other: PatternJudgement) {
    possible.formUnion(other.possible)
    impossible.merge(other.impossible) { first, _ in first }
  }

  /// The errors for patterns that match nothing in any world, in the order of the text.
  package var mistakes: [Diagnostic] {
    impossible.filter { !possible.contains($0.key) }.map(\.value)
      .sorted { $0.range.start < $1.range.start }
  }
}

extension Checker {
  /// Records whether some value of the type matches a pattern.
  ///
  /// A pattern becomes a mistake only after all worlds are checked: see `PatternJudgement.mistakes`.
  mutating func requirePossible(_ pattern: Pattern, _ type: Type, _ range: SourceRange) {
    // The text of a setting is a separate file.
    guard file.path == syntax.file.path, !type.isError, !pattern.reads.hasMistake else { return }
    let isImpossible = PatternMatrix.fitsNothing(pattern, type)
    patterns.add(
      range,
      isImpossible
        ? Diagnostic(
          .unreachableCase, "this pattern never matches a value of type \(type)", in: file,
          at: range, fixes: ["leave this pattern out, or change the type"]) : nil)
  }

  /// Warns of event patterns that match only steps that earlier patterns match.
  mutating func warnOfRepetitions(
    _ patterns: [(pattern: EventPattern, range: SourceRange)]
  ) {
    if patterns.count < 2 { return }
    var earlier = EventPatternMatrix(parameters: names.eventParameters)
    var isLeftOver: [SourceRange: Bool] = [:]
    for (pattern, range) in patterns {
      // `any except e` is several patterns at one place.
      isLeftOver[range] = earlier.isLeftOver(pattern) || isLeftOver[range] ?? false
      earlier.add(pattern)
    }
    for (range, _) in isLeftOver.filter({ !$0.value }).sorted(by: { $0.key.start < $1.key.start }) {
      report(
        .unreachableCase, "this event never applies, because earlier ones cover all steps",
        range,
        fix: "leave this event out", severity: .warning)
    }
  }
}

/// The steps that event patterns match.
///
/// A pattern for a whole event matches the steps of all its rules. A pattern for a rule matches no steps of the other
/// rules.
private struct EventPatternMatrix {
  /// The parameters of each event.
  let parameters: [[Parameter]]
  private var takesAll = false
  /// The matrices by event, and by event and rule.
  private var matrices: [[Int]: PatternMatrix] = [:]

  init(parameters: [[Parameter]]) { self.parameters = parameters }

  mutating func add(_ pattern: EventPattern) {
    guard let event = pattern.event else { return takesAll = true }
    let key = [event] + (pattern.rule.map { [$0] } ?? [])
    matrices[key, default: PatternMatrix()].add(row(pattern, event))
  }

  /// Returns whether a pattern matches a step that no added pattern matches; true if it matches no step at all.
  func isLeftOver(_ pattern: EventPattern) -> Bool {
    if takesAll { return false }
    guard let event = pattern.event else { return true }
    let keys = [[event]] + (pattern.rule.map { [[event, $0]] } ?? [])
    let known = keys.compactMap { matrices[$0] }
    if known.isEmpty { return true }
    let (row, types) = (row(pattern, event), parameters[event].map(\.type))
    return !PatternMatrix().isUseful(row, types) || known.allSatisfy { $0.isUseful(row, types) }
  }

  /// Returns a row with one column for each parameter. Omitted parameters are wildcards.
  private func row(_ pattern: EventPattern, _ event: Int) -> [Pattern] {
    var row = parameters[event].map { _ in Pattern.wildcard }
    for (parameter, inner) in pattern.arguments { row[parameter] = inner }
    return row
  }
}
