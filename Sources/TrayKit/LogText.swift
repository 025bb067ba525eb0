import Reports

/// Text of specs and of users, for terminals and logs.
public enum LogText {
  /// The text with nothing in it that a CI service would obey as a command.
  public static func inert(_ text: String) -> String { text.inert }

  /// The text on one line, without what a terminal would obey instead of showing it.
  public static func line(_ text: String) -> String { text.printableLine }
}
