import Basics
import Files
import Platform
import Semantics
import SpecLanguage
import TrayKit

/// A document that is open in an editor.
struct OpenDocument {
  let uri: String
  let path: String
  var version: Int?
  /// The text of the document, in UTF-8.
  private(set) var bytes: [UInt8]
  private(set) var positions: TextPositions
  private let encoding: TextPositions.Encoding

  init(uri: String, version: Int?, text: String, _ encoding: TextPositions.Encoding) {
    self.uri = uri
    self.version = version
    self.encoding = encoding
    path = Self.path(of: uri)
    bytes = Array(text.utf8)
    positions = TextPositions(bytes, encoding)
  }

  /// The path of an address; an address without a file is its own path.
  static func path(of uri: String) -> String {
    guard let url = URL(string: uri), url.isFileURL else { return uri }
    return url.path(percentEncoded: false)
  }

  static func uri(of path: String) -> String {
    path.hasPrefix("/") ? URL(filePath: path, directoryHint: .notDirectory).absoluteString : path
  }

  mutating func replace(_ range: Range<Int>?, by text: String) {
    bytes.replaceSubrange(range ?? bytes.startIndex..<bytes.endIndex, with: text.utf8)
    positions = TextPositions(bytes, encoding)
  }

  /// The number of bytes before the parsed text: the length of the byte-order mark, if there is one.
  var mark: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

/// The analysis of a document with the files that it uses.
final class AnalyzedDocument: Sendable {
  let understanding: Understanding
  let diagnostics: [Diagnostic]
  /// Whether there are no errors.
  let isSound: Bool
  /// Whether the analysis was interrupted, so that it is of no use.
  let isCut: Bool
  /// Whether the names in all worlds are known. Those of other worlds than the default one are not, if errors are
  /// outside of worlds and the names were not requested.
  let hasAllNames: Bool
  /// The paths of all files that were read or looked for.
  let files: Set<String>

  /// - Parameters:
  ///   - isDraft: whether only the default world is read, and fixes are not verified.
  ///   - notesAllNames: whether the names in all worlds are needed.
  init(
    _ file: SourceFile, files: Set<String>, limits: Checker.Limits, isDraft: Bool = false,
    notesAllNames: Bool = true, isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.files = files
    let compiled = CompiledSpec(
      file, settings: [], limits: limits, isDefaultAlone: isDraft, notesNames: true,
      notesAllNames: notesAllNames, provesHelp: !isDraft,
      threads: ProcessInfo.processInfo.activeProcessorCount,
      deadline: { _, _, _ in Deadline(isInterrupted: isInterrupted) })
    understanding = Understanding(compiled.syntax, compiled.references)
    diagnostics = compiled.sink.inTextOrder
    isCut = !compiled.cuts.isEmpty
    isSound = !compiled.sink.hasErrors && !isCut
    hasAllNames = notesAllNames || isSound
  }
}
