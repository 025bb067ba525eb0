import Semantics

/// What decides about the constants of a text besides the text itself: what is set where libraries are used,
/// the world at hand, which wins over that, and settings from outside, which win over both.
struct ParameterBindings {
  /// The world at hand behind those that it builds on; none for the default world, and for a name that no
  /// world has.
  let worlds: [WorldSyntax]
  private let uses: [UseSyntax]
  /// By name; of several for one name the last counts.
  let settings: [String: Setting]

  init(_ text: WorldOverlay, settings: [Setting]) {
    worlds = text.worlds
    uses = text.syntax.uses
    self.settings = Dictionary(settings.map { ($0.name, $0) }) { _, last in last }
  }

  var world: WorldSyntax? { worlds.last }
  var worldName: String { world?.name.text ?? CheckedSpec.defaultWorldName }

  /// The value that the world at hand gives a param, or a number of names.
  func worldValue(of name: String) -> ExpressionSyntax? {
    (uses.map(\.changes) + worlds.map(\.changes)).lazy.flatMap(\.settings)
      .last { $0.name.text == name }?.value
  }

  /// Whether the value in the text is not the one that counts.
  func hasValue(of name: String) -> Bool { settings[name] != nil || worldValue(of: name) != nil }
}
