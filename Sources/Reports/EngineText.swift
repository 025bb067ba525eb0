import Engine

/// Renders how the engine computes a world, for `--explain-engine`.
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
    return lines
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
    for (what, bits) in part.computed {
      lines.append(
        "        \(what) is split or computed: it depends on \(Wording.count(bits, "bit"))")
    }
    for (reason, count) in part.unplanned {
      let who = kind == "event" ? Wording.count(count, "instance") : "it"
      lines.append(
        "        \(who) by the reference evaluator, which is slow: \(reason)")
    }
    return lines
  }
}
