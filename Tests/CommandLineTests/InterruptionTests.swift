import Foundation
import TestSupport
import Testing

/// Runs that are interrupted.
@Suite struct InterruptionTests {
  /// A spec with more states than a test can visit.
  private static let endless = """
    spec Endless
    var a: 0...65535 = 0
    var b: 0...65535 = 0
    on left { a = (a * 3 + 1) % 65521 }
    on right { b = (b * 5 + a) % 65519 }
    on both when a != b { a = b }
    invariant never { a != 65000 || b != 64000 || a == b + 1000 }
    reachable far { a == 3 && b == 4 }
    world second { }
    world third { }
    """

  @Test(
    "SIGINT and SIGTERM end a run with what is known, and with all reports",
    arguments: [SIGINT, SIGTERM])
  func reportsAreWritten(_ number: Int32) throws {
    let folder = try ScratchFolder()
    try folder.write(Self.endless, to: "endless.tray")
    try folder.write(
      "spec Small\nvar lit = false\non press { lit = !lit }\nreachable l { lit }\n",
      to: "small.tray")
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = [
      "check", ".", "--read-only", "--format", "json", "--report", "junit=junit.xml", "--report",
      "tap=out.tap",
      "--allow", "inconclusive",
    ]
    process.currentDirectoryURL = folder.url
    process.standardOutput = try folder.newFile("stdout")
    process.standardError = try folder.newFile("stderr")
    let done = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in done.signal() }
    try process.run()
    Thread.sleep(forTimeInterval: 1.5)
    #expect(process.isRunning)
    kill(process.processIdentifier, number)
    if done.wait(timeout: .now() + .seconds(60)) == .timedOut {
      kill(process.processIdentifier, SIGKILL)
    }
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 3, "nothing loosens an interruption")
    #expect(try folder.text(of: "stderr").contains("error: interrupted: "))
    let json = try folder.text(of: "stdout")
    #expect(json.contains(#""limit" : "interrupted""#))
    #expect(json.contains(#""name" : "Small""#))
    for report in ["junit.xml", "out.tap"] {
      #expect(try folder.text(of: report).contains("interrupted"))
    }
  }

  @Test(
    "the first SIGTERM ends a run whose reader does not read",
    arguments: [
      ["conform", "serve", "small.tray", "--steps", "1000000"], ["editor", "language-server"],
    ])
  func unread(_ arguments: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(
      "spec Small\nvar lit = false\non press { lit = !lit }\nreachable l { lit }\n",
      to: "small.tray")
    let process = Process()
    process.executableURL = try BuiltTool.location()
    process.arguments = arguments
    process.currentDirectoryURL = folder.url
    process.standardError = FileHandle.nullDevice
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let isServer = arguments[1] == "serve"
    let first =
      isServer
      ? #"{"verb":"hello","protocol":"traycheck-driver","version":1,"name":"r","signals":[]}"#
        + "\n" + #"{"verb":"reset","run":1,"seen":{"lit":false}}"# + "\n"
      : Self.frame(
        #"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#)
    let more =
      isServer
      ? #"{"verb":"did","seen":{}}"# + "\n"
      : Self.frame(#"{"jsonrpc":"2.0","id":2,"method":"foo"}"#)
    let descriptor = input.fileHandleForWriting.fileDescriptor
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let start = Array(first.utf8)
    #expect(write(descriptor, start, start.count) == start.count)
    // Both pipes are full if nothing was read for a second.
    let bytes = Array(more.utf8)
    var last = ContinuousClock.now
    while ContinuousClock.now - last < .seconds(1), process.isRunning {
      if write(descriptor, bytes, bytes.count) == bytes.count { last = .now } else { usleep(1_000) }
    }
    #expect(process.isRunning)
    let done = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in done.signal() }
    kill(process.processIdentifier, SIGTERM)
    let isEnded = done.wait(timeout: .now() + .seconds(20)) == .success
    if !isEnded { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    #expect(isEnded)
    #expect(process.terminationStatus == (isServer ? 3 : 1))
    withExtendedLifetime(output) {}
  }

  private static func frame(_ message: String) -> String {
    "Content-Length: \(message.utf8.count)\r\n\r\n\(message)"
  }
}
