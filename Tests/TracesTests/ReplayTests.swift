import Engine
import Semantics
import TestSupport
import Testing
import Traces

@Suite("Traces of random specs")
struct ReplayTests {
  static let specs = RandomSpec.first(16)

  private func violations(_ random: RandomSpec) throws -> (CheckedSpec, [Violation]) {
    let found = try search(SpecText.checked(random.text), limits: .init(states: 80))
    return (found.spec, found.violations)
  }

  @Test("replay step by step, from a start to a last state that violates", arguments: specs)
  func replay(_ random: RandomSpec) throws {
    let (spec, violations) = try violations(random)
    let evaluator = ReferenceEvaluator(spec)
    let starts = try Machine(spec).starts()
    for violation in violations {
      #expect(starts.contains(violation.path.start))
      var state = violation.path.start
      for step in violation.path.steps {
        #expect(evaluator.react(to: step.instance, in: state).steps.contains(step))
        state = step.state
      }
      #expect(isViolation(violation, spec, evaluator), "\(violation.name(in: spec))")
    }
  }

  private func isViolation(
    _ violation: Violation, _ spec: CheckedSpec, _ evaluator: ReferenceEvaluator
  ) -> Bool {
    let path = violation.path
    let problems = violation.attempt.map { evaluator.react(to: $0, in: path.end).problems } ?? []
    let finding = violation.finding
    switch (finding.kind, finding.property) {
    case (.invariant, let index?), (.transition, let index?):
      return value(spec.properties[index], path, of: spec) == .success(false)
    case (.eventually, let index?):
      guard let loop = violation.lasso?.loopStart, let machine = try? Machine(spec) else {
        return false
      }
      let witness = LassoWitness(machine)
      let arguments = violation.arguments
      return (try? witness.violation(of: index, arguments: arguments, path, loopStart: loop)) != nil
    case (.possible, let index?):
      guard let machine = try? Machine(spec),
        case .trapped = TrapWitness(machine).judge(index, violation.arguments, from: path.end)
      else { return false }
      return true
    case (.gap, _): return problems.contains { $0.finding.kind == .gap }
    case (.overlap, _):
      return problems.contains {
        $0.finding.kind == .overlap && $0.finding.rules == finding.rules
      }
    case (.deadlock, _):
      let machine = try? Machine(spec)
      return machine?.instances.allSatisfy { instance in
        let reaction = evaluator.react(to: instance, in: path.end)
        return !reaction.isPossible && reaction.problems.isEmpty
      } == true
    case (.propertyFault, let index?), (.stepFault, let index?):
      guard let fault = violation.fault else { return false }
      if case .possible = spec.properties[index].kind, !spec.properties[index].isOfStates {
        return PropertyEvaluator(spec: spec).fault(of: index, in: path.end, isStart: false) == fault
      }
      if case .eventually(let parameters, let premise, _) = spec.properties[index].kind {
        let body = spec.properties[index].body
        return Type.combinations(parameters.map(\.type.allValues)).contains {
          asked(premise, body, $0, on: path) == fault
        }
      }
      return value(spec.properties[index], path, of: spec) == .failure(fault)
    case (.terminalFault, _):
      guard let fault = violation.fault else { return false }
      return spec.terminals.contains { terminal in
        var evaluator = Evaluator(state: path.end)
        return result { () throws(Fault) in try evaluator.evaluate(root: terminal).asBool }
          == .failure(fault)
      }
    case (.fault, _), (.guardFault, _):
      return violation.fault != nil && problems.contains { $0.fault == violation.fault }
    case (.goal, _), (.matched, _), (_, nil): return false
    }
  }

  /// The fault of an `eventually` at the end of a path; nil if there is none.
  private func asked(
    _ premise: Expression?, _ body: RootExpression, _ arguments: [Value], on path: Path
  ) -> Fault? {
    var isPending = premise == nil
    var last: Fault?
    for state in [path.start] + path.steps.map(\.state) {
      let missing = max(0, body.frameSize - arguments.count)
      var evaluator = Evaluator(
        state: state, locals: arguments + Array(repeating: .none, count: missing))
      last = nil
      do throws(Fault) {
        if let premise, try evaluator.holds(premise) { isPending = true }
        if isPending { isPending = try !evaluator.holds(body.expression) }
      } catch {
        last = error
      }
    }
    return last
  }

  private func result(_ body: () throws(Fault) -> Bool) -> Result<Bool, Fault> {
    do throws(Fault) { return .success(try body()) } catch { return .failure(error) }
  }

  private func value(
    _ property: Property, _ path: Path, of spec: CheckedSpec
  ) -> Result<Bool, Fault> {
    var evaluator = Evaluator(
      state: path.end, locals: Array(repeating: .none, count: property.body.frameSize))
    guard case .transition(let patterns, let filter) = property.kind, let step = path.steps.last
    else { return PropertyEvaluator(spec: spec).holds(property, in: path.end) }
    evaluator.previous = path.steps.dropLast().last?.state ?? path.start
    evaluator.signals = step.signals
    return result { () throws(Fault) in
      guard try evaluator.matches(step, patterns) else { return true }
      if let filter, try !evaluator.holds(filter) { return true }
      return try evaluator.holds(property.body.expression)
    }
  }

  @Test("show as changes exactly the parts that differ", arguments: specs)
  func changes(_ random: RandomSpec) throws {
    let (spec, violations) = try violations(random)
    for violation in violations {
      let trace = Trace(violation.path, attempt: violation.attempt, in: spec)
      #expect(trace.start.map(\.name) == spec.shownVariables.map(\.name))
      #expect(trace.steps.count == violation.path.steps.count)
      var before = violation.path.start
      for (shown, step) in zip(trace.steps, violation.path.steps) {
        for change in shown.changes { #expect(change.old != change.new) }
        #expect(Set(shown.changes.map(\.place)).count == shown.changes.count)
        for (index, variable) in spec.variables.enumerated() where variable.monitor == nil {
          let isShown = shown.changes.contains { Self.root(of: $0.place) == variable.name }
          #expect(isShown == (before[index] != step.state[index]), "\(variable.name)")
        }
        before = step.state
      }
    }
  }

  private static func root(of place: String) -> String {
    String(place.prefix { $0 != "." && $0 != "[" })
  }

  @Test("say why, in bounded length, for every violation", arguments: specs)
  func reasons(_ random: RandomSpec) throws {
    let (spec, violations) = try violations(random)
    for violation in violations {
      let shown = Counterexample(violation, in: spec)
      #expect(shown.verdict.name == violation.name(in: spec))
      #expect(!shown.verdict.summary.isEmpty)
      #expect(
        !shown.verdict.reasons.isEmpty, "\(shown.verdict.name): \(spec.file.text(shown.range))")
      #expect(shown.verdict.reasons.count <= 25)
      #expect(shown.range.end > shown.range.start)
    }
  }
}
