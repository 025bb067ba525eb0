import Foundation
import TestSupport
import Testing

/// `.ci/rename/names` maps old names to the field's terms. No declaration and no file has an old name.
@Suite("Old names") struct OldNameTests {
  private struct Name {
    var old: String
    var new: String
    /// The files to which the name is limited, if there are any.
    var only: [String] = []
    /// The files in which the name means something else.
    var never: [String] = []

    /// Reads `Old New only=A.swift,B*.swift never=C.swift`; nil for a comment or an empty line.
    init?(_ line: Substring) {
      let words = line.prefix { $0 != "#" }.split(separator: " ")
      guard words.count > 1 else { return nil }
      (old, new) = (String(words[0]), String(words[1]))
      for word in words.dropFirst(2) {
        let parts = word.split(separator: "=")
        let files = parts[1].split(separator: ",").map(String.init)
        if parts[0] == "only" { only += files }
        if parts[0] == "never" { never += files }
      }
    }

    func applies(to file: String) -> Bool {
      (only.isEmpty || only.contains { Self.matches($0, file) })
        && !never.contains { Self.matches($0, file) }
    }

    /// Returns whether a file name matches a pattern with at most one `*`.
    private static func matches(_ pattern: String, _ file: String) -> Bool {
      guard let star = pattern.firstIndex(of: "*") else { return pattern == file }
      return file.hasPrefix(pattern[..<star])
        && file.hasSuffix(pattern[pattern.index(after: star)...])
    }
  }

  private static let keywords: Set<Substring> = [
    "struct", "class", "enum", "protocol", "actor", "typealias", "func", "let", "var", "case",
  ]

  private static func names() throws -> [Name] {
    let map = RepositoryFolder.root.appending(path: ".ci/rename/names")
    var names = try String(contentsOf: map, encoding: .utf8).split(separator: "\n")
      .compactMap(Name.init)
    let newNames = Dictionary(
      names.filter { $0.only.isEmpty }.map { ($0.old, $0.new) },
      uniquingKeysWith: { first, _ in first })
    // A file that was renamed stays in the scope of its names.
    func renamed(_ pattern: String) -> [String] {
      if let file = newNames[pattern] { return [pattern, file] }
      let stem = pattern.prefix { $0.isLetter }
      return newNames[String(stem)].map { [pattern, $0 + pattern.dropFirst(stem.count)] }
        ?? [pattern]
    }
    for index in names.indices {
      names[index].only = names[index].only.flatMap(renamed)
      names[index].never = names[index].never.flatMap(renamed)
    }
    return names
  }

  /// The Swift files of the project, without those that belong to users or are compared byte by byte.
  private static func files() throws -> [String] {
    try ["Sources", "Tests"].flatMap { folder in
      try FileManager.default.subpathsOfDirectory(
        atPath: RepositoryFolder.root.appending(path: folder).path
      ).map { "\(folder)/\($0)" }
    }
    .filter { file in
      file.hasSuffix(".swift")
        && !["/Golden/", "/Templates/", "/Programs/", "/Editors/Files/"].contains {
          file.contains($0)
        }
    }
  }

  @Test("are declared nowhere")
  func declarations() throws {
    let names = Dictionary(grouping: try Self.names(), by: \.old)
    #expect(names.count > 100)
    for file in try Self.files() {
      let text = try String(
        contentsOf: RepositoryFolder.root.appending(path: file), encoding: .utf8)
      let base = String(file.split(separator: "/").last ?? "")
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ", maxSplits: 8)
        if words.first?.hasPrefix("//") ?? true { continue }
        for (keyword, word) in zip(words, words.dropFirst()) where Self.keywords.contains(keyword) {
          let declared = String(word.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
          let old = names[declared]?.first { $0.applies(to: base) }
          #expect(old == nil, "\(file) declares '\(declared)': write '\(old?.new ?? "")'")
        }
      }
    }
  }

  @Test("are the names of no files")
  func fileNames() throws {
    let names = Dictionary(grouping: try Self.names(), by: \.old)
    for file in try Self.files() {
      let base = String(file.split(separator: "/").last ?? "")
      let type = String(base.prefix { $0 != "+" && $0 != "." })
      let old = names[base]?.first ?? names[type]?.first { $0.applies(to: base) }
      #expect(old == nil, "\(file): its new name is '\(old?.new ?? "")'")
    }
  }
}
