import Foundation
import TestSupport
import Testing

/// What the README gives to copy into a CI's configuration works, and is short.
@Suite struct RecipeTests {
  private static let recipes = Document(path: "README.md").blocks.filter { $0.kind == .recipe }

  @Test("there is a recipe for a shell, for GitHub and for GitLab")
  func recipesAreThere() {
    #expect(Self.recipes.map(\.info) == ["sh", "yaml", "yaml"])
  }

  @Test("a recipe has a dozen lines at most", arguments: recipes)
  func isShort(_ recipe: Block) {
    #expect(recipe.lines.count <= 12)
  }

  @Test("what a recipe runs succeeds and writes the reports that it names", arguments: recipes)
  func runs(_ recipe: Block) throws {
    let folder = try repository()
    let result = try Self.run(Self.script(recipe), in: folder)
    #expect(result.status == 0, "\(result.output)")
    let words = recipe.text.split { " \n{}[],:".contains($0) }.map(String.init)
    let reports = words.filter {
      $0.hasSuffix(".xml") || $0.hasSuffix(".sarif") || $0 == "quality.json"
    }
    #expect(!reports.isEmpty)
    for report in reports { #expect(try !folder.text(of: report).isEmpty, "\(report)") }
  }

  @Test("what a recipe runs fails where a rule is broken", arguments: recipes)
  func fails(_ recipe: Block) throws {
    let folder = try repository()
    try folder.write(Lamp.violated, to: "Specs/lamp.tray")
    #expect(try Self.run(Self.script(recipe), in: folder).status == 1)
  }

  /// A repository with one spec.
  private func repository() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    for name in ["Specs", ".build", "bin"] {
      try FileManager.default.createDirectory(
        at: folder.url.appending(path: name), withIntermediateDirectories: true)
    }
    try folder.write(Lamp.holds, to: "Specs/lamp.tray")
    // 'swift run -c release traycheck …' without building anything.
    let shim = "#!/bin/sh\nshift 4\nexec '\(try BuiltTool.location().path)' \"$@\"\n"
    let path = try folder.write(shim, to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return folder
  }

  /// What the recipe has a shell do.
  private static func script(_ recipe: Block) -> String {
    if recipe.info == "sh" { return recipe.text }
    return recipe.lines
      .compactMap { line in
        line.firstRange(of: "swift run").map { String(line[$0.lowerBound...]) }
      }
      .joined(separator: "\n")
  }

  private static func run(
    _ script: String, in folder: ScratchFolder
  ) throws -> (status: Int32, output: String) {
    try folder.write(script, to: "script.sh")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["script.sh"]
    process.currentDirectoryURL = folder.url
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = ["PATH": "\(folder.url.appending(path: "bin").path):\(path)"]
    let output = try folder.newFile("output")
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try folder.text(of: "output"))
  }
}
