import Foundation
import TestSupport
import Testing

/// The limit of memory is one of the process, so that it is tried on a process of its own.
@Suite struct MemoryLimitTests {
  @Test(
    "memory ends whatever is done",
    arguments: [
      "let k = set(t in Set<0...22>: t)", "var s: Set<0..<24> = any",
      "on tap(a: 0..<4000, b: 0..<4000) when lit { lit = a == b }",
    ])
  func memory(_ heavy: String) throws {
    let folder = try ScratchFolder()
    try folder.write(Lamp.holds + heavy, to: "a.tray")
    let tool = try BuiltTool.run(
      ["check", "--read-only", "--memory", "150MB", "a.tray"], in: folder.url)
    #expect(tool.status == 3, "\(tool.stdout)\(tool.stderr)")
    #expect((tool.stdout + tool.stderr).contains("the memory limit of 150.0 MB was reached"))
  }

  @Test(
    "a search goes on with its states on disk, whatever the limit is at which memory ends",
    arguments: [62, 66, 70, 74])
  func spill(_ megabytes: Int) throws {
    let folder = try ScratchFolder()
    let spec = RepositoryFolder.root.appending(path: "Tests/Benchmarks/Models/throttle.tray").path
    let tool = try BuiltTool.run(
      [
        "check", "--read-only", "--engine", "explicit", "--threads", "3", "--memory",
        "\(megabytes)MB",
        "--on-memory-limit", "spill=.", spec,
      ], in: folder.url)
    #expect(tool.status == 0, "\(tool.stdout)\(tool.stderr)")
    #expect(tool.stdout.contains("1,109,224 states, 3,046,794 transitions, depth 25"))
    #expect(tool.stdout.contains("exact, 52.4 MB on disk"))
  }

  @Test(
    "a limit that leaves no room for states is reported with one that works",
    arguments: [20, 30, 35])
  func least(_ megabytes: Int) throws {
    let folder = try ScratchFolder()
    let spec = RepositoryFolder.root.appending(path: "Tests/Benchmarks/Models/tray.tray").path
    func check(_ memory: String) throws -> (status: Int32, stdout: String, stderr: String) {
      try BuiltTool.run(
        [
          "check", "--read-only", "--engine", "explicit", "--memory", memory, "--on-memory-limit",
          "spill=.", spec,
        ], in: folder.url)
    }
    let few = try check("\(megabytes)MB")
    #expect(few.status == 3)
    #expect(!few.stdout.contains("choose with --on-memory-limit"))
    let text = (few.stdout + few.stderr).inOneLine
    let least = try #require(
      text.firstMatch(of: /the least for this spec is ([0-9.]+) MB/), "\(text)")
    let enough = try check("\(least.1)MB")
    #expect(enough.status == 0, "\(enough.stdout)\(enough.stderr)")
  }

  @Test("where the system gives no thread, that is told and waited for by nobody")
  func threads() throws {
    let folder = try ScratchFolder()
    try folder.write(Lamp.holds, to: "a.tray")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    let tool = try BuiltTool.location().path
    process.arguments = ["-c", "ulimit -v 300000; exec '\(tool)' check --read-only a.tray"]
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try folder.newFile("stderr")
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 3)
    #expect(try folder.text(of: "stderr").contains("the system has no thread"))
  }
}
