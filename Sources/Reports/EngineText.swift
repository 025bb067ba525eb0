import Semantics

/// Renders an explanation of how the engine computes a world, for `--explain engine`.
struct EngineText {
  let style: TextStyle

  func render(_ engine: EngineExplanation) -> [String] {
    var lines = [
      "",
      "    " + style.bold("engine:") + " a state is \(Wording.count(engine.stateBits, "bit")) in "
        + Wording.count(engine.stateWords, "word"),
      "      \(Wording.count(engine.tables, "table")), \(Wording.bytes(engine.tableBytes)), "
        + "with keys of up to \(Wording.count(engine.keyBits, "bit"))",
      "      \(Wording.count(engine.sharedOperations, "operation")) once a state, "
        + "\(Wording.number(engine.ownOperations)) where their event can happen",
    ]
    for event in engine.events { lines += part(event, "event", stateBits: engine.stateBits) }
    for property in engine.properties {
      lines += part(property, "property", stateBits: engine.stateBits)
    }
    return lines + (engine.diagrams.map { ["      " + text($0)] } ?? [])
  }

  private func text(_ diagrams: EngineExplanation.Diagrams) -> String {
    guard let levels = diagrams.levels, let values = diagrams.values,
      let relations = diagrams.relations, let nodes = diagrams.nodes
    else { return "no diagrams: \(diagrams.obstacle ?? "")" }
    return
      "diagrams of \(Wording.count(levels, "level")) with up to \(Wording.count(values, "value")), "
      + "by \(Wording.count(relations, "relation")) of \(Wording.count(nodes, "node"))"
  }

  private func part(
    _ part: EngineExplanation.Part, _ kind: String, stateBits: Int
  ) -> [String] {
    var head = "      \(kind) \(part.name)"
    if kind == "event" { head += ", \(Wording.count(part.instances, "instance"))" }
    var lines = [head + ": reads \(Wording.count(part.bitsRead, "bit"))"]
    if kind == "event" { lines[0] += ", writes \(Wording.number(part.bitsWritten))" }
    let tables =
      part.tables == 0
      ? "nothing is looked up"
      : "\(Wording.count(part.tables, "table")) of \(Wording.bytes(part.tableBytes))"
    lines.append("        \(tables), \(Wording.count(part.operations, "operation"))")
    for computed in part.computed {
      lines.append(
        "        \(computed.what) is split or computed: it depends on "
          + Wording.count(computed.bits, "bit"))
    }
    for left in part.byReference {
      let who = kind == "event" ? Wording.count(left.instances, "instance") : "it"
      lines.append(
        "        \(who) by the reference evaluator, which is slow: \(left.reason)")
    }
    return lines
  }
}
