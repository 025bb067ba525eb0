/// The source of values for an option or argument, for completion in shells.
///
/// The words of a choice come from its ``ValueExpectation``.
package enum ValueOrigin: Equatable, Sendable {
  /// Values come from the user alone.
  case nowhere

  /// Files with a file extension, and folders that lead to them.
  case files(ending: String)

  /// Folders.
  case folders

  /// The declarations of the specs on the same line.
  case worlds, properties

  /// Specs.
  package static let specs = files(ending: ".tray")

  /// Counterexamples, and reports for tools.
  package static let jsonFiles = files(ending: ".json")

  /// Files of any kind.
  package static let files = files(ending: "")
}
