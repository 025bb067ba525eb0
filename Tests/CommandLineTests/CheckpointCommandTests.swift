import Foundation
import TestSupport
import Testing

/// Searches that are killed, lack room on the disk, or belong to something else.
@Suite struct CheckpointCommandTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.text, to: "wide.tray")
  }

  /// Long enough to be killed several times, and with findings.
  private static let text = """
    spec Wide
    param most: 0...99 = 55
    var a: Table<0..<3, 0...most> = 0
    on up(i: 0..<3) when a[i] < most { a[i] += 1 }
    on down(i: 0..<3) when a[i] > most - 4 { a[i] -= 1 }
    invariant low { a[0] + a[1] + a[2] < most * 3 - 9 }
    transition rises after up { a[0] < most - 2 || a[1] < 9 }
    reachable top { a[0] == most && a[1] == most && a[2] == most }
    """

  private static let command = [
    "check", "wide.tray", "--checkpoint", "kept=20ms", "--read-only",
    "--engine", "explicit", "--format", "json",
  ]

  private func check(_ more: [String] = []) throws -> (
    status: Int32, stdout: String, stderr: String
  ) {
    try BuiltTool.run(Self.command + more, in: folder.url)
  }

  private var kept: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.url.path + "/kept")) ?? [])
      .sorted()
  }

  /// A report without parts that depend on the time and the machine.
  static func timeless(_ report: String) -> [String] {
    let keys = [
      "seconds", "earlierSeconds", "storeBytes", "bytesPerState", "threads", "statesPerSecond",
    ]
    return report.components(separatedBy: "\n").filter { line in
      !keys.contains { line.contains("\"\($0)\"") }
    }
  }

  @Test("a search that is killed again and again comes to the same report")
  func killed() throws {
    let whole = try BuiltTool.run(
      ["check", "wide.tray", "--read-only", "--engine", "explicit", "--format", "json"],
      in: folder.url)
    #expect(whole.status == 1)
    var random = SplitMix64(seed: UInt64.random(in: 0 ... .max))
    var kills = 0
    var wait = 60 + random.number(below: 250)
    for _ in 0..<15 {
      if try runAndKill(afterMilliseconds: wait, threads: 1 + kills % 3) {
        kills += 1
        wait = 60 + random.number(below: 250)
      } else {
        // It finished first, so the next kill comes sooner.
        wait /= 2
      }
    }
    #expect(kills > 0)
    let found = try check()
    #expect(found.status == 1, "\(found.stderr)")
    #expect(Self.timeless(found.stdout) == Self.timeless(whole.stdout))
    #expect(kept == [], "what is told need not be kept")
  }

  /// Runs a search and kills it; returns whether that was before its end.
  private func runAndKill(afterMilliseconds delay: Int, threads: Int) throws -> Bool {
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = Self.command + ["--threads", "\(threads)"]
    process.currentDirectoryURL = folder.url
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    usleep(UInt32(delay) * 1000)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
  }

  @Test(
    "on a disk that is full the search goes on, and what is kept stays whole", arguments: [0, 8])
  func fullDisk(_ blocks: Int) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    let tool = try BuiltTool.location().path
    shell.arguments = [
      "-c",
      "(ulimit -f \(blocks); '\(tool)' \(Self.command.joined(separator: " ")) --max depth=60 2>&1 "
        + ">/dev/null; echo status $?) | cat > out",
    ]
    shell.currentDirectoryURL = folder.url
    try shell.run()
    shell.waitUntilExit()
    let out = try folder.text(of: "out")
    #expect(out.hasSuffix("status 1\n") || out.hasSuffix("status 3\n"), "\(out)")
    #expect(
      out.contains("no checkpoint can be written: \(String(cString: strerror(EFBIG)))"), "\(out)")
    let whole = try BuiltTool.run(
      ["check", "wide.tray", "--read-only", "--engine", "explicit", "--format", "json"],
      in: folder.url)
    #expect(Self.timeless(try check().stdout) == Self.timeless(whole.stdout))
  }

  @Test("a limit leaves a checkpoint, and the run that goes on from it decides")
  func limits() throws {
    let short = try check(["--max", "depth=9"])
    #expect(short.status == 3)
    #expect(
      short.stderr.contains("the same check with --checkpoint resumes the search"),
      "\(short.stderr)")
    #expect(kept == ["Wide.default.checkpoint", "Wide.default.checkpoint.states"])
    let other = try check(["--set", "most=5"])
    #expect(other.status == 2)
    #expect(
      other.stderr.contains(
        "kept/Wide.default.checkpoint: error: it is of another search: the list of params is 'most = 5' "
          + "now, and was 'most = 55'"), "\(other.stderr)")
    #expect(try check(["--no-symmetry"]).status == 2)
    #expect(try check(["--property", "low"]).status == 2)
    let whole = try BuiltTool.run(Self.command.dropLast(2) + ["--verbose"], in: folder.url)
    #expect(whole.status == 1)
    // The earlier time appears with the world, and in the last line.
    let times = whole.stdout.inOneLine.matches(of: /\d s, [0-9.]+ s of it in earlier runs/)
    #expect(times.count == 2, "\(whole.stdout)")
    #expect(kept == [])
  }

  @Test(
    "another file in the place of the states is refused and stays as it is",
    arguments: [true, false])
  func otherFile(_ isLink: Bool) throws {
    let states = "kept/Wide.default.checkpoint.states"
    let url = folder.url.appending(path: states)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try folder.write("notes", to: isLink ? "mine.txt" : states)
    if isLink {
      try FileManager.default.createSymbolicLink(
        at: url, withDestinationURL: folder.url.appending(path: "mine.txt"))
    }
    let result = try BuiltTool.run(
      ["check", "wide.tray", "--checkpoint", "kept=20ms", "--read-only"],
      in: folder.url)
    #expect(result.status == 2)
    let reason = isLink ? "it is a link" : "it is no file of states"
    #expect(result.stderr.contains("\(states): error: it cannot be opened: \(reason)"))
    #expect(try folder.text(of: isLink ? "mine.txt" : states) == "notes")
  }

  @Test("a checkpoint that is damaged is refused by name, and nothing is told of its world")
  func damaged() throws {
    _ = try check(["--max", "depth=9"])
    let url = folder.url.appending(path: "kept/Wide.default.checkpoint.states")
    var data = try Data(contentsOf: url)
    data[data.count / 2] ^= 4
    try data.write(to: url)
    let refused = try check()
    #expect(refused.status == 2)
    #expect(
      refused.stderr.contains("kept/Wide.default.checkpoint.states: error: it is damaged"),
      "\(refused.stderr)")
    #expect(refused.stdout.contains("its checkpoint is rejected"))
    #expect(kept.count == 2)
  }

  @Test("an interval of an older version requires a folder")
  func usage() throws {
    let result = try BuiltTool.run(["check", "wide.tray", "--every", "5m"], in: folder.url)
    #expect(result.status == 64)
    #expect(result.stderr.hasSuffix("Error: '--every' requires '--checkpoint'\n"))
  }
}
