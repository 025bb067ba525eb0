import Editing
import Files
import Platform

/// What stands in the folder of an editor, and what is to stand there:
/// `EditorInstallation(editor, in: folder, tool: "traycheck", check: "check", version: "1.0")`.
public struct EditorInstallation: Sendable {
  /// What a file is, compared with what is there.
  public enum Standing: Sendable, Equatable {
    /// Nothing is there.
    case new
    /// The same is there.
    case same
    /// Another text is there.
    case differs
    /// Another text is there that also is for other things: it is never replaced.
    case isShared
    /// It cannot be looked at, with a reason.
    case unreadable(String)
  }

  /// A file that is to be there.
  public struct File: Sendable {
    /// Where it stands in the folder.
    public let path: String
    /// What is there.
    public let standing: Standing
    /// What is to be there.
    public let text: String
  }

  /// Why a file could not be written.
  public struct Failure: Error, Sendable {
    /// Where it stands in the folder.
    public let path: String
    /// A clause without a period.
    public let reason: String
  }

  /// What is larger is none of our files.
  private static let maximumBytes = 1 << 20

  /// Where the files are to be.
  public let folder: String
  /// All files, by path.
  public let files: [File]

  /// Looks at what is there.
  ///
  /// - Parameters:
  ///   - folder: need not be there.
  ///   - tool: how the editor is to call the tool.
  ///   - check: what follows on that, before a path, to have what is wrong told in lines as compilers write them.
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

  /// Writes what is not there yet, and with `replaces` what differs, but for what is shared.
  ///
  /// Nobody ever sees a part of a file.
  ///
  /// - Returns: the paths of what was written.
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
      if found == text || isShared && contains(found, text) { return .same }
      return isShared ? .isShared : .differs
    } catch {
      return error.code == ENOENT ? .new : .unreadable(error.reason)
    }
  }

  /// Whether somebody has put it between other things.
  private static func contains(_ found: [UInt8], _ text: [UInt8]) -> Bool {
    String(decoding: found, as: UTF8.self).contains(String(decoding: text, as: UTF8.self))
  }

  /// A file with all words filled in.
  ///
  /// - Parameter words: by name. They stand in strings, which all have the same escapes.
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
