import Basics
import Semantics
import TestSupport
import Testing

@testable import Engine

/// The judge counts sets of whole values, and tries every permutation of names.
@Suite("Why there are so many states") struct SizeTests {
  private func sized(
    _ machine: Machine, _ starts: [[Value]], reduces: Bool = false, threads: Int = 1
  ) -> SearchResult {
    var limits = SearchLimits(states: threads == 1 ? 2_000 : nil)
    limits.explainsSize = .always
    limits.reducesSymmetry = reduces
    return ExhaustiveSearch(machine, limits: limits, properties: [], threads: threads)
      .run(from: starts)
  }

  @Test(
    "is told by the values of variables and the states without them",
    arguments: RandomSpec.first(Weekly.count(150)))
  func variables(_ random: RandomSpec) throws {
    let machine = try Machine(SpecText.checked(random.text, world: random.world))
    let starts = try machine.starts()
    let result = sized(machine, starts)
    guard result.completion == .exhaustive else { return }
    let size = try #require(result.size)
    let states = NaiveGraph(machine, starts: starts).states
    #expect(size.states == states.count && size.levels.reduce(0, +) == states.count)
    #expect(size.steps.reduce(0) { $0 + $1.count } == result.statistics.transitions)
    for variable in size.variables {
      let index = variable.variable
      let own = Set(states.map { $0[index] })
      #expect(variable.values == SizeExplanation.Count(own.count), "\(random.text)")
      let others = Set(states.map { without(index, $0) })
      #expect(variable.others == SizeExplanation.Count(others.count), "\(index) \(random.text)")
      if let teller = variable.determiners.first {
        let pairs = Set(states.map { [$0[teller], $0[index]] })
        #expect(pairs.count == Set(states.map { $0[teller] }).count, "\(index) \(random.text)")
      }
    }
    for field in size.fields where field.path.isEmpty && !field.isSize {
      let values = Set(states.map { $0[field.variable] }.filter { $0 != .none })
      let isWhole = machine.spec.variables[field.variable].type.parts.isEmpty
      guard isWhole else { continue }
      #expect(field.values.value == values.count, "\(random.text)")
      let numbers = values.compactMap { if case .int(let number) = $0 { number } else { nil } }
      if !numbers.isEmpty {
        #expect(
          field.range?.lowerBound == numbers.min() && field.range?.upperBound == numbers.max())
      }
    }
  }

  private func without(_ index: Int, _ state: [Value]) -> [Value] {
    var rest = state
    rest.remove(at: index)
    return rest
  }

  @Test("counts states without a variable up to names", arguments: Weekly.seeds(80))
  func orbits(_ seed: Int) throws {
    let random = RandomNamedSpec(seed: UInt64(seed))
    let machine = try Machine(SpecText.checked(random.text))
    let starts = try machine.starts()
    let result = sized(machine, starts, reduces: true)
    guard result.completion == .exhaustive, let types = result.statistics.symmetry?.types,
      !types.isEmpty
    else { return }
    let size = try #require(result.size)
    let variables = machine.spec.variables
    let names = Set(variables.flatMap { $0.type.symmetricTypes }).filter { types.contains($0.name) }
    let permutations = names.reduce([[:]] as [[SymmetricType: [Int]]]) { known, type in
      known.flatMap { known in
        orders(Array(0..<type.count)).map { known.merging([type: $0]) { $1 } }
      }
    }
    guard permutations.count <= 36 else { return }
    let states = NaiveGraph(machine, starts: starts).states
    for variable in size.variables {
      let index = variable.variable
      let kept = variables.indices.filter { $0 != index }
      let orbits = Set(
        states.map { state in
          Set(
            permutations.map { permutation in
              kept.map { place in
                variables[place].type.mapNames(in: state[place]) { type, name in
                  permutation[type]?[name] ?? name
                }
              }
            })
        })
      if variable.isBound {
        #expect(variable.others.value >= orbits.count, "\(index) \(random.text)")
      } else {
        #expect(variable.others.value == orbits.count, "\(index) \(random.text)")
      }
    }
  }

  private func orders(_ numbers: [Int]) -> [[Int]] {
    numbers.isEmpty
      ? [[]]
      : numbers.flatMap { first in
        orders(numbers.filter { $0 != first }).map { [first] + $0 }
      }
  }

  @Test("is told the same by any number of threads")
  func threads() throws {
    let text = """
      spec Wide
      var a: 0...99 = 0
      var b: 0...99 = 0
      var c: Set<0...5> = []
      on addA { a = (a + 1) % 100 }
      on addB { b = (b + 3) % 100 }
      on put(x: 0...5) { insert x into c }
      on take(x: 0...5) { remove x from c }
      """
    let machine = try Machine(SpecText.checked(text))
    let starts = try machine.starts()
    let sizes = [1, 2, 3].map { threads in
      var limits = SearchLimits()
      limits.explainsSize = .always
      return ExhaustiveSearch(machine, limits: limits, threads: threads).run(from: starts).size
    }
    for size in sizes {
      let counts = size?.variables.map { [$0.values.value, $0.others.value] }
      #expect(counts == sizes[0]?.variables.map { [$0.values.value, $0.others.value] })
      #expect(size?.states == 640_000)
    }
    let factors = try #require(sizes[0].map { size in size.variables.map(size.factor) })
    #expect(zip(factors, [100.0, 100, 64]).allSatisfy { abs($0 / $1 - 1) < 0.03 })
  }

  @Test("counts few keys one by one, and many within a few per cent")
  func distinct() {
    var counter = DistinctCounter()
    var halves = [DistinctCounter(), DistinctCounter()]
    for key in 0..<UInt64(1_000_000) {
      let mixed = SplitMix.next(key)
      counter.add(mixed)
      counter.add(mixed)
      halves[Int(key & 1)].add(mixed)
      if key == 49_999 { #expect(counter.result == SizeExplanation.Count(50_000)) }
    }
    let result = counter.result
    #expect(abs(Double(result.value) / 1_000_000 - 1) < 3 * result.error)
    halves[0].add(halves[1])
    #expect(halves[0].result == result)
  }

  @Test("Narrow levels leave the table of states as free as wide ones")
  func narrow() throws {
    let machine = try Machine(
      SpecText.checked("spec Line\nvar n: 0...60000 = 0\non add when n < 60000 { n += 1 }"))
    let run = SearchRun(
      StateSpace(machine, limits: SearchLimits(), threads: 1) {
        PlanBuilder.plan(machine, properties: [])
      })
    run.search(from: try machine.starts())
    defer { run.finish() }
    let load = Double(run.space.visited.count) / Double(run.space.visited.table.capacity)
    #expect(run.space.visited.count == 60_001 && load <= VisitedStates.growthLoad + 0.01)
  }
}
