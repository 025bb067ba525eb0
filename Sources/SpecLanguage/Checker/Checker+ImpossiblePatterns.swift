import Semantics

/// Which patterns some value fits: one that none fits, whatever happens, makes what asks about it
/// silently true.
///
/// Under the constants of another world a value may fit. So a pattern is a mistake only if it fits
/// nothing in any world that has it.
package struct PatternJudgement: Sendable {
  private var possible: Set<SourceRange> = []
  private var impossible: [SourceRange: Diagnostic] = [:]

  package init() {}

  /// Nil for a pattern that some value fits. A place with both answers, from two worlds, counts as
  /// possible.
  mutating func add(_ range: SourceRange, _ problem: Diagnostic?) {
    if let problem { impossible[range] = problem } else { possible.insert(range) }
  }

  /// Adds what was found out in another world.
  package mutating func formUnion(_ other: PatternJudgement) {
    possible.formUnion(other.possible)
    impossible.merge(other.impossible) { first, _ in first }
  }

  /// An error for each pattern that fits nothing anywhere, in the order of the text.
  package var mistakes: [Diagnostic] {
    impossible.filter { !possible.contains($0.key) }.map(\.value)
      .sorted { $0.range.start < $1.range.start }
  }
}

extension Checker {
  /// Notes whether some value of the type fits a pattern.
  /// What is noted becomes a mistake only when all worlds were asked: see `PatternJudgement.mistakes`.
  mutating func requirePossible(_ pattern: Pattern, _ type: Type, _ range: SourceRange) {
    // A setting from outside has a text of its own.
    guard file.path == syntax.file.path, !type.isError, !pattern.reads.hasMistake else { return }
    let isImpossible = PatternMatrix.fitsNothing(pattern, type)
    patterns.add(
      range,
      isImpossible
        ? Diagnostic(
          .unreachableCase, "this can never match: no value of type \(type) fits it", in: file,
          at: range, fixes: ["leave it out, or change the type"]) : nil)
  }

  /// Warns of patterns of events that take no step which those before them leave over.
  mutating func warnOfRepetitions(
    _ patterns: [(pattern: EventPattern, range: SourceRange)]
  ) {
    var earlier = EventPatternMatrix(types: names.eventParameters.map { $0.map(\.type) })
    var isLeftOver: [SourceRange: Bool] = [:]
    for (pattern, range) in patterns {
      // `any except e` is several patterns at one place.
      isLeftOver[range] = earlier.isLeftOver(pattern) || isLeftOver[range] ?? false
      earlier.add(pattern)
    }
    for (range, _) in isLeftOver.filter({ !$0.value }).sorted(by: { $0.key.start < $1.key.start }) {
      report(
        .unreachableCase, "this event never applies, because those before it cover all steps",
        range,
        fix: "leave it out", severity: .warning)
    }
  }
}

/// The steps that patterns of events take.
///
/// A pattern for a whole event takes the steps of all its rules; one for a rule takes nothing from the
/// others.
private struct EventPatternMatrix {
  /// Those of the parameters of each event.
  let types: [[Type]]
  private var takesAll = false
  /// By event, and by event and rule.
  private var matrices: [[Int]: PatternMatrix] = [:]

  init(types: [[Type]]) { self.types = types }

  mutating func add(_ pattern: EventPattern) {
    guard let event = pattern.event else { return takesAll = true }
    let key = [event] + (pattern.rule.map { [$0] } ?? [])
    matrices[key, default: PatternMatrix()].add(row(pattern, event))
  }

  /// Whether a pattern takes a step that none of those added takes; yes for one that takes none.
  func isLeftOver(_ pattern: EventPattern) -> Bool {
    if takesAll { return false }
    guard let event = pattern.event else { return true }
    let row = row(pattern, event)
    guard PatternMatrix().isUseful(row, types[event]) else { return true }
    let keys = [[event]] + (pattern.rule.map { [[event, $0]] } ?? [])
    return keys.allSatisfy { matrices[$0]?.isUseful(row, types[event]) ?? true }
  }

  /// One column for each parameter; those that the pattern leaves out are wildcards.
  private func row(_ pattern: EventPattern, _ event: Int) -> [Pattern] {
    var row = types[event].map { _ in Pattern.wildcard }
    for (parameter, inner) in pattern.arguments { row[parameter] = inner }
    return row
  }
}
