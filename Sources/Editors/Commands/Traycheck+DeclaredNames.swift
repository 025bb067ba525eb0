import TrayKit
import SpecLanguage

extension Traycheck {
  /// The declared names of specs that a request can select: worlds, properties and scenarios.
  public struct DeclaredNames: Sendable, Equatable {
    /// The unique names of worlds in the order of the texts, without 'default', which every spec has.
    public var worlds: [String] = []
    /// The unique names of properties and scenarios, in the order of the texts.
    public var properties: [String] = []
  }

  /// The declared names in specs, for completion. The specs are not checked, and unreadable ones are ignored.
  ///
  /// - Parameter paths: specs, and folders to search for specs.
  public static func declaredNames(in paths: [String]) -> DeclaredNames {
    var names = DeclaredNames()
    for symbol in SpecLoader.load(paths).files.flatMap({ Parser.parse($0).spec.symbols }) {
      let name = symbol.name.text
      switch symbol.kind {
      case .world: if !names.worlds.contains(name) { names.worlds.append(name) }
      case .property, .scenario:
        if !names.properties.contains(name) { names.properties.append(name) }
      default: break
      }
    }
    return names
  }
}
