import CrossCheck
import Semantics
import TestSupport
import Testing

@Suite("Models for other checkers")
struct ModelTests {
  @Test(
    "say what the reference evaluator says, on random specs",
    arguments: SeedPortions.all(usual: Weekly.count(120)))
  func randomSpecs(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let random = RandomSpec(
        seed: seed, hasLocalMaps: seed.isMultiple(of: 5), hasOpenValues: seed.isMultiple(of: 5),
        hasLargeNumbers: seed.isMultiple(of: 4))
      let spec = try SpecText.checked(random.text, world: random.world)
      if let complaint = try ModelJudge(spec)?.complaint(atMost: 40) {
        Issue.record("seed \(seed): \(complaint)\n\(random.text)")
        return
      }
    }
  }

  @Test(
    "say what the reference evaluator says, on random fair specs",
    arguments: SeedPortions.all(usual: Weekly.count(60)))
  func randomFairSpecs(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let spec = try SpecText.checked(RandomFairSpec(seed: seed).text)
      if let complaint = try ModelJudge(spec)?.complaint(atMost: 100) {
        Issue.record("seed \(seed): \(complaint)")
        return
      }
    }
  }

  @Test("have the bound of 'explore while', also for time, and the events after 'unless'")
  func bounds() throws {
    let spec = try SpecText.checked(
      """
      var left: Timer<4> = due in 4
      var n: 0...3 = 0
      on up when n < 3 { n += 1 }
      on ring when left.isDue { rule last when n == 3 { stop left } otherwise more { n = 0 } }
      explore while n < 3 || left == due in 2
      eventually ends whenever n == 1 { n == 3 } unless ring, up
      """)
    let judge = try #require(try ModelJudge(spec))
    #expect(try judge.complaint(atMost: 100) == nil)
  }
}

/// A comparison of a model with the reference evaluator, state by state.
struct ModelJudge {
  let model: Model
  let machine: Machine
  let runner: ModelRunner
  var spec: CheckedSpec { machine.spec }

  /// Creates a judge; nil for a spec without a model.
  init?(_ spec: CheckedSpec) throws {
    machine = try Machine(spec)
    do throws(ExportError) {
      model = try Model(machine)
    } catch {
      return nil
    }
    runner = ModelRunner(model)
  }

  /// A wrong result of the model, in the first states; nil if there is none.
  func complaint(atMost limit: Int) throws -> String? {
    do {
      return try search(atMost: limit)
    } catch {
      return "it reads or writes what is not there: \(error)"
    }
  }

  private func search(atMost limit: Int) throws -> String? {
    let reference = ReferenceEvaluator(spec)
    var seen = Set(try machine.starts())
    if Set(model.starts) != seen { return "it has other starts" }
    var frontier = Array(seen.sorted { $0.precedes($1) }.prefix(limit))
    while let state = frontier.popLast() {
      let reactions = machine.instances.map { reference.react(to: $0, in: state) }
      if reactions.contains(where: { $0.limit != nil }) { continue }
      if let complaint = try complaint(state, reactions) {
        return "in \(spec.stateText(state)): \(complaint)"
      }
      for reaction in reactions {
        for step in reaction.steps where seen.count < limit && seen.insert(step.state).inserted {
          frontier.append(step.state)
        }
      }
    }
    return nil
  }

  private func complaint(_ state: [Value], _ reactions: [Reaction]) throws -> String? {
    let now = try runner.cells(state)
    for (instance, reaction) in zip(machine.instances, reactions) {
      guard let event = model.events.first(where: { $0.event == instance.event }) else {
        return "there is no event \(spec.text(instance))"
      }
      let arguments = self.arguments(instance)
      let isFault = reaction.problems.contains { $0.fault != nil }
      var faults = false
      for (place, step) in event.steps.enumerated() {
        let rule = spec.events[instance.event].rules.isEmpty ? nil : place
        let wanted = reaction.steps.filter { $0.rule == rule }
        var found: Set<[ModelRunner.Cell]> = []
        for outcome in try runner.outcomes(step.routine, arguments, now: now, before: now) {
          switch outcome {
          case .impossible: break
          case .fault: faults = true
          case .done(let after, let sent, _):
            found.insert(after)
            guard try wanted.contains(where: { try runner.cells($0.state) == after }) else { break }
            if let complaint = try complaint(step, wanted, state, arguments, after, sent) {
              return "\(spec.text(instance)): \(complaint)"
            }
          }
        }
        let expected = Set(try wanted.map { try runner.cells($0.state) })
        if found != expected {
          return
            "\(spec.text(instance)) rule \(place): \(found.count) states, not \(expected.count): "
            + "\(found.subtracting(expected).prefix(1)) \(expected.subtracting(found).prefix(1))"
        }
      }
      if faults != isFault {
        return
          "\(spec.text(instance)): fault \(faults), not \(isFault) \(reaction.problems.compactMap(\.fault?.message))"
      }
      if let applying = event.applying,
        !isFault || reaction.problems.allSatisfy({ $0.finding.rule != nil })
      {
        let outcomes = try runner.outcomes(applying, arguments, now: now, before: now)
        let count = outcomes.compactMap {
          if case .done(_, _, let result) = $0 { result } else { nil }
        }.first
        let isGap = reaction.problems.contains { $0.finding.kind == .gap }
        let isOverlap = reaction.problems.contains { $0.finding.kind == .overlap }
        if (count == 0) != isGap || (count ?? 1 > 1) != isOverlap {
          return "\(spec.text(instance)): \(count ?? -1) rules apply"
        }
      }
    }
    return try complaint(properties: state, now)
  }

  /// Returns the parameters in the notation of the model.
  private func arguments(_ instance: EventInstance) -> [Int] {
    zip(spec.events[instance.event].parameters, instance.arguments).map { parameter, value in
      switch (parameter.type, value) {
      case (.range, .int(let number)), (.timer, .timer(let number)): number
      default: parameter.type.allValues.firstIndex(of: value) ?? -1
      }
    }
  }

  private func complaint(
    _ step: StepModel, _ steps: [Step], _ state: [Value], _ arguments: [Int],
    _ after: [ModelRunner.Cell], _ sent: [Int: ModelRunner.Cell]
  ) throws -> String? {
    let before = try runner.cells(state)
    // Steps to one state may differ in their signals.
    let alike = try steps.filter { try runner.cells($0.state) == after }
    for (name, transition) in step.transitions {
      guard let property = spec.properties.first(where: { $0.name == name }),
        case .transition(let patterns, let filter) = property.kind
      else { continue }
      var expected: Set<Int> = []
      for step in alike {
        var evaluator = Evaluator(
          state: step.state, previous: state, signals: step.signals,
          locals: Array(repeating: .none, count: property.body.frameSize))
        do throws(Fault) {
          guard try evaluator.matches(step, patterns),
            try filter.map({ (filter) throws(Fault) in try evaluator.holds(filter) }) ?? true
          else {
            expected.insert(1)
            continue
          }
          expected.insert(try evaluator.holds(property.body.expression) ? 1 : 0)
        } catch {
          expected.insert(2)
        }
      }
      let outcomes = try runner.outcomes(
        transition, arguments, now: after, before: before, sent: sent)
      guard let outcome = outcomes.first, outcomes.count == 1 else {
        return "\(name): several outcomes"
      }
      let said =
        switch outcome {
        case .done(_, _, let result): result ?? 1
        case .fault: 2
        case .impossible: 3
        }
      if !expected.contains(said) { return "transition \(name) is \(said), not \(expected)" }
    }
    return nil
  }

  private func complaint(properties state: [Value], _ now: [ModelRunner.Cell]) throws -> String? {
    for (name, _, routine) in model.states {
      guard let property = spec.properties.first(where: { $0.name == name }) else { continue }
      var evaluator = Evaluator(state: state)
      let expected: Int
      do throws(Fault) {
        expected = try evaluator.evaluate(root: property.body).asBool ? 1 : 0
      } catch {
        expected = 2
      }
      let said =
        switch try runner.outcomes(routine, [], now: now, before: now).first {
        case .done(_, _, let result): result ?? 1
        case .fault: 2
        default: 3
        }
      if said != expected { return "\(name) is \(said), not \(expected)" }
    }
    return nil
  }
}
