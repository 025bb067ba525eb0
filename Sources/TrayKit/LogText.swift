import Reports

/// Sanitizers for text of specs and users that is printed to terminals and logs.
public enum LogText {
  /// The text with CI workflow commands made ineffective.
  public static func inert(_ text: String) -> String { text.inert }

  /// The text on one line, without control sequences of terminals.
  public static func line(_ text: String) -> String { text.printableLine }
}
