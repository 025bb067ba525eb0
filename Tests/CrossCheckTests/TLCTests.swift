import Foundation
import TestSupport
import Testing

/// The output for TLC, and TLC's report on it: `TLC_JAR` names its `tla2tools.jar`.
@Suite("TLC")
struct TLCTests {
  private let folder: ScratchFolder

  /// A spec with each form of a property.
  private static let lamp = """
    spec Lamp
    enum Light { off, dim, bright }
    var light: Light = .off
    var counts: Map<Light, 0...2> = [:]
    on press(hard: Bool) {
        rule on when light == .off { light = if hard { .bright } else { .dim } }
        strongly fair rule off when light != .off && (counts[light] ?? 0) < 2 {
            counts[light] = (counts[light] ?? 0) + 1
            light = .off
        }
        otherwise worn { }
    }
    invariant fresh { counts.count < 2 }
    transition staysDark after press.worn { light != .off }
    transition oneMore after press.off { counts[old(light)] == (old(counts[light]) ?? 0) + 1 }
    reachable worn { counts[.bright] == 2 }
    possible again { light == .off }
    eventually dark whenever light != .off { light == .off || (counts[light] ?? 0) == 2 }
    """

  init() throws {
    folder = try ScratchFolder()
    try folder.write(Self.lamp, to: "lamp.tray")
  }

  private func run(_ arguments: String..., seconds: Int = 300) throws -> (
    status: Int32, stdout: String, stderr: String
  ) {
    try BuiltTool.run(arguments, in: folder.url, withinSeconds: seconds)
  }

  @Test("is asked everything that it can be, and the rest is said with its reason")
  func everythingIsAsked() throws {
    let written = try run("export", "lamp.tray", "--to", "tla").stdout
    #expect(written.hasPrefix("---- MODULE Lamp_default ----\n"))
    let configuration = try #require(written.split(separator: "---- CONFIG").last)
    for name in [
      "INVARIANT fresh", "INVARIANT staysDark", "INVARIANT oneMore", "INVARIANT tells_worn",
      "PROPERTY dark", "INVARIANT no_gap_in_press", "CHECK_DEADLOCK TRUE",
    ] {
      #expect(configuration.contains("\(name)\n"), "\(name)")
    }
    #expect(written.contains("\\* Not said here: again: "), "\(written.prefix(900))")
    for line in ["\\* invariant fresh: line 13", "SF_vars(press_off(hard))"] {
      #expect(written.contains(line), "\(line)")
    }
  }

  @Test("has its configuration in a file of its own as well, where there is a folder")
  func configuration() throws {
    let written = try run("export", "lamp.tray", "--to", "tla", "--folder", "made")
    #expect(written.stdout == "made/Lamp_default.tla\nmade/Lamp_default.cfg\n", "\(written.stderr)")
    let file = try String(
      contentsOf: folder.url.appending(path: "made/Lamp_default.cfg"), encoding: .utf8)
    #expect(file.hasPrefix("SPECIFICATION Spec\n"))
  }

  @Test(
    "keeps names apart of which one is a word of its own, and the other that word in a disguise")
  func wordsAsNames() throws {
    try folder.write(
      "spec Use\nvar x_USE = false\nvar USE = false\non go { USE = !x_USE; x_USE = USE }\n",
      to: "use.tray")
    let written = try run("export", "use.tray", "--to", "tla").stdout
    #expect(written.contains("VARIABLES x_x_USE, x_USE\n"), "\(written)")
  }

  @Test("is not asked without its jar, and it is said where that is")
  func missing() throws {
    let asked = try run("certify", "--with", "all", "lamp.tray")
    #expect(asked.stdout.contains("! tlc is not here: "), "\(asked.stdout)")
    #expect(asked.stdout.contains("https://github.com/tlaplus/tlaplus/releases (--with tlc)"))
    let other = try run("certify", "lamp.tray", "--with", "tlc=none.jar")
    #expect(other.stdout.contains("there is no file none.jar"), "\(other.stdout)")
  }

  @Test("says what the check says", .enabled(if: jar != nil, "TLC_JAR names no jar"))
  func lamp() throws {
    let report = try opinions("lamp.tray")
    let opinion = try #require(report.opinions.first)
    #expect(opinion.status == "agrees" && opinion.states == 27, "\(opinion)")
    #expect(opinion.questions.contains("eventually dark"))
  }

  @Test(
    "says what the check says, of known answers", .enabled(if: jar != nil, "TLC_JAR names no jar"),
    arguments: ["dekker-waiting", "feature-choice", "feature-faults", "water-jugs"])
  func known(_ name: String) throws {
    let path = RepositoryFolder.root.appending(
      path: "Tests/EngineTests/KnownAnswers/\(name).tray")
    for opinion in try opinions(path.path, "--time-limit", "5m").opinions {
      #expect(opinion.status != "disagrees", "\(opinion)")
    }
  }

  @Test(
    "says what the check says, of random specs",
    .enabled(if: jar != nil, "TLC_JAR names no jar"), arguments: SeedPortions.all(usual: 8))
  func random(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomSpec(seed: seed, hasLocalMaps: seed.isMultiple(of: 5))
      let isFair = seed.isMultiple(of: 3)
      let text = isFair ? RandomFairSpec(seed: seed).text : random.text
      try folder.write(text, to: "\(seed).tray")
      let world = isFair ? nil : random.world
      let report = try opinions(
        "\(seed).tray", "--world", world ?? "default", "--max", "states=5000")
      for opinion in report.opinions {
        print("seed \(seed): \(opinion.status) \(opinion.states ?? 0) \(opinion.remarks.prefix(1))")
        if opinion.status == "disagrees" { Issue.record("seed \(seed): \(opinion)\n\(text)") }
      }
    }
  }

  // MARK: Its answers

  private static var jar: String? { ProcessInfo.processInfo.environment["TLC_JAR"] }

  private struct Report: Decodable {
    struct Opinion: Decodable {
      var checker: String
      var status: String
      var states: Int?
      var questions: [String]
      var remarks: [String]
    }
    var opinions: [Opinion]
  }

  /// The results that only TLC reports.
  private func opinions(_ arguments: String...) throws -> Report {
    let programs = folder.url.appending(path: "programs")
    if !FileManager.default.fileExists(atPath: programs.path) {
      try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
      let java = try BuiltTool.run(installed: "which", ["java"], in: folder.url).stdout
      try FileManager.default.createSymbolicLink(
        at: programs.appending(path: "java"),
        withDestinationURL: URL(filePath: java.trimmingCharacters(in: .whitespacesAndNewlines)))
    }
    let asked = try BuiltTool.run(
      ["certify", "--with", "all"] + arguments + ["--tlc", Self.jar ?? "", "--format", "json"],
      in: folder.url, environment: ["PATH": programs.path], withinSeconds: 1200)
    return try JSONDecoder().decode(Report.self, from: Data(asked.stdout.utf8))
  }
}

@Suite("All states as one document")
struct StateDocumentTests {
  @Test(
    "has the states and steps of the check", arguments: ["water-jugs", "alternating-bit-delivery"])
  func counts(_ name: String) throws {
    let path = "Tests/EngineTests/KnownAnswers/\(name).tray"
    let written = try BuiltTool.run(["export", path, "--to", "itf-model"])
    #expect(written.status == 0, "\(written.stderr)")
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(written.stdout.utf8)) as? [String: Any])
    let states = try #require(document["states"] as? [[String: Any]])
    let transitions = try #require(document["transitions"] as? [[Int]])
    let events = try #require(document["events"] as? [[String: String]])
    let checked = try BuiltTool.run([
      "check", path, "--world", "default", "--read-only", "--no-symmetry", "--verbose",
    ]).stdout
    let counts = try #require(
      checked.firstMatch(of: /(\S+) states, (\S+) transitions/), "\(checked)")
    #expect(states.count == Int(counts.1.replacing(",", with: "")))
    #expect(transitions.count == Int(counts.2.replacing(",", with: "")))
    for each in transitions {
      #expect(states.indices.contains(each[0]) && states.indices.contains(each[1]))
      #expect(events.indices.contains(each[2]))
    }
    let variables = try #require(document["vars"] as? [String])
    #expect(states.allSatisfy { Set(variables).union(["#meta"]) == Set($0.keys) })
    #expect(document["initial"] as? [Int] == [0])
    #expect(try BuiltTool.run(["export", path, "--to", "itf-model"]).stdout == written.stdout)
  }

  @Test("is refused where there are too many states, or too little time")
  func limits() throws {
    let folder = try ScratchFolder()
    try folder.write(
      "spec Wide\nvar all: Table<0..<24, Bool> = false\non flip(n: 0..<24) { all[n] = !all[n] }\n",
      to: "wide.tray")
    let refused = try BuiltTool.run(
      ["export", "wide.tray", "--to", "itf-model", "--time-limit", "1s"], in: folder.url)
    #expect(refused.status == 3 && refused.stdout.isEmpty)
    #expect(
      refused.stderr
        == "Error: wide.tray: world default: a limit was reached before all states were visited\n")
  }
}
