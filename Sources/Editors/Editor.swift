import Files
import Platform

/// An editor, with the files by which it knows `.tray` files: `Editor.all`.
public struct Editor: Sendable {
  /// A file of an editor.
  struct File: Sendable {
    /// Where it stands in the folder of the editor.
    var path: String
    /// Its text, in which words of the language and of the machine have yet to be filled in.
    var template: [UInt8]
    /// What stands between words in it.
    var separator = " "
    /// The user has it for other things as well: it is never replaced.
    var isShared = false
  }

  /// A folder in which an editor looks for files.
  struct Folder: Sendable {
    /// The variable of the environment that may name a folder above it.
    var variable: String?
    /// That folder where the variable is not set, from the home of the user; nil is the working folder.
    var standard: String?
    /// What follows on either.
    var path: String
  }

  /// What the user calls it.
  public let name: String
  /// What it calls itself, and from which version on it is known to work.
  public let title: String
  /// What it gets, in a line.
  public let abstract: String
  /// What is left to be done once the files are written, in lines.
  public let steps: [String]
  let folder: Folder
  let files: [File]

  /// All that are known, by name.
  public static let all = [emacs, helix, jetBrains, neovim, vim, vsCode, zed]

  /// Where the editor looks for the files, or where it may be told that they are.
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
