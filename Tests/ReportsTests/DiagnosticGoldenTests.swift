import Commands
import Foundation
import TestSupport
import Testing
import TrayKit

/// What the authors of broken specs read: one spec a file in `Broken`, and in `Golden/Diagnostics`
/// what the tool says of it.
///
/// `TRAYCHECK_REFRESH=1 swift test --filter DiagnosticGoldenTests` writes the golden files anew.
@Suite struct DiagnosticGoldenTests {
  @Test("a broken spec gets the diagnostics that its golden file has", arguments: Broken.slugs)
  func diagnosticsAreGolden(_ slug: String) throws {
    var request = CheckRequest(paths: [Broken.path(slug)])
    request.vocabulary = .options()
    let outcome = try SynchronousAPI.check(request)
    #expect(outcome.status == .specError)
    let text = outcome.diagnostics().replacing(Broken.folder.path + "/", with: "")
    let difference = try Golden("Diagnostics/\(slug).txt", of: "ReportsTests")
      .difference(from: text)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("a line for editors names file, line and column first", arguments: Broken.slugs)
  func errorsHavePlaces(_ slug: String) throws {
    let outcome = try SynchronousAPI.check(CheckRequest(paths: [Broken.path(slug)]))
    let lines = try outcome.rendered(as: .compiler)
    let heads = lines.split(separator: "\n").filter { $0.contains(": error: ") }
    #expect(!heads.isEmpty)
    for head in heads {
      #expect(head.contains(#/^.*\.tray:[1-9][0-9]*:[1-9][0-9]*: error: ./#))
    }
  }

  @Test("every broken spec has a golden file, and every golden file a spec")
  func foldersMatch() throws {
    #expect(Broken.slugs.count >= 60)
    guard !Golden.isRefreshing else { return try Broken.removeStaleGoldens() }
    #expect(Set(Broken.goldens) == Set(Broken.slugs))
  }
}

/// The corpus of broken specs.
enum Broken {
  static let folder = RepositoryFolder.tests("ReportsTests").appending(path: "Broken")
  private static let goldenFolder =
    Golden.folder(of: "ReportsTests").appending(path: "Diagnostics")

  /// The names of the specs without `.tray`.
  static let slugs = names(in: folder, ending: ".tray")

  /// The names of the golden files without `.txt`.
  static var goldens: [String] { names(in: goldenFolder, ending: ".txt") }

  static func path(_ slug: String) -> String { folder.appending(path: "\(slug).tray").path }

  static func removeStaleGoldens() throws {
    for name in Set(goldens).subtracting(slugs) {
      try FileManager.default.removeItem(at: goldenFolder.appending(path: "\(name).txt"))
    }
  }

  private static func names(in folder: URL, ending: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
  }
}
