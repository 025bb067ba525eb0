import Foundation
import PackagePlugin

/// Checks the specs of a target in every build after one of them, or a file that they use, has changed.
///
/// A mistake or a violation is an error at its line, in the format of compilers, and the build fails. The tool writes
/// only into the folder of the plugin, as the sandbox of SwiftPM and Xcode requires. It stores its results there, so
/// that only changed specs are searched. Violations are not stored, and stored counterexamples are not replayed.
@main
struct TraycheckBuildPlugin: BuildToolPlugin {
  /// The time limit of a search: a build must end.
  private static let timeLimit = "60s"

  func createBuildCommands(
    context: PluginContext, target: any Target
  ) async throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let specs = target.sourceFiles(withSuffix: "tray").map(\.url).sorted { $0.path < $1.path }
    if specs.isEmpty { return [] }
    let folder = context.pluginWorkDirectoryURL
    return [
      .buildCommand(
        displayName: "Checking the specs of \(target.name)",
        executable: try context.tool(named: "traycheck").url,
        arguments: ["check"] + specs.map(\.path) + [
          "--format", "compiler", "--cache", folder.appending(path: "cache").path, "--read-only",
          "--time-limit", Self.timeLimit,
        ],
        inputFiles: Self.specs(in: context.package.directoryURL, and: specs),
        outputFiles: [try Self.source(in: folder)])
    ]
  }

  /// SwiftPM runs a command for its outputs, and an output that is no source would become a resource of the target.
  /// So there is an empty source, which never changes.
  private static func source(in folder: URL) throws -> URL {
    let file = folder.appending(path: "CheckedSpecs.swift")
    if !FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try "// The specs of this target are checked before it is compiled.\n"
        .write(to: file, atomically: true, encoding: .utf8)
    }
    return file
  }

  /// All specs of the package, which those of a target may use.
  private static func specs(in package: URL, and own: [URL]) -> [URL] {
    var paths = Set(own.map(\.path))
    let files = FileManager.default.enumerator(
      at: package, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
    while let file = files?.nextObject() as? URL {
      if file.pathExtension == "tray" { paths.insert(file.path) }
    }
    return paths.sorted().map { URL(filePath: $0) }
  }
}
