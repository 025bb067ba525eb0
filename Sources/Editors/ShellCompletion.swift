/// Shells that complete what is typed behind the name of the tool.
public enum ShellCompletion: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// What the shell is to read. It knows no word of the tool, and asks the tool whenever it needs one.
  public var script: String {
    let bytes =
      switch self {
      case .bash: PackageResources.traycheck_bash
      case .zsh: PackageResources.traycheck_zsh
      case .fish: PackageResources.traycheck_fish
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}
