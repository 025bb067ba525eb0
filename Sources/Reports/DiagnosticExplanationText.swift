import SpecLanguage

extension DiagnosticExplanation {
  /// The explanation as text for a terminal.
  package var rendered: String {
    """
    \(code.name)

    \(text)

    Mistake:
    \(Self.lines(of: mistake, indent: "    "))

    Fix:
    \(Self.lines(of: fix, indent: "    "))

    """
  }

  /// The lines of an example, without invisible characters. Long lines are cut.
  package static func lines(of example: String, indent: String = "") -> String {
    example.split(separator: "\n", omittingEmptySubsequences: false)
      .map { line in
        let shown = String(line).printable
        return shown.isEmpty ? "" : indent + (shown.count > 80 ? shown.prefix(76) + "…" : shown)
      }
      .joined(separator: "\n")
  }
}

extension TrayDiagnostic {
  /// The codes of all diagnostics, in alphabetical order.
  public static let codes: [String] = DiagnosticExplanation.names

  /// The explanation of a code, with an example of the mistake and of the fix; nil for an unknown code.
  public static func explanation(of code: String) -> String? {
    DiagnosticExplanation.of(code)?.rendered
  }
}
