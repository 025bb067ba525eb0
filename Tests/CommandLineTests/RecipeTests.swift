import Foundation
import TestSupport
import Testing

/// The recipes for CI work, and are short.
@Suite struct RecipeTests {
  private static let recipes =
    ["Sources/TrayKit/TrayKit.docc/CIReports.md", "README.md"].map(Document.init(path:))
    .flatMap(\.blocks).filter { $0.kind == .recipe }

  @Test("there is a recipe for a shell, for GitHub and for GitLab")
  func recipesAreThere() {
    #expect(Self.recipes.map(\.info) == ["sh", "yaml", "yaml", "sh", "yaml"])
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
    let words = recipe.text.split { " \n{}[],:=".contains($0) }.map(String.init)
    let reports = words.filter {
      $0.hasSuffix(".xml") || $0.hasSuffix(".sarif") || $0 == "quality.json"
        || $0.contains("SUMMARY")
    }
    #expect(!reports.isEmpty)
    for report in reports {
      let name = report.contains("SUMMARY") ? "summary.md" : report
      #expect(try !folder.text(of: name).isEmpty, "\(report)")
    }
  }

  @Test(
    "what a recipe runs fails where a rule is broken",
    arguments: recipes.filter { $0.text.contains("traycheck check") })
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
    // 'swift run -c release traycheck …' without building anything, whatever its package is.
    let shim =
      "#!/bin/sh\nuntil [ $1 = release ]; do shift; done\nshift 2\nexec '\(try BuiltTool.location().path)' \"$@\"\n"
    let path = try folder.write(shim, to: "bin/swift")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    for words in ["init", "add Specs", "commit --message rules", "branch origin/main"] {
      let git = Process()
      git.executableURL = URL(filePath: "/usr/bin/env")
      let identity = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
      git.arguments =
        ["git", "--git-dir=.git", "--work-tree=."] + identity
        + words.split(separator: " ").map(String.init)
      git.currentDirectoryURL = folder.url
      git.standardOutput = FileHandle.nullDevice
      git.standardError = FileHandle.nullDevice
      try git.run()
      git.waitUntilExit()
    }
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
    process.environment = [
      "PATH": "\(folder.url.appending(path: "bin").path):\(path)",
      "GITHUB_STEP_SUMMARY": folder.url.appending(path: "summary.md").path,
    ]
    let output = try folder.newFile("output")
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try folder.text(of: "output"))
  }
}
