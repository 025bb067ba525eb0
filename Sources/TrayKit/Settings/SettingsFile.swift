import Files
import Platform
import Semantics

/// The settings of a repository, read from `.traycheck.json`.
///
/// The keys are long names of options, so the caller provides the list of keys. Each value keeps its line and column.
public struct SettingsFile: Sendable {
  /// The name of the file.
  public static let name = ".traycheck.json"

  /// A key that the file may contain.
  public struct Key: Sendable {
    /// The JSON type of the value.
    public enum Form: Sendable {
      /// `true` or `false`.
      case flag
      /// A string or a number.
      case text
      /// An array of strings.
      case list
      /// An object of strings and numbers: `{"states": 1000}` is the text `states=1000`.
      case keyed
    }

    /// The name of the key in the file.
    public let name: String
    var form: Form
    /// Returns the reason why a text is invalid; nil if it is valid.
    var problem: Check
    /// Returns the reason why a text is invalid for one folder; nil if it is valid. The closure itself is nil if only
    /// the whole run can have a value.
    var problemInFolders: Check?

    /// A validator of a value: it returns the reason why a text is invalid; nil if it is valid.
    public typealias Check = @Sendable (_ text: String) -> String?

    /// Declares a key.
    public init(
      _ name: String, _ form: Form, problem: @escaping Check, inFolders: Check? = nil
    ) {
      (self.name, self.form) = (name, form)
      (self.problem, problemInFolders) = (problem, inFolders)
    }
  }

  /// The value of a key, with its location.
  public struct Value: Sendable, Equatable {
    /// The name of the key.
    public var key: String
    /// The texts as the option of that name takes them; a flag has `true` or `false`.
    public var texts: [String]
    /// The line in the file, counted from 1.
    public var line: Int
    /// The column in the file in characters, counted from 1.
    public var column: Int
    /// Whether the value is in the object `ci`.
    public var isForCI = false
  }

  /// The error that a file cannot be read or has a mistake.
  public struct Problem: Error, Sendable, CustomStringConvertible {
    /// A message with the file, the line and the column if they are known.
    public let description: String

    /// Creates an error with a message.
    public init(description: String) { self.description = description }
  }

  /// The path of the file.
  public let path: String
  /// The values for the whole run, at most one for each key.
  public private(set) var values: [Value] = []
  /// The values for the specs in particular folders, by path of the folder.
  public private(set) var folders: [(folder: String, values: [Value])] = []

  private static let (ci, inFolders, schema) = ("ci", "folders", "$schema")

  /// Finds the file in a folder or in its nearest parent, up to the root of the repository.
  ///
  /// Outside of a repository, only the folder itself is searched, so that no foreign file takes effect.
  ///
  /// - Parameter folder: an absolute path.
  /// - Returns: the path of the file; nil if there is none.
  public static func find(from folder: String) -> String? {
    var found: String?
    var url = URL(filePath: folder)
    while true {
      let path = url.appending(path: name).path
      if found == nil, (try? FileStatus(path)) != nil { found = path }
      let isRoot = [".git", ".hg", ".jj", ".svn"].contains {
        (try? FileStatus(url.appending(path: $0).path)) != nil
      }
      if isRoot { return found }
      let parent = url.deletingLastPathComponent()
      if url.path == "/" || parent.path == url.path { break }
      url = parent
    }
    let own = URL(filePath: folder).appending(path: name).path
    return found == own ? own : nil
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file.
  ///   - keys: the keys that the file may contain.
  ///   - isInCI: whether the values of `ci` apply. They override the others.
  /// - Throws: `Problem` with the line and column of the first mistake.
  public init(_ path: String, keys: [Key], isInCI: Bool) throws(Problem) {
    self.path = path
    let shown = LogText.line(path)
    let bytes: [UInt8]
    do throws(FileError) {
      bytes = try InputFile.read(path, atMost: 1 << 20, noun: "a settings file")
    } catch {
      throw Problem(description: "\(shown): error: \(error.reason)")
    }
    let file = SourceFile(path: path, contents: bytes)
    do throws(JSONError) {
      if let invalid = file.invalidUTF8.first {
        throw JSONError(message: "the text is not UTF-8", place: invalid)
      }
      try read(JSONText.read(bytes), keys, isInCI, file)
    } catch {
      let place = file.location(of: error.place)
      throw Problem(
        description:
          "\(shown):\(place.line):\(place.column): error: \(LogText.line(error.message))")
    }
  }

  private mutating func read(
    _ part: JSONPart, _ keys: [Key], _ isInCI: Bool, _ file: SourceFile
  ) throws(JSONError) {
    let names = keys.map(\.name)
    let whole = try JSONObject(
      part, "the file", known: names + [Self.ci, Self.inFolders, Self.schema])
    _ = try whole.string(Self.schema)
    values = try Self.values(whole, keys, file)
    if whole.has(Self.ci) {
      let own = try Self.values(whole.object(Self.ci, known: names), keys, file)
      if isInCI {
        let replaced = Set(own.map(\.key))
        values.removeAll { replaced.contains($0.key) }
        values += own.map {
          var value = $0
          value.isForCI = true
          return value
        }
      }
    }
    guard let part = whole.part(Self.inFolders) else { return }
    guard case .object(let members) = part.node else {
      throw whole.mistake(Self.inFolders, "\"\(Self.inFolders)\" is an object, not \(part.noun)")
    }
    let own = keys.compactMap { key in
      key.problemInFolders.map { Key(key.name, key.form, problem: $0) }
    }
    for member in members {
      if member.key.isEmpty {
        throw JSONError(message: "a folder has a name", place: member.place)
      }
      let object = try JSONObject(
        member.value, "\"\(JSONError.shown(member.key))\"", known: own.map(\.name))
      folders.append((member.key, try Self.values(object, own, file)))
    }
  }

  private static func values(
    _ object: JSONObject, _ keys: [Key], _ file: SourceFile
  ) throws(JSONError) -> [Value] {
    var values: [Value] = []
    for key in keys {
      guard let part = object.part(key.name) else { continue }
      let texts = try texts(object, key, part)
      for (text, place) in texts {
        if let problem = key.problem(text) { throw JSONError(message: problem, place: place) }
      }
      let place = file.location(of: part.place)
      values.append(
        Value(key: key.name, texts: texts.map(\.text), line: place.line, column: place.column))
    }
    return values
  }

  private static func texts(
    _ object: JSONObject, _ key: Key, _ part: JSONPart
  ) throws(JSONError) -> [(text: String, place: Int)] {
    func wrong(_ expected: String, _ found: JSONPart) -> JSONError {
      JSONError(
        message: "\"\(key.name)\" is \(expected), not \(found.noun)", place: found.place)
    }
    switch (key.form, part.node) {
    case (.flag, .boolean(let flag)): return [("\(flag)", part.place)]
    case (.text, .string(let text)), (.text, .number(let text)): return [(text, part.place)]
    case (.list, .array(let elements)):
      var texts: [(text: String, place: Int)] = []
      for element in elements {
        guard case .string(let text) = element.node else {
          throw wrong("an array of strings", element)
        }
        texts.append((text, element.place))
      }
      return texts
    case (.keyed, .object(let members)):
      var texts: [(text: String, place: Int)] = []
      for member in members {
        switch member.value.node {
        case .string(let text), .number(let text):
          texts.append(("\(member.key)=\(text)", member.place))
        default: throw wrong("an object of strings and numbers", member.value)
        }
      }
      return texts
    case (.flag, _): throw wrong("true or false", part)
    case (.text, _): throw wrong("a string or a number", part)
    case (.list, _): throw wrong("an array of strings", part)
    case (.keyed, _): throw wrong("an object", part)
    }
  }
}
