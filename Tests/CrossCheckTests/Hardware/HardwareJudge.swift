import CrossCheck
import Engine
import Semantics
import TestSupport

/// The machine's behaviour by the reference evaluator, in the terms of its exports: packed states level by level, and
/// their findings. The exports must behave the same, one cycle later.
struct HardwareJudge {
  private let machine: Machine
  private let spec: CheckedSpec
  private let model: HardwareModel
  private var levels: [Set<[Value]>] = []
  private var bads: [Set<String>] = []
  private var names: [Key: String] = [:]
  /// Something that the model has no output for.
  private var unnamed: [Finding] = []

  private enum Key: Hashable {
    case fault(SourceRange)
    case other(Finding.Kind, property: Int?, event: Int?)

    init(_ finding: Finding) {
      self =
        finding.faultRange.map { .fault($0) }
        ?? .other(finding.kind, property: finding.property, event: finding.event)
    }
  }

  /// The differences between the exports and the machine; nil without a comparison, because there are too many
  /// states, or a limit stopped the tool.
  static func complaints(
    _ spec: CheckedSpec, maximumStates: Int = 1_000, readsBTOR2: Bool = true
  ) throws -> [String]? {
    let machine = try Machine(spec)
    let starts = try machine.starts()
    let model = try HardwareModel(machine, starts: starts)
    var judge = HardwareJudge(machine, model)
    guard judge.run(starts, maximumStates) else { return nil }
    let aiger = try AIGERReader(model.aiger())
    var complaints = judge.complaints(aiger, "AIGER")
    if readsBTOR2 {
      let btor2 = try BTOR2Reader(model.btor2())
      complaints += judge.complaints(btor2, "BTOR2")
    }
    return complaints
  }

  private init(_ machine: Machine, _ model: HardwareModel) {
    self.machine = machine
    self.model = model
    spec = machine.spec
    for bad in model.bads { names[Key(bad.finding)] = bad.name }
  }

  // MARK: The machine

  private mutating func run(_ starts: [[Value]], _ maximumStates: Int) -> Bool {
    var seen = Set(starts)
    levels = [seen]
    while let level = levels.last, !level.isEmpty {
      var new: Set<[Value]> = []
      var shown: Set<String> = []
      for state in level {
        var findings: [Finding] = []
        guard let next = successors(of: state, &findings) else { return false }
        look(at: state, &findings)
        for finding in findings {
          if let name = names[Key(finding)] {
            shown.insert(name)
          } else {
            unnamed.append(finding)
          }
        }
        for state in next where seen.insert(state).inserted { new.insert(state) }
      }
      bads.append(shown)
      levels.append(new)
      if seen.count > maximumStates { return false }
    }
    levels.removeLast()
    return true
  }

  /// Returns the successors of a state; nil if the tool stops there.
  private func successors(of state: [Value], _ findings: inout [Finding]) -> [[Value]]? {
    let evaluator = ReferenceEvaluator(spec)
    var next: [[Value]] = []
    var canHappen = false
    for instance in machine.instances {
      let reaction = evaluator.react(to: instance, in: state)
      if reaction.limit != nil { return nil }
      if reaction.isPossible || !reaction.problems.isEmpty { canHappen = true }
      findings += reaction.problems.map(\.finding)
      for step in reaction.steps {
        judge(step, from: state, &findings)
        next.append(step.state)
      }
    }
    if !canHappen { end(in: state, &findings) }
    return next
  }

  private func judge(_ step: Step, from state: [Value], _ findings: inout [Finding]) {
    for (index, property) in spec.properties.enumerated() {
      guard case .transition(let patterns, let filter) = property.kind else { continue }
      var evaluator = Evaluator(
        state: step.state, previous: state, signals: step.signals,
        locals: Array(repeating: .none, count: property.body.frameSize))
      do {
        guard try evaluator.matches(step, patterns) else { continue }
        if let filter, try !evaluator.holds(filter) { continue }
        if try !evaluator.holds(property.body.expression) {
          findings.append(Finding(.transition, property: index))
        }
      } catch {
        findings.append(Finding(.stepFault, property: index, at: error.range))
      }
    }
  }

  private func end(in state: [Value], _ findings: inout [Finding]) {
    var evaluator = Evaluator(state: state)
    for terminal in spec.terminals {
      do {
        if try evaluator.evaluate(root: terminal).asBool { return }
      } catch {
        return findings.append(Finding(.terminalFault, at: error.range))
      }
    }
    findings.append(Finding(.deadlock))
  }

  private func look(at state: [Value], _ findings: inout [Finding]) {
    let isOmitted = Set(model.omitted.map(\.range))
    for (index, property) in spec.properties.enumerated() where !isOmitted.contains(property.range)
    {
      do {
        switch property.kind {
        case .invariant:
          if try !PropertyEvaluator(spec: spec).holds(property, in: state).get() {
            findings.append(Finding(.invariant, property: index))
          }
        case .reachable:
          var evaluator = Evaluator(state: state)
          if try evaluator.evaluate(root: property.body).asBool {
            findings.append(Finding(.goal, property: index))
          }
        case .transition, .possible, .eventually: break
        }
      } catch {
        findings.append(Finding(.propertyFault, property: index, at: error.range))
      }
    }
  }

  // MARK: The comparison

  private func complaints(_ read: some SequentialModel, _ format: String) -> [String] {
    if !unnamed.isEmpty { return ["there is no output for \(unnamed)"] }
    if read.badNames != model.bads.map(\.name) { return ["\(format): other outputs"] }
    let count = levels.reduce(1) { $0 + $1.count }
    guard let run = SequentialRun(read, maximumStates: count) else {
      return ["\(format): more than \(count) states"]
    }
    let states = [[read.reset]] + levels.map { Set($0.map(bits)) }
    if run.levels != states {
      return ["\(format): states \(run.levels.map(\.count)), not \(states.map(\.count))"]
    }
    let shown = [[]] + bads
    return zip(run.bads, shown).enumerated().compactMap { cycle, pair in
      pair.0 == pair.1 ? nil : "\(format): cycle \(cycle) shows \(pair.0), not \(pair.1)"
    }
  }

  /// Returns the bits of a state, field by field, and the bit that marks it as a state.
  private func bits(_ state: [Value]) -> [Bool] {
    let words = machine.layout.pack(state)
    let fields = machine.layout.nodes.flatMap(\.fields)
    return fields.flatMap { field in
      (0..<field.width).map { words[field.word] >> UInt64(field.shift + $0) & 1 == 1 }
    } + [true]
  }
}
