import Semantics

/// Verifies fix-its: applies the edits of a diagnostic, and removes them when the new text still has an error in it.
///
/// Only small texts without used files are tried, and only the first errors of each.
struct FixItVerifier {
  /// The most bytes of a text that is tried, and the most mistakes in it.
  private static let limits = (bytes: 40_000, mistakes: 12)

  private let file: SourceFile
  private let world: String?
  private let known: Set<String>

  /// - Parameter world: the world in which the mistakes were found; nil for the default one and for those of syntax.
  init?(_ file: SourceFile, _ sink: DiagnosticSink, world: String? = nil) {
    guard sink.hasErrors, file.parts.count == 1, file.bytes.count <= Self.limits.bytes else {
      return nil
    }
    self.file = file
    self.world = world
    known = Set(sink.diagnostics.map(\.message))
  }

  /// The same diagnostics, without the helps that lead astray.
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
      // What the author wrote, and stands there as before, is no fault of the help.
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

  /// Where the text of edits stands when they are made.
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
