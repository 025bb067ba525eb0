import Foundation
import TestSupport
import Testing

/// Processes that end at any moment, and disks that are full, leave whole files only.
@Suite struct KilledWhileSavingTests {
  private let folder: ScratchFolder
  private static let count = 40

  init() throws { folder = try ScratchFolder() }

  /// Writes a spec with many violations, so that saving them takes long; each path is shorter with larger steps.
  private func write(step: Int) throws {
    let invariants = (0..<Self.count).map { "invariant low\($0) { n < 8 }\n" }.joined()
    try folder.write(
      """
      spec Lamp
      var n: 0...9 = 0
      on up when n < 8 { n += \(step) }
      terminal { true }
      \(invariants)
      """, to: "lamp.tray")
  }

  private var files: [String] {
    let path = folder.url.path + "/Counterexamples"
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  private func text(of name: String) -> String? {
    try? folder.text(of: "Counterexamples/\(name)")
  }

  @Test("a process that is killed while it saves leaves whole files only")
  func killed() throws {
    var random = SplitMix64(seed: UInt64.random(in: 0 ... .max))
    var killed = 0
    for turn in 0..<12 {
      // New files alternate with files that replace longer traces.
      let isNew = turn.isMultiple(of: 2)
      try write(step: isNew ? 1 : 2)
      if isNew { try? FileManager.default.removeItem(atPath: folder.url.path + "/Counterexamples") }
      if !isNew {
        try write(step: 1)
        _ = try BuiltTool.run(["check", "lamp.tray"], in: folder.url)
        try #require(files.count == Self.count)
        try write(step: 2)
      }
      if try killWhileSaving(afterMilliseconds: random.number(below: 30)) { killed += 1 }
      for name in files where Self.mustBeWhole(name) {
        let data = Data((text(of: name) ?? "").utf8)
        #expect(throws: Never.self, "\(name)") { try JSONSerialization.jsonObject(with: data) }
      }
      let replay = try BuiltTool.run(["replay"], in: folder.url)
      #expect(replay.status == 1, "\(replay)")
      #expect(files.count { $0.hasSuffix(".json") } == Self.count || isNew)
    }
    #expect(killed >= 6, "too few were still saving")
    // The remains of killed processes do no harm.
    try write(step: 2)
    #expect(try BuiltTool.run(["check", "lamp.tray"], in: folder.url).status == 1)
    #expect(files == files.filter { $0.hasSuffix(".json") } && files.count == Self.count)
    #expect(files.allSatisfy { text(of: $0)?.contains("\"originalLength\" : 4") == true })
  }

  /// Returns whether a file must be complete: without unnamed files, a partial hidden file may remain.
  private static func mustBeWhole(_ name: String) -> Bool {
    #if os(Linux)
      true
    #else
      !name.hasPrefix(".")
    #endif
  }

  /// Starts a check, waits until it has saved something, and kills it a little later. Returns whether it was killed
  /// before its end.
  private func killWhileSaving(afterMilliseconds delay: Int) throws -> Bool {
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = ["check", "lamp.tray"]
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    let first = "Lamp.default.low0.json"
    let before = text(of: first)
    try process.run()
    let deadline = ContinuousClock.now + .seconds(60)
    while text(of: first) == before, process.isRunning, ContinuousClock.now < deadline {
      usleep(500)
    }
    usleep(UInt32(delay) * 1000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  @Test("a disk that fills up keeps the trace that is there", arguments: [0, 1])
  func fullDisk(_ blocks: Int) throws {
    try write(step: 1)
    _ = try BuiltTool.run(["check", "lamp.tray"], in: folder.url)
    try #require(files.count == Self.count)
    let kept = files.map(text)
    try write(step: 2)
    // A limit of one block cuts off the end of the file.
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c",
      "(ulimit -f \(blocks); '\(try BuiltTool.location().path)' check lamp.tray 2>&1; "
        + "echo status $?) | cat > out",
    ]
    shell.currentDirectoryURL = folder.url
    try shell.run()
    shell.waitUntilExit()
    let out = try folder.text(of: "out")
    #expect(out.hasSuffix("status 2\n"), "\(out)")
    #expect(
      out.contains("low0.json: error: it cannot be written: \(String(cString: strerror(EFBIG)))"),
      "\(out)")
    #expect(files.count == Self.count && files.map(text) == kept)
  }
}
