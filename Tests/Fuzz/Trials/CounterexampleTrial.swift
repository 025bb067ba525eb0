import Foundation
import TestSupport

/// Stored counterexamples with mistakes of all sorts, replayed in specs that they belong to.
struct CounterexampleTrial: Trial {
  private let bench: Workbench
  /// Specs, each with a counterexample to it.
  private var pairs: [(spec: String, document: JSONNode)] = []
  private let donors: [[[UInt8]]]

  init(_ bench: Workbench) throws {
    self.bench = bench
    let source = try SpecSource()
    donors = source.donors
    var random = SplitMix64(seed: 1)
    pairs += Self.pairs(of: SpecSource.lamp, bench)
    while pairs.count < 40 { pairs += Self.pairs(of: source.spec(&random), bench).prefix(4) }
  }

  /// A spec with all counterexamples that a check of it stores.
  private static func pairs(
    of text: String, _ bench: Workbench
  ) -> [(spec: String, document: JSONNode)] {
    guard text.utf8.count < 6_000 else { return [] }
    bench.remove("Counterexamples")
    bench.write(Array(text.utf8), to: "spec.tray")
    _ = bench.run(["check", "spec.tray", "--max", "states=500", "--time-limit", "1s"])
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "Counterexamples")) ?? []
    return names.sorted().compactMap { name in
      bench.read("Counterexamples/\(name)").flatMap {
        JSONNode(String(decoding: $0, as: UTF8.self))
      }.map { (text, $0) }
    }
  }

  func complaint(seed: UInt64) throws -> String? {
    var random = SplitMix64(seed: seed ^ 0xCE)
    let (text, document) = random.pick(pairs)!
    bench.begin()
    bench.remove("Counterexamples")
    mkdir("Counterexamples", 0o755)
    var spec = Array(text.utf8)
    if random.oneIn(5) {
      var mutator = SpecMutator(text, seed: random.next(), donors: [random.pick(donors) ?? []])
      spec = mutator.mutated()
    }
    var mutator = JSONMutator(document, seed: random.next())
    let stored = random.oneIn(20) ? Array(document.text.utf8) : mutator.mutated()
    bench.write(spec, to: "spec.tray")
    bench.write(stored, to: "Counterexamples/it.json")
    let answer: Workbench.Answer
    var format = Workbench.Answer.Format.json
    if random.oneIn(4) {
      answer = bench.run(
        [
          "check", "spec.tray", "--max", "states=20", "--time-limit", "1s", "--no-save",
          "--format",
          "json",
        ])
    } else {
      let word = random.pick(["json", "json", "text", "scenario", "itf"])!
      if word != "json" { format = .other }
      answer = bench.run(
        ["replay", "Counterexamples", "--specs-in", ".", "--time-limit", "1s", "--format", word])
    }
    if let problem = answer.complaint(format: format) { return problem }
    if bench.read("spec.tray") != spec { return "the spec was changed" }
    return bench.read("Counterexamples/it.json") == stored ? nil : "the counterexample was changed"
  }
}
