import TrayKit
import SpecLanguage

extension Traycheck {
  /// What specs declare that a request can name: worlds, and properties with scenarios.
  public struct DeclaredNames: Sendable, Equatable {
    /// Worlds without 'default', which every spec has; each once, in the order of the texts.
    public var worlds: [String] = []
    /// Properties and scenarios, likewise.
    public var properties: [String] = []
  }

  /// The names in specs, for whoever proposes them. Nothing is checked, and what cannot be read has none.
  ///
  /// - Parameter paths: of specs, and of folders that are searched for them.
  public static func declaredNames(in paths: [String]) -> DeclaredNames {
    var names = DeclaredNames()
    var seen: (worlds: Set<String>, properties: Set<String>) = ([], [])
    for symbol in SpecLoader.load(paths).files.flatMap({ Parser.parse($0).spec.symbols }) {
      let name = symbol.name.text
      switch symbol.kind {
      case .world: if seen.worlds.insert(name).inserted { names.worlds.append(name) }
      case .property, .scenario:
        if seen.properties.insert(name).inserted { names.properties.append(name) }
      default: break
      }
    }
    return names
  }
}
