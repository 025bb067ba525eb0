import Files
import Platform
import Reports
import Semantics
import SpecLanguage

/// A commented spec to begin with, which checks green and has a world that is red on purpose:
/// `try NewSpec("badge-count", from: .tray).write()`.
public struct NewSpec: Sendable {
  /// What it is about.
  public enum Kind: String, Sendable, CaseIterable {
    case tray
    case queue
    case deepLink = "deep-link"
    case reminder
    case silentPush = "silent-push"

    fileprivate var text: [UInt8] {
      switch self {
      case .tray: PackageResources.tray_tray
      case .queue: PackageResources.queue_tray
      case .deepLink: PackageResources.deep_link_tray
      case .reminder: PackageResources.reminder_tray
      case .silentPush: PackageResources.silent_push_tray
      }
    }

    /// What it is about, in a sentence: the first line of its text.
    public var abstract: String {
      String(
        decoding: text.prefix { $0 != UInt8(ascii: "\n") }.drop { $0 == UInt8(ascii: "/") },
        as: UTF8.self
      )
      .trimmed
    }
  }

  /// Where specs are that are named without a folder.
  public static let folder = "Specs"

  /// Where it is to be.
  public let path: String
  /// The name that it has.
  public let name: String
  /// What is written there.
  public let text: String

  /// - Parameters:
  ///   - name: words, such as `badge-count` or `BadgeCount`, for a file in ``folder``; or the path of the file, which ends in
  ///     `.tray` or has a slash.
  /// - Throws: `RequestError` if that makes no name of a spec, which begins with a letter.
  public init(_ name: String, from kind: Kind = .tray) throws(RequestError) {
    let isPath = name.contains("/") || name.hasSuffix(SpecLoader.suffix)
    let file = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let stem =
      file.hasSuffix(SpecLoader.suffix) ? file.dropLast(SpecLoader.suffix.count) : file
    let words = Self.words(in: String(stem))
    self.name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    path =
      isPath
      ? (name.hasSuffix(SpecLoader.suffix) ? name : name + SpecLoader.suffix)
      : "\(Self.folder)/\(words.joined(separator: "-").lowercased())\(SpecLoader.suffix)"
    let source = SourceFile(path: path, contents: kind.text)
    guard let old = Parser.parse(source).0.name else {
      throw RequestError("the spec to begin with has no name")
    }
    let bytes = source.bytes(with: [TextEdit(old.range, self.name)])
    let (syntax, sink) = Parser.parse(SourceFile(path: path, contents: bytes))
    guard !sink.hasErrors, syntax.name?.text == self.name else {
      throw RequestError(
        "'\(LogText.line(name))' makes no name of a spec: it is made of letters and digits, and begins with a letter"
      )
    }
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The words of a name: parts between what is no letter or digit, and between a small letter and a large one.
  private static func words(in name: String) -> [String] {
    var words: [String] = []
    var last: Character?
    for character in name {
      defer { last = character }
      guard character.isLetter || character.isNumber else { continue }
      let isNew =
        last.map { !($0.isLetter || $0.isNumber) || $0.isLowercase && character.isUppercase }
        ?? true
      if isNew || words.isEmpty { words.append("") }
      words[words.count - 1].append(character)
    }
    return words
  }

  /// Writes the file, with the folders that it needs.
  ///
  /// - Throws: `ReportFileError` if something is there already, which is left as it is, or the system refuses.
  public func write() throws(ReportFileError) {
    if (try? FileStatus(path, followsLinks: false)) != nil {
      throw ReportFileError(reason: "something is there already, and is left as it is")
    }
    do throws(FileError) {
      try OutputFile(path).replace(with: Array(text.utf8))
    } catch {
      throw ReportFileError(reason: error.reason)
    }
  }
}
