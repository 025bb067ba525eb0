import SpecLanguage

/// Makes the plan of a machine.
struct PlanBuilder {
  typealias Wire = Circuit.Wire

  /// What may be spent.
  struct Budget: Sendable {
    /// Gates of one event instance or property; beyond, it runs by the reference evaluator.
    var gates = 20_000
    /// Gates in all.
    var totalGates = 1_000_000
    var tables = Tabulation.Budget.default
    static let `default` = Budget()
  }

  let machine: Machine
  let layout: StateLayout
  let budget: Budget
  let properties: Set<Int>
  var tabulation: Tabulation

  private(set) var expansion = Program(
    Circuit(maximumGates: 2), wordCount: 0, parents: [0], demands: [])
  private(set) var checking = Program(
    Circuit(maximumGates: 2), wordCount: 0, parents: [0], demands: [])
  private(set) var instances: [Plan.Instance] = []
  private(set) var causes: [Plan.Cause] = []
  private(set) var opaqueInstances: [Plan.Opaque] = []
  private(set) var opaqueProperties: [Plan.Opaque] = []
  private(set) var alive: Int32?
  private(set) var terminal: Int32?
  private(set) var outcomes: [Plan.Outcome] = []
  private(set) var outcomeRules: [(event: Int, rule: Int?)] = []
  private(set) var changes: [Plan.Change] = []
  private(set) var matches: [Plan.Match] = []
  private(set) var watches: [Plan.Watch] = []
  private(set) var checks: [Plan.Check] = []
  private(set) var affected: [[UInt64]] = []

  /// What the plan was made from, for those who ask.
  fileprivate var finished:
    (drafts: [Draft], checks: [CheckDraft], reactions: [(instance: Int, SymbolicReaction)]) = (
      [], [], []
    )

  /// A reaction with the wires that are computed for it.
  fileprivate struct Draft {
    var instance: Int
    var gate: Wire
    var outcomes: [OutcomeDraft]
    var suspicions: [(cause: Int, wire: Wire)]
  }

  fileprivate struct OutcomeDraft {
    var rule: Int?
    var happens: Wire
    var terms: [[ChangeTerm]]
    var changes: [(word: Int, wire: Wire)] = []
    var matches: [(property: Int, wire: Wire)]
    var writtenFields: Set<Int>
  }

  fileprivate struct CheckDraft {
    var kind: Plan.Check.Kind
    var original: Wire
    var wire: Wire
  }

  /// Plans all events, and the properties that are to be checked.
  static func plan(_ machine: Machine, properties: Set<Int>, budget: Budget = .default) -> Plan {
    Plan(built(machine, properties, budget))
  }

  private static func built(
    _ machine: Machine, _ properties: Set<Int>, _ budget: Budget
  ) -> PlanBuilder {
    let spec = machine.spec
    let transitions = spec.properties.indices.filter { index in
      if case .transition = spec.properties[index].kind {
        properties.contains(index)
      } else {
        false
      }
    }
    var symbolic = SymbolicMachine(
      machine, transitions: transitions, maximumGates: budget.gates)
    var reactions: [(instance: Int, SymbolicReaction)] = []
    var opaque: [Plan.Opaque] = []
    for (index, instance) in machine.instances.enumerated() {
      if symbolic.circuit.gates.count > budget.totalGates {
        opaque.append(.init(index: index, reason: "more than \(budget.totalGates) gates in all"))
        continue
      }
      switch symbolic.react(to: instance, maximumGates: budget.gates) {
      case .success(let reaction): reactions.append((index, reaction))
      case .failure(let failure): opaque.append(.init(index: index, reason: failure.reason))
      }
    }
    var builder = PlanBuilder(machine, properties, budget)
    builder.opaqueInstances = opaque
    builder.build(&symbolic, reactions)
    return builder
  }

  private init(_ machine: Machine, _ properties: Set<Int>, _ budget: Budget) {
    self.properties = properties
    self.machine = machine
    self.budget = budget
    layout = machine.layout
    tabulation = Tabulation(Circuit(maximumGates: 2), budget: budget.tables)
  }

  private mutating func build(
    _ symbolic: inout SymbolicMachine, _ reactions: [(instance: Int, SymbolicReaction)]
  ) {
    let checkDrafts = draftChecks(&symbolic)
    let terminals = draftTerminals(&symbolic)
    tabulation = Tabulation(symbolic.circuit, budget: budget.tables)
    clusterFields(reactions)
    var drafts = reactions.map { draft($0.instance, $0.1) }
    shareTerms(&drafts)
    schedule(drafts, terminals)
    scheduleChecks(checkDrafts, drafts)
    finished = (drafts, checkDrafts, reactions)
  }

  // MARK: Reactions

  /// Fields that a write reads and writes belong together.
  private mutating func clusterFields(_ reactions: [(instance: Int, SymbolicReaction)]) {
    var groups: [[Int]: Int] = [:]
    for (_, reaction) in reactions {
      for write in reaction.outcomes.flatMap(\.writes) {
        guard let new = tabulation.support(write.new), let old = tabulation.support(write.old)
        else { continue }
        let fields = Tabulation.union(new, old)
        if fields.count > 1 { groups[fields, default: 0] += 1 }
      }
    }
    let ordered = groups.sorted {
      ($1.value, $0.key.count, $0.key[0]) < ($0.value, $1.key.count, $1.key[0])
    }
    tabulation.cluster(ordered.map(\.key))
  }

  private mutating func draft(_ instance: Int, _ reaction: SymbolicReaction) -> Draft {
    Draft(
      instance: instance, gate: tabulation.tabulated(reaction.canHappen),
      outcomes: reaction.outcomes.compactMap { outcome in
        let happens = tabulation.tabulated(outcome.happens)
        if happens == Circuit.falsity { return nil }
        return OutcomeDraft(
          rule: outcome.rule, happens: happens,
          terms: (0..<layout.wordCount).map { tabulation.terms(outcome.writes, word: $0) },
          matches: outcome.matches.compactMap { match in
            let wire = tabulation.tabulated(match.matches)
            return wire == Circuit.falsity ? nil : (match.property, wire)
          },
          writtenFields: Set(outcome.writes.map { fieldNumber($0.old) }))
      },
      suspicions: reaction.suspicions.compactMap { suspicion in
        let wire = tabulation.tabulated(suspicion.happens)
        return wire == Circuit.falsity ? nil : (number(of: suspicion.cause), wire)
      })
  }

  private func fieldNumber(_ wire: Wire) -> Int { Int(tabulation.circuit.gates[Int(wire)].a) }

  private mutating func number(of cause: Plan.Cause) -> Int {
    if let known = causes.firstIndex(of: cause) { return known }
    causes.append(cause)
    return causes.count - 1
  }

  /// Gives each outcome its changes, and lets outcomes that change almost the same share the common
  /// part: each then xors in only what sets it apart.
  private mutating func shareTerms(_ drafts: inout [Draft]) {
    for word in 0..<layout.wordCount {
      var families: [ChangeFamily] = []
      for (index, draft) in drafts.enumerated() {
        for (place, outcome) in draft.outcomes.enumerated() where !outcome.terms[word].isEmpty {
          let member = ChangeFamily.Member(
            draft: index, outcome: place, terms: outcome.terms[word])
          let event = machine.instances[draft.instance].event
          let best = families.indices.filter { families[$0].event == event }
            .max { families[$0].common(with: member) < families[$1].common(with: member) }
          if let best, families[best].accepts(member) {
            families[best].members.append(member)
          } else {
            families.append(ChangeFamily(event: event, members: [member]))
          }
        }
      }
      for family in families {
        for (member, wire) in family.wires(&tabulation) {
          drafts[member.draft].outcomes[member.outcome].changes.append((word, wire))
        }
      }
    }
  }

  private mutating func schedule(_ drafts: [Draft], _ terminals: Wire) {
    var parents = [0]
    var demands: [(wire: Wire, block: Int)] = []
    var anyAlive = Circuit.falsity
    var placed: [(block: Int, outcomes: [Int])] = []
    for draft in drafts {
      anyAlive = tabulation.circuit.or(anyAlive, draft.gate)
      if draft.gate != Circuit.truth { demands.append((draft.gate, 0)) }
      let block = parents.count
      parents.append(0)
      demands += draft.suspicions.map { ($0.wire, block) }
      var outcomeBlocks: [Int] = []
      for outcome in draft.outcomes {
        var own = block
        if outcome.happens != draft.gate, outcome.happens != Circuit.truth {
          demands.append((outcome.happens, block))
          own = parents.count
          parents.append(block)
        }
        demands += outcome.changes.map { ($0.wire, own) }
        demands += outcome.matches.map { ($0.wire, own) }
        outcomeBlocks.append(own)
      }
      placed.append((block, outcomeBlocks))
    }
    if anyAlive != Circuit.truth {
      demands.append((anyAlive, 0))
      demands.append((terminals, 0))
    }
    expansion = Program(
      tabulation.circuit, wordCount: layout.wordCount, parents: parents, demands: demands)
    if anyAlive != Circuit.truth {
      alive = expansion.register(anyAlive)
      terminal = terminals == Circuit.falsity ? nil : expansion.register(terminals)
    }
    for (draft, (block, outcomeBlocks)) in zip(drafts, placed) {
      instances.append(instance(draft, block, outcomeBlocks))
    }
  }

  private mutating func instance(
    _ draft: Draft, _ block: Int, _ outcomeBlocks: [Int]
  ) -> Plan.Instance {
    let event = machine.instances[draft.instance].event
    let firstOutcome = outcomes.count
    let firstWatch = watches.count
    for (outcome, own) in zip(draft.outcomes, outcomeBlocks) {
      let (firstChange, firstMatch) = (changes.count, matches.count)
      changes += outcome.changes.map { .init(word: $0.word, register: expansion.register($0.wire)) }
      matches += outcome.matches.map { match in
        let isAlways = match.wire == outcome.happens || match.wire == Circuit.truth
        return .init(
          property: match.property, register: isAlways ? -1 : expansion.register(match.wire))
      }
      outcomes.append(
        Plan.Outcome(
          block: own, happens: own == block ? -1 : expansion.register(outcome.happens),
          changes: .init(first: firstChange, count: outcome.changes.count),
          change: outcome.changes.isEmpty ? -1 : changes[firstChange].register,
          matches: .init(first: firstMatch, count: outcome.matches.count),
          number: outcomes.count))
      outcomeRules.append((event, outcome.rule))
    }
    watches += draft.suspicions.map {
      .init(cause: $0.cause, register: expansion.register($0.wire))
    }
    return Plan.Instance(
      instance: draft.instance, event: event, block: block,
      gate: draft.gate == Circuit.truth ? -1 : expansion.register(draft.gate),
      outcomes: .init(first: firstOutcome, count: draft.outcomes.count),
      watches: .init(first: firstWatch, count: draft.suspicions.count))
  }

  // MARK: Properties of single states

  private mutating func draftChecks(
    _ symbolic: inout SymbolicMachine
  ) -> [CheckDraft] {
    var drafts: [CheckDraft] = []
    for index in properties.sorted() {
      let property = machine.spec.properties[index]
      let isGoal: Bool
      switch property.kind {
      case .invariant: isGoal = false
      case .reachable: isGoal = true
      case .transition, .possible, .eventually: continue
      }
      symbolic.evaluator.circuit.allow(budget.gates)
      switch symbolic.property(property.body) {
      case .failure(let failure):
        opaqueProperties.append(.init(index: index, reason: failure.reason))
      case .success(let (holds, faults)):
        var faulted = Circuit.falsity
        for fault in faults {
          faulted = symbolic.evaluator.circuit.or(faulted, fault.happens)
          drafts.append(
            CheckDraft(
              kind: .fault(property: index, fault.range), original: fault.happens,
              wire: fault.happens))
        }
        let isSound = symbolic.evaluator.circuit.not(faulted)
        if isGoal {
          let reached = symbolic.evaluator.circuit.and(isSound, holds)
          drafts.append(CheckDraft(kind: .goal(index), original: reached, wire: reached))
        } else {
          for part in conjuncts(holds, symbolic.circuit) {
            let fails = symbolic.evaluator.circuit.not(part)
            let bad = symbolic.evaluator.circuit.and(isSound, fails)
            drafts.append(CheckDraft(kind: .invariant(index), original: bad, wire: bad))
          }
        }
      }
    }
    return drafts
  }

  /// The parts of a conjunction, which can be checked one by one.
  private func conjuncts(_ wire: Wire, _ circuit: Circuit) -> [Wire] {
    var parts: [Wire] = []
    var stack = [wire]
    while let next = stack.popLast() {
      let gate = circuit.gates[Int(next)]
      if gate.operation == .and {
        stack += [gate.a, gate.b]
      } else if gate.operation == .not, circuit.gates[Int(gate.a)].operation == .or {
        // None of several: not one, and not the other.
        let inner = circuit.gates[Int(gate.a)]
        guard let first = negation(inner.a, circuit), let second = negation(inner.b, circuit)
        else {
          parts.append(next)
          continue
        }
        stack += [first, second]
      } else {
        parts.append(next)
      }
    }
    return Set(parts).sorted()
  }

  private func negation(_ wire: Wire, _ circuit: Circuit) -> Wire? {
    let gate = circuit.gates[Int(wire)]
    return gate.operation == .not ? gate.a : nil
  }

  private mutating func draftTerminals(_ symbolic: inout SymbolicMachine) -> Wire {
    var result = Circuit.falsity
    for root in machine.spec.terminals {
      symbolic.evaluator.circuit.allow(budget.gates)
      guard case .success(let (holds, faults)) = symbolic.property(root), faults.isEmpty else {
        return result
      }
      result = symbolic.evaluator.circuit.or(result, holds)
    }
    return result
  }

  private mutating func scheduleChecks(_ drafts: [CheckDraft], _ reactions: [Draft]) {
    var tabulated = drafts
    for index in tabulated.indices {
      tabulated[index].wire = tabulation.tabulated(drafts[index].wire)
    }
    tabulated.removeAll { $0.wire == Circuit.falsity }
    let parents = [0] + tabulated.map { _ in 0 }
    checking = Program(
      tabulation.circuit, wordCount: layout.wordCount, parents: parents,
      demands: tabulated.enumerated().map { ($1.wire, $0 + 1) })
    checks = tabulated.enumerated().map { index, draft in
      Plan.Check(kind: draft.kind, register: checking.register(draft.wire), block: index + 1)
    }
    let fields = tabulated.map { allFields($0.original) }
    let all = Array(repeating: ~UInt64(0), count: (checks.count + 63) / 64)
    for outcome in reactions.flatMap(\.outcomes) {
      var bits = Array(repeating: UInt64(0), count: all.count)
      for (check, read) in fields.enumerated() where !read.isDisjoint(with: outcome.writtenFields) {
        bits[check / 64] |= 1 << UInt64(check % 64)
      }
      affected.append(bits)
    }
    affected.append(all)
  }

  /// All fields that a wire depends on.
  func allFields(_ wire: Wire) -> Set<Int> {
    var seen: Set<Wire> = []
    var fields: Set<Int> = []
    var stack = [wire]
    while let next = stack.popLast() {
      guard seen.insert(next).inserted else { continue }
      let gate = tabulation.circuit.gates[Int(next)]
      if gate.operation == .field { fields.insert(Int(gate.a)) }
      gate.forEachOperand { stack.append($0) }
    }
    return fields
  }
}

// MARK: - Explaining

extension PlanBuilder {
  /// Plans a machine and tells how.
  static func explain(_ machine: Machine, properties: Set<Int>) -> EngineExplanation {
    built(machine, properties, .default).explanation()
  }

  private func explanation() -> EngineExplanation {
    var explanation = EngineExplanation()
    explanation.stateBits = layout.bitCount
    explanation.stateWords = layout.wordCount
    explanation.keyBits = budget.tables.keyBits
    explanation.tables = tabulation.tables.count
    explanation.tableBytes = tabulation.tables.byteCount
    for (index, block) in expansion.blocks.enumerated() {
      if index == 0 {
        explanation.sharedOperations = block.instructions.count
      } else {
        explanation.ownOperations += block.instructions.count
      }
    }
    var explainer = PlanExplainer(machine: machine, tabulation: tabulation)
    for (event, declared) in machine.spec.events.enumerated() {
      explanation.events.append(part(of: event, declared.name, &explainer))
    }
    for index in properties.sorted() {
      if let part = part(ofProperty: index, &explainer) { explanation.properties.append(part) }
    }
    return explanation
  }

  private func part(
    of event: Int, _ name: String, _ explainer: inout PlanExplainer
  ) -> EngineExplanation.Part {
    let drafts = finished.drafts.filter { machine.instances[$0.instance].event == event }
    let reactions = finished.reactions.filter { machine.instances[$0.instance].event == event }
      .map(\.1)
    let writes = reactions.flatMap { $0.outcomes.flatMap(\.writes) }
    let decisions = reactions.flatMap { [$0.canHappen] + $0.outcomes.map(\.happens) }
    var part = explainer.part(
      name,
      originals: writes.map(\.new) + decisions + reactions.flatMap(\.suspicions).map(\.happens),
      planned: drafts.flatMap { draft in
        [draft.gate] + draft.suspicions.map(\.wire)
          + draft.outcomes.flatMap { [$0.happens] + $0.changes.map(\.wire) }
      })
    part.instances = machine.instances.count { $0.event == event }
    part.bitsWritten = explainer.bits(Set(writes.map(\.field)))
    part.computed = explainer.computed(writes, decisions)
    part.unplanned = Self.counted(
      opaqueInstances.filter { machine.instances[$0.index].event == event })
    return part
  }

  private func part(
    ofProperty index: Int, _ explainer: inout PlanExplainer
  ) -> EngineExplanation.Part? {
    let property = machine.spec.properties[index]
    switch property.kind {
    case .invariant, .reachable: break
    case .transition, .possible, .eventually: return nil
    }
    let drafts = finished.checks.filter { $0.kind.property == index }
    let originals = drafts.map(\.original)
    var tabulation = tabulation
    let planned = originals.map { tabulation.tabulated($0) }
    explainer.tabulation = tabulation
    var part = explainer.part(property.name, originals: originals, planned: planned)
    part.computed = explainer.computed([], originals)
    part.unplanned = Self.counted(opaqueProperties.filter { $0.index == index })
    return part
  }

  private static func counted(_ opaque: [Plan.Opaque]) -> [(reason: String, count: Int)] {
    var counts: [String: Int] = [:]
    for item in opaque { counts[item.reason, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

extension Plan.Check.Kind {
  /// The property that is checked.
  var property: Int {
    switch self {
    case .invariant(let property), .goal(let property), .fault(let property, _): property
    }
  }
}
