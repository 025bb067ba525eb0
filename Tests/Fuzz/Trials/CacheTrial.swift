import Foundation
import TestSupport

/// Entries of a cache that were corrupted between two runs.
struct CacheTrial: Trial {
  private let bench: Workbench
  private let source: SpecSource
  /// Entries of other specs.
  private var strangers: [[UInt8]] = []

  init(_ bench: Workbench) throws {
    self.bench = bench
    source = try SpecSource()
    var random = SplitMix64(seed: 2)
    for _ in 0..<20 {
      guard let text = source.smallSpec(&random, otherIn: 2) else { continue }
      _ = check(Array(text.utf8))
      strangers += entries.compactMap { bench.read("Cache/\($0)") }
      bench.remove("Cache")
    }
  }

  private var entries: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "Cache")) ?? []).sorted()
  }

  /// Checks a spec within narrow limits, with the cache.
  private func check(_ spec: [UInt8], _ more: [String] = ["--cache", "Cache"]) -> Workbench.Answer {
    bench.write(spec, to: "spec.tray")
    return bench.run(["check", "spec.tray", "--format", "json"] + SpecTrial.limits + more)
  }

  func complaint(seed: UInt64) throws -> String? {
    var random = SplitMix64(seed: seed ^ 0xCACE)
    bench.begin()
    bench.remove("Cache")
    // Most entries are for specs that are checked quickly, so that many are tried.
    guard let text = source.smallSpec(&random, otherIn: 8) else { return nil }
    let spec = Array(text.utf8)
    let first = check(spec)
    if let problem = first.complaint(format: .json) { return problem }
    guard let name = entries.first, let entry = bench.read("Cache/\(name)") else {
      // For a spec with errors, nothing is cached.
      return first.status == 2 ? nil : "there is no entry"
    }
    let spoilt = ByteMutator(strangers).spoilt(entry, &random)
    bench.write(spoilt, to: "Cache/\(name)")
    let second = check(spec, ["--cache", "Cache"] + (random.oneIn(2) ? ["--verbose"] : []))
    if let problem = second.complaint(format: .json) { return problem }
    if SpecTrial.isTimed(first) || SpecTrial.isTimed(second) { return nil }
    if second.status != first.status {
      return "status \(first.status), and \(second.status) by the cache"
    }
    if spoilt == entry, second.timelessOutput != first.timelessOutput {
      return "another answer by the cache"
    }
    return bench.read("spec.tray") == spec ? nil : "the spec was changed"
  }
}
