import Foundation
import TestSupport

/// Checkpoints that are changed before the search resumes: they are rejected, or the result is the same as without
/// them.
struct CheckpointTrial: Trial {
  private let bench: Workbench
  private let source: SpecSource
  private var strangers: [[UInt8]] = []
  private var strangeStates: [[UInt8]] = []

  init(_ bench: Workbench) throws {
    self.bench = bench
    source = try SpecSource()
    var random = SplitMix64(seed: 3)
    for _ in 0..<12 {
      guard let text = source.smallSpec(&random, otherIn: 2) else { continue }
      bench.write(Array(text.utf8), to: "spec.tray")
      bench.remove("Kept")
      _ = search(["--max", "depth=\(1 + random.number(below: 3))"])
      strangers += kept(".checkpoint").compactMap { bench.read("Kept/\($0)") }
      strangeStates += kept(".states").compactMap { bench.read("Kept/\($0)") }
    }
  }

  private func kept(_ ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "Kept")) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted()
  }

  private func search(_ more: [String]) -> Workbench.Answer {
    bench.run(
      [
        "check", "spec.tray", "--format", "json", "--engine", "explicit", "--read-only",
        "--max", "values=4096", "--time-limit", "2s", "--checkpoint", "Kept",
      ] + more)
  }

  func complaint(seed: UInt64) throws -> String? {
    var random = SplitMix64(seed: seed ^ 0xC4EC)
    bench.begin()
    bench.remove("Kept")
    guard let text = source.smallSpec(&random, otherIn: 4) else { return nil }
    bench.write(Array(text.utf8), to: "spec.tray")
    let bounds = ["--max", "states=400"]
    let whole = search(bounds)
    if let problem = whole.complaint(format: .json) { return problem }
    bench.remove("Kept")
    let part = search(["--max", "depth=\(1 + random.number(below: 3))"] + bounds)
    if let problem = part.complaint(format: .json) { return problem }
    guard let name = random.pick(kept(".checkpoint")), let head = bench.read("Kept/\(name)"),
      let states = bench.read("Kept/\(name).states")
    else { return nil }
    // A file with the right digest may be a forgery with any content.
    let isForged = random.oneIn(2)
    if random.oneIn(3) {
      bench.write(
        ByteMutator(strangeStates).spoilt(states, &random), to: "Kept/\(name).states")
    } else {
      bench.write(Self.spoilt(head, strangers, isForged, &random), to: "Kept/\(name)")
    }
    let next = search(bounds + (random.oneIn(2) ? ["--threads", "2"] : []))
    // Invalid states eventually lead to a contradiction.
    if isForged, next.status == 70 { return nil }
    if let problem = next.complaint(format: .json) { return problem }
    if next.status == 2 || isForged || SpecTrial.isTimed(whole) || SpecTrial.isTimed(next) {
      return nil
    }
    return next.timelessOutput == whole.timelessOutput
      ? nil : "it goes on from what was changed, to something else"
  }

  private static func spoilt(
    _ head: [UInt8], _ strangers: [[UInt8]], _ isForged: Bool, _ random: inout SplitMix64
  ) -> [UInt8] {
    guard isForged, let end = head.firstIndex(of: 0x0A),
      let document = JSONNode(String(decoding: head[(end + 1)...], as: UTF8.self))
    else { return ByteMutator(strangers).spoilt(head, &random) }
    var mutator = JSONMutator(document, seed: random.next())
    return ByteMutator.sealed(Array(head[...end]) + mutator.mutated())
  }
}
