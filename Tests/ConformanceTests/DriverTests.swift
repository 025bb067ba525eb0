import Foundation
import TestSupport
import Testing

/// The drivers that users copy, and that of real notification servers.
@Suite struct DriverTests {
  private static let article = Document(path: "Sources/TrayKit/TrayKit.docc/Conformance.md")
  private static func driver(_ name: String) -> String {
    RepositoryFolder.root.appending(path: "Tests/Support/Drivers/\(name)").path
  }

  /// The spec of the article.
  private func spec() throws -> ScratchFolder {
    let folder = try ScratchFolder()
    let block = try #require(Self.article.blocks.first { $0.info == "tray file=quiet.tray" })
    try folder.write(block.text, to: "quiet.tray")
    return folder
  }

  @Test(
    "a driver that others copy is short",
    arguments: [("quiet.py", 80), ("quiet.js", 80), ("synapse-counts.py", 120)])
  func isShort(_ name: String, lines: Int) throws {
    let text = try String(contentsOfFile: Self.driver(name), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= lines + 1)
  }

  @Test("the article shows the driver as it is")
  func isShown() throws {
    let block = try #require(Self.article.blocks.first { $0.kind == .file("quiet.py") })
    #expect(block.text == (try String(contentsOfFile: Self.driver("quiet.py"), encoding: .utf8)))
  }

  @Test(
    "the right app conforms, and each of its bugs is found",
    arguments: [("python3", "quiet.py"), ("node", "quiet.js")],
    [(nil, 0), ("loud", 1), ("stale", 1), ("crash", 1)] as [(String?, Int32)])
  func app(_ program: (name: String, file: String), _ bug: (name: String?, status: Int32)) throws {
    guard BuiltTool.isInstalled(program.name) else {
      return print("not tested: \(program.name) is not installed")
    }
    let folder = try spec()
    let words = [program.name, Self.driver(program.file)] + (bug.name.map { [$0] } ?? [])
    let result = try BuiltTool.run(
      ["conform", "quiet.tray", "--read-only", "--"] + words, in: folder.url)
    #expect(result.status == bug.status, "\(result.stdout)\(result.stderr)")
  }

  @Test("dunst is as its world says, and not as the standard says")
  func dunst() throws {
    let programs = ["dunst", "Xvfb", "dbus-daemon", "busctl", "xdotool", "xwininfo"]
    let missing = programs.filter { !BuiltTool.isInstalled($0) }
    guard missing.isEmpty, FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") else {
      return print("not tested: \(missing.joined(separator: ", ")) not installed")
    }
    let folder = try ScratchFolder()
    func conform(_ options: String...) throws -> (status: Int32, stdout: String, stderr: String) {
      try BuiltTool.run(
        ["conform", "Specs/freedesktop-notifications.tray", "--set", "ID=3", "--steps", "6"]
          + ["--counterexamples", folder.url.path] + options
          + ["--", Self.driver("freedesktop.py")])
    }
    let own = try conform("--world", "dunst", "--walks", "8")
    // Other tests may keep the machine so busy that the driver's result is inconclusive.
    let isSlow = own.status == 3 && own.stdout.contains("too slow")
    #expect(own.status == 0 || isSlow, "\(own.stdout)\(own.stderr)")
    let standard = try conform("--walks", "6", "--seed", "4", "--differences", "1")
    #expect(standard.status == 1)
    #expect(
      standard.stdout.contains("signal error: emitted by the spec, and nobody noticed it"),
      "\(standard.stdout)\(standard.stderr)")
  }

  @Test("Chromium is as its world says, and not as the standard says")
  func chromium() throws {
    let modules = ["dbus", "gi"].map { "/usr/lib/python3/dist-packages/" + $0 }
    let missing =
      ["chromium", "dbus-daemon"].filter { !BuiltTool.isInstalled($0) }
      + modules.filter { !FileManager.default.fileExists(atPath: $0) }
    guard missing.isEmpty else {
      return print("not tested: \(missing.joined(separator: ", ")) not installed")
    }
    let folder = try ScratchFolder()
    func conform(_ options: String...) throws -> (status: Int32, stdout: String, stderr: String) {
      try BuiltTool.run(
        ["conform", "Specs/platform/web-notifications.tray", "--set", "Note=3"]
          + ["--counterexamples", folder.url.path] + options
          + ["--", Self.driver("chromium.py")])
    }
    let own = try conform("--world", "chromium", "--walks", "6", "--steps", "8")
    // Other tests may keep the machine so busy that an event is late, once.
    let isSlow = own.status == 1 && own.stdout.contains("flaky") && !own.stdout.contains("fails 3")
    #expect(own.status == 0 || isSlow, "\(own.stdout)\(own.stderr)")
    let standard = try conform("--walks", "4", "--seed", "3", "--differences", "1")
    #expect(standard.status == 1, "\(standard.stdout)\(standard.stderr)")
  }

  @Test("Firefox is as its world says, and not as the standard says")
  func firefox() throws {
    guard Weekly.isNow else { return print("not tested: Firefox is driven each week") }
    guard BuiltTool.isInstalled("firefox-esr") else {
      return print("not tested: firefox-esr is not installed")
    }
    let folder = try ScratchFolder()
    func conform(_ options: String...) throws -> (status: Int32, stdout: String, stderr: String) {
      try BuiltTool.run(
        ["conform", "Specs/platform-worlds/web-notifications.tray", "--set", "Note=3"]
          + ["--timeout", "120", "--counterexamples", folder.url.path] + options
          + ["--", "python3", Self.driver("firefox.py")], withinSeconds: 1_200)
    }
    let own = try conform("--world", "firefox", "--walks", "8", "--steps", "10")
    // A busy machine can make an event late, once.
    let isSlow = own.status == 1 && own.stdout.contains("flaky") && !own.stdout.contains("fails 3")
    #expect(own.status == 0 || isSlow, "\(own.stdout)\(own.stderr)")
    let standard = try conform("--walks", "6", "--steps", "10", "--differences", "1")
    #expect(standard.status == 1, "\(standard.stdout)\(standard.stderr)")
  }

  private static let hasSynapse =
    BuiltTool.isInstalled("python3")
    && (try? BuiltTool.run(
      installed: "python3", ["-c", "import synapse"], in: RepositoryFolder.root))?.status == 0

  @Test("Synapse evaluates push rules as the document says")
  func synapseRules() throws {
    guard Self.hasSynapse else { return print("not tested: Synapse is not installed") }
    let result = try BuiltTool.run(
      ["conform", "Specs/platform/matrix-push-rules.tray", "--set", "canSwitchAll=true"]
        + ["--walks", "20", "--read-only", "--", "python3", Self.driver("synapse-rules.py")])
    #expect(result.status == 0, "\(result.stdout)\(result.stderr)")
  }

  @Test("Synapse counts as its world says, and not as the document says")
  func synapseCounts() throws {
    guard Weekly.isNow else { return print("not tested: Synapse is driven each week") }
    guard Self.hasSynapse else { return print("not tested: Synapse is not installed") }
    func conform(_ options: String...) throws -> (status: Int32, stdout: String, stderr: String) {
      try BuiltTool.run(
        ["conform", "Specs/platform/matrix-unread-counts.tray", "--set", "hasPrivate=true"]
          + ["--set", "length=4", "--read-only", "--timeout", "300"] + options
          + ["--", "python3", Self.driver("synapse-counts.py")], withinSeconds: 3_600)
    }
    let own = try conform("--world", "synapse", "--walks", "40")
    #expect(own.status == 0, "\(own.stdout)\(own.stderr)")
    let document = try conform("--walks", "4", "--differences", "1")
    #expect(document.status == 1, "\(document.stdout)\(document.stderr)")
  }
}
