import Foundation
import TestSupport
import Testing

/// Processes that lack something without which the runtime would crash or hang.
@Suite(.timeLimit(.minutes(2))) struct SystemRequirementTests {
  private func run(_ script: String) throws -> (status: Int32, stderr: String) {
    let folder = try ScratchFolder()
    try folder.write(Lamp.holds, to: "lamp.tray")
    let process = Process()
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, try BuiltTool.location().path]
    process.currentDirectoryURL = folder.url
    process.standardOutput = FileHandle.nullDevice
    process.standardError = try folder.newFile("stderr")
    try process.run()
    process.waitUntilExit()
    return (process.terminationStatus, try folder.text(of: "stderr"))
  }

  @Test("2: fewer files can be open than are needed, however many of them", arguments: 4...31)
  func files(_ count: Int) throws {
    let result = try run("ulimit -n \(count); exec \"$0\" check lamp.tray --read-only")
    #expect(result.status == 2)
    #expect(result.stderr.contains("fewer than 32 files can be open at once (see 'ulimit -n')"))
  }

  @Test("0: a limit of open files that may be raised is raised")
  func raised() throws {
    #expect(try run("ulimit -S -n 8; exec \"$0\" check lamp.tray --read-only").status == 0)
  }

  @Test("too little address space is an error and no hang", arguments: [130_000, 160_000, 190_000])
  func addressSpace(_ kilobytes: Int) throws {
    let result = try run("ulimit -v \(kilobytes); exec \"$0\" check lamp.tray --read-only")
    // The memory of the libraries depends on the build: 127 comes from the loader, 3 means that there is no thread.
    #expect([2, 3, 127].contains(result.status))
    #expect(!result.stderr.isEmpty)
  }

  #if os(Linux)
    @Test("2: there is no /proc", .enabled(if: geteuid() == 0))
    func proc() throws {
      let unmounts = "umount -l /proc 2>/dev/null || exit 99"
      let result = try run(
        "unshare -m sh -c '\(unmounts); exec \"$0\" check lamp.tray' \"$0\" || exit $?")
      // Containers may forbid it.
      if result.stderr.contains("unshare") || result.status == 99 { return }
      #expect(result.status == 2)
      #expect(result.stderr == "Error: traycheck cannot run: '/proc' cannot be read\n")
    }
  #endif
}
