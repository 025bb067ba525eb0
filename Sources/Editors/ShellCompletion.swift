/// The shells that support completion of the tool's commands.
public enum ShellCompletion: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The completion script of the shell. It contains no words of the tool, and calls the tool for proposals.
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
