/// Where the values of an option or argument come from, for shells that propose some.
///
/// The words of a choice are known by its ``ValueExpectation``.
public enum ValueOrigin: Equatable, Sendable {
  /// From the user alone.
  case nowhere

  /// Files whose names end so, and folders on the way to them.
  case files(ending: String)

  /// Folders.
  case folders

  /// What the specs on the same line declare.
  case worlds, properties

  /// Specs.
  public static let specs = files(ending: ".tray")

  /// Counterexamples, and reports for tools.
  public static let jsonFiles = files(ending: ".json")

  /// Files of any kind.
  public static let files = files(ending: "")
}
