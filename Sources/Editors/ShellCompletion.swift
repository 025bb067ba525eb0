/// Shells with completion of the tool's arguments.
public enum ShellCompletion: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script for the shell. It contains no word of the tool, and calls the tool for completions.
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
