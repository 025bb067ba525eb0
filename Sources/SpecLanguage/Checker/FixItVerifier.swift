import Semantics

/// A verifier of fix-its: it applies the edits of a diagnostic, and removes them if they cause an error.
///
/// It tries only short texts without used files, and only the first errors of each.
struct FixItVerifier {
  /// The greatest size of a text that is tried, and the greatest number of errors in it.
  private static let limits = (bytes: 40_000, mistakes: 12)

  private let file: SourceFile
  private let world: String?
  private let known: Set<String>

  /// Creates a verifier; nil if the text is too large or uses other files.
  ///
  /// - Parameter world: the world of the diagnostics; nil for the default one and for syntax errors.
  init?(_ file: SourceFile, _ sink: DiagnosticSink, world: String? = nil) {
    guard sink.hasErrors, file.parts.count == 1, file.bytes.count <= Self.limits.bytes else {
      return nil
    }
    self.file = file
    self.world = world
    known = Set(sink.diagnostics.map(\.message))
  }

  /// Returns the same diagnostics, without the fixes that cause an error.
  func proven(_ sink: DiagnosticSink) -> DiagnosticSink {
    var tried = 0
    var result = sink
    result.revise { diagnostic in
      guard diagnostic.severity == .error, diagnostic.file === file, !diagnostic.edits.isEmpty,
        tried < Self.limits.mistakes
      else { return diagnostic }
      tried += 1
      guard leadsAstray(diagnostic) else { return diagnostic }
      var bare = diagnostic
      bare.fixes = []
      bare.edits = []
      return bare
    }
    return result
  }

  private func leadsAstray(_ diagnostic: Diagnostic) -> Bool {
    guard let bytes = Diagnostic.mended([diagnostic]) else { return false }
    let written = Self.places(of: diagnostic.edits)
    let replaced = diagnostic.edits.map { file.text($0.range) }
    let mended = SourceFile(path: file.path, contents: bytes)
    func isAstray(_ said: Diagnostic) -> Bool {
      // An error in text that the edits keep is the author's own.
      let text = mended.text(said.range)
      return isNew(said, in: written) && !replaced.contains { $0.contains(text) }
    }
    let (syntax, sink) = Parser.parse(mended, provesHelp: false)
    if sink.diagnostics.contains(where: isAstray) { return true }
    let checked = Checker.check(syntax, world: world, provesHelp: false)
    return checked.sink.diagnostics.contains {
      $0.file === mended && isAstray($0) && !syntax.mayExplain($0)
    }
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
    return edits.sorted { $0.range.start < $1.range.start }.map { edit in
      let start = edit.range.start + shift
      let length = edit.text.utf8.count
      shift += length - (edit.range.end - edit.range.start)
      return SourceRange(start, start + length)
    }.filter { $0.start < $0.end }
  }
}
