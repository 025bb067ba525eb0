import Reports

/// What was found, for the services that show it beside a change; described in "Reports for CI".
///
/// Paths in these reports are relative to the root of the repository that the current folder is in.
extension CheckOutcome {
  /// JUnit's XML, as Jenkins and GitLab read it.
  public func junit() throws -> String { try JUnitReport(report, paths: .found()).encoded() }

  /// SARIF 2.1.0, for code scanning.
  public func sarif() throws -> String {
    try SARIFReport(report, paths: .found(), version: Traycheck.version).encoded()
  }

  /// Workflow commands of GitHub Actions, a line each; empty if there is nothing to tell.
  public func annotations() throws -> String {
    try GitHubAnnotations(report, paths: .found()).encoded()
  }

  /// Text for a log, with nothing in it that a CI service would obey as a command.
  public static func inert(_ text: String) -> String { text.inert }

  /// The summary of a job in Markdown.
  ///
  /// - Parameters:
  ///   - tool: how the tool is called, in commands to copy.
  ///   - sources: where the files of the repository are shown, such as
  ///     `https://github.com/someone/something/blob/0123abcd`; nil for no links.
  public func markdownSummary(
    tool: String = "traycheck", sources: String? = nil
  ) throws -> String {
    try MarkdownSummary(report, paths: .found(), tool: tool, sources: sources).encoded()
  }

  /// The JSON of GitLab's code quality report.
  public func codeQuality() throws -> String {
    try CodeQualityReport(report, paths: .found()).encoded()
  }

  /// The Test Anything Protocol, version 14.
  public func tap() throws -> String { try TAPReport(report, paths: .found()).encoded() }
}
