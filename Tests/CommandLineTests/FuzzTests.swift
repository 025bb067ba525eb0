import Foundation
import TestSupport
import Testing

/// A short run of the fuzzer, see Tests/Fuzz/README.md; `TRAYCHECK_FUZZ=100000` requests more inputs.
@Suite("Inputs that nobody would write")
struct FuzzTests {
  @Test("are answered in order")
  func areAnsweredInOrder() throws {
    let count = ProcessInfo.processInfo.environment["TRAYCHECK_FUZZ"].flatMap { Int($0) } ?? 60
    let folder = try ScratchFolder()
    let run = try BuiltTool.run(
      ["--count", "\(count)", "--patience", "120", "--findings", folder.url.path], of: "fuzz",
      withinSeconds: max(600, count))
    #expect(run.status == 0, "\(run.stdout)\(run.stderr)")
  }

  @Test("have options that are told, and wrong ones are refused")
  func options() throws {
    #expect(try BuiltTool.run(["--help"], of: "fuzz").stdout.contains("USAGE: fuzz"))
    #expect(try BuiltTool.run(["--kind", "nothing"], of: "fuzz").status == 64)
    #expect(try BuiltTool.run(["--count"], of: "fuzz").status == 64)
  }
}
