import Semantics

/// A verifier of fix-its: it applies the edits of a diagnostic, removes them if they cause an error, and notes whether
/// they are certain.
///
/// It tries only edits of a spec's own file in short texts, and only the first errors of each.
package struct FixItVerifier {
  /// The greatest size of a text that is tried, the greatest number of errors in it, and of checks of a world that
  /// show whether edits are certain. The checks read this number of bytes together, since editors wait for them.
  private static let limits = (
    bytes: 100_000, mistakes: 12, checks: 120, checkedBytes: 1_000_000
  )

  private let file: SourceFile
  private let world: String?
  private let known: Set<String>
  /// The text as it is; nil until it is needed.
  private var unchanged: Trial?
  /// The errors of the text as it is, by world, as far as they are known.
  private var knownErrors: [String?: [ErrorKey: Int]] = [:]
  private var checksLeft: Int

  /// Creates a verifier; nil if there is no error, or if the text is too large.
  ///
  /// - Parameter world: the world of the diagnostics; nil for the default one and for syntax errors.
  init?(_ file: SourceFile, _ sink: DiagnosticSink, world: String? = nil) {
    guard sink.hasErrors, file.bytes.count <= Self.limits.bytes else { return nil }
    self.init(file, world, known: Set(sink.diagnostics.map(\.message)))
  }

  private init(_ file: SourceFile, _ world: String?, known: Set<String>) {
    self.file = file
    self.world = world
    self.known = known
    checksLeft = min(
      Self.limits.checks, Self.limits.checkedBytes / max(1, file.bytes.count))
  }

  /// Returns the same diagnostics, without the fixes that cause an error. Fixes that are certain are marked.
  mutating func proven(_ sink: DiagnosticSink) -> DiagnosticSink {
    var tried = 0
    var result = sink
    result.revise { diagnostic in
      guard diagnostic.severity == .error, diagnostic.file === file, !diagnostic.edits.isEmpty,
        diagnostic.edits.allSatisfy({ file.usedPath(at: $0.range) == nil }),
        tried < Self.limits.mistakes
      else { return diagnostic }
      tried += 1
      var judged = diagnostic
      let trial = Trial(file.replacing(diagnostic.edits))
      if leadsAstray(diagnostic, trial) {
        judged.fixes = []
        judged.edits = []
      } else {
        judged.isCertain = isCertain(trial, fixes: diagnostic)
      }
      return judged
    }
    return result
  }

  private func leadsAstray(_ diagnostic: Diagnostic, _ trial: Trial) -> Bool {
    let written = Self.places(of: diagnostic.edits)
    let replaced = diagnostic.edits.map { file.text($0.range) }
    func isAstray(_ said: Diagnostic) -> Bool {
      // An error in text that the edits keep is the author's own.
      let text = trial.file.text(said.range)
      return isNew(said, in: written) && !replaced.contains { $0.contains(text) }
    }
    return trial.parsed.contains(where: isAstray)
      || trial.check(in: world).errors.contains(where: isAstray)
  }

  private func isNew(_ diagnostic: Diagnostic, in written: [SourceRange]) -> Bool {
    diagnostic.severity == .error
      && !Diagnostic.Code.leftByFixes.contains(diagnostic.code)
      && !known.contains(diagnostic.message)
      && written.contains {
        $0.start <= diagnostic.range.start && diagnostic.range.start < $0.end
          || diagnostic.range.start <= $0.start && $0.end <= diagnostic.range.end
            && diagnostic.range.end - diagnostic.range.start <= 2 * ($0.end - $0.start)
      }
  }

  /// Returns the ranges of the new texts after the edits are applied.
  private static func places(of edits: [TextEdit]) -> [SourceRange] {
    var shift = 0
    return edits.map { edit in
      let start = edit.range.start + shift
      let length = edit.text.utf8.count
      shift += length - (edit.range.end - edit.range.start)
      return SourceRange(start, start + length)
    }.filter { $0.start < $0.end }
  }
}

// MARK: - Certain fixes

extension FixItVerifier {
  /// Returns the certain fixes that can be applied at once: those whose edits do not touch. If they cause an error
  /// together, it returns only the first.
  ///
  /// - Parameter diagnostics: the diagnostics of one text, in any worlds.
  package static func together(_ diagnostics: [Diagnostic]) -> [Diagnostic] {
    var chosen: [Diagnostic] = []
    for diagnostic in diagnostics where diagnostic.isCertain {
      let taken = chosen.flatMap(\.edits)
      let isApart = diagnostic.edits.allSatisfy { edit in
        taken.allSatisfy { !$0.range.touches(edit.range) }
      }
      if isApart { chosen.append(diagnostic) }
    }
    guard chosen.count > 1 else { return chosen }
    let file = chosen[0].file
    var verifier = FixItVerifier(file, nil, known: [])
    let trial = Trial(file.replacing(chosen.inOneText))
    return verifier.isCertain(trial) ? chosen : [chosen[0]]
  }

  /// Returns whether a text has only errors that the unchanged text has, too, in each world.
  ///
  /// - Parameter diagnostic: an error that must be gone.
  private mutating func isCertain(_ trial: Trial, fixes diagnostic: Diagnostic? = nil) -> Bool {
    guard file.invalidUTF8.isEmpty, trial.hasAllLinks,
      diagnostic.map({ Self.areApart($0.edits) }) ?? true
    else { return false }
    var patterns = PatternJudgement()
    let worlds = [nil] + trial.syntax.worldNames.map(Optional.some)
    // Its own world probably decides.
    for each in [world] + worlds.filter({ $0 != world }) {
      guard checksLeft > 0 else { return false }
      checksLeft -= 1
      let check = trial.check(in: each)
      patterns.formUnion(check.patterns)
      let after = ErrorKey.counts(trial.parsed + check.errors)
      if after.isEmpty { continue }
      guard var before = errorsBefore(in: each) else { return false }
      if each == world, let diagnostic { before[ErrorKey(diagnostic), default: 0] -= 1 }
      guard after.allSatisfy({ $0.value <= before[$0.key, default: 0] }) else { return false }
    }
    return patterns.mistakes.isEmpty
  }

  /// Returns the errors of the unchanged text in a world; nil if too many worlds were checked already.
  private mutating func errorsBefore(in world: String?) -> [ErrorKey: Int]? {
    if let errors = knownErrors[world] { return errors }
    guard checksLeft > 0 else { return nil }
    checksLeft -= 1
    let text = unchanged ?? Trial(file)
    unchanged = text
    let errors = ErrorKey.counts(text.parsed + text.check(in: world).errors)
    knownErrors[world] = errors
    return errors
  }

  private static func areApart(_ edits: [TextEdit]) -> Bool {
    zip(edits, edits.dropFirst()).allSatisfy { $0.range.end <= $1.range.start }
  }
}

extension [Diagnostic] {
  /// The edits of diagnostics of one text, in its order.
  package var inOneText: [TextEdit] {
    flatMap(\.edits).sorted { $0.range.precedes($1.range) }
  }
}

/// A text that is parsed and checked, but not reported.
private struct Trial {
  let file: SourceFile
  let syntax: SpecSyntax
  /// The errors of the parser.
  let parsed: [Diagnostic]

  init(_ file: SourceFile) {
    self.file = file
    let (syntax, sink) = Parser.parse(file, provesHelp: false)
    self.syntax = syntax
    parsed = sink.diagnostics.filter { $0.severity == .error }
  }

  /// The errors of the checker in a world, and its judgement of patterns.
  func check(in world: String?) -> (errors: [Diagnostic], patterns: PatternJudgement) {
    let checked = Checker.check(
      world.map(syntax.confined) ?? syntax, world: world, provesHelp: false)
    let errors = checked.sink.diagnostics.filter {
      $0.severity == .error && $0.file === file && !syntax.mayExplain($0)
    }
    return (errors, checked.patterns)
  }

  /// Whether every used file was read. An edit may add the first `use`.
  var hasAllLinks: Bool {
    syntax.declarations.allSatisfy { declaration in
      guard case .use(let use) = declaration.kind else { return true }
      return file.links[use.range.start] != nil
    }
  }
}

/// An error without its place, which edits move.
private struct ErrorKey: Hashable {
  let code: Diagnostic.Code
  let message: String

  init(_ diagnostic: Diagnostic) {
    code = diagnostic.code
    message = diagnostic.message
  }

  static func counts(_ errors: [Diagnostic]) -> [ErrorKey: Int] {
    errors.reduce(into: [:]) { $0[ErrorKey($1), default: 0] += 1 }
  }
}
