import Foundation
import TestSupport
import Testing

/// The maps of the sources and of the tests name exactly the files and suites that exist. `HouseTests` has the folders.
@Suite("The map") struct MapTests {
  private static let maps = ["Sources", "Tests"]

  /// Everything below a folder except build products, relative to it.
  private static func contents(of folder: String) throws -> [(path: String, isFolder: Bool)] {
    let root = RepositoryFolder.root.appending(path: folder)
    return try FileManager.default.subpathsOfDirectory(atPath: root.path).map { path in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: root.appending(path: path).path, isDirectory: &isFolder)
      return (path, isFolder.boolValue)
    }
  }

  private static func map(of folder: String) throws -> String {
    let file = RepositoryFolder.root.appending(path: "\(folder)/README.md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// Returns whether the maps may name a file outside of their folder: the package, or a document on specs.
  private static func isBesides(_ name: String) -> Bool {
    let isAbout = name == "Package.swift" || name.hasPrefix("Specs/")
    return isAbout
      && FileManager.default.fileExists(atPath: RepositoryFolder.root.appending(path: name).path)
  }

  @Test("names only files that there are", arguments: maps)
  func files(_ folder: String) throws {
    let files = try Self.maps.flatMap(Self.contents).filter { !$0.isFolder }.map { "/" + $0.path }
    let names = try Self.map(of: folder).matches(of: /`([A-Za-z\/+.]+\.(swift|json|md))`/)
      .map { String($0.1) }
    #expect(names.count > (folder == "Sources" ? 40 : 0))
    for name in names {
      let path = name.hasPrefix("Tests/") ? String(name.dropFirst(6)) : name
      #expect(
        files.contains { $0.hasSuffix("/" + path) } || Self.isBesides(name), "\(name)")
    }
  }

  @Test("has a row for each suite")
  func suites() throws {
    let map = try Self.map(of: "Tests")
    for folder in try Self.contents(of: "Tests") where folder.path.hasSuffix("Tests") {
      #expect(map.contains("\n| `\(folder.path)` |"), "\(folder.path)")
    }
  }

  @Test("has a folder of tests for each guest, and no test of the core imports a guest")
  func guests() throws {
    func imports(_ path: String) throws -> Set<String> {
      let text = try String(
        contentsOf: RepositoryFolder.root.appending(path: path), encoding: .utf8)
      return Set("\n\(text)".matches(of: /\n(?:@testable )?import (\w+)/).map { String($0.1) })
    }
    let guests = try imports("Sources/Guests/Guests.swift").subtracting(["Commands"])
    let paths = try Self.contents(of: "Tests").map(\.path)
    for guest in guests { #expect(paths.contains("\(guest)Tests"), "\(guest)") }
    let core = ["SpecLanguage", "Engine", "Traces", "Reports", "TrayKit", "CommandLine"]
    for path in paths where path.hasSuffix(".swift") {
      guard core.contains(where: { path.hasPrefix("\($0)Tests/") }) else { continue }
      #expect(try imports("Tests/\(path)").isDisjoint(with: guests), "\(path)")
    }
  }

  @Test("tells every variable of the environment that tests look at")
  func variables() throws {
    let map = try Self.map(of: "Tests")
    for file in try Self.contents(of: "Tests") where file.path.hasSuffix(".swift") {
      let text = try String(
        contentsOf: RepositoryFolder.root.appending(path: "Tests/\(file.path)"), encoding: .utf8)
      for name in text.matches(of: /environment\["(TRAYCHECK_[A-Z_]+)"\]/) {
        #expect(map.contains("| `\(name.1)="), "\(name.1)")
      }
    }
  }
}
