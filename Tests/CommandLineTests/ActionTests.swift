import Foundation
import Guests
import TestSupport
import Testing
import TrayKit

/// The action for GitHub, the hooks and the template, as far as they run without their hosts.
@Suite("The action", .enabled(if: FakeRelease.isPossible, FakeRelease.missing))
struct ActionTests {
  static let folder = RepositoryFolder.root.appending(path: ".github/actions/check")

  private let repository: ScratchFolder
  private let release: FakeRelease

  init() throws {
    repository = try ScratchFolder()
    try repository.makeFolders("Specs", "my rules")
    try repository.write(Lamp.holds, to: "Specs/lamp.tray")
    try repository.write("spec   Lamp\nvar lit = false\n", to: "my rules/lamp.tray")
    release = try FakeRelease()
  }

  private func run(
    _ script: String, _ words: [String] = [], environment: [String: String] = [:]
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    let place = { (name: String) in repository.url.appending(path: name).path }
    let own = [
      "TRAYCHECK_URL": release.url, "TRAYCHECK_HOME": place("home"),
      "GITHUB_OUTPUT": place("output"), "GITHUB_STEP_SUMMARY": place("summary.md"),
    ]
    return try BuiltTool.run(
      installed: Self.folder.appending(path: script).path, words, in: repository.url,
      environment: own.merging(environment) { $1 })
  }

  @Test("checks specs, and its outputs are the status and SARIF")
  func check() throws {
    let green = try run("check.sh", environment: ["SPECS": "Specs", "ARGUMENTS": "--strict"])
    #expect(green.status == 0, "\(green.stderr)")
    let output = try repository.text(of: "output").split(separator: "\n")
    #expect(output.first == "status=0")
    let sarif = try #require(output.last?.split(separator: "=").last)
    #expect(try String(contentsOfFile: String(sarif), encoding: .utf8).contains("2.1.0"))
    #expect(try repository.text(of: "summary.md").contains("Traycheck passed"))
    // The next run uses the tool and the results of this one, even without the server.
    let again = try run(
      "check.sh", environment: ["SPECS": "Specs", "TRAYCHECK_URL": "http://127.0.0.1:9"])
    #expect(again.status == 0 && again.stdout.contains("from the cache"))
  }

  @Test("ends with the status of the check, and leaves the counterexample")
  func red() throws {
    try repository.write(Lamp.violated, to: "Specs/lamp.tray")
    let red = try run("check.sh")
    #expect(red.status == 1)
    #expect(try repository.text(of: "output").hasPrefix("status=1\nsarif="))
    #expect(try repository.text(of: "Counterexamples/Lamp.default.dark.json").contains("dark"))
  }

  @Test("splits inputs at blanks and evaluates nothing in them")
  func inputs() throws {
    let result = try run(
      "check.sh", environment: ["SPECS": "Specs $(touch owned) `touch owned` ; touch owned"])
    #expect(result.status == 2)
    #expect(!FileManager.default.fileExists(atPath: repository.url.path + "/owned"))
  }

  @Test("refuses an archive with another sum, and leaves nothing of it")
  func wrongSum() throws {
    let sums = try release.sums()
    let pinned = String(repeating: "0", count: 64)
    let wrong = try run("traycheckw", ["--version"], environment: ["TRAYCHECK_SHA256": pinned])
    #expect(wrong.status == 2 && wrong.stderr.hasSuffix("the expected SHA-256 sum\n"))
    try release.write(sums: "\(pinned)  \(FakeRelease.name).tar.gz\n")
    #expect(try run("traycheckw", ["--version"]).status == 2)
    try release.write(sums: "")
    #expect(try run("traycheckw", ["--version"]).status == 2)
    let home = repository.url.appending(path: "home").path
    #expect(try FileManager.default.contentsOfDirectory(atPath: home) == [])
    let right = try run(
      "traycheckw", ["--version"], environment: ["TRAYCHECK_SHA256": String(sums.prefix(64))])
    #expect(right.status == 0 && right.stdout == (tool.description.version ?? "") + "\n")
  }

  @Test("refuses what it cannot download, by its address")
  func noRelease() throws {
    let gone = try run("traycheckw", ["--version"], environment: ["TRAYCHECK_VERSION": "9.9.9"])
    #expect(gone.status == 2)
    let full = try run("traycheckw", ["--version"], environment: ["TRAYCHECK_HOME": "/dev/null/x"])
    #expect(full.status == 2 && full.stderr.contains("error: cannot write to /dev/null/x"))
    #expect(gone.stderr.contains("error: cannot download \(release.url)/v9.9.9/traycheck-9.9.9-"))
  }

  @Test("of pre-commit runs as its hooks say")
  func hooks() throws {
    let root = RepositoryFolder.root
    let text = try String(
      contentsOf: root.appending(path: ".pre-commit-hooks.yaml"), encoding: .utf8)
    let entries = text.matches(of: /entry: \.github\/actions\/check\/(\S+) (.*)/)
    #expect(entries.count == 2)
    for entry in entries {
      let words = entry.2.split(separator: " ").map(String.init)
      let files = words.contains("format") ? ["my rules/lamp.tray"] : []
      let result = try run(String(entry.1), words + files)
      #expect(result.status == 0, "\(words): \(result.stderr)")
    }
    #expect(try repository.text(of: "my rules/lamp.tray").hasPrefix("spec Lamp\n"))
  }

  @Test("downloads the release of this version by default")
  func version() throws {
    let script = try String(
      contentsOf: Self.folder.appending(path: "traycheckw"), encoding: .utf8)
    #expect(script.contains("version=${TRAYCHECK_VERSION:-\(FakeRelease.version)}"))
  }
}

/// Files that hosts read.
@Suite("A file in YAML") struct YAMLTests {
  private static let hasYAML =
    BuiltTool.isInstalled("python3")
    && (try? BuiltTool.run(
      installed: "python3", ["-c", "import yaml"], in: RepositoryFolder.root))?.status == 0

  @Test(
    "is read by a parser",
    .enabled(if: hasYAML, "python3 or its module yaml is not installed"))
  func parses() throws {
    let root = RepositoryFolder.root
    let files = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: ".github").path
    ).filter { $0.hasSuffix(".yml") }.map { ".github/\($0)" }
    let blocks = ["CIReports.md", "CIRecipes.md", "OtherRepositories.md"].flatMap {
      Document(path: "Sources/TrayKit/TrayKit.docc/\($0)").blocks
    }.filter { $0.info.hasPrefix("yaml") }.map(\.text)
    #expect(files.count > 4 && blocks.count > 5)
    let scratch = try ScratchFolder()
    for (number, text) in blocks.enumerated() { try scratch.write(text, to: "\(number).yaml") }
    let paths =
      (files + [".gitlab/check.yml", ".pre-commit-hooks.yaml"]).map {
        root.appending(path: $0).path
      } + blocks.indices.map { "\($0).yaml" }
    let read = try BuiltTool.run(
      installed: "python3",
      ["-c", "import sys, yaml\nfor name in sys.argv[1:]: assert yaml.safe_load(open(name)), name"]
        + paths, in: scratch.url)
    #expect(read.status == 0, "\(read.stderr)")
  }
}
