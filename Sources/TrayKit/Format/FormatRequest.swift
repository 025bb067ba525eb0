/// Which specs are to be given the one style that they have.
public struct FormatRequest: Sendable {
  /// Specs, and folders that are searched for them. Files that they use are left alone, unless they are named as well.
  public var paths: [String]
  /// A text in place of all paths, with a name for messages.
  public var text: (name: String, bytes: [UInt8])?
  /// Files are replaced by what they are to be; else nothing is written.
  public var writes = true
  /// How long it may take for each file.
  public var timeLimit: Duration?

  /// A request to format specs.
  public init(paths: [String]) { self.paths = paths }

  /// A request to format a text.
  public init(text: [UInt8], name: String) {
    paths = []
    self.text = (name, text)
  }
}

extension FormatRequest: Job {
  public func outcome(isInterrupted: @escaping @Sendable () -> Bool) -> FormatOutcome {
    onLargeStack {
      var run = FormatRun(self, isInterrupted: isInterrupted)
      return run.run()
    }
  }
}
