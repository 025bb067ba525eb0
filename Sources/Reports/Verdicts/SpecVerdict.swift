import Semantics

/// The result of a check for one spec, as plain data. Encoded, it is a `spec` of the JSON report.
public struct SpecVerdict: Encodable, Sendable {
  /// The path of the file, as the user gave it.
  public var path: String
  /// The declared name of the spec, or its path if it has none.
  public var name: String
  /// The documentation above the name, with its line breaks; nil if there is none.
  public var documentation: String?
  /// Errors and warnings, in the order of the text.
  public var diagnostics: [TrayDiagnostic]
  /// The number of further diagnostics that were left out.
  public var suppressedDiagnostics: Int
  /// The worlds, the default one first; empty if there are errors.
  public var worlds: [WorldVerdict]
  /// The coverage gaps over all of these worlds, in the order of the text.
  public var unasked: [UnaskedVerdict]
  /// The lines that changed since a revision; nil if the run has no revision.
  public var changed: ChangedLines?
  /// The evidence for its rules and properties, in the order of the text; nil unless requested.
  public var evidence: [Evidence]?

  /// Creates the result of a report.
  ///
  /// - Parameter relative: converts a path.
  package init(_ report: SpecReport, _ relative: (String) -> String = { $0 }) {
    path = relative(report.path)
    name = report.name
    documentation = report.documentation
    diagnostics = report.diagnostics.map(TrayDiagnostic.init)
    suppressedDiagnostics = report.suppressedDiagnostics
    worlds = report.verdicts
    unasked = report.unasked
    changed = report.changes
    evidence = report.evidence
  }

  private enum CodingKeys: CodingKey {
    case path, name, documentation, diagnostics, suppressedDiagnostics, worlds, unasked, changed
    case evidence
  }

  /// Writes the result, and the results of guests in each world.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(path, forKey: .path)
    try members.encode(name, forKey: .name)
    try members.encodeIfPresent(documentation, forKey: .documentation)
    try members.encode(diagnostics, forKey: .diagnostics)
    try members.encode(suppressedDiagnostics, forKey: .suppressedDiagnostics)
    try members.encode(worlds.map(WorldDocument.init), forKey: .worlds)
    try members.encode(unasked, forKey: .unasked)
    try members.encodeIfPresent(changed, forKey: .changed)
    try members.encodeIfPresent(evidence, forKey: .evidence)
  }
}

/// A coverage gap of a spec, as plain data.
public struct UnaskedVerdict: Codable, Sendable {
  /// The kind of the gap.
  public var kind: UnaskedKind
  /// The gap in a sentence.
  public var message: String
  /// The suggested change.
  public var mend: String
  /// The place in the text.
  public var place: TextPlace

  package init(_ unasked: CoverageGap, in file: SourceFile) {
    kind = unasked.kind
    (message, mend) = unasked.text(in: file)
    place = TextPlace(file, unasked.range)
  }

  /// The gap with its place, in the format of compilers.
  func text(in path: String) -> String {
    "\(place.text(in: path).printableLine): \(message.printableLine): \(mend)"
  }
}

/// An error or warning about the text of a spec, as plain data. Encoded, it is a `diagnostic` of the JSON reports.
public struct TrayDiagnostic: Encodable, Sendable {
  /// The severity of a diagnostic. A spec with an error is not checked.
  public enum Severity: String, Encodable, Sendable { case error, warning }

  /// The severity of the diagnostic.
  public var severity: Severity
  /// The code of the diagnostic, stable between versions.
  public var code: String
  /// The message, without a place.
  public var message: String
  /// The value or rule that makes the text wrong, if the message alone does not show it.
  public var reason: String?
  /// The start of the range.
  public var place: TextPlace
  /// The end of the range, after its last character.
  public var end: TextPlace
  /// The suggested fixes, one sentence each.
  public var fixes: [String]
  /// The suggested fixes that a program can apply.
  public var quickFixes: [QuickFix]
  /// Related places.
  public var notes: [Note]

  enum CodingKeys: String, CodingKey {
    case severity, code, message, place, end, notes
    case reason = "why"
    case fixes = "mends"
    case quickFixes = "fixes"
  }

  /// A fix with its edits.
  public struct QuickFix: Encodable, Sendable {
    /// The fix in a sentence.
    public var message: String
    /// Whether Traycheck has tried the edits, and they cause no error in any world. The text compiles after them,
    /// unless it has other errors.
    public var isCertain: Bool
    /// The edits, in the order of the text.
    public var edits: [Edit]

    init(_ diagnostic: Diagnostic) {
      message = diagnostic.fixes.first ?? ""
      isCertain = diagnostic.isCertain
      edits = diagnostic.edits.map { Edit($0, in: diagnostic.file) }
    }
  }

  /// A replacement of a part of a text; an empty part is an insertion.
  public struct Edit: Encodable, Sendable {
    /// The start of the part.
    public var place: TextPlace
    /// The end of the part, after its last character.
    public var end: TextPlace
    /// The start of the part in bytes of the file, after a byte-order mark.
    public var startOffset: Int
    /// The end of the part in bytes of the file, after a byte-order mark.
    public var endOffset: Int
    /// The new text.
    public var text: String

    init(_ edit: TextEdit, in file: SourceFile) {
      let start = file.part(at: edit.range.start).range.start
      place = TextPlace(file, edit.range)
      end = TextPlace(file, edit.range.tail)
      startOffset = edit.range.start - start
      endOffset = edit.range.end - start
      text = edit.text
    }
  }

  /// A place related to a diagnostic, such as the first of two declarations.
  public struct Note: Encodable, Sendable {
    /// The message about the place.
    public var message: String
    /// The start of the place.
    public var place: TextPlace
  }

  package init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity == .error ? .error : .warning
    code = diagnostic.code.name
    message = diagnostic.message
    reason = diagnostic.reason
    place = TextPlace(diagnostic.file, diagnostic.range)
    end = TextPlace(diagnostic.file, diagnostic.range.tail)
    fixes = diagnostic.fixes
    quickFixes = diagnostic.edits.isEmpty ? [] : [QuickFix(diagnostic)]
    notes = diagnostic.notes.map {
      Note(message: $0.message, place: TextPlace(diagnostic.file, $0.range))
    }
  }
}

/// A fix that a run applied to a spec, as plain data.
public struct AppliedFix: Encodable, Sendable {
  /// The path of the spec.
  public var path: String
  /// The place of the error in the text before the fix.
  public var place: TextPlace
  /// The code of the error.
  public var code: String
  /// The fix in a sentence.
  public var message: String

  package init(_ diagnostic: Diagnostic) {
    path = diagnostic.path
    place = TextPlace(diagnostic.file, diagnostic.range)
    code = diagnostic.code.name
    message = diagnostic.fixes.first ?? ""
  }

  /// The fix with its place, for people.
  var text: String { "fixed \(place.text(in: path)): \(message)".printableLine }

  /// The fix with a converted path.
  func located(_ relative: (String) -> String) -> AppliedFix {
    var fix = self
    fix.path = relative(path)
    return fix
  }
}
