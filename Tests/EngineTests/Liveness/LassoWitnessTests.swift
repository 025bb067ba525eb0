import Engine
import Semantics
import TestSupport
import Testing

/// Two independent judges of the same property: sets of states, and single paths.
@Suite("Runs that violate 'eventually'")
struct LassoWitnessTests {
  @Test("are accepted if they take all steps of a set in which a fair run can stay")
  func fairSetsAreAccepted() throws {
    var accepted = 0
    for seed in 0..<60 {
      let random = try Judged(seed: UInt64(seed))
      try random.forEachEventually { property, arguments in
        guard let violating = random.judge.violating(property, arguments) else { return }
        let (path, loopStart) = try #require(random.run(through: violating, property))
        do {
          let violation = try LassoWitness(random.machine).violation(
            of: property, arguments: arguments, path, loopStart: loopStart)
          #expect(violation.lasso?.loopStart == loopStart)
          try violation.expectIsShown(
            by: random.machine, from: random.machine.starts(), "seed \(seed)")
          accepted += 1
        } catch {
          Issue.record("seed \(seed), property \(property): \(error)\n\(random.text)")
        }
      }
    }
    #expect(accepted > 50)
  }

  @Test("are not accepted where the property holds")
  func nothingElseIsAccepted() throws {
    var accepted = 0
    var rejected = 0
    for seed in 0..<60 {
      let random = try Judged(seed: UInt64(seed))
      var draws = SplitMix64(seed: UInt64(seed))
      for _ in 0..<20 {
        guard let (path, loopStart) = random.randomLasso(&draws) else { continue }
        random.forEachEventually { property, arguments in
          do {
            _ = try LassoWitness(random.machine).violation(
              of: property, arguments: arguments, path, loopStart: loopStart)
            accepted += 1
            let verdict = random.judge.eventually(property, arguments)
            #expect(verdict != .holds, "seed \(seed), property \(property)\n\(random.text)")
          } catch {
            rejected += 1
          }
        }
      }
    }
    #expect(accepted > 40 && rejected > 40)
  }
}

/// A random spec with the results of trying all sets of its states.
private struct Judged {
  let text: String
  let machine: Machine
  let judge: BruteForceLiveness
  private let evaluator: ReferenceEvaluator

  init(seed: UInt64) throws {
    text = RandomFairSpec(seed: seed).text
    machine = try Machine(SpecText.checked(text))
    let judge = try BruteForceLiveness(machine, starts: machine.starts(), maximumCandidates: 8)
    self.judge = try #require(judge)
    evaluator = ReferenceEvaluator(machine.spec)
  }

  func forEachEventually(_ body: (Int, [Value]) throws -> Void) rethrows {
    for (index, property) in machine.spec.properties.enumerated() {
      guard case .eventually(let parameters, _, _) = property.kind else { continue }
      for arguments in Type.combinations(parameters.map(\.type.allValues)) {
        try body(index, arguments)
      }
    }
  }

  /// A path that leads from a start to a set, and takes each of its steps that may happen infinitely often before it
  /// returns.
  func run(
    through violating: BruteForceLiveness.Violating, _ property: Int
  ) -> (path: Path, loopStart: Int)? {
    guard case .eventually(_, let premise, let excluded) = machine.spec.properties[property].kind
    else { return nil }
    let edges = judge.graph.edges
    let starts = Set(0..<judge.graph.starts)
    let inner = edges.filter {
      violating.set.contains($0.from) && violating.set.contains($0.to)
        && !excluded.contains($0.instance.event)
    }
    let later = edges.filter {
      violating.others.contains($0.from) && violating.others.contains($0.to)
    }
    let early = premise == nil ? [] : edges
    for first in violating.first.sorted() {
      guard let opening = path(from: starts, to: first, by: early),
        let approach = violating.set.sorted().lazy.compactMap({ goal in
          path(from: [first], to: goal, by: later).map { (goal, $0) }
        }).first
      else { continue }
      var tour: [SmallGraph.Edge] = []
      for edge in inner {
        guard let next = path(from: [tour.last?.to ?? approach.0], to: edge.from, by: inner)
        else { return nil }
        tour += next + [edge]
      }
      if let last = tour.last?.to {
        guard let home = path(from: [last], to: approach.0, by: inner) else { return nil }
        tour += home
      }
      let stem = opening + approach.1
      let place = stem.first?.from ?? first
      return path(from: place, stem + tour).map { ($0, stem.count) }
    }
    return nil
  }

  /// A shortest path along some edges; nil if there is none.
  private func path(
    from starts: Set<Int>, to goal: Int, by edges: [SmallGraph.Edge]
  ) -> [SmallGraph.Edge]? {
    var paths = Dictionary(uniqueKeysWithValues: starts.map { ($0, [SmallGraph.Edge]()) })
    var hasChanged = true
    while paths[goal] == nil, hasChanged {
      hasChanged = false
      for (from, path) in paths {
        for edge in edges where edge.from == from && paths[edge.to] == nil {
          paths[edge.to] = path + [edge]
          hasChanged = true
        }
      }
    }
    return paths[goal]
  }

  private func path(from start: Int, _ edges: [SmallGraph.Edge]) -> Path? {
    var path = Path(start: judge.graph.states[start], steps: [])
    for edge in edges {
      let step = evaluator.react(to: edge.instance, in: path.end).steps.first {
        $0.rule == edge.rule && $0.state == judge.graph.states[edge.to]
      }
      guard let step else { return nil }
      path.steps.append(step)
    }
    return path
  }

  /// Returns a walk up to a repeated state, at which its loop begins, or a walk that stops anywhere.
  func randomLasso(_ draws: inout SplitMix64) -> (path: Path, loopStart: Int)? {
    guard let start = draws.pick(Array(0..<judge.graph.starts)) else { return nil }
    var edges: [SmallGraph.Edge] = []
    for _ in 0..<draws.number(below: 12) {
      let place = edges.last?.to ?? start
      guard let edge = draws.pick(judge.graph.edges.filter { $0.from == place }) else { break }
      edges.append(edge)
    }
    let places = [start] + edges.map(\.to)
    let returns = places.indices.filter { places[$0] == places.last }
    guard let loopStart = draws.pick(returns) else { return nil }
    return path(from: start, edges).map { ($0, loopStart) }
  }
}
