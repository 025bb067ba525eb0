import Basics
import Engine
import Foundation
import Semantics
import TestSupport
import Testing

/// Searches that continue when there is no memory for their states.
@Suite("A search on disk finds what one in memory finds")
struct DiskSearchTests {
  static let policies: [MemoryLimitPolicy] = [.spill, .fingerprints]

  /// Returns limits with so little memory that each half of it is full after a few states.
  private static func limits(_ policy: MemoryLimitPolicy, _ folder: ScratchFolder) -> SearchLimits {
    SearchLimits(stateMemory: 0, onMemoryLimit: policy, scratch: folder.url.path)
  }

  @Test("on random specs, with any number of threads", arguments: policies)
  func agrees(_ policy: MemoryLimitPolicy) throws {
    let folder = try ScratchFolder()
    for seed in 0..<UInt64(12) {
      let spec = try SpecText.checked(RandomSpec(seed: seed).text)
      let machine = try Machine(spec)
      let starts = try machine.starts()
      guard starts.count <= 200 else { continue }
      let inMemory = ExhaustiveSearch(machine, limits: .init(states: 3_000)).run(from: starts)
      guard inMemory.completion == .exhaustive else { continue }
      let found = ExhaustiveSearch(
        machine, limits: Self.limits(policy, folder), threads: 1 + Int(seed % 3)
      ).run(from: starts)
      #expect(found.storage == policy)
      // With states on disk, properties of runs are not decided.
      let aboutRuns = spec.properties.map(\.name).filter { KnownAnswers.isAboutRuns($0, spec) }
      let (lines, wanted) = (
        Self.lines(found, spec, except: aboutRuns), Self.lines(inMemory, spec, except: aboutRuns)
      )
      if lines == wanted { continue }
      let missing = wanted.filter { !lines.contains($0) }.joined(separator: "\n")
      let wrong = lines.filter { !wanted.contains($0) }.joined(separator: "\n")
      Issue.record("seed \(seed): expected\n\(missing)\nand found\n\(wrong)")
      return
    }
  }

  private static func lines(
    _ result: SearchResult, _ spec: CheckedSpec, except properties: [String]
  ) -> [String] {
    result.lines(in: spec).filter { line in
      !properties.contains { line.hasPrefix("\($0): ") }
    }
  }

  /// Variables whose states take one word, one word to the last bit, two words and ten.
  static let variables = [
    "var a: Table<0..<2, 0...40> = 0",
    "var a: Table<0..<2, 0...40> = 0\nvar b: Table<0..<26, 0...3> = 0",
    "var a: Table<0..<2, 0...40> = 0\nvar b: Table<0..<2, 0...1000000000000> = 7",
    "var a: Table<0..<2, 0...40> = 0\nvar b: Table<0..<10, 0...1000000000000> = 7",
  ]

  @Test("for states of any size", arguments: variables, policies)
  func shapes(_ variables: String, _ policy: MemoryLimitPolicy) throws {
    let text = """
      \(variables)
      on up(i: 0..<2) when a[i] < 40 { a[i] += 1 }
      on down(i: 0..<2) when a[i] > 3 { a[i] -= 1 }
      on swap { let old = a[0]; a[0] = a[1]; a[1] = old }
      invariant low { a[0] + a[1] < 61 }
      transition rises after up { a[0] < 31 }
      reachable top { a[0] == 40 && a[1] == 39 }
      reachable never { a[0] == 40 && a[1] == 39 && a[0] == a[1] }
      """
    let folder = try ScratchFolder()
    let expected = try search(text)
    let found = try search(text, limits: Self.limits(policy, folder))
    #expect(found.result.lines(in: found.spec) == expected.result.lines(in: expected.spec))
    #expect(found.result.statistics.states == 41 * 41)
    #expect(found.result.statistics.diskBytes > 0)
    let isExact = policy == .spill || !variables.contains("var b")
    #expect((found.result.missProbability == 0) == isExact)
    #expect(found.judgement.mayMiss == !isExact)
  }

  /// Variables with many parts whose states take one word, two, three and ten.
  static let wide = [
    "",
    "var b: Table<0..<2, 0...1000000000000> = 7",
    "var b: Table<0..<2, 0...1000000000000> = 7\nvar c: Table<0..<26, 0...3> = 0",
    "var b: Table<0..<20, 0...1000000000000> = 7",
  ]

  @Test("for levels of more states and parts than there is memory for", arguments: wide, policies)
  func wideLevels(_ variables: String, _ policy: MemoryLimitPolicy) throws {
    let isLarge = !variables.isEmpty
    let text = """
      var a: Table<0..<3, 0...17> = 0
      \(variables)
      on up(i: 0..<3) when a[i] < 17 {
        a[i] += 1
        \(isLarge ? "b[0] = a[0] * 100_000_007 + a[1] * 1_000_003\nb[1] = a[2] * 99_999_999" : "")
      }
      on back when a[0] == 17 && a[1] == 9 { a[0] = 0 }
      invariant low { a[0] + a[1] + a[2] < 44 }
      reachable top { a[0] == 17 && a[1] == 16 && a[2] == 9 }
      """
    let folder = try ScratchFolder()
    let expected = try search(text)
    for threads in [1, 3] {
      let found = try search(text, limits: Self.limits(policy, folder), threads: threads)
      #expect(found.result.lines(in: found.spec) == expected.result.lines(in: expected.spec))
    }
    #expect(expected.result.statistics.states >= 18 * 18 * 18)
  }

  @Test("nothing is left in the scratch folder")
  func leavesNothing() throws {
    let folder = try ScratchFolder()
    _ = try search(
      "var n: 0...99 = 0\non up { n = (n + 1) % 100 }", limits: Self.limits(.spill, folder))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test("a scratch folder that cannot be used ends it inconclusively", arguments: policies)
  func noFolder(_ policy: MemoryLimitPolicy) throws {
    let found = try search(
      "var n: 0...99 = 0\non up { n = (n + 1) % 100 }\ninvariant sane { n >= 0 }",
      limits: .init(stateMemory: 0, onMemoryLimit: policy, scratch: "/nowhere/at/all"))
    guard case .stopped(.scratch(let reason)) = found.result.completion else {
      Issue.record("\(found.result.completion)")
      return
    }
    #expect(reason.contains("/nowhere/at/all"))
    #expect(found.verdict("sane") == "undecided")
    #expect(found.judgement.isInconclusive)
  }

  @Test("other limits end it too", arguments: policies)
  func otherLimits(_ policy: MemoryLimitPolicy) throws {
    let folder = try ScratchFolder()
    var limits = Self.limits(policy, folder)
    limits.depth = 8
    let text = "var n: 0...9999 = 0\non up(by: 1...9) when n < 9000 { n += by }"
    let shallow = try search(text, limits: limits)
    #expect(shallow.result.completion == .stopped(.depth(8)))
    #expect(shallow.result.statistics.states == 73)
    #expect(shallow.result.statistics.frontier == 9)
    limits.depth = nil
    let late = try search(text, limits: limits, under: Deadline(time: .nanoseconds(1)))
    #expect(late.result.completion == .stopped(.time(.nanoseconds(1))))
    limits.states = 100
    guard case .stopped(.states(100...110)) = try search(text, limits: limits).result.completion
    else {
      Issue.record("not stopped at 100 states")
      return
    }
  }
}
