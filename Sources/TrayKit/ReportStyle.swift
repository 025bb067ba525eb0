import Reports

/// How reports for people are written.
public struct ReportStyle: Sendable {
  /// Only what is not as it should be, and the last line.
  public var isQuiet = false
  /// Every verdict and trace, however many specs there are.
  public var isVerbose = false
  /// With the colours of a terminal.
  public var usesColor = false
  /// The number of columns that lines have at most, at least 40; a command to copy may have more.
  public var width = 80
  /// Without what became of stored counterexamples, since that was told before.
  public var omitsReplays = false
  /// Where the files of the repository are shown, such as
  /// `https://github.com/someone/something/blob/0123abcd`; nil for no links.
  public var sources: String?

  /// Plain, with no more and no less than most people want.
  public init() {}
}

extension ReportStyle {
  /// The same for text that is made line by line.
  package var text: TextStyle { TextStyle(usesColor: usesColor, width: width) }

  /// Returns a text whose lines have at most ``width`` columns, broken between words.
  public func fitted(_ text: String) -> String { self.text.fitted(text) }
}
