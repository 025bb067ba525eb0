@_exported import TrayKit
import Semantics

/// A request to serve an editor with the Language Server Protocol, until the editor ends the session, its input ends or
/// the task is cancelled.
///
/// The outcome is true if the editor ended the session as the protocol requires.
public struct LanguageServerRequest: Job {
  /// The descriptor of the messages from the editor.
  public var input: Int32
  /// The largest number of values that are enumerated for one type; nil for the default number.
  public var maximumValues: Int?
  /// Writes to the editor, from another thread; returns false if that fails.
  public var write: @Sendable (String) -> Bool

  /// A request to serve one editor.
  public init(
    input: Int32, maximumValues: Int? = nil, write: @escaping @Sendable (String) -> Bool
  ) {
    (self.input, self.maximumValues, self.write) = (input, maximumValues, write)
  }

  /// Serves the editor.
  public func outcome(isInterrupted: @escaping @Sendable () -> Bool) -> Bool {
    onLargeStack {
      var server = LanguageServer(
        maximumValues: maximumValues ?? CheckRequest(paths: []).maximumValues, write: write)
      server.mailbox.read(from: input)
      return server.run(isInterrupted)
    }
  }
}
