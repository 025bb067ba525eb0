import Basics
import Semantics

/// Makes the plan of a machine: `PlanBuilder.plan(machine, properties: …)`.
///
/// `SymbolicMachine` turns events and properties into wires; `Tabulation` replaces parts that depend on few bits by
/// look-ups; outcomes with similar changes share the common part (`ChangeFamily`); `Program` schedules everything. A
/// part that exceeds the budget, or cannot be expressed as wires, becomes opaque, with its reason. So a plan always
/// exists, and never differs from the spec.
///
/// If the thread's deadline ends in the meantime, the result must not be used.
package struct PlanBuilder {
  typealias Wire = Circuit.Wire

  /// The limits of planning.
  package struct Budget: Sendable {
    /// The gates of one event instance or property; beyond this limit, the reference evaluator runs it.
    package var gates = 20_000
    /// Gates in all.
    package var totalGates = 1_000_000
    /// The work for all of them.
    ///
    /// It is counted by `Circuit.work`, which is the same on every machine. With a limit in seconds, the same spec
    /// would run in different ways.
    package var totalWork = 1 << 25
    var tables = Tabulation.Budget.default
    static let `default` = Budget()

    package init() {}
  }

  /// The number of recent families with which outcomes are compared.
  ///
  /// Only the last ones: comparing each with all others takes quadratic time in the outcomes.
  private static let comparedFamilies = 64

  let machine: Machine
  let layout: StateLayout
  let budget: Budget
  let properties: Set<Int>
  var tabulation: Tabulation

  private(set) var expansion = Program(
    Circuit(maximumGates: 2), wordCount: 0, parents: [0], demands: [])
  var checking = Program(
    Circuit(maximumGates: 2), wordCount: 0, parents: [0], demands: [])
  private(set) var instances: [Plan.Instance] = []
  private(set) var findings: [Finding] = []
  private(set) var opaqueInstances: [Plan.Opaque] = []
  var opaqueProperties: [Plan.Opaque] = []
  private(set) var alive: Int32?
  private(set) var terminal: Int32?
  private(set) var outcomes: [Plan.Outcome] = []
  private(set) var outcomeRules: [(event: Int, rule: Int?)] = []
  private(set) var changes: [Plan.Change] = []
  private(set) var signals: [[Plan.Signal]] = []
  private(set) var matches: [Plan.Match] = []
  private(set) var watches: [Plan.ReferenceProbe] = []
  private(set) var orders: [Plan.Order] = []
  private(set) var loops: [SourceRange] = []
  var checks: [Plan.Check] = []
  var affected: [[UInt64]] = []
  private(set) var coverage: CoveragePlan?

  /// The data from which the plan was made, for explanations.
  var finished:
    (drafts: [Draft], checks: [StateCheck], reactions: [(instance: Int, SymbolicReaction)]) = (
      [], [], []
    )

  /// A reaction with the computed wires for it.
  struct Draft {
    var instance: Int
    var gate: Wire
    var outcomes: [OutcomeDraft]
    var suspicions: [(finding: Int, wire: Wire)]
    /// Loops whose order matters.
    var orders: [(loop: Int, wire: Wire)]
  }

  /// An outcome while the plan is made. `terms` has an array for each word; `changes` is derived from it, for the
  /// words that change; `writtenFields` are the circuit's numbers of fields.
  struct OutcomeDraft {
    var rule: Int?
    var happens: Wire
    var terms: [[ChangeTerm]]
    var changes: [(word: Int, wire: Wire)] = []
    var matches: [(property: Int, wire: Wire)]
    /// For each signal, whether it is sent, and the words of its arguments.
    var signals: [(signal: SymbolicReaction.Signal, wires: [Wire])] = []
    var writtenFields: Set<Int>
  }

  /// Plans all events, and the selected properties.
  ///
  /// - Parameter questions: the coverage questions; nil without coverage.
  static func plan(
    _ machine: Machine, properties: Set<Int>, budget: Budget = .default,
    questions: CoveragePoints? = nil
  ) -> Plan {
    Plan(built(machine, properties, budget, questions: questions))
  }

  /// Plans some event instances: their steps, the order of their outcomes, and their signals.
  ///
  /// - Parameter events: the events whose signals are included.
  static func steps(of machine: Machine, instances: Set<Int>, signalsOf events: Set<Int>) -> Plan {
    var symbolic = SymbolicMachine(machine, transitions: [])
    symbolic.evaluator.ordersChoices = true
    symbolic.signalledEvents = events
    let asked = instances.sorted()
    var (reactions, opaque) = symbolic.reactions(
      to: asked.map { machine.instances[$0] }, within: .default)
    for place in reactions.indices { reactions[place].instance = asked[reactions[place].instance] }
    for place in opaque.indices { opaque[place].index = asked[opaque[place].index] }
    var builder = PlanBuilder(machine, [], .default)
    builder.opaqueInstances = opaque
    builder.build(&symbolic, reactions)
    return Plan(builder)
  }

  /// It is separate from `plan` for callers that examine the intermediate results.
  static func built(
    _ machine: Machine, _ properties: Set<Int>, _ budget: Budget, questions: CoveragePoints? = nil
  ) -> PlanBuilder {
    var symbolic = SymbolicMachine(
      machine, transitions: machine.spec.countingSteps(among: properties))
    symbolic.evaluator.coverage = questions.map(CoverageRecords.init)
    let (reactions, opaque) = symbolic.reactions(
      to: machine.instances, within: budget)
    var builder = PlanBuilder(machine, properties, budget)
    builder.opaqueInstances = opaque
    builder.build(&symbolic, reactions)
    builder.noteCoverage(&symbolic)
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
    let (checks, opaque) = symbolic.checks(of: properties, within: budget)
    opaqueProperties = opaque
    let terminals = draftTerminals(&symbolic)
    Deadline.note("its tables")
    tabulation = Tabulation(symbolic.circuit, budget: budget.tables)
    tabulation.cluster(writesOf: reactions.map(\.1))
    var drafts = reactions.map { draft($0.instance, $0.1) }
    shareTerms(&drafts)
    schedule(drafts, terminals)
    scheduleChecks(checks, drafts)
    finished = (drafts, checks, reactions)
    Deadline.note(nil)
  }

  /// Collects the coverage records; conditions for coverage alone come after all others.
  private mutating func noteCoverage(_ symbolic: inout SymbolicMachine) {
    symbolic.cover(properties, within: budget)
    guard var records = symbolic.evaluator.coverage else { return }
    records.finish()
    coverage = CoveragePlan(records: records, circuit: symbolic.circuit)
  }

  // MARK: Reactions

  /// Outcomes and suspicions that tabulation shows to be false in all states are dropped.
  private mutating func draft(_ instance: Int, _ reaction: SymbolicReaction) -> Draft {
    Draft(
      instance: instance, gate: tabulation.tabulated(reaction.canHappen),
      outcomes: reaction.outcomes.compactMap { outcome in
        let happens = tabulation.tabulated(outcome.happens)
        if happens == Circuit.falsity { return nil }
        return OutcomeDraft(
          rule: outcome.rule, happens: happens,
          terms: tabulation.terms(outcome.writes, words: layout.wordCount),
          matches: outcome.matches.compactMap { match in
            let wire = tabulation.tabulated(match.matches)
            return wire == Circuit.falsity ? nil : (match.property, wire)
          },
          signals: outcome.signals.map { ($0, words(of: $0)) },
          writtenFields: Set(outcome.writes.map { fieldNumber($0.old) }))
      },
      suspicions: reaction.suspicions.compactMap { suspicion in
        let wire = tabulation.tabulated(suspicion.happens)
        return wire == Circuit.falsity ? nil : (number(of: suspicion.finding), wire)
      },
      orders: reaction.orders.compactMap { order in
        let wire = tabulation.tabulated(order.matters)
        return wire == Circuit.falsity ? nil : (number(of: order.loop), wire)
      })
  }

  /// Whether a signal is sent, and the words of its arguments.
  private mutating func words(of signal: SymbolicReaction.Signal) -> [Wire] {
    var words = Array(repeating: Circuit.falsity, count: signal.layout.wordCount)
    for (field, wire) in zip(signal.layout.nodes.flatMap(\.fields), signal.fields) {
      let moved = tabulation.circuit.shiftLeft(wire, field.shift)
      words[field.word] = tabulation.circuit.xor(words[field.word], moved)
    }
    return ([signal.isEmitted] + words).map { tabulation.tabulated($0) }
  }

  /// The index of a field in the circuit, by the wire that reads it.
  private func fieldNumber(_ wire: Wire) -> Int { Int(tabulation.circuit.gates[Int(wire)].a) }

  /// The index of a finding, which many instances of an event share.
  private mutating func number(of finding: Finding) -> Int {
    if let known = findings.firstIndex(of: finding) { return known }
    findings.append(finding)
    return findings.count - 1
  }

  private mutating func number(of loop: SourceRange) -> Int {
    if let known = loops.firstIndex(of: loop) { return known }
    loops.append(loop)
    return loops.count - 1
  }

  /// Sets the changes of each outcome, and lets outcomes with similar changes share the common part: each then xors
  /// only its difference.
  private mutating func shareTerms(_ drafts: inout [Draft]) {
    for word in 0..<layout.wordCount {
      var families: [ChangeFamily] = []
      for (index, draft) in drafts.enumerated() {
        for (place, outcome) in draft.outcomes.enumerated() where !outcome.terms[word].isEmpty {
          let member = ChangeFamily.Member(
            draft: index, outcome: place, terms: outcome.terms[word])
          let event = machine.instances[draft.instance].event
          let best = families.indices.suffix(Self.comparedFamilies)
            .filter { families[$0].event == event }
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

  /// Makes the program that expands states. Gates of events are computed for all states, in block 0. Each instance
  /// has a block below it, and each outcome that does not always happen a block below that.
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
      demands += draft.orders.map { ($0.wire, block) }
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
        demands += outcome.signals.flatMap { $0.wires.map { ($0, own) } }
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

  /// Stores an instance with its outcomes, watches and changes, after the registers are known.
  private mutating func instance(
    _ draft: Draft, _ block: Int, _ outcomeBlocks: [Int]
  ) -> Plan.Instance {
    let event = machine.instances[draft.instance].event
    let firstOutcome = outcomes.count
    let (firstWatch, firstOrder) = (watches.count, orders.count)
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
      signals.append(
        outcome.signals.map { signal, wires in
          Plan.Signal(
            signal: signal.signal, layout: signal.layout,
            registers: wires.map { expansion.register($0) })
        })
    }
    watches += draft.suspicions.map {
      .init(finding: $0.finding, register: expansion.register($0.wire))
    }
    orders += draft.orders.map { .init(loop: $0.loop, register: expansion.register($0.wire)) }
    return Plan.Instance(
      instance: draft.instance, event: event, block: block,
      gate: draft.gate == Circuit.truth ? -1 : expansion.register(draft.gate),
      outcomes: .init(first: firstOutcome, count: draft.outcomes.count),
      watches: .init(first: firstWatch, count: draft.suspicions.count),
      orders: .init(first: firstOrder, count: draft.orders.count))
  }
}

extension Circuit {
  /// The reason why planning must stop; nil if it may continue.
  func excess(over budget: PlanBuilder.Budget) -> String? {
    if gates.count > budget.totalGates { return "more than \(budget.totalGates) gates in all" }
    let isOver = work > budget.totalWork || Deadline.isOver
    return isOver ? "all gates together take too long to find" : nil
  }
}
