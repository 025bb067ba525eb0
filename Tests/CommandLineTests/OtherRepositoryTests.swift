import Foundation
import TestSupport
import Testing

/// A repository that is made from the page alone, block by block, with a release on this machine.
@Suite(
  "A Kotlin repository", .enabled(if: FakeRelease.isPossible, FakeRelease.missing))
struct OtherRepositoryTests {
  private static let page = Document(path: "Sources/TrayKit/TrayKit.docc/OtherRepositories.md")
  private static let releases = "https://github.com/OWNER/traycheck/releases/download"

  private let folder: ScratchFolder
  private let release: FakeRelease

  init() throws {
    folder = try ScratchFolder()
    release = try FakeRelease()
    try folder.makeFolders("Specs", ".github/workflows", "home")
    try folder.git("init", "-q", "-b", "main")
  }

  /// Runs a line as a reader does, or a job.
  private func run(
    _ line: String, in place: URL? = nil
  ) throws -> (status: Int32, output: [String]) {
    let result = try BuiltTool.run(
      installed: "sh", ["-c", line.replacing(Self.releases, with: release.url) + " 2>&1"],
      in: place ?? folder.url,
      environment: [
        "TRAYCHECK_URL": release.url, "TRAYCHECK_HOME": folder.url.path + "/../home",
        "GITHUB_STEP_SUMMARY": folder.url.path + "/../summary.md",
      ])
    return (
      result.status,
      result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
        .dropLast().map(String.init)
    )
  }

  /// The commands of a job, as its runner does them.
  private func job() throws -> Int32 {
    let steps = try folder.text(of: ".github/workflows/rules.yml")
      .matches(of: /- run: (.*)/).map { String($0.1) }
    #expect(steps == ["./traycheckw check"])
    return try run(steps.joined(separator: "\n")).status
  }

  @Test(
    "has a gate that is red for a wrong rule, keeps the counterexample, and is green after the fix")
  func page() throws {
    var status: Int32 = 0
    var specs = 0
    for block in Self.page.blocks {
      switch block.kind {
      case .spec(_, let file?):
        try folder.write(block.text, to: file)
        specs += 1
        if specs == 2 {
          try folder.git("add", "-A")
          try folder.git("commit", "-q", "-m", "a wrong rule, with its counterexample")
        }
      case .file(let file): try folder.write(block.text, to: file)
      case .console:
        for command in Console.commands(in: block) {
          if command.text == "echo $?" {
            #expect(command.output == ["\(status)"], "\(block.description)")
            continue
          }
          let result = try run(command.text)
          status = result.status
          // The page shows the release that comes after this state.
          let output = result.output.map { $0.replacing("-dev", with: "") }
          #expect(
            Console.matches(command.output, output),
            "\(block.description): '\(command.text)'\n\(result.output.joined(separator: "\n"))")
        }
      case .excerpt: break
      default: Issue.record("\(block.description): '\(block.info)' is not tested")
      }
    }
    // The job has the same result as the reader's own machine.
    #expect(specs == 2)
    #expect(try job() == 0)
    // The change of the rules, as a reviewer sees it.
    try folder.git("branch", "origin/main")
    #expect(try run("sh diff.sh").status == 0)
  }

  @Test("hands a counterexample from CI to a colleague")
  func artifact() throws {
    for block in Self.page.blocks.prefix(while: { !$0.text.contains("rule later") }) {
      switch block.kind {
      case .spec(_, let file?), .file(let file): try folder.write(block.text, to: file)
      default: break
      }
    }
    #expect(try run("chmod +x traycheckw").status == 0)
    try folder.git("add", "-A")
    try folder.git("commit", "-q", "-m", "a wrong rule")
    let colleague = try ScratchFolder()
    try folder.git("clone", "-q", ".", colleague.url.path + "/app")
    #expect(try job() == 1)
    let app = colleague.url.appending(path: "app")
    #expect(try run("./traycheckw replay", in: app).status != 1)
    let upload = try #require(
      try folder.text(of: ".github/workflows/rules.yml").firstMatch(
        of: /if: failure\(\)\n.*path: (\w+)/))
    try FileManager.default.copyItem(
      at: folder.url.appending(path: String(upload.1)),
      to: app.appending(path: String(upload.1)))
    let replayed = try run("./traycheckw replay", in: app)
    #expect(replayed.status == 1 && replayed.output.joined().contains("callIsAlone"))
  }

  @Test("runs the script of the action, and shows the job that 'new --project' writes")
  func script() throws {
    let project = try ScratchFolder()
    #expect(try BuiltTool.run(["new", "--project"], in: project.url).status == 0)
    for name in ["traycheckw", ".github/workflows/rules.yml"] {
      let block = Self.page.blocks.first { $0.kind == .file(name) }
      #expect(try block?.text == project.text(of: name))
    }
    let script = ActionTests.folder.appending(path: "traycheckw")
    #expect(try project.text(of: "traycheckw") == String(contentsOf: script, encoding: .utf8))
  }
}
