import Semantics

/// What a check has to say of one spec, as plain data; encoded, a `spec` of the JSON report.
public struct SpecVerdict: Encodable, Sendable {
  /// The file, as the user named it.
  public var path: String
  /// As the text calls it; the path if it has no name.
  public var name: String
  /// What stands in the text above the name, in lines.
  public var documentation: String?
  /// Errors and warnings, in the order of the text.
  public var diagnostics: [TrayDiagnostic]
  /// How many more there were, which nobody would read.
  public var suppressedDiagnostics: Int
  /// Its worlds, the default one first; none if there are errors.
  public var worlds: [WorldVerdict]
  /// What is never asked in any of these worlds, in the order of the text.
  public var unasked: [UnaskedVerdict]
  /// The lines that changed since a revision; nil if the run compares with none.
  public var changed: ChangedLines?

  /// - Parameter relative: gives the path another form.
  package init(_ report: SpecReport, _ relative: (String) -> String = { $0 }) {
    path = relative(report.path)
    name = report.name
    documentation = report.documentation
    diagnostics = report.diagnostics.map(TrayDiagnostic.init)
    suppressedDiagnostics = report.suppressedDiagnostics
    worlds = report.verdicts
    unasked = report.unasked
    changed = report.changes
  }
}

/// Something of a spec that was never asked, as plain data.
public struct UnaskedVerdict: Codable, Sendable {
  /// What it is.
  public var kind: UnaskedKind
  /// What is never so, in a sentence.
  public var message: String
  /// What the author can do.
  public var mend: String
  /// Where in the text.
  public var place: TextPlace

  package init(_ unasked: CoverageGap, in file: SourceFile) {
    kind = unasked.kind
    message = unasked.message
    mend = unasked.mend
    place = TextPlace(file, unasked.range)
  }

  /// With the place, as compilers tell it.
  func text(in path: String) -> String {
    "\(place.text(in: path).printableLine): \(message.printableLine): \(mend)"
  }
}

/// An error or warning about the text of a spec, as plain data; encoded, a `diagnostic` of the JSON reports.
public struct TrayDiagnostic: Encodable, Sendable {
  /// With an error nothing is checked.
  public enum Severity: String, Encodable, Sendable { case error, warning }

  /// Whether it is a mistake, or something that may be one.
  public var severity: Severity
  /// The kind of mistake in a word, stable between versions.
  public var code: String
  /// What is wrong, without a place.
  public var message: String
  /// Where it begins.
  public var place: TextPlace
  /// Where it ends: behind its last character.
  public var end: TextPlace
  /// What the author can do, a sentence each.
  public var fixes: [String]
  /// Other places that belong to it.
  public var notes: [Note]

  enum CodingKeys: String, CodingKey {
    case severity, code, message, place, end, notes
    case fixes = "mends"
  }

  /// A place that belongs to a mistake, such as the first of two declarations.
  public struct Note: Encodable, Sendable {
    /// What there is.
    public var message: String
    /// Where it begins.
    public var place: TextPlace
  }

  package init(_ diagnostic: Diagnostic) {
    severity = diagnostic.severity == .error ? .error : .warning
    code = diagnostic.code.rawValue
    message = diagnostic.message
    place = TextPlace(diagnostic.file, diagnostic.range)
    end = TextPlace(diagnostic.file, diagnostic.range.tail)
    fixes = diagnostic.fixes
    notes = diagnostic.notes.map {
      Note(message: $0.message, place: TextPlace(diagnostic.file, $0.range))
    }
  }
}
