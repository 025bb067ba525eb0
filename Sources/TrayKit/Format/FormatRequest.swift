/// A request to format specs in the standard style.
public struct FormatRequest: Sendable {
  /// The specs, and folders to search for specs. Files that they use are formatted only if they are named as well.
  public var paths: [String]
  /// A text to format instead of files, with a name for messages; nil for none.
  public var text: (name: String, bytes: [UInt8])?
  /// Whether files are rewritten. Otherwise nothing is written.
  public var writes = true
  /// The time limit for each file; nil for no limit.
  public var timeLimit: Duration?

  /// Creates a request to format specs.
  public init(paths: [String]) { self.paths = paths }

  /// Creates a request to format a text.
  public init(text: [UInt8], name: String) {
    paths = []
    self.text = (name, text)
  }
}

extension FormatRequest: Job {
  /// Formats the specs.
  public func outcome(isInterrupted: @escaping @Sendable () -> Bool) -> FormatOutcome {
    onLargeStack {
      var run = FormatRun(self, isInterrupted: isInterrupted)
      return run.run()
    }
  }
}
