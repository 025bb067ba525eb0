import Foundation
import TestSupport
import Testing

/// A file in `Specs`.
struct Spec: Sendable, CustomTestStringConvertible {
  /// Its name without `.tray`.
  let name: String

  var testDescription: String { name }
  var url: URL { Self.folder.appending(path: "\(name).tray") }
  var text: String {
    get throws { try String(contentsOf: url, encoding: .utf8) }
  }

  static let all = inFolder("")
  /// The files that the others use.
  static let libraries = inFolder("platform/")
  /// Small specs on the libraries, each with the mistakes that teams make.
  static let recipes = inFolder("recipes/")
  /// The specs in a single file.
  static let alone = all.filter { spec in
    (try? spec.text.contains("\nuse \"")) == false
  }

  /// The specs for slow tests of changes; in weekly runs, all.
  static func some(_ specs: [Spec]) -> [Spec] { Array(specs.prefix(Weekly.count(specs.count))) }

  private static func inFolder(_ path: String) -> [Spec] {
    let files =
      (try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path))
      ?? []
    return files.filter { $0.hasSuffix(".tray") }.sorted().map {
      Spec(name: path + $0.dropLast(5))
    }
  }

  /// A folder in which a text finds the libraries that it uses.
  static func scratchFolder() throws -> ScratchFolder {
    let scratch = try ScratchFolder()
    try FileManager.default.copyItem(
      at: folder.appending(path: "platform"), to: scratch.url.appending(path: "platform"))
    return scratch
  }

  private static let folder = RepositoryFolder.root.appending(path: "Specs")
}
