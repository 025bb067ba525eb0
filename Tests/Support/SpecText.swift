import Semantics
import SpecLanguage

/// Turns inline specs of a test into the input of later rooms.
public enum SpecText {
  /// The mistakes of a spec that a test took for a correct one.
  public struct Mistakes: Error, CustomStringConvertible {
    /// Each mistake with its line and column, and the numbered text below.
    public let description: String
  }

  /// Parses and checks a spec in one of its worlds.
  ///
  /// A line `spec Test` is put in front of a text that has none, so that small specs stay small.
  /// - Parameter settings: values as the command line gives them.
  /// - Throws: `Mistakes`, with the diagnostics and the numbered text.
  package static func checked(
    _ text: String, world: String? = nil, name: String = "test.tray",
    settings: [(name: String, value: String)] = []
  ) throws -> CheckedSpec {
    try checked(
      SourceFile(path: name, text: complete(text)), world: world, settings: settings)
  }

  /// Parses and checks a spec that uses others.
  ///
  /// - Parameter files: the files that it may use, by path relative to it.
  /// - Throws: `Mistakes`, with the diagnostics and the numbered text.
  package static func checked(
    _ text: String, using files: [String: String], world: String? = nil
  ) throws -> CheckedSpec {
    try checked(joined(text, using: files), world: world)
  }

  private static func checked(
    _ file: SourceFile, world: String?, settings: [(name: String, value: String)] = []
  ) throws -> CheckedSpec {
    let (spec, diagnostics) = check(file, world: world, settings: settings)
    if let spec { return spec }
    throw mistakes(diagnostics, file.text(SourceRange(0, .max)))
  }

  /// A text with the files that it uses.
  package static func joined(
    _ text: String, using files: [String: String], name: String = "test.tray"
  ) -> SourceFile {
    UsedFiles { path in
      files[path].map { .bytes(Array($0.utf8)) } ?? .unreadable("there is no such file")
    }.joined(to: SourceFile(path: name, text: text))
  }

  /// Parses and checks a spec; returns it, unless it has errors, and all diagnostics.
  package static func check(
    _ text: String, world: String? = nil, name: String = "test.tray",
    settings: [(name: String, value: String)] = []
  ) -> (spec: CheckedSpec?, diagnostics: [Diagnostic]) {
    check(
      SourceFile(path: name, text: complete(text)), world: world, settings: settings)
  }

  /// Parses and checks a spec with the files that it uses.
  package static func check(
    _ file: SourceFile, world: String? = nil, settings: [(name: String, value: String)] = []
  ) -> (spec: CheckedSpec?, diagnostics: [Diagnostic]) {
    let (syntax, sink) = Parser.parse(file)
    let parsed = settings.compactMap { try? Setting($0.name, $0.value, path: "--set \($0.name)") }
    let result = Checker.check(syntax, world: world, settings: parsed)
    let diagnostics = sink.inTextOrder + result.sink.inTextOrder
    return (sink.hasErrors ? nil : result.spec, diagnostics)
  }

  private static func complete(_ text: String) -> String {
    text.contains("spec ") ? text : "spec Test\n" + text
  }

  private static func mistakes(_ diagnostics: [Diagnostic], _ text: String) -> Mistakes {
    let said = diagnostics.filter { $0.severity == .error }.map { diagnostic in
      let place = diagnostic.file.location(of: diagnostic.range.start)
      return "\(place.line):\(place.column): \(diagnostic.message)"
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { "\($0.offset + 1)  \($0.element)" }
    let parts = ["the spec has mistakes:"] + said + lines
    return Mistakes(description: parts.joined(separator: "\n"))
  }
}
