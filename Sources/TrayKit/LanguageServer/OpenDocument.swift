import Editing
import Files
import Platform
import Semantics
import SpecLanguage

/// A text that an editor has open.
struct OpenDocument {
  let uri: String
  let path: String
  var version: Int?
  /// As the editor has it, UTF-8.
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

  /// The path that an address means; what is no file goes by its address.
  static func path(of uri: String) -> String {
    guard let url = URL(string: uri), url.isFileURL else { return uri }
    return url.path(percentEncoded: false)
  }

  static func uri(of path: String) -> String {
    path.hasPrefix("/") ? URL(filePath: path, directoryHint: .notDirectory).absoluteString : path
  }

  mutating func replace(_ range: Range<Int>?, by text: String) {
    if let range {
      bytes.replaceSubrange(range, with: text.utf8)
    } else {
      bytes = Array(text.utf8)
    }
    positions = TextPositions(bytes, encoding)
  }

  /// How many bytes the parser leaves out at the start: a byte-order mark.
  var mark: Int { bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

/// What a document is understood as, with the files that it uses.
struct AnalyzedDocument: Sendable {
  let understanding: Understanding
  let diagnostics: [Diagnostic]
  /// There are no errors, and nothing ended the reading early.
  let isSound: Bool
  /// The files that were read or looked for, by path.
  let files: Set<String>

  init(_ file: SourceFile, files: Set<String>, limits: Checker.Limits) {
    self.files = files
    let compiled = CompiledSpec(
      file, settings: [], limits: limits, notesNames: true, deadline: { _, _, _ in Deadline() })
    understanding = Understanding(compiled.syntax, compiled.references, compiled.worlds)
    diagnostics = compiled.sink.inTextOrder
    isSound = !compiled.sink.hasErrors && compiled.cuts.isEmpty
  }
}
