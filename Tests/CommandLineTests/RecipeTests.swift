import Foundation
import TestSupport
import Testing

/// The recipes for CI work, are short, and keep counterexamples.
@Suite struct RecipeTests {
  private static let recipes =
    ["Sources/TrayKit/TrayKit.docc/CIRecipes.md", "README.md"].map(Document.init(path:))
    .flatMap(\.blocks).filter { $0.kind == .recipe }

  /// The recipes that run a command. Those with hooks of pre-commit run in `ActionTests`.
  private static let commands = recipes.filter { !$0.text.contains("hooks:") }
  private static let checks = commands.filter { !$0.text.contains("traycheckw diff") }
  private static let action = "uses: OWNER/traycheck/.github/actions/check@v\(FakeRelease.version)"

  @Test("there is a recipe for each host")
  func recipesAreThere() {
    let hosts = [
      "on: [push", "artifacts:", "deploy-to-bitrise-io", "store_artifacts", "pipeline {",
    ]
    for host in hosts { #expect(Self.recipes.contains { $0.text.contains(host) }, "\(host)") }
    #expect(Self.recipes.count == 10 && Self.checks.count == 8)
  }

  @Test("a recipe has a dozen lines at most", arguments: recipes)
  func isShort(_ recipe: Block) {
    #expect(recipe.lines.count <= 12)
  }

  @Test("what a recipe runs succeeds and writes the reports that it names", arguments: commands)
  func runs(_ recipe: Block) throws {
    let folder = try repository()
    let result = try Self.run(Self.script(recipe), in: folder)
    #expect(result.status == 0, "\(result.output)")
    var reports = recipe.text.matches(of: /[a-z]+\.(xml|json|tap)\b/).map { String($0.0) }
    if recipe.text.contains("SUMMARY") { reports.append("summary.md") }
    if recipe.text.contains(Self.action) { reports += ["home/traycheck.sarif", "summary.md"] }
    #expect(!reports.isEmpty)
    for report in reports {
      let places = [report, "deploy/\(report)"]
      #expect(places.contains { (try? folder.text(of: $0).isEmpty) == false }, "\(report)")
    }
  }

  @Test(
    "what a recipe runs fails where a rule is broken, and leaves the counterexample",
    arguments: checks)
  func fails(_ recipe: Block) throws {
    let folder = try repository()
    try folder.write(Lamp.violated, to: "Specs/lamp.tray")
    let result = try Self.run(Self.script(recipe), in: folder)
    let name = "Counterexamples/Lamp.default.dark.json"
    #expect(result.status == 1)
    #expect(try folder.text(of: name).contains("traycheck-counterexample"))
    if recipe.text.contains("BITRISE") { _ = try folder.text(of: "deploy/\(name)") }
    if recipe.text.contains("ls-files") {
      #expect(result.output.contains("traycheck-counterexample"))
    }
  }

  @Test("a recipe keeps counterexamples, or the action or the reader does", arguments: checks)
  func keeps(_ recipe: Block) {
    #expect(!recipe.text.contains("--read-only"))
    let isScript = recipe.text.contains("case $status in")
    #expect(
      recipe.text.contains("Counterexamples") || recipe.text.contains(Self.action) || isScript)
  }

  @Test("the template for GitLab runs the command of the recipe, with variables")
  func template() throws {
    let file = RepositoryFolder.root.appending(path: ".gitlab/check.yml")
    let template = try String(contentsOf: file, encoding: .utf8)
      .replacing(" $TRAYCHECK_SPECS", with: "").replacing(" $TRAYCHECK_ARGUMENTS", with: "")
    let recipe = try #require(Self.checks.first { $0.text.contains("buildpack-deps") })
    for line in recipe.lines where !line.contains("variables:") {
      #expect(template.contains("\n\(line)\n"), "\(line)")
    }
  }

  /// A repository with one spec and `traycheckw`, which finds its download.
  private func repository() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let tool = "home/\(FakeRelease.name)"
    try folder.makeFolders("Specs", "deploy", tool)
    try folder.write(Lamp.holds, to: "Specs/lamp.tray")
    let files = FileManager.default
    try files.createSymbolicLink(
      at: folder.url.appending(path: "\(tool)/traycheck"),
      withDestinationURL: BuiltTool.location())
    try files.copyItem(
      at: ActionTests.folder.appending(path: "traycheckw"),
      to: folder.url.appending(path: "traycheckw"))
    try folder.git("init", "-q")
    try folder.git("add", "Specs")
    try folder.git("commit", "-q", "-m", "rules")
    try folder.git("branch", "origin/main")
    return folder
  }

  /// The shell commands of the recipe.
  private static func script(_ recipe: Block) -> String {
    if recipe.info == "sh" { return recipe.text }
    if recipe.text.contains(action) {
      let with = recipe.text.firstMatch(of: /path: (\S+), arguments: (\S+) }/)
      return "SPECS='\(with?.1 ?? "")' ARGUMENTS='\(with?.2 ?? "")' "
        + ActionTests.folder.appending(path: "check.sh").path
    }
    return recipe.lines
      .compactMap { line in
        line.firstMatch(of: /(trap .*|\.\/traycheckw [^']*)/).map { String($0.1) }
      }
      .joined(separator: "\n")
  }

  private static func run(
    _ script: String, in folder: ScratchFolder
  ) throws -> (status: Int32, output: String) {
    let place = { (name: String) in folder.url.appending(path: name).path }
    let result = try BuiltTool.run(
      installed: "sh", ["-c", script], in: folder.url,
      environment: [
        "TRAYCHECK_HOME": place("home"), "GITHUB_STEP_SUMMARY": place("summary.md"),
        "BITRISE_DEPLOY_DIR": place("deploy"),
      ])
    return (result.status, result.stdout + result.stderr)
  }
}
