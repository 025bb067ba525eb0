import Foundation
import Reports
import SpecLanguage

/// Finds and reads the files to check.
enum SpecLoader {
  /// Why there is nothing to do with a folder.
  static let emptyFolder = "there is no spec in this folder (no file ends in .tray)"
  /// Larger files are not specs.
  static let maximumBytes = 16 << 20

  /// The files for paths as a user gives them: a folder stands for all `.tray` files in it, at any
  /// depth, in the order of their names. What cannot be read is told with its reason, and folders
  /// without any spec are told.
  static func load(
    _ paths: [String]
  ) -> (files: [SourceFile], unreadable: [CheckReport.Unreadable], empty: [String]) {
    var empty: [String] = []
    var files: [SourceFile] = []
    var unreadable: [CheckReport.Unreadable] = []
    var seen: Set<String> = []
    for path in paths {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        unreadable.append(.init(path: path, reason: "there is no such file or folder"))
        continue
      }
      let found = isFolder.boolValue ? specs(in: path) : .success([path])
      switch found {
      case .failure(let problem):
        unreadable.append(.init(path: path, reason: problem.reason))
      case .success(let names):
        if names.isEmpty { empty.append(path) }
        for name in names where seen.insert(name).inserted {
          switch read(name) {
          case .success(let file): files.append(file)
          case .failure(let problem):
            unreadable.append(.init(path: name, reason: problem.reason))
          }
        }
      }
    }
    return (files, unreadable, empty)
  }

  private struct Problem: Error { var reason: String }

  private static func specs(in folder: String) -> Result<[String], Problem> {
    guard FileManager.default.isReadableFile(atPath: folder),
      let names = FileManager.default.enumerator(atPath: folder)
    else { return .failure(Problem(reason: "the folder cannot be read")) }
    let base = folder.hasSuffix("/") ? folder : folder + "/"
    var found: [String] = []
    for case let name as String in names where name.hasSuffix(".tray") { found.append(base + name) }
    return .success(found.sorted())
  }

  private static func read(_ path: String) -> Result<SourceFile, Problem> {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if isFolder.boolValue { return .failure(Problem(reason: "it is a folder, not a file")) }
    guard FileManager.default.isReadableFile(atPath: path) else {
      return .failure(Problem(reason: "there is no permission to read it"))
    }
    guard let handle = FileHandle(forReadingAtPath: path) else {
      return .failure(Problem(reason: "it cannot be opened"))
    }
    defer { try? handle.close() }
    do {
      let data = try handle.read(upToCount: maximumBytes + 1) ?? Data()
      guard data.count <= maximumBytes else {
        return .failure(
          Problem(reason: "it is larger than \(maximumBytes >> 20) MiB, so it is no spec"))
      }
      return .success(SourceFile(path: path, contents: data))
    } catch {
      return .failure(Problem(reason: "it cannot be read: \(error.localizedDescription)"))
    }
  }
}
