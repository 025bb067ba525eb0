import Basics
import Semantics

/// Makes the walking plan of a machine.
///
/// Wires come from `SymbolicMachine`, as for a search. Each question about a state gets a bit in a word, and
/// `Tabulation.maskWord` looks up many bits at once. Each outcome gets its own block for its changes, which only the
/// rows that chose it run.
struct WalkPlanBuilder {
  typealias Wire = Circuit.Wire

  let machine: Machine
  var tabulation: Tabulation
  private(set) var findings: [Finding] = []
  private(set) var aliveBits: [UInt64] = []
  private(set) var words: [Int32] = []
  private(set) var firstEventBit = 0
  private(set) var events: [WalkPlan.Choices] = []
  private(set) var groups: [WalkPlan.Group] = []
  private(set) var outcomes: [WalkPlan.Outcome] = []
  private(set) var changes: [Plan.Change] = []
  private(set) var program = Program(
    Circuit(maximumGates: 2), wordCount: 0, parents: [0], demands: [])
  let opaqueProperties: [Int]
  let runs: [RunQuestion]
  private(set) var runGroups: [WalkPlan.RunGroup] = []

  /// For each word of bits, the wires that set its bits.
  private var bits: [[Tabulation.MaskBit]] = []
  /// The first free bit.
  private var bitCount = 0

  /// An outcome while the plan is made.
  private struct Draft {
    var instance: Int
    var outcome: SymbolicReaction.Outcome
  }

  /// Plans a machine; nil if the plan would be incomplete, and then the reference evaluator does all walks.
  static func plan(
    _ machine: Machine, properties: Set<Int>, runs: [RunQuestion] = [],
    budget: PlanBuilder.Budget = .default
  ) -> WalkPlan? {
    let maximum = WalkPlan.maximumChoices
    guard machine.spec.events.count <= maximum,
      machine.spec.events.allSatisfy({ $0.rules.count <= maximum })
    else { return nil }
    var symbolic = SymbolicMachine(
      machine, transitions: machine.spec.transitions(among: properties))
    symbolic.evaluator.ordersChoices = true
    let (reactions, opaque) = symbolic.reactions(
      to: machine.instances, within: budget)
    guard opaque.isEmpty else { return nil }
    let (checks, opaqueProperties) = symbolic.checks(of: properties, within: budget)
    let runWires = runs.map { run in
      try? symbolic.run(machine.spec.properties[run.property], run.arguments, within: budget)
        .get().conditions
    }
    var builder = WalkPlanBuilder(
      machine: machine, tabulation: Tabulation(symbolic.circuit, budget: budget.tables),
      opaqueProperties: opaqueProperties.map(\.index), runs: runs)
    builder.build(reactions, checks, runWires)
    Deadline.note(nil)
    return WalkPlan(builder)
  }

  private init(
    machine: Machine, tabulation: Tabulation, opaqueProperties: [Int], runs: [RunQuestion]
  ) {
    self.runs = runs
    self.machine = machine
    self.tabulation = tabulation
    self.opaqueProperties = opaqueProperties
  }

  private mutating func build(
    _ reactions: [(instance: Int, SymbolicReaction)], _ checks: [StateCheck],
    _ runWires: [RunConditions<Wire>?]
  ) {
    tabulation.cluster(writesOf: reactions.map(\.1))
    placeFindings(reactions.map(\.1), checks)
    var byEvent: [[Draft]] = machine.spec.events.map { _ in [] }
    for (instance, reaction) in reactions {
      byEvent[machine.instances[instance].event] += reaction.outcomes
        .filter { $0.happens != Circuit.falsity }
        .map { Draft(instance: instance, outcome: $0) }
    }
    firstEventBit = reserve(byEvent.count)
    var drafts: [Draft] = []
    for (event, all) in byEvent.enumerated() { place(all, of: event, &drafts) }
    placeRuns(runWires)
    schedule(drafts)
  }

  // MARK: Bits

  /// Reserves adjacent bits, in one word if they fit.
  ///
  /// - Returns: the first of them.
  private mutating func reserve(_ count: Int) -> Int {
    if bitCount % 64 + count > 64 { bitCount = (bitCount + 63) / 64 * 64 }
    defer { bitCount += count }
    return bitCount
  }

  /// Sets a bit where a wire is true, in addition to its other wires.
  private mutating func set(_ bit: Int, where wire: Wire) {
    while bits.count <= bit / 64 { bits.append([]) }
    bits[bit / 64].append(.init(wire: wire, place: bit % 64))
  }

  /// Assigns a bit to each possible finding, for all events or parts of a property that show it.
  private mutating func placeFindings(_ reactions: [SymbolicReaction], _ checks: [StateCheck]) {
    var places: [Finding: Int] = [:]
    var wires: [[Wire]] = []
    func add(_ finding: Finding, _ wire: Wire) {
      if wire == Circuit.falsity { return }
      let place = places[finding] ?? wires.count
      if place == wires.count {
        places[finding] = place
        wires.append([])
        findings.append(finding)
      }
      wires[place].append(wire)
    }
    for suspicion in reactions.flatMap(\.suspicions) {
      add(suspicion.finding, suspicion.happens)
    }
    for check in checks { add(check.finding, check.happens) }
    _ = reserve(findings.count)
    aliveBits = Array(repeating: 0, count: (findings.count + 63) / 64)
    for (place, finding) in findings.enumerated() {
      for wire in wires[place] { set(place, where: wire) }
      // In the states of the finding, an event is enabled, even if it faults.
      if finding.kind.subject == .event { aliveBits[place / 64] |= 1 << UInt64(place % 64) }
    }
  }

  /// Assigns bits to the questions about runs, 64 of them adjacent to each other.
  ///
  /// - Parameter found: the wires of each question; nil if it has none.
  private mutating func placeRuns(_ found: [RunConditions<Wire>?]) {
    let planned = found.indices.filter { found[$0] != nil }
    let opaque = found.indices.filter { found[$0] == nil }
    for first in stride(from: 0, to: planned.count, by: 64) {
      let members = Array(planned[first..<min(first + 64, planned.count)])
      let count = members.count
      let bits = RunConditions(
        begins: reserve(count), isOpen: reserve(count), premiseFaults: reserve(count),
        bodyFaults: reserve(count))
      for (place, wires) in members.compactMap({ found[$0] }).enumerated() {
        for (first, wire) in zip(bits.all, wires.all) { set(first + place, where: wire) }
      }
      runGroups.append(.init(runs: members, bits: bits))
    }
    for first in stride(from: 0, to: opaque.count, by: 64) {
      runGroups.append(
        .init(runs: Array(opaque[first..<min(first + 64, opaque.count)]), bits: nil))
    }
  }

  /// Gives the outcomes of an event their bits, rule by rule.
  private mutating func place(_ all: [Draft], of event: Int, _ drafts: inout [Draft]) {
    for draft in all { set(firstEventBit + event, where: draft.outcome.happens) }
    let rules = machine.spec.events[event].rules
    let kinds: [Int?] = rules.isEmpty ? [nil] : rules.indices.map { $0 }
    let firstGroup = groups.count
    let firstGroupBit = kinds.count > 1 ? reserve(kinds.count) : 0
    for (number, kind) in kinds.enumerated() {
      let members = all.filter { $0.outcome.rule == kind }
      let isAlways = members.allSatisfy { $0.outcome.happens == Circuit.truth }
      let firstBit = isAlways ? 0 : reserve(members.count)
      for (place, draft) in members.enumerated() where !isAlways {
        set(firstBit + place, where: draft.outcome.happens)
      }
      if kinds.count > 1 {
        for draft in members { set(firstGroupBit + number, where: draft.outcome.happens) }
      }
      groups.append(
        .init(
          firstBit: firstBit, outcomes: .init(first: drafts.count, count: members.count),
          isAlwaysPossible: isAlways && !members.isEmpty))
      drafts += members
    }
    events.append(
      .init(
        groups: .init(first: firstGroup, count: kinds.count), firstBit: firstGroupBit))
  }

  // MARK: Program

  /// Makes the program: the words of bits in block 0, and the changes of each outcome in a block of
  /// its own.
  private mutating func schedule(_ drafts: [Draft]) {
    while bits.count < max(1, (bitCount + 63) / 64) { bits.append([]) }
    let top = bits.map { tabulation.maskWord($0) }
    let layout = machine.layout
    let steps = drafts.map { draft in
      let ofWords = tabulation.terms(draft.outcome.writes, words: layout.wordCount)
      return ofWords.enumerated().compactMap { word, terms -> (word: Int, wire: Wire)? in
        let wires = terms.map { tabulation.wire($0) }
        let change = wires.reduce(Circuit.falsity) { tabulation.circuit.xor($0, $1) }
        return change == Circuit.falsity ? nil : (word, change)
      }
    }
    program = Program(
      unshared: tabulation.circuit, wordCount: layout.wordCount, top: top,
      demands: steps.map { $0.map(\.wire) })
    words = top.map { program.register($0) }
    for (place, draft) in drafts.enumerated() {
      outcomes.append(
        .init(
          instance: draft.instance, rule: draft.outcome.rule,
          changes: .init(first: changes.count, count: steps[place].count)))
      changes += steps[place].map {
        .init(word: $0.word, register: program.register($0.wire, unshared: place))
      }
    }
  }
}
