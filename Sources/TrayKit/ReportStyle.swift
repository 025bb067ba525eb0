/// How reports for people are written.
public struct ReportStyle: Sendable {
  /// Only what is not as it should be, and the last line.
  public var isQuiet = false
  /// Every verdict and trace, however many specs there are.
  public var isVerbose = false
  /// With the colours of a terminal.
  public var usesColor = false
  /// Without what became of stored counterexamples, since that was told before.
  public var omitsReplays = false
  /// Where the files of the repository are shown, such as
  /// `https://github.com/someone/something/blob/0123abcd`; nil for no links.
  public var sources: String?

  /// Plain, with no more and no less than most people want.
  public init() {}
}
