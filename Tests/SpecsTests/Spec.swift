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

  static let all: [Spec] = {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(".tray") }.sorted().map {
      Spec(name: String($0.dropLast(5)))
    }
  }()

  private static let folder = RepositoryFolder.root.appending(path: "Specs")
}
