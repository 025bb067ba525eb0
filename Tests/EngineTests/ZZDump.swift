import Foundation
import SpecLanguage
import TestSupport
import Testing
@testable import Engine

@Test func zzdump() throws {
  for s in (ProcessInfo.processInfo.environment["SEEDS"] ?? "").split(separator: ",") {
    let text = RandomSpec(seed: UInt64(s)!).text
    try text.write(toFile: "/tmp/dbg/\(s).tray", atomically: true, encoding: .utf8)
    let spec = try SpecText.checked(text)
    let machine = try Machine(spec)
    let starts = try machine.starts()
    let evaluator = ReferenceEvaluator(spec)
    for budget in [Tabulation.Budget.none, .default] {
    var b = PlanBuilder.Budget.default
    b.tables = budget
    let plan = PlanBuilder.plan(machine, properties: Set(spec.properties.indices), budget: b)
    print("opaque", plan.opaqueInstances.count, "of", machine.instances.count)
    let worker = SearchWorker(machine: machine, plan: plan)
    var seen: Set<[Value]> = []
    var waiting = starts
    var reported = 0
    while let state = waiting.popLast(), reported < 5 {
      guard seen.insert(state).inserted else { continue }
      let words = machine.layout.pack(state)
      for (w, bits) in words.enumerated() { worker.expansion.column(Int32(w))[0] = Int(bitPattern: UInt(bits)) }
      let rows = worker.expansion.allRows(1)
      worker.expansion.run(0, rows)
      for instance in machine.instances { waiting += evaluator.react(to: instance, in: state).steps.map(\.state) }
      for planned in plan.instances {
        let instance = machine.instances[planned.instance]
        let expected = evaluator.react(to: instance, in: state)
        var found: [String] = []
        let gate = planned.gate.map { worker.expansion.column($0)[0] != 0 } ?? true
        if gate {
          worker.expansion.run(planned.block, rows)
          for outcome in planned.outcomes {
            if let h = outcome.happens { if worker.expansion.column(h)[0] == 0 { continue }; worker.expansion.run(outcome.block, rows) }
            var next = words
            for c in outcome.changes { next[c.word] ^= UInt64(UInt(bitPattern: worker.expansion.column(c.register)[0])) }
            found.append("\(outcome.rule ?? -1) \(next) " + spec.stateText(machine.layout.unpack(next)))
          }
        }
        let wanted = expected.steps.map { "\($0.rule ?? -1) \(machine.layout.pack($0.state)) " + spec.stateText($0.state) }
        if found.sorted() != wanted.sorted() || gate != (expected.isPossible || !expected.problems.isEmpty) {
          reported += 1
          if reported < 5 {
            print("SEED", s, budget.keyBits, spec.instanceText(instance), "in", spec.stateText(state), "gate", gate, expected.isPossible)
            print("  wanted"); wanted.forEach { print("   ", $0) }
            print("  found"); found.forEach { print("   ", $0) }
          }
        }
      }
    }
    }
  }
}
