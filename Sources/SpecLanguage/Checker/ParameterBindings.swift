import Semantics

/// The values of constants from outside the text of a spec: settings of used libraries, then the world, then settings
/// of the command. Later ones win.
struct ParameterBindings {
  /// The current world after its base worlds; empty for the default world, and for an unknown name.
  let worlds: [WorldSyntax]
  private let uses: [UseSyntax]
  /// The settings by name; if a name has several, the last counts.
  let settings: [String: Setting]

  init(_ text: WorldOverlay, settings: [Setting]) {
    worlds = text.worlds
    uses = text.syntax.uses
    self.settings = Dictionary(settings.map { ($0.name, $0) }) { _, last in last }
  }

  var world: WorldSyntax? { worlds.last }
  var worldName: String { world?.name.text ?? CheckedSpec.defaultWorldName }

  /// Returns the value that the current world gives a param or a number of names.
  func worldValue(of name: String) -> ExpressionSyntax? {
    (uses.map(\.changes) + worlds.map(\.changes)).lazy.flatMap(\.settings)
      .last { $0.name.text == name }?.value
  }

  /// Returns whether a setting or a world overrides the value in the text.
  func hasValue(of name: String) -> Bool { settings[name] != nil || worldValue(of: name) != nil }
}
