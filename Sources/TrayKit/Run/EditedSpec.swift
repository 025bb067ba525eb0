import Semantics
import SpecLanguage

/// A spec with an edit in it, read world by world as it is asked for: `EditedSpec(file, contents: bytes)`.
package struct EditedSpec {
  package let file: SourceFile
  private let syntax: SpecSyntax
  private let limits: Checker.Limits
  /// The findings about patterns in the worlds checked so far.
  private var patterns = PatternJudgement()

  /// Nil if it has syntax errors.
  ///
  /// - Parameter contents: the own text, in place of that of the original.
  package init?(_ original: SourceFile, contents: [UInt8], limits: Checker.Limits) {
    guard let read = Self.read(original, contents: contents, limits: limits).spec else {
      return nil
    }
    self = read
  }

  private init(file: SourceFile, syntax: SpecSyntax, limits: Checker.Limits) {
    (self.file, self.syntax, self.limits) = (file, syntax, limits)
  }

  /// Parses a replacement of the original text, and returns its diagnostics as well.
  package static func read(
    _ original: SourceFile, contents: [UInt8], limits: Checker.Limits
  ) -> (spec: EditedSpec?, sink: DiagnosticSink) {
    let file = Self.file(original, contents)
    let (syntax, sink) = Parser.parse(file)
    return (sink.hasErrors ? nil : EditedSpec(file: file, syntax: syntax, limits: limits), sink)
  }

  /// The mutated text with the files that it uses, taken from the original.
  private static func file(_ original: SourceFile, _ contents: [UInt8]) -> SourceFile {
    let own = SourceFile(path: original.path, contents: contents)
    if original.parts.count == 1 { return own }
    var known: [String: [UInt8]] = [:]
    for part in original.parts.dropFirst() {
      known[part.path] = Array(original.bytes[part.range.start..<part.range.end])
    }
    return UsedFiles { path in
      known[path].map { .bytes($0) } ?? .unreadable("it is not known under this name")
    }.joined(to: own)
  }

  /// The spec in the world of that name; nil if it has errors there.
  package mutating func world(_ name: String, settings: [Setting] = []) -> CheckedSpec? {
    diagnosed(name, settings: settings).spec
  }

  /// The spec in the world of that name, with the places of its errors.
  package mutating func diagnosed(
    _ name: String, settings: [Setting] = []
  ) -> (spec: CheckedSpec?, mistakes: [Int]) {
    let world = name == CheckedSpec.defaultWorldName ? nil : name
    let result = Checker.check(
      world.map(syntax.confined) ?? syntax, world: world, settings: settings, limits: limits)
    patterns.formUnion(result.patterns)
    let mistakes = result.sink.diagnostics.filter { $0.severity == .error }
    return (result.spec, mistakes.map(\.range.start))
  }

  /// Whether some pattern matches nothing in any world checked so far. That is an error once all worlds were checked.
  package var hasImpossiblePattern: Bool { !patterns.mistakes.isEmpty }
}
