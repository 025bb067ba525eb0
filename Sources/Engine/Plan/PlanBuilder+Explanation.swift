import Semantics

/// The data for `--explain engine`, from the builder's `finished`.
extension PlanBuilder {
  /// Plans a machine and explains the plan.
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
    for index in properties.sorted() where !machine.spec.properties[index].isImplied {
      if let part = part(ofProperty: index, &explainer) { explanation.properties.append(part) }
    }
    return explanation
  }

  /// The computation of an event, for all its instances together.
  private func part(
    of event: Int, _ name: String, _ explainer: inout PlanExplainer
  ) -> EngineExplanation.Part {
    let drafts = finished.drafts.filter { machine.instances[$0.instance].event == event }
    let reactions = finished.reactions.filter { machine.instances[$0.instance].event == event }
      .map(\.1)
    let writes = reactions.flatMap { $0.outcomes.flatMap(\.writes) }
    let decisions = reactions.flatMap { [$0.canHappen] + $0.outcomes.map(\.happens) }
    var planned: [Wire] = []
    for draft in drafts {
      planned += [draft.gate] + draft.suspicions.map(\.wire) + draft.orders.map(\.wire)
      for outcome in draft.outcomes { planned += [outcome.happens] + outcome.changes.map(\.wire) }
    }
    var part = explainer.part(
      name,
      originals: writes.map(\.new) + decisions + reactions.flatMap(\.suspicions).map(\.happens),
      planned: planned)
    part.instances = machine.instances.count { $0.event == event }
    part.bitsWritten = explainer.bits(Set(writes.map(\.field)))
    part.computed = explainer.computed(writes, decisions)
    part.byReference = Self.counted(
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
    let drafts = finished.checks.filter { $0.finding.property == index }
    let originals = drafts.map(\.happens)
    var tabulation = tabulation
    let planned = originals.map { tabulation.tabulated($0) }
    explainer.tabulation = tabulation
    var part = explainer.part(property.name, originals: originals, planned: planned)
    part.computed = explainer.computed([], originals)
    part.byReference = Self.counted(opaqueProperties.filter { $0.index == index })
    return part
  }

  /// The distinct reasons, each with its number of instances or properties, sorted by text.
  private static func counted(_ opaque: [Plan.Opaque]) -> [EngineExplanation.ByReference] {
    var counts: [String: Int] = [:]
    for item in opaque { counts[item.reason, default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { .init(reason: $0.key, instances: $0.value) }
  }
}
