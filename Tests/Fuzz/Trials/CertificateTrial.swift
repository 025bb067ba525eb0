import Foundation
import TestSupport

/// Certificates that were corrupted or forged: every accepted claim is true.
struct CertificateTrial: Trial {
  private struct Report: Decodable {
    struct Certificate: Decodable {
      var status: String
      var states: Int?
      var properties: [String]?
      var freedoms: [String]?
    }
    var certificates: [Certificate]
  }

  private let bench: Workbench
  private let source: SpecSource
  private var strangers: [[UInt8]] = []

  init(_ bench: Workbench) throws {
    self.bench = bench
    source = try SpecSource()
    var random = SplitMix64(seed: 4)
    for _ in 0..<12 {
      guard let text = source.smallSpec(&random, otherIn: 2) else { continue }
      strangers += write(text).compactMap { bench.read("Proofs/\($0)") }
    }
  }

  /// Writes the certificates of a spec; returns their names.
  private func write(_ text: String) -> [String] {
    bench.write(Array(text.utf8), to: "spec.tray")
    bench.remove("Proofs")
    _ = bench.run(
      ["check", "spec.tray", "--report", "certificate=Proofs", "--format", "json"]
        + SpecTrial.limits)
    return ((try? FileManager.default.contentsOfDirectory(atPath: "Proofs")) ?? []).sorted()
  }

  private func certify(_ name: String) -> Workbench.Answer {
    bench.run(["certify", "Proofs/\(name)", "--format", "json", "--time-limit", "2s"])
  }

  func complaint(seed: UInt64) throws -> String? {
    var random = SplitMix64(seed: seed ^ 0xCE27)
    bench.begin()
    guard let text = source.smallSpec(&random, otherIn: 2), let name = random.pick(write(text)),
      let file = bench.read("Proofs/\(name)")
    else { return nil }
    let whole = certify(name)
    if let problem = whole.complaint(format: .json) { return problem }
    var spoilt = ByteMutator(strangers).spoilt(file, &random)
    if random.oneIn(2) { spoilt = Self.forged(file, &random) ?? ByteMutator.sealed(spoilt) }
    bench.write(spoilt, to: "Proofs/\(name)")
    let answer = certify(name)
    if let problem = answer.complaint(format: .json) { return problem }
    guard answer.status == 0, whole.status == 0 else { return nil }
    // The check has claimed everything that is true, except for an untrusted spec.
    let (one, two) = (try Self.claims(whole), try Self.claims(answer))
    return two.isSubset(of: one) ? nil : "it certifies \(two.subtracting(one).sorted())"
  }

  private static func claims(_ answer: Workbench.Answer) throws -> Set<String> {
    let report = try JSONDecoder().decode(Report.self, from: Data(answer.output))
    return Set(report.certificates.flatMap { ($0.properties ?? []) + ($0.freedoms ?? []) })
  }

  /// A certificate with a changed head, and its digest.
  private static func forged(_ file: [UInt8], _ random: inout SplitMix64) -> [UInt8]? {
    let lines = file.split(separator: 0x0A, maxSplits: 2, omittingEmptySubsequences: false)
    guard lines.count == 3, let head = JSONNode(String(decoding: lines[1], as: UTF8.self)) else {
      return nil
    }
    var mutator = JSONMutator(head, seed: random.next())
    return ByteMutator.sealed(
      Array(lines[0]) + [0x0A] + mutator.mutated() + [0x0A] + Array(lines[2]))
  }
}
