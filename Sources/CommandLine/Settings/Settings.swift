import Platform
import TrayKit

/// The settings file of a command.
///
/// Commands run in the folder of the file, so all paths in it and in reports are relative to that folder. Paths on the
/// command line are relative to the user's folder.
enum Settings {
  /// The option for the path of the file, or for no file.
  static let file = Option<String>(
    "settings", value: "file", from: .files,
    help: "Read settings from this file; 'none' reads none.",
    defaultText: "\(SettingsFile.name) of the repository")
  /// Whether the settings are printed.
  static let show = Flag(
    "show-settings", help: "Print the settings in force and their sources, and nothing else.")

  /// The options of commands that use settings.
  static let options = [file.description, show.description]

  /// Returns the arguments with the values of the settings file.
  ///
  /// The process changes to the folder of the file, unless the command runs a driver.
  ///
  /// - Throws: `SettingsFile.Problem` if the file cannot be read or has a mistake.
  static func applied(to arguments: ParsedArguments) throws(SettingsFile.Problem)
    -> ParsedArguments
  {
    let command = arguments.path.command
    guard command.settings != .ignored, arguments[file] != "none" else { return arguments }
    let here = FileManager.default.currentDirectoryPath
    guard let path = arguments[file] ?? SettingsFile.find(from: here) else { return arguments }
    let (folder, name) = split(path)
    guard FileManager.default.changeCurrentDirectoryPath(folder) else {
      throw SettingsFile.Problem(
        description: "\(LogText.line(path)): error: there is no such file")
    }
    let move = FolderMove(from: here, to: FileManager.default.currentDirectoryPath)
    let found = try SettingsFile(
      name, keys: SettingKeys.all(of: arguments.path.tool), isInCI: isInCI)
    var arguments = arguments
    if command.settings == .inFolderOfUser {
      _ = FileManager.default.changeCurrentDirectoryPath(here)
      arguments.settings = SettingsInForce(found, for: command, seen: move.back)
    } else {
      Terminal.move.withLock { $0 = move }
      arguments = move.moved(arguments)
      arguments.settings = SettingsInForce(found, for: command)
    }
    return arguments
  }

  private static func split(_ path: String) -> (folder: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    return (String(path[...slash]), String(path[path.index(after: slash)...]))
  }

  /// Whether a CI service runs the tool.
  private static var isInCI: Bool {
    guard let text = ReportOptions.environment("CI") else { return false }
    return text != "false" && text != "0"
  }
}
