import Foundation
import PackagePlugin

/// Makes the typed drivers of specs with every build of a target.
///
/// The specs are those that are files of the target, and those that `tray-drivers.txt` in its folder lists. That file
/// has one spec on each line, by its path from the folder of the package, followed by options of `traycheck conform
/// generate swift`:
///
/// ```text
/// # What is checked in these tests.
/// Specs/slack-tray.tray --set collapseIDs=3 --hidden fallAsleep
/// ```
@main
struct TraycheckDriverPlugin: BuildToolPlugin {
  private static let list = "tray-drivers.txt"

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func createBuildCommands(
    context: PluginContext, target: any Target
  ) async throws -> [Command] {
    guard let target = target as? any SourceModuleTarget else { return [] }
    let tool = try context.tool(named: "traycheck-driver")
    let root = context.package.directoryURL
    let list = target.directoryURL.appending(path: Self.list)
    var drivers: [(spec: URL, options: [String])] = []
    var lists: [URL] = []
    if let text = try? String(contentsOf: list, encoding: .utf8) {
      lists = [list]
      drivers = try Self.read(text, list, root)
    }
    let listed = Set(drivers.map(\.spec.standardizedFileURL.path))
    drivers += target.sourceFiles(withSuffix: "tray").map(\.url)
      .filter { !listed.contains($0.standardizedFileURL.path) }.sorted { $0.path < $1.path }
      .map { ($0, []) }
    var counts: [String: Int] = [:]
    return drivers.map { spec, options in
      var name = spec.deletingPathExtension().lastPathComponent
      counts[name, default: 0] += 1
      // No two files of a module may have the same name.
      if let count = counts[name], count > 1 { name += "-\(count)" }
      let output = context.pluginWorkDirectoryURL.appending(path: "\(name).driver.swift")
      return .buildCommand(
        displayName: "Making the driver of \(spec.lastPathComponent)", executable: tool.url,
        arguments: [spec.path, "--root", root.path, "--output", output.path] + options,
        inputFiles: Self.files(usedBy: spec) + lists, outputFiles: [output])
    }
  }

  /// The specs of a list, with their options.
  private static func read(
    _ text: String, _ list: URL, _ root: URL
  ) throws -> [(spec: URL, options: [String])] {
    var drivers: [(spec: URL, options: [String])] = []
    for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let path = words.first, !path.hasPrefix("#") else { continue }
      let spec = root.appending(path: path)
      guard FileManager.default.fileExists(atPath: spec.path) else {
        throw Failure(description: "\(list.path):\(number + 1):1: error: there is no '\(path)'")
      }
      drivers.append((spec, Array(words.dropFirst())))
    }
    return drivers
  }

  /// A spec and all files that it uses, so that the driver is made again when any of them changes.
  private static func files(usedBy spec: URL) -> [URL] {
    var files = [spec]
    var next = 0
    while next < files.count {
      let text = (try? String(contentsOf: files[next], encoding: .utf8)) ?? ""
      for line in text.split(whereSeparator: \.isNewline) {
        let words = line.drop { $0 == " " || $0 == "\t" }
        let parts = words.split(separator: "\"", omittingEmptySubsequences: false)
        guard words.hasPrefix("use"), parts.count > 2 else { continue }
        let used = files[next].deletingLastPathComponent().appending(path: String(parts[1]))
          .standardizedFileURL
        if !files.contains(used), FileManager.default.fileExists(atPath: used.path) {
          files.append(used)
        }
      }
      next += 1
    }
    return files
  }
}
