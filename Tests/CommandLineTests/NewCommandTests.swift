import Foundation
import TestSupport
import Testing
import TrayKit

/// `traycheck new` for a user without a spec.
@Suite struct NewCommandTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func run(_ words: String...) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(words, in: folder.url)
  }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
  }

  @Test("what is checked without a spec is told how to get one, and that can be checked")
  func firstSteps() throws {
    let nothing = try run("check")
    #expect(nothing.status == 2)
    #expect(nothing.stderr.contains("Specs: error: there is no such file or folder; '"))
    #expect(nothing.stderr.contains(" new NAME' writes a spec to begin with"))
    let made = try run("new", "badge count")
    #expect(made.status == 0)
    #expect(made.stdout.hasPrefix("wrote Specs/badge-count.tray\n"))
    #expect(try run("check").status == 0)
    try FileManager.default.removeItem(at: folder.url.appending(path: "Specs/badge-count.tray"))
    #expect(try run("check", "Specs").stdout.contains("' writes one to begin with"))
  }

  @Test(
    "each kind is green, with a world that is red on purpose and becomes red without its announcement",
    arguments: NewSpec.Kind.allCases)
  func kinds(_ kind: NewSpec.Kind) throws {
    #expect(try run("new", "first", "--from", kind.rawValue).status == 0)
    let checked = try run("check", "--strict", "--read-only")
    #expect(checked.status == 0, "\(checked.stdout)")
    #expect(try run("format", "--check").status == 0)
    let text = try text("Specs/first.tray")
    #expect(text.contains("spec First\n"))
    try folder.write(text.replacing(#/ violates \w+\n/#, with: "\n"), to: "Specs/first.tray")
    #expect(try run("check", "--read-only").status == 1)
  }

  @Test("a name is words or a path, and the spec has one of letters")
  func names() throws {
    let paths = [
      "BadgeCount": "Specs/badge-count.tray", "sub/x": "sub/x.tray", "here.tray": "here.tray",
      "größe": "Specs/größe.tray",
    ]
    for (name, path) in paths {
      #expect(try NewSpec(name).path == path)
      let result = try run("new", name)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: path).path))
    }
    #expect(try NewSpec("sub/my spec2.tray").name == "MySpec2")
    for name in ["12", "…", "a/", "\u{7}", ".tray"] {
      #expect(try run("new", "--", name).status == 64, "\(name)")
    }
  }

  @Test("what is there already is left as it is")
  func isThere() throws {
    #expect(try run("new", "mine").status == 0)
    try folder.write("spec Mine\n", to: "Specs/mine.tray")
    let result = try run("new", "mine")
    #expect(result.status == 2)
    #expect(
      result.stderr
        == "Specs/mine.tray: error: something is there already, and is left as it is\n")
    #expect(try text("Specs/mine.tray") == "spec Mine\n")
    #expect(try run("new", "Specs/mine.tray/x").status == 2)
  }

  @Test("a project has settings, a spec, a pinned tool and a job, and passes")
  func project() throws {
    try folder.makeFolders(".git", "app")
    let made = try BuiltTool.run(["new", "--project"], in: folder.url.appending(path: "app"))
    #expect(made.status == 0, "\(made.stderr)")
    #expect(made.stdout.contains("  create  Specs/notification-rules.tray\n"))
    #expect(try text("traycheckw").hasPrefix("#!/bin/sh\n"))
    #expect(made.stdout.contains("\nReplace OWNER in traycheckw with "))
    #expect(FileManager.default.isExecutableFile(atPath: folder.url.path + "/traycheckw"))
    #expect(try text(".github/workflows/rules.yml").contains("./traycheckw check\n"))
    #expect(try text(".gitignore") == "/.traycheck-cache/\n")
    #expect(try run("check", "--read-only").status == 0)
    #expect(FileManager.default.fileExists(atPath: folder.url.path + "/.traycheck-cache"))
  }

  @Test("a project overwrites nothing, and a second time changes nothing")
  func projectKeeps() throws {
    try folder.makeFolders(".git", "Specs")
    for (name, text) in [
      (".gitignore", "build"), (".traycheck.json", "{}"), ("Specs/own.tray", "spec Own"),
      (".gitlab-ci.yml", "stages: []"),
    ] {
      try folder.write(text, to: name)
    }
    let first = try run("new", "--project")
    #expect(first.status == 0)
    #expect(first.stdout.contains("Add this job to .gitlab-ci.yml:"))
    #expect(try text(".gitignore") == "build\n/.traycheck-cache/\n")
    #expect(try text(".traycheck.json") == "{}")
    #expect(try text(".gitlab-ci.yml") == "stages: []")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/Specs").count == 1)
    let second = try run("new", "--project")
    #expect(second.status == 0)
    #expect(!second.stdout.contains("  create  ") && !second.stdout.contains("  append  "))
    #expect(try text(".gitignore") == "build\n/.traycheck-cache/\n")
  }

  @Test("a dry run prints the same files and writes none")
  func dryRun() throws {
    let dry = try run("new", "--project", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.stdout.contains("  create  .traycheck.json\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    #expect(try run("new", "x", "--dry-run").stdout == "Specs/x.tray\n")
    #expect(try run("new").status == 64)
  }

  @Test("a job is for the CI service of the repository")
  func services() throws {
    try folder.makeFolders(".git")
    try folder.write("[remote \"origin\"]\n  url = git@gitlab.com:a/b.git\n", to: ".git/config")
    #expect(try run("new", "--project", "--dry-run").stdout.contains("create  .gitlab-ci.yml"))
    try folder.write("", to: "Jenkinsfile")
    try folder.write("", to: ".git/config")
    let jenkins = try run("new", "--project", "--dry-run").stdout
    #expect(jenkins.contains("a job for Jenkins") && !jenkins.contains(".github/workflows"))
    try folder.makeFolders(".github/skills")
    #expect(try run("new", "--project", "--dry-run").stdout.contains("a job for Jenkins"))
  }

  @Test("assistants get instructions, which do not change an existing AGENTS.md")
  func instructions() throws {
    try folder.makeFolders(".git")
    #expect(try run("new", "--project").status == 0)
    let skill = try text(".github/skills/traycheck/SKILL.md")
    let section = try text("AGENTS.md")
    #expect(skill.hasPrefix("---\nname: traycheck\ndescription: "))
    #expect(section.hasPrefix("## ") && section.contains("traycheck help language"))
    #expect(skill.hasSuffix("\n---\n\n\(section)"))
    #expect(try !run("new", "--project").stdout.contains("Add this section to AGENTS.md"))
    try folder.write("# Ours\n", to: "AGENTS.md")
    let other = try run("new", "--project")
    #expect(
      other.status == 0 && other.stdout.contains("Add this section to AGENTS.md:\n\n\(section)"))
    #expect(try text("AGENTS.md") == "# Ours\n")
  }
}
