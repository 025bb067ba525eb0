import Foundation
import TestSupport
import Testing

/// The exit status and the output of `replay`, and the use of the folder by `check`.
@Suite struct ReplayCommandTests {
  private let folder: ScratchFolder
  private static let file = "Counterexamples/Lamp.default.dark.json"

  /// A folder with a spec that is violated, and its counterexample.
  init() throws {
    folder = try ScratchFolder()
    try folder.write(Lamp.violated, to: "lamp.tray")
    _ = try run("check lamp.tray")
  }

  private func run(_ line: String) throws -> (status: Int32, stdout: String, stderr: String) {
    try BuiltTool.run(line.split(separator: " ").map(String.init), in: folder.url)
  }

  private func edit(_ old: String, _ new: String, in name: String = file) throws {
    try folder.write(folder.text(of: name).replacing(old, with: new), to: name)
  }

  @Test("a check writes what it finds, replays it from then on, and writes it once")
  func checkSaves() throws {
    #expect(FileManager.default.fileExists(atPath: folder.url.path + "/" + Self.file))
    let before = try folder.text(of: Self.file)
    let again = try run("check lamp.tray")
    #expect(again.status == 1)
    #expect(again.stdout.hasPrefix("✗ \(Self.file): still violates, and must be fixed\n"))
    #expect(!again.stdout.contains("saved"))
    #expect(try folder.text(of: Self.file) == before)
    #expect(try run("replay").status == 1)
  }

  @Test("a mended spec passes, and the bug that comes back is told first")
  func regression() throws {
    try folder.write(Lamp.holds + "invariant dark { lit || !lit }\n", to: "lamp.tray")
    let fixed = try run("check lamp.tray")
    #expect(fixed.status == 0)
    #expect(fixed.stdout.hasPrefix("✓ 1 counterexample replays as expected\n\n✓ Lamp"))
    #expect(try run("check lamp.tray --quiet").stdout.hasPrefix("✓ Passed"))
    try folder.write(Lamp.violated, to: "lamp.tray")
    #expect(try run("check lamp.tray").stdout.hasPrefix("✗ "))
  }

  @Test("a guard that refuses the last event mends it, and no other event, nor a known violation")
  func guarded() throws {
    let spec = Lamp.violated.replacing("press {", with: "press when lit {")
    try folder.write(spec, to: "lamp.tray")
    let fixed = try run("replay")
    #expect(fixed.status == 0)
    #expect(
      fixed.stdout.inOneLine.contains(
        "json: no longer possible at its last event, as it should be: the guard of 'press' is false"
      ))
    #expect(fixed.stdout.contains("lit is false") && fixed.stdout.contains("replays as expected"))
    let check = try run("check lamp.tray --no-save").stdout
    #expect(check.hasPrefix("✓ 1 counterexample replays as expected"))
    let report = try run("replay --format json").stdout
    #expect(report.contains("\"no-longer-possible\"") && report.contains("\"as-expected\""))
    try edit("\"fixed\"", "\"violated\"")
    #expect(try run("replay").status == 3)
    try edit("\"violated\"", "\"fixed\"")
    try edit("\"steps\" : [", "\"attempt\" : {\"event\" : \"press\"},\n  \"steps\" : [")
    let early = try run("replay")
    #expect(early.status == 3 && early.stdout.contains("no longer possible at step 1 of 2"))
  }

  @Test("a known violation that is gone is a failure of its own")
  func knownViolation() throws {
    try edit("\"fixed\"", "\"violated\"")
    #expect(try run("replay").status == 0)
    try folder.write(Lamp.holds + "invariant dark { lit || !lit }\n", to: "lamp.tray")
    let gone = try run("replay")
    #expect(gone.status == 1)
    #expect(gone.stdout.inOneLine.contains("set \"expect\" to \"fixed\" in the file"))
    #expect(try run("check lamp.tray").status == 1)
  }

  @Test("2: a file cannot be read, or a spec does not compile")
  func unreadable() throws {
    #expect(try run("replay nowhere.json").status == 2)
    #expect(try run("replay nowhere.json").stderr.hasPrefix("nowhere.json: error: "))
    try edit("\"steps\"", "\"stepps\"")
    let broken = try run("replay")
    #expect(broken.status == 2)
    #expect(broken.stderr.hasPrefix("\(Self.file):"))
    #expect(broken.stderr.contains("no key \"stepps\"; did you mean \"steps\"?"))
    let check = try run("check lamp.tray")
    #expect(check.status == 2 && check.stderr.contains("not overwritten"))
    #expect(check.stdout.contains("✗ dark is violated"))
    #expect(try folder.text(of: Self.file).contains("stepps"))
    try edit("\"stepps\"", "\"steps\"")
    try folder.write(Lamp.holds + "var dim = lti\n", to: "lamp.tray")
    let mistake = try run("replay")
    #expect(mistake.status == 2 && mistake.stderr.contains("lamp.tray has 1 error\n"))
  }

  @Test("3: no longer possible, the property is gone, or nothing is there")
  func open() throws {
    try folder.write(Lamp.violated.replacing("press {", with: "push {"), to: "lamp.tray")
    let blocked = try run("replay")
    #expect(blocked.status == 3)
    #expect(
      blocked.stdout.inOneLine.contains(
        "no longer possible at step 1 of 1: there is no event 'press'"))
    try folder.write(Lamp.holds, to: "lamp.tray")
    #expect(try run("replay").status == 3)
    #expect(try run("check lamp.tray").status == 3)
    try FileManager.default.removeItem(at: folder.url.appending(path: Self.file))
    let empty = try run("replay")
    #expect(empty.status == 3 && empty.stdout.contains("there is no counterexample in"))
    try FileManager.default.removeItem(at: folder.url.appending(path: "Counterexamples"))
    #expect(try run("replay").status == 2)
  }

  @Test(
    "64: wrong usage",
    arguments: ["--format yaml", "--step", "--stap", "--format itf lamp.json \(file)"])
  func usage(_ options: String) throws {
    try folder.write(folder.text(of: Self.file), to: "lamp.json")
    let result = try run("replay \(options)")
    #expect(result.status == 64)
    #expect(result.stdout.isEmpty && result.stderr.hasPrefix("Error: "))
  }

  @Test("a spec that has moved is found by its name")
  func movedSpec() throws {
    try FileManager.default.createDirectory(
      at: folder.url.appending(path: "Rules"), withIntermediateDirectories: true)
    try folder.write(Lamp.violated, to: "Rules/other.tray")
    try FileManager.default.removeItem(at: folder.url.appending(path: "lamp.tray"))
    let lost = try run("replay")
    #expect(lost.status == 3 && lost.stdout.contains("1 of no spec"))
    #expect(!lost.stdout.contains("cannot be read") && lost.stderr.isEmpty)
    #expect(try run("replay --specs-in Rules").status == 1)
    #expect(try run("check Rules").stdout.contains("1 must be fixed"))
  }

  @Test("a spec is found from the root of the repository, wherever the counterexample is")
  func repositoryRoot() throws {
    try folder.makeFolders("Specs/.keep", ".git", "Kept/deep", "elsewhere")
    try folder.write(Lamp.violated, to: "Specs/lamp.tray")
    let text = try folder.text(of: Self.file)
      .replacing(try Regex("\"path\" : \"[^\"]*\""), with: "\"path\" : \"Specs/lamp.tray\"")
    try FileManager.default.removeItem(at: folder.url.appending(path: "lamp.tray"))
    try folder.write(text, to: "Kept/deep/lamp.json")
    for (place, path) in [
      ("Kept", "deep"), ("Kept/deep", "lamp.json"), ("elsewhere", "../Kept/deep/lamp.json"),
      ("elsewhere", folder.url.appending(path: "Kept/deep").path),
    ] {
      let result = try BuiltTool.run(["replay", path], in: folder.url.appending(path: place))
      #expect(result.status == 1, "\(place) \(path): \(result.stdout)")
    }
  }

  @Test("a spec that is nowhere is searched at paths from the current folder, and counted once")
  func nowhere() throws {
    try FileManager.default.removeItem(at: folder.url.appending(path: "lamp.tray"))
    try folder.makeFolders("elsewhere")
    let result = try BuiltTool.run(
      ["replay", "../Counterexamples"], in: folder.url.appending(path: "elsewhere"))
    #expect(result.status == 3 && !result.stdout.contains("delete"))
    #expect(
      result.stdout.inOneLine.contains(
        "there is no spec Lamp at ../lamp.tray or lamp.tray (seen from the current folder)"))
    #expect(result.stdout.contains("✗ 0") == false && result.stdout.contains(": 1 of no spec\n"))
  }

  @Test("a file can be replayed from anywhere")
  func otherFolder() throws {
    let path = folder.url.appending(path: Self.file).path
    #expect(try BuiltTool.run(["replay", path]).status == 1)
  }

  @Test("what belongs to another world or property is not replayed by a check of one")
  func filters() throws {
    let two = Lamp.violated + "invariant calm { !lit }\nworld other { }\n"
    try folder.write(two, to: "lamp.tray")
    let other = try run("check lamp.tray --world other").stdout
    #expect(other.hasPrefix("✗ ") && !other.contains("  stored  "))
    let calm = try run("check lamp.tray --property calm --world default").stdout
    #expect(calm.hasPrefix("✗ calm is violated") && !calm.contains("counterexample"))
    #expect(try run("check lamp.tray --property dark").stdout.hasPrefix("✗"))
  }

  @Test("the other forms are complete documents")
  func forms() throws {
    let json = try run("replay --format json")
    let report = try JSONSerialization.jsonObject(with: Data(json.stdout.utf8)) as? [String: Any]
    #expect(report?["schema"] as? String == "traycheck-replay")
    #expect(report?["exitStatus"] as? Int == 1 && json.status == 1)
    let replay = (report?["replays"] as? [[String: Any]])?.first
    #expect(replay?["verdict"] as? String == "still-violates")
    #expect(replay?["judgement"] as? String == "contradicted")
    let trace = try run("replay --format itf").stdout
    let informal = try JSONSerialization.jsonObject(with: Data(trace.utf8)) as? [String: Any]
    #expect(informal?["vars"] as? [String] == ["lit"])
    #expect((informal?["states"] as? [Any])?.count == 2)
    let scenario = try run("replay --format scenario").stdout
    try folder.write(Lamp.violated + scenario, to: "lamp.tray")
    #expect(try run("check lamp.tray").stdout.inOneLine.contains("✗ darkReplay (line "))
  }

  @Test("a disk that is full, or a folder that cannot be made, loses neither file nor report")
  func fullDisk() throws {
    let tool = try BuiltTool.location().path
    let kept = try folder.text(of: Self.file)
    try folder.write(Lamp.violated + "invariant calm { !lit }\n", to: "lamp.tray")
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", "(ulimit -f 0; '\(tool)' check lamp.tray 2>&1; echo status $?) | cat > out",
    ]
    shell.currentDirectoryURL = folder.url
    try shell.run()
    shell.waitUntilExit()
    let out = try folder.text(of: "out")
    #expect(out.contains("Lamp.default.calm.json: error: it cannot be written: "), "\(out)")
    #expect(out.contains("calm is violated") && out.hasSuffix("status 2\n"))
    #expect(try folder.text(of: Self.file) == kept)
    let nowhere = try run("check lamp.tray --counterexamples /dev/null/here")
    #expect(nowhere.status == 2 && !nowhere.stdout.contains("violated"))
  }

  @Test(
    "a missing folder that is named is an error before anything runs",
    arguments: [
      "check lamp.tray", "check lamp.tray --read-only", "walk lamp.tray --walks 10 --seed 1",
      "check --watch lamp.tray", "explore lamp.tray", "export lamp.tray --to dot",
      "walk merge lamp.tray",
      "conform lamp.tray sh driver",
    ])
  func namedFolder(_ command: String) throws {
    try folder.write("touch started\n", to: "driver")
    let result = try run(command.replacing("lamp.tray", with: "lamp.tray --counterexamples Gone"))
    #expect(result.status == 2 && !result.stdout.contains("violated"), "\(result.stdout)")
    #expect(result.stderr.contains("there is no such file or folder; make the folder"))
    for name in ["Gone", "started"] {
      #expect(!FileManager.default.fileExists(atPath: folder.url.appending(path: name).path))
    }
  }
}
