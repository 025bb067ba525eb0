import Foundation
import PackagePlugin

/// `swift package traycheck …`: the same tool as a command of SwiftPM, run in the folder of the package.
///
/// SwiftPM knows only whether a plugin succeeded, so every nonzero status becomes 1. A plugin may write into the
/// package only with permission, so violations are not stored.
@main
struct TraycheckPlugin: CommandPlugin {
  /// A run that did not succeed; the tool has already printed the reason.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  func performCommand(context: PluginContext, arguments: [String]) async throws {
    let process = Process()
    process.executableURL = try ToolBundle.tool(for: context.package) ?? tool()
    process.arguments = Self.words(arguments)
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: "traycheck ended with status \(process.terminationStatus)")
    }
  }

  /// The optimized tool, built if it is missing. It is no dependency of the plugin: SwiftPM builds those a second
  /// time for plugins, with every build of anything.
  private func tool() throws -> URL {
    let result = try packageManager.build(
      .product("traycheck"), parameters: .init(configuration: .release))
    guard result.succeeded,
      let tool = result.builtArtifacts.first(where: { $0.kind == .executable })
    else { throw Failure(description: "traycheck cannot be built:\n\(result.logText)") }
    return tool.url
  }

  /// The arguments of the tool: without any it runs a check, and commands that store violations do not store them.
  private static func words(_ arguments: [String]) -> [String] {
    let words = arguments.isEmpty ? ["check"] : arguments
    let stores = ["check", "walk", "merge"].contains(words[0]) && !words.contains("--help")
    return stores && !words.contains("--read-only")
      ? [words[0], "--read-only"] + words.dropFirst() : words
  }
}
