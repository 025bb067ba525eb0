import Conformance
import Files
import Semantics
import TestSupport
import Testing

/// Logs are explained exactly as far as some run of the spec explains them, which is checked by trying all runs. A
/// log proposed as the nearest conforming one does conform.
@Suite struct LogTests {
  @Test("on random specs, whatever is left out or changed", arguments: Weekly.seeds(24))
  func random(_ seed: Int) throws {
    let random = RandomSpec(seed: UInt64(seed))
    try compare(random.text, random.world, seed)
  }

  @Test("on random specs with interchangeable names", arguments: Weekly.seeds(30))
  func named(_ seed: Int) throws {
    let text = RandomNamedSpec(seed: UInt64(seed)).text.replacing(
      /symmetric P\([0-9]\)/, with: "symmetric P(3)")
    try compare(text, nil, seed)
  }

  @Test("what a spec does is explained, whatever is left out", arguments: Weekly.seeds(80))
  func own(_ seed: Int) throws {
    let random = RandomSpec(seed: UInt64(1000 + seed))
    let isNamed = seed % 3 == 0
    let text = isNamed ? RandomNamedSpec(seed: UInt64(seed)).text : random.text
    guard let spec = try? SpecText.checked(text, world: isNamed ? nil : random.world),
      let machine = try? Machine(spec), var interface = try? Interface(machine),
      machine.instances.count < 2000
    else { return }
    var numbers = SplitMix64(seed: UInt64(seed))
    for _ in 0..<3 {
      interface.hidden = Set(spec.events.indices.filter { _ in numbers.oneIn(4) })
      interface.heard = Set(spec.signals.indices.filter { _ in !numbers.oneIn(3) })
      let log = RandomLog(interface, count: 20, isPartial: true, &numbers)
      guard let found = Explained(log.parts, interface) else { continue }
      #expect(found.isToEnd, "seed \(seed): \(log.parts.map(\.text))\n\(text)")
    }
  }

  @Test("of several processes, all orders that the skew allows", arguments: Weekly.seeds(60))
  func processes(_ seed: Int) throws {
    let isNamed = seed % 3 == 0
    let random = RandomSpec(seed: UInt64(2000 + seed))
    let text =
      isNamed
      ? RandomNamedSpec(seed: UInt64(seed)).text.replacing(
        /symmetric P\([0-9]\)/, with: "symmetric P(3)") : random.text
    guard let spec = try? SpecText.checked(text, world: isNamed ? nil : random.world),
      let machine = try? Machine(spec), var interface = try? Interface(machine),
      interface.starts.count < 100, interface.machine.instances.count < 500
    else { return }
    var numbers = SplitMix64(seed: UInt64(seed) &* 31)
    for attempt in 0..<6 {
      interface.hidden = Set(spec.events.indices.filter { _ in numbers.oneIn(6) })
      interface.heard = Set(spec.signals.indices.filter { _ in !numbers.oneIn(3) })
      let hidden = interface.machine.instances.filter { interface.hidden.contains($0.event) }
      var log = RandomLog(interface, count: 6, isPartial: numbers.oneIn(2), &numbers)
      let skew = [0, 15, 30][numbers.number(below: 3)]
      log.spread(over: 1 + numbers.number(below: 3), skew: skew, &numbers)
      let mutation = RandomLog.Mutation.allCases[numbers.number(below: 7)]
      let isOwn = attempt < 2 || mutation == .swapped || mutation == .repeated
      if !isOwn { _ = log.change(mutation, &numbers) }
      let judge = LogJudge(
        spec: interface.spec, starts: interface.starts, hidden: hidden, heard: interface.heard)
      let judged = log.renamings.map { judge.explained(log.judged($0), skew: skew) }
      guard !judged.contains(where: { $0 == nil }),
        let expected = judged.compactMap({ $0 }).max(by: { $0.rank < $1.rank }),
        let found = Explained(log.timed, interface, skew: Int64(skew))
      else { continue }
      let story =
        "seed \(seed), skew \(skew)\n\(log.lines.map { "\($0.process) \($0.time)" }) \(log.parts.map(\.text))\n\(text)"
      #expect(
        found.lines == expected.lines && found.isToEnd == expected.isToEnd,
        "\(found.lines) lines explained, \(expected) by the judge: \(story)")
      if isOwn { #expect(found.isToEnd, "\(story)") }
    }
  }

  private func compare(_ text: String, _ world: String?, _ seed: Int) throws {
    guard let spec = try? SpecText.checked(text, world: world), let machine = try? Machine(spec),
      var interface = try? Interface(machine), interface.starts.count < 200,
      interface.machine.instances.count < 500
    else { return }
    var random = SplitMix64(seed: UInt64(seed) &* 7331)
    for mutation in RandomLog.Mutation.allCases {
      interface.hidden = Set(spec.events.indices.filter { _ in random.oneIn(4) })
      interface.heard = Set(spec.signals.indices.filter { _ in !random.oneIn(3) })
      let hidden = interface.machine.instances.filter { interface.hidden.contains($0.event) }
      guard hidden.count < 40 else { continue }
      var log = RandomLog(interface, count: 6, isPartial: !random.oneIn(3), &random)
      let original = log.parts
      guard log.change(mutation, &random) else { continue }
      let judge = LogJudge(
        spec: interface.spec, starts: interface.starts, hidden: hidden, heard: interface.heard)
      let judged = log.renamings.map { judge.explained(log.judged($0)) }
      guard !judged.contains(where: { $0 == nil }),
        let expected = judged.compactMap({ $0 }).max(by: { $0.rank < $1.rank }),
        let found = Explained(log.parts, interface)
      else { continue }
      let story = "seed \(seed), \(mutation)\n\(log.parts.map(\.text))\n\(text)"
      #expect(
        found.lines == expected.lines && found.isToEnd == expected.isToEnd,
        "\(found.lines) lines explained, \(expected) by the judge: \(story)")
      if mutation == .none { #expect(found.isToEnd, "\(story)") }
      let scanned = try #require(Explained(log.scanned, interface))
      #expect(
        scanned.lines == found.lines && scanned.isToEnd == found.isToEnd
          && scanned.repairs?.map(\.text) == found.repairs?.map(\.text), "scanned: \(story)")
      // A missing line with signals is no single change.
      let isKnown = mutation != .omitted || interface.heard.isEmpty
      check(found, log, isKnown && Explained(original, interface) != nil, story)
    }
  }

  /// A repaired log is explained as far as the repair claims; the actual change is among the repairs.
  private func check(
    _ found: Explained, _ log: RandomLog, _ isRepairable: Bool, _ text: String
  ) {
    guard !found.isToEnd, let repairs = found.repairs else { return }
    for repair in repairs {
      if case .inserted = repair.change { continue }
      guard let repaired = Explained(repair.lines, log.interface) else { continue }
      #expect(repaired.isToEnd == repair.isToEnd, "\(repair.text): \(text)")
      let isOmitted = repair.change == .omitted
      #expect(
        repaired.lines == (repair.explained?.number ?? 0) - (isOmitted ? 1 : 0),
        "\(repair.text): \(text)")
    }
    if isRepairable { #expect(repairs.first?.isToEnd ?? false, "no repair: \(text)") }
  }
}

/// The explained part of a log; nil if it is unknown.
private struct Explained {
  var lines = 0
  var isToEnd = false
  var repairs: [LogRepair]?

  init?(_ parts: [JSONPart], _ interface: Interface) {
    let lines = parts.enumerated().compactMap { number, part in
      try? LogLine(number: number + 1, part: part, interface)
    }
    guard lines.count == parts.count else { return nil }
    self.init(lines, interface)
  }

  init?(_ all: [LogLine], _ interface: Interface, skew: Int64? = nil) {
    var estimator = LogFollower(interface, skew: skew)
    defer { if skew != nil { lines = estimator.taken } }
    var window = LogWindow(estimator)
    for (index, line) in all.enumerated() {
      guard let failure = estimator.follow(line) else {
        window.append(line, estimator)
        lines += 1
        continue
      }
      guard case .differs = failure.kind else { return nil }
      repairs = window.repairs(failing: line, Array(all[index...]), isWhole: true)
      return
    }
    guard let failure = estimator.end() else {
      isToEnd = true
      return
    }
    guard case .differs = failure.kind else { return nil }
    repairs = window.repairs(failing: nil, [], isWhole: true)
  }
}

extension RandomLog {
  /// The lines as read from bytes, by the fast path where possible.
  fileprivate var scanned: [LogLine] {
    let scanner = LineScanner(interface, .line)
    return parts.enumerated().compactMap { number, part in
      let bytes = Array(part.text.utf8)
      return scanner.flatMap { LogLine(number: number + 1, bytes: bytes[...], $0, settled: .line) }
        ?? (try? LogLine(number: number + 1, part: JSONText.read(bytes), interface))
    }
  }

  /// The lines as they are read.
  fileprivate var timed: [LogLine] {
    zip(lines, parts).enumerated().compactMap { number, line in
      var read = try? LogLine(number: number + 1, part: line.1, interface)
      read?.time = Int64(line.0.time)
      read?.process = line.0.process
      return read
    }
  }
}
