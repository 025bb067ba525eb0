import Files
import Platform

/// An editor, with its files for the `.tray` language: `Editor.all`.
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

  /// The name on the command line.
  public let name: String
  /// Its display name, with the lowest supported version.
  public let title: String
  /// The features, in a line.
  public let abstract: String
  /// The steps after the files are written, in lines.
  public let steps: [String]
  let folder: Folder
  let files: [File]

  /// All supported editors, by name.
  public static let all = [emacs, helix, jetBrains, neovim, vim, vsCode, zed]

  /// The folder where the editor searches for the files, or can be configured to.
  ///
  /// - Parameter environment: the variables of the process.
  public func folder(_ environment: [String: String]) -> String {
    guard let standard = folder.standard else { return folder.path }
    if let variable = folder.variable, let base = environment[variable], base.hasPrefix("/") {
      return "\(base)/\(folder.path)"
    }
    let home = environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
    return "\(home)/\(standard)/\(folder.path)"
  }
}
