import Foundation
import TestSupport

/// Command lines that fit together by chance at most.
struct ArgumentTrial: Trial {
  private let bench: Workbench
  /// For each command, its options from its help, each with whether it takes a value.
  private var options: [String: [(name: String, takesValue: Bool)]] = [:]
  private static let commands = ["check", "check", "check", "walk", "merge", "replay", "diff"]
  private let stored: [UInt8]

  /// The input of the tool, which nothing may change.
  private static let specs = ["Specs/lamp.tray", "Specs/more/other.tray", "Specs/broken.tray"]

  init(_ bench: Workbench) throws {
    self.bench = bench
    for command in Set(Self.commands) {
      let help = bench.run([command, "--help"]).outputText
      options[command] = help.matches(of: /(?:^|\n) +(?:-[a-z], )?--([a-z-]+)( <)?/).map {
        ("--\($0.output.1)", $0.output.2 != nil)
      }
    }
    Self.setUp(bench)
    _ = bench.run(["check", "Specs/lamp.tray", "--world", "default", "--property", "dark"])
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "Counterexamples")) ?? []
    stored = names.first.flatMap { bench.read("Counterexamples/\($0)") } ?? []
  }

  private static func setUp(_ bench: Workbench) {
    for name in ["Specs", "Specs/more", "Empty", "Counterexamples"] { mkdir(name, 0o755) }
    bench.write(Array(SpecSource.lamp.utf8), to: specs[0])
    bench.write(Array(SpecSource.lamp.replacing("Lamp", with: "Other").utf8), to: specs[1])
    bench.write(Array(SpecSource.lamp.replacing("!lit", with: "!lti").utf8), to: specs[2])
    symlink("lamp.tray", "Specs/link.tray")
  }

  func complaint(seed: UInt64) throws -> String? {
    var random = SplitMix64(seed: seed ^ 0xA6)
    bench.begin()
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: ".")) ?? []
    for name in entries { bench.remove(name) }
    Self.setUp(bench)
    bench.write(stored, to: "Counterexamples/lamp.json")
    bench.write(Array("{}".utf8), to: "part.json")
    let before = Self.specs.map { bench.read($0) }
    let words = words(&random)
    let answer = bench.run(words)
    if Self.specs.map({ bench.read($0) }) != before { return "a spec was changed" }
    let mayGo = words.contains { $0.hasPrefix("--prune") }
    if !mayGo, bench.read("Counterexamples/lamp.json") != stored {
      return "a counterexample was changed"
    }
    if words.contains(where: { $0.contains("always") }) { return nil }
    return answer.complaint(format: .other)
  }

  private func words(_ random: inout SplitMix64) -> [String] {
    let command = random.pick(Self.commands) ?? "check"
    let known = options[command] ?? []
    var words: [String] = []
    for _ in 0..<random.number(below: 3) { words.append(random.pick(Self.paths) ?? "") }
    for _ in 0..<random.number(below: 5) {
      guard let option = random.pick(known) else { break }
      let value = value(of: option.name, &random)
      switch random.number(below: 12) {
      case 0: words.append("\(option.name)=\(value)")
      case 1: words.append(option.name)
      case 2: words += [String(option.name.dropLast()), value]
      case 3: words.append(contentsOf: [option.name, value, option.name, value])
      default: words += option.takesValue ? [option.name, value] : [option.name]
      }
    }
    if random.oneIn(8) {
      words.insert(random.pick(Self.oddWords) ?? "", at: random.number(below: words.count + 1))
    }
    if random.oneIn(6) { words.shuffle(using: &random) }
    // Nothing of this may take long; an option that comes twice is an error.
    for option in ["--max", "states=--walks", "--steps"]
    where known.contains(where: { $0.name == option }) && !words.contains(option)
      && !random.oneIn(10)
    {
      words += [option, "20"]
    }
    return (random.oneIn(30) ? [] : [random.oneIn(40) ? random.pick(Self.oddWords) ?? "" : command])
      + words
  }

  private func value(of option: String, _ random: inout SplitMix64) -> String {
    let fitting: [String: [String]] = [
      "--world": ["default", "high", "hihg"],
      "--property": ["dark", "low", "fault", "bright", "twice"],
      "--set": ["top=1", "top=9", "top", "=", "top==", "n=1", "top=\u{202E}"],
      "--format": [
        "text", "json", "jsonl", "tap", "compiler", "scenario", "itf", "svg", "markdown",
      ],
      "--time-limit": ["1s", "0", "10ms", "-1s", "1e9h", "99999999999999999999s"],
      "--memory": ["1GB", "0", "100MB", "1", "-5", "99999999999TB"],
      "--threads": ["1", "2", "3", "0", "1000000"], "--color": ["never", "auto"],
      "--report": [
        "annotations=auto", "annotations=always", "annotations=x", "junit=out.xml", "json=out.json",
        "sarif=Specs/lamp.tray", "html=", "tap", "=out", "summary=Counterexamples/lamp.json",
      ],
      "--allow": ["inconclusive", "no-specs", "gap-guard", "gap-", "guard"],
      "--explain": ["engine", "size", "witness=dark", "witness=", "x"],
      "--checkpoint": ["kept", "kept=1s", "=1s", "Specs", "kept="],
      "--shard": ["1/2", "2/2", "0/1", "3/2", "1/99999999999"],
      "--on-memory-limit": ["stop", "spill", "fingerprints", "spill=Empty", "stop=Empty"],
      "--max": ["states=0", "states=1", "depth=20", "values=-1", "states=9223372036854775808"],
    ]
    if let values = fitting[option], !random.oneIn(5) { return random.pick(values) ?? "" }
    return random.pick(random.oneIn(3) ? Self.oddWords : Self.paths) ?? ""
  }

  private static let paths = [
    "Specs", "Specs/lamp.tray", "Specs/more", "Specs/broken.tray", "Specs/link.tray", "Specs/.",
    "./Specs/../Specs/lamp.tray", "Specs/LAMP.tray", "Empty", "Gone", "Gone/x.tray", ".", "..", "",
    "Counterexamples", "Counterexamples/lamp.json", "part.json", "out.xml", "out.json",
    "Empty/new/out",
    "/dev/null", "/nonexistent/x", "lamp.tray/", "-", "git:HEAD:Specs", "Specs/é.tray", "a\nb",
    "\u{1B}[2J", "\u{202E}x.tray", String(repeating: "x", count: 300),
    String(repeating: "d/", count: 3000),
  ]

  private static let oddWords = [
    "", "-", "--", "---", "-q", "-v", "-h", "-qv", "--help", "--version", "help", "--=", "--x=y",
    "chekc",
    "0", "1", "-1", "20", "99999999999999999999", "0x10", "1e3", "NaN", "٣", "\u{1B}[31m",
    "\u{202E}",
    "\r", "\n", "%s%n", "ü", "e\u{301}", "--quiet=1", "check", "walk",
  ]
}
