import Foundation
import TestSupport
import Testing

/// The plugin that makes drivers with every build, in a separate package: that builds the library and, as SwiftPM
/// does for plugins, most of it a second time.
@Suite(
  "In a package that uses the plugin",
  .enabled(
    if: Weekly.isNow, "that builds all anew"))
struct PluginTests {
  private func package() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    try folder.makeFolders("Sources/App", "Rules")
    let lamp = RepositoryFolder.tests("TypedDriverTests").appending(path: "Specs/lamp.tray")
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "App", platforms: [.macOS(.v15)],
        dependencies: [.package(name: "traycheck", path: "\(RepositoryFolder.root.path)")],
        targets: [
          .executableTarget(
            name: "App", dependencies: [.product(name: "TrayKit", package: "traycheck")],
            plugins: [.plugin(name: "TraycheckDriverPlugin", package: "traycheck")])
        ])
      """, to: "Package.swift")
    try folder.write(String(contentsOf: lamp, encoding: .utf8), to: "Sources/App/lamp.tray")
    try folder.write(
      "spec Door\nvar open = false\non push { open = true }\non pull { open = false }\n",
      to: "Rules/door.tray")
    try folder.write(
      "# What is elsewhere.\nRules/door.tray --hidden pull\n", to: "Sources/App/tray-drivers.txt")
    try folder.write(
      """
      @main enum App {
        static func main() { print(Lamp.self, Door.self) }
      }
      """, to: "Sources/App/App.swift")
    return folder
  }

  private func build(
    _ folder: ScratchFolder
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(
      installed: "swift", ["run", "--disable-sandbox", "App"], in: folder.url,
      withinSeconds: 3_000)
  }

  @Test(
    "specs of a target and of its list have drivers, and a mistake in one is an error of the build")
  func builds() throws {
    let folder = try package()
    let run = try build(folder)
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
    #expect(run.stdout.hasSuffix("Lamp Door\n"))
    try folder.write(
      "spec Door\nvar open = flase\non push { open = true }\n", to: "Rules/door.tray")
    let again = try build(folder)
    #expect(again.status != 0)
    let said = again.stdout + again.stderr
    #expect(said.contains("door.tray:2:12: error: "), "\(said)")
  }
}
