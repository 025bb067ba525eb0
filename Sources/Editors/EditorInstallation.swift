import Editing
import Files
import Platform

/// The existing and the intended files in the folder of an editor: `EditorInstallation(editor, in: folder, tool:
/// "traycheck", check: "check", version: "1.0")`.
public struct EditorInstallation: Sendable {
  /// The status of a file, compared with the existing one.
  public enum Standing: Sendable, Equatable {
    /// The file does not exist.
    case new
    /// The file is identical.
    case same
    /// The file differs.
    case differs
    /// The file differs and has other uses as well: it is never replaced.
    case isShared
    /// It cannot be read, with a reason.
    case unreadable(String)
  }

  /// A file to install.
  public struct File: Sendable {
    /// The path in the folder.
    public let path: String
    /// The status of the existing file.
    public let standing: Standing
    /// The intended text.
    public let text: String
  }

  /// The reason why a file could not be written.
  public struct Failure: Error, Sendable {
    /// The path in the folder.
    public let path: String
    /// A clause without a period.
    public let reason: String
  }

  /// Larger files are never ours.
  private static let maximumBytes = 1 << 20

  /// The folder for the files.
  public let folder: String
  /// All files, by path.
  public let files: [File]

  /// Compares with the existing files.
  ///
  /// - Parameters:
  ///   - folder: need not exist.
  ///   - tool: how the editor is to call the tool.
  ///   - check: the arguments before a path that print diagnostics in the format of compilers.
  ///   - version: of the tool.
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

  /// Writes missing files, and with `replaces` also differing ones, except shared ones.
  ///
  /// No reader ever sees a part of a file.
  ///
  /// - Returns: the paths of the written files.
  public func write(replaces: Bool) throws(Failure) -> [String] {
    var written: [String] = []
    for file in files where file.standing == .new || file.standing == .differs && replaces {
      do throws(FileProblem) {
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
    do throws(FileProblem) {
      let found = try InputFile.read(path, atMost: maximumBytes, noun: "file of ours")
      if found == text || isShared && contains(found, text) { return .same }
      return isShared ? .isShared : .differs
    } catch {
      return error.code == ENOENT ? .new : .unreadable(error.reason)
    }
  }

  /// Whether the text is part of a larger file.
  private static func contains(_ found: [UInt8], _ text: [UInt8]) -> Bool {
    String(decoding: found, as: UTF8.self).contains(String(decoding: text, as: UTF8.self))
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
