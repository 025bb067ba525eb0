import Foundation
import TestSupport
import Testing

/// Reports are written to files without loss, and reports of an earlier run never remain.
@Suite struct ReportSafetyTests {
  private static let kinds = ["junit", "sarif", "code-quality", "tap", "json", "summary", "html"]
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.makeFolders("Specs", "Counterexamples", "cache")
    try folder.write(Lamp.holds, to: "Specs/lamp.tray")
    try folder.write(Lamp.holds, to: "lamp.txt")
    try FileManager.default.linkItem(atPath: path("Specs/lamp.tray"), toPath: path("hard"))
    try FileManager.default.createSymbolicLink(
      atPath: path("soft"), withDestinationPath: "Specs/lamp.tray")
    try FileManager.default.createSymbolicLink(atPath: path("rules"), withDestinationPath: "Specs")
    try FileManager.default.createSymbolicLink(
      atPath: path("dangling"), withDestinationPath: "Specs/new.tray")
  }

  private func path(_ name: String) -> String { folder.url.appending(path: name).path }

  private func run(
    _ words: [String], _ environment: [String: String] = [:]
  ) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(words, in: folder.url, environment: environment)
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: path(name))
  }

  @Test(
    "no path leads to a spec or a counterexample, and then no report is written at all",
    arguments: [
      "Specs/lamp.tray", "hard", "soft", "rules/lamp.tray", "Specs/../Specs/lamp.tray",
      "none/../Specs/lamp.tray", "Specs/LAMP.TRAY", "dangling", "Counterexamples/new.json",
      "counterexamples/new.json", "Counterexamples", "Counterexamples/in/new.xml",
    ])
  func refused(_ target: String) throws {
    // On some systems these are the same file; on others one of them is not read.
    if target.hasPrefix("counter"), !exists(target.components(separatedBy: "/")[0]) { return }
    for command in ["check", "walk"] {
      for kind in Self.kinds {
        let other = kind == "tap" ? "junit" : "tap"
        let result = try run([
          command, "--read-only", "--report", "\(kind)=\(target)", "--report", "\(other)=other",
        ])
        #expect(result.status == 64, "\(command) \(kind): \(result.stderr)")
        let error = "Error: --report \(kind): '\(target)' "
        #expect(result.stdout.isEmpty && result.stderr.hasPrefix(error))
        #expect(
          !exists("other") && !exists("Specs/new.tray") && !exists("Counterexamples/new.json"))
        #expect(try folder.text(of: "Specs/lamp.tray") == Lamp.holds)
      }
    }
  }

  @Test("a counterexample in a folder that is not read stays what it is")
  func elsewhere() throws {
    try folder.makeFolders("kept")
    try folder.write(Lamp.violated, to: "bad.tray")
    #expect(try run(["check", "bad.tray", "--counterexamples", "kept"]).status == 1)
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: path("kept")).first)
    let contents = try folder.text(of: "kept/\(name)")
    for words in [["check", "Specs", "--read-only"], ["walk", "merge", "none"]] {
      let result = try run(words + ["--report", "json=kept/\(name)"])
      #expect(result.status == 64, "\(result.stderr)")
      #expect(result.stderr.hasPrefix("Error: --report json: 'kept/\(name)' is a counterexample"))
    }
    #expect(try folder.text(of: "kept/\(name)") == contents)
  }

  @Test("what is named as a spec is one, whatever its name; what is merged is read as well")
  func namedFiles() throws {
    #expect(try run(["check", "lamp.txt", "--report", "junit=lamp.txt"]).status == 64)
    #expect(try folder.text(of: "lamp.txt") == Lamp.holds)
    let shard = [
      "walk", "--seed", "1", "--walks", "10", "--shard", "1/1", "--report", "json=part.json",
    ]
    _ = try run(shard)
    let part = try folder.text(of: "part.json")
    let merge = ["walk", "merge", "part.json", "--read-only", "--report"]
    #expect(try run(merge + ["json=part.json"]).stderr.contains("is a report that is merged"))
    #expect(try run(merge + ["json=hard"]).status == 64)
    #expect(try folder.text(of: "part.json") == part)
    #expect(try folder.text(of: "Specs/lamp.tray") == Lamp.holds)
  }

  @Test("the summary of a job is added to no spec, and is no other report")
  func jobSummary() throws {
    for target in ["Specs/lamp.tray", "hard", "soft"] {
      let result = try run(["check"], ["GITHUB_STEP_SUMMARY": target])
      #expect(result.status == 64 && result.stderr.hasPrefix("Error: GITHUB_STEP_SUMMARY: "))
    }
    let shared = try run(["check", "--report", "junit=out"], ["GITHUB_STEP_SUMMARY": "./out"])
    #expect(shared.stderr == "Error: --report junit and GITHUB_STEP_SUMMARY write the same file\n")
    #expect(try folder.text(of: "Specs/lamp.tray") == Lamp.holds)
    try folder.write("before\n", to: "summary")
    #expect(try run(["check"], ["GITHUB_STEP_SUMMARY": "summary"]).status == 0)
    #expect(try folder.text(of: "summary").hasPrefix("before\n"))
  }

  @Test("what is printed goes into no spec, and not where a report goes")
  func redirected() throws {
    let tool = try BuiltTool.location().path
    for line in [
      "check >> Specs/lamp.tray", "check lamp.txt 2>> lamp.txt", "replay >> hard",
      "diff Specs/lamp.tray lamp.txt >> lamp.txt", "check --report junit=out > out",
    ] {
      let shell = Process()
      shell.executableURL = URL(filePath: "/bin/sh")
      shell.arguments = ["-c", "'\(tool)' \(line)"]
      shell.currentDirectoryURL = folder.url
      shell.standardError = FileHandle.nullDevice
      try shell.run()
      shell.waitUntilExit()
      #expect(shell.terminationStatus == 64, "\(line)")
    }
    #expect(try folder.text(of: "Specs/lamp.tray") == Lamp.holds)
  }

  @Test("of a run that is killed, no report of the run before is left")
  func killed() throws {
    let reports = Self.kinds.flatMap { ["--report", "\($0)=out-\($0)"] }
    #expect(try run(["check"] + reports).status == 0)
    for kind in Self.kinds { #expect(exists("out-\(kind)")) }
    try folder.write(
      "spec Lamp\nvar n: 0...999_999_999 = 0\non up when n < 999_999_999 { n += 1 }\n"
        + "on top { n = 999_999_999 }\ninvariant i { n < 1_000_000_000 }\n", to: "Specs/lamp.tray")
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = ["check", "--memory", "1GB"] + reports
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    for _ in 0..<1000 where Self.kinds.contains(where: { exists("out-\($0)") }) { usleep(10_000) }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    for kind in Self.kinds { #expect(!exists("out-\(kind)")) }
  }

  @Test("a pipe that nobody reads is no reason to wait, and a device is not replaced")
  func streams() throws {
    #expect(mkfifo(path("pipe"), 0o600) == 0)
    let result = try run(["check", "--report", "junit=pipe"])
    #expect(result.status == 2 && result.stderr.contains("pipe cannot be written: nobody reads"))
    #expect(try run(["check", "--report", "junit=/dev/null"]).status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: path("nowhere"), withDestinationPath: "/dev/null")
    #expect(try run(["check", "--report", "junit=nowhere"]).status == 0)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: path("nowhere")) == "/dev/null")
  }

  @Test("no results are kept among specs or counterexamples, whatever path leads there")
  func caches() throws {
    for target in ["Specs", "rules", "Counterexamples", "Counterexamples/in", "./Specs/../Specs"] {
      let result = try run(["check", "--cache", target])
      #expect(result.status == 64 && result.stderr.hasPrefix("Error: --cache: '\(target)' "))
      let other = try run(["check"], ["TRAYCHECK_CACHE": target])
      #expect(other.status == 64)
    }
    #expect(try run(["check", "lamp.txt", "--cache", "."]).status == 64)
    #expect(try run(["check", "--cache", "cache", "--report", "json=cache/x.json"]).status == 64)
    #expect(try run(["check", "--cache", "cache"]).status == 0)
  }
}
