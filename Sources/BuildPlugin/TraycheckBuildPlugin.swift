import Foundation
import PackagePlugin

/// Checks the specs of a target with every build before which one of them, or a file that they use, has changed.
///
/// What is wrong is an error at its line, as compilers tell it, and the build fails. The tool writes into the folder of the
/// plugin alone, as the sandbox of SwiftPM and Xcode wants it: what it has found by now, so that only what changed is
/// searched. Violations are not stored, and stored counterexamples are not replayed.
@main
struct TraycheckBuildPlugin: BuildToolPlugin {
  /// How long a search may take: a build must come to an end.
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

  /// A command is run for what it makes, and what is no source would become a resource of the target. So there is a source
  /// that says nothing, which stays as it is.
  private static func source(in folder: URL) throws -> URL {
    let file = folder.appending(path: "CheckedSpecs.swift")
    if !FileManager.default.fileExists(atPath: file.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try "// The specs of this target are checked before it is compiled.\n"
        .write(to: file, atomically: true, encoding: .utf8)
    }
    return file
  }

  /// All specs of the package, any of which may be used by those of a target.
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
