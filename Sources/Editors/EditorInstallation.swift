import Files
import Platform

/// The current and the planned files in the folder of an editor: `EditorInstallation(editor, in: folder, tool:
/// "traycheck", check: "check", version: "1.0")`.
public struct EditorInstallation: Sendable {
  /// The state of a file, compared with the existing one.
  public enum Standing: Sendable, Equatable {
    /// The file does not exist.
    case new
    /// The file exists with the same text.
    case same
    /// The file exists with another text.
    case differs
    /// The file exists with another text and serves other purposes as well, so it is never replaced.
    case isShared
    /// The file cannot be read, with the reason.
    case unreadable(String)
  }

  /// A file of the installation.
  public struct File: Sendable {
    /// The path of the file, relative to the folder.
    public let path: String
    /// The state of the existing file.
    public let standing: Standing
    /// The text of the file.
    public let text: String
  }

  /// The error that a file could not be written.
  public struct Failure: Error, Sendable {
    /// The path of the file, relative to the folder.
    public let path: String
    /// The reason, as a clause without a full stop.
    public let reason: String
  }

  /// The greatest size of a file that Traycheck may have written.
  private static let maximumBytes = 1 << 20

  /// The folder of the files.
  public let folder: String
  /// All files, sorted by path.
  public let files: [File]

  /// Compares the planned files with the existing ones.
  ///
  /// - Parameters:
  ///   - folder: the folder of the files, which need not exist.
  ///   - tool: the command with which the editor calls the tool.
  ///   - check: the arguments between the tool and a path for compiler-style diagnostics.
  ///   - version: the version of the tool.
  public init(
    _ editor: Editor, in folder: String, tool: String, check: String, version: String
  ) {
    self.folder = folder
    files = editor.files.map { file in
      let text = Self.text(file, ["TOOL": tool, "CHECK": check, "VERSION": version])
      let standing = Self.standing(of: "\(folder)/\(file.path)", Array(text.utf8), file.isShared)
      return File(path: file.path, standing: standing, text: text)
    }.sorted { $0.path < $1.path }
  }

  /// Writes missing files, and with `replaces` also different ones, except for shared files.
  ///
  /// Each file is written atomically.
  ///
  /// - Returns: the paths of the written files.
  /// - Throws: `Failure` for the first file that cannot be written.
  public func write(replaces: Bool) throws(Failure) -> [String] {
    var written: [String] = []
    for file in files where file.standing == .new || file.standing == .differs && replaces {
      do throws(FileError) {
        try OutputFile("\(folder)/\(file.path)").replace(
          with: Array(file.text.utf8), keepsPermissions: true)
      } catch {
        throw Failure(path: file.path, reason: error.reason)
      }
      written.append(file.path)
    }
    return written
  }

  private static func standing(of path: String, _ text: [UInt8], _ isShared: Bool) -> Standing {
    do throws(FileError) {
      let found = try InputFile.read(path, atMost: maximumBytes, noun: "file of ours")
      let isPart = String(decoding: found, as: UTF8.self)
        .contains(String(decoding: text, as: UTF8.self))
      if found == text || isShared && isPart { return .same }
      return isShared ? .isShared : .differs
    } catch {
      return error.code == ENOENT ? .new : .unreadable(error.reason)
    }
  }

  /// A file with all words filled in.
  ///
  /// - Parameter words: by name. They are inserted in strings, whose escapes are all the same.
  private static func text(_ file: Editor.File, _ words: [String: String]) -> String {
    var text = String(decoding: file.template, as: UTF8.self)
    let lists = [
      ("DECLARATIONS", LanguageWords.declarations), ("STATEMENTS", LanguageWords.statements),
      ("OTHERS", LanguageWords.others), ("CONSTANTS", LanguageWords.constants),
      ("TYPES", LanguageWords.types),
    ]
    for (name, words) in lists {
      text.replace("@\(name)@", with: words.joined(separator: file.separator))
      text.replace("@\(name)_VIM@", with: words.joined(separator: #"\\|"#))
    }
    for (name, word) in words {
      let escaped = word.replacing("\\", with: #"\\"#).replacing("\"", with: #"\""#)
      text.replace("@\(name)@", with: escaped)
    }
    return text
  }
}
