import Semantics

extension EngineExplanation {
  /// Plans a machine for those properties and explains the plan.
  ///
  /// It makes a new plan, which takes as long as in a check. Only invariants and `reachable` are reported as
  /// properties: a `transition` is counted with the events, and the others have no plan.
  ///
  /// - Parameters:
  ///   - starts: the starts of the machine.
  ///   - properties: by their indices; nil for all.
  package static func explain(
    _ machine: Machine, starts: [[Value]], properties: Set<Int>?
  ) -> EngineExplanation {
    let all = Set(machine.spec.properties.indices)
    let chosen = properties.map(all.intersection) ?? all
    var explanation = PlanBuilder.explain(machine, properties: chosen)
    explanation.diagrams = DiagramModel.explain(machine, starts: starts, properties: chosen)
    return explanation
  }
}

/// Examines a finished plan and its original wires.
struct PlanExplainer {
  let machine: Machine
  var tabulation: Tabulation

  /// The reads, look-ups and computations of a part.
  ///
  /// - Parameters:
  ///   - originals: the wires before tabulation, which determine the bits that are read.
  ///   - planned: the same wires with tables, which are counted.
  mutating func part(
    _ name: String, originals: [Circuit.Wire], planned: [Circuit.Wire]
  ) -> EngineExplanation.Part {
    var part = EngineExplanation.Part(name: name)
    part.bitsRead = bits(fields(originals))
    var tables: Set<Int> = []
    for wire in tabulation.circuit.cone(of: planned) {
      let gate = tabulation.circuit.gates[Int(wire)]
      switch gate.operation {
      case .constant, .field: break
      case .lookup: tables.insert(Int(gate.b))
      default: part.operations += 1
      }
    }
    part.tables = tables.count
    part.tableBytes = tables.reduce(0) { $0 + tabulation.tables.byteCount(of: $1) }
    return part
  }

  /// The bits of some fields.
  func bits(_ fields: Set<StateField>) -> Int { fields.reduce(0) { $0 + $1.width } }

  private func fields(_ wires: [Circuit.Wire]) -> Set<StateField> {
    Set(tabulation.circuit.fields(of: wires).map { tabulation.circuit.fields[$0] })
  }

  /// The variables whose new values are computed, with the bits that they depend on.
  ///
  /// The most bits first; of a variable with several fields the field that needs most.
  mutating func computed(
    _ writes: [SymbolicLayout.Write], _ decisions: [Circuit.Wire]
  ) -> [EngineExplanation.Computed] {
    var most: [String: Int] = [:]
    for write in writes where tabulation.support(write.new) == nil {
      let name = variable(of: write.field).map { "'\($0)'" } ?? "a variable"
      most[name] = max(most[name] ?? 0, bits(fields([write.new, write.old])))
    }
    for decision in decisions where tabulation.support(decision) == nil {
      most["its condition"] = max(most["its condition"] ?? 0, bits(fields([decision])))
    }
    return most.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .map { .init(what: $0.key, bits: $0.value) }
  }

  private func variable(of field: StateField) -> String? {
    for (variable, node) in zip(machine.spec.variables, machine.layout.nodes)
    where node.fields.contains(field) {
      return variable.name
    }
    return nil
  }
}
