import Files
import Platform

/// An editor, with the files that make it support `.tray` files: `Editor.all`.
public struct Editor: Sendable {
  /// A file of an editor.
  struct File: Sendable {
    /// The path in the folder of the editor.
    var path: String
    /// Its text, with placeholders for keywords and settings of the machine.
    var template: [UInt8]
    /// The separator between words in it.
    var separator = " "
    /// Whether the user has it for other purposes as well: it is never replaced.
    var isShared = false
  }

  /// A folder in which an editor looks for files.
  struct Folder: Sendable {
    /// The environment variable that may name a parent folder.
    var variable: String?
    /// The default folder if the variable is not set, relative to the user's home; nil is the working folder.
    var standard: String?
    /// The path after either.
    var path: String
  }

  /// The name of the editor on the command line.
  public let name: String
  /// The product name of the editor, with the first supported version.
  public let title: String
  /// A line about the provided features.
  public let abstract: String
  /// The manual steps after the files are written, one line each.
  public let steps: [String]
  let folder: Folder
  let files: [File]

  /// All supported editors, sorted by name.
  public static let all = [emacs, helix, jetBrains, neovim, vim, vsCode, zed]

  /// The folder in which the editor looks for the files, or which it can be configured to use.
  ///
  /// - Parameter environment: the environment variables of the process.
  public func folder(_ environment: [String: String]) -> String {
    guard let standard = folder.standard else { return folder.path }
    if let variable = folder.variable, let base = environment[variable], base.hasPrefix("/") {
      return "\(base)/\(folder.path)"
    }
    let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    return "\(home)/\(standard)/\(folder.path)"
  }
}
