import Semantics
import Testing

/// Checks the witnesses of a search, with all states and steps of the reference evaluator.
struct PlainWitnessJudge {
  let graph: NaiveGraph
  /// The distance of each state from the starts.
  private var depths: [[Value]: Int] = [:]
  private var spec: CheckedSpec { graph.machine.spec }

  init(_ graph: NaiveGraph) {
    self.graph = graph
    var (level, depth) = (graph.starts, 0)
    while !level.isEmpty {
      var next: [[Value]] = []
      for state in level where depths[state] == nil {
        depths[state] = depth
        next += graph.steps[state, default: []].map(\.state)
      }
      (level, depth) = (next, depth + 1)
    }
  }

  /// Returns whether a path begins at a start.
  private func isPath(_ path: Path) -> Bool {
    graph.starts.contains(path.start)
      && zip(path.states, path.steps).allSatisfy { state, step in
        graph.steps[state, default: []].contains(step)
      }
  }

  // MARK: Ways

  /// The longest of the shortest paths from where a property applies to where it holds; nil if it holds wherever it
  /// applies.
  func longestWay(_ property: Property) -> Int? {
    let longest = property.tuples.flatMap { lengths(property, $0) }.max()
    return longest == 0 ? nil : longest
  }

  private func lengths(_ property: Property, _ arguments: [Value]) -> [Int] {
    let judge = LeadsTo(property, arguments)
    let distances = distances { (try? judge.holdsBody(in: $0).get()) ?? false }
    let asked = graph.states.filter { state in
      guard let begins = try? judge.holdsPremise(in: state).get() else {
        return property.keyword == .possible || graph.starts.contains(state)
      }
      return begins
    }
    return asked.compactMap { distances[$0] }
  }

  private func distances(to isWanted: ([Value]) -> Bool) -> [[Value]: Int] {
    var distances = Dictionary(
      uniqueKeysWithValues: graph.states.filter(isWanted).map { ($0, 0) })
    var hasChanged = true
    while hasChanged {
      hasChanged = false
      for state in graph.states {
        let near = graph.steps[state, default: []].compactMap { distances[$0.state] }.min()
        guard let near, near + 1 < distances[state] ?? .max else { continue }
        distances[state] = near + 1
        hasChanged = true
      }
    }
    return distances
  }

  func expectWay(_ witness: PropertyWitness?, of property: Property, _ comment: Comment) throws {
    let length = longestWay(property)
    guard let witness else {
      #expect(length == nil, comment)
      return
    }
    guard case .way(let begin, let arguments) = witness.kind else {
      Issue.record(comment)
      return
    }
    let judge = LeadsTo(property, arguments)
    #expect(isPath(witness.path), comment)
    #expect(begin == depths[witness.path.states[begin]], comment)
    #expect(witness.path.steps.count - begin == length, comment)
    let isBegun = try judge.holdsPremise(in: witness.path.states[begin]).get()
    #expect(isBegun ?? (property.keyword == .possible || begin == 0), comment)
    #expect(try judge.holdsBody(in: witness.path.end).get(), comment)
  }

  // MARK: Changes

  func expectChange(_ witness: PropertyWitness?, of property: Property, _ comment: Comment) throws {
    guard let witness else { return try expectNoChange(property, comment) }
    guard case .change(let variable, let value) = witness.kind else {
      Issue.record(comment)
      return
    }
    let evaluator = PropertyEvaluator(spec: spec)
    let state = witness.path.end
    var changed = state
    changed[variable] = value
    #expect(isPath(witness.path), comment)
    #expect(witness.path.steps.count == depths[state], comment)
    #expect(try evaluator.holds(property, in: state).get(), comment)
    #expect(try !evaluator.holds(property, in: changed).get(), comment)
    let type = spec.variables[variable].type
    if type.cardinality <= .exactly(1_000) { #expect(type.allValues.contains(value), comment) }
    #expect(spec.variables[variable].monitor == nil, comment)
    #expect(spec.changes(state, changed) == 1, comment)
  }

  /// Checks that no change of one Boolean variable in a reachable state violates a property, in graphs of up to 500
  /// states.
  private func expectNoChange(_ property: Property, _ comment: Comment) throws {
    guard graph.states.count <= 500, property.sentence == nil else { return }
    let evaluator = PropertyEvaluator(spec: spec)
    for state in graph.states {
      for (place, variable) in spec.variables.enumerated() where variable.monitor == nil {
        guard case .bool = variable.type else { continue }
        var changed = state
        changed[place] = .bool(!state[place].asBool)
        if case .success(false) = evaluator.holds(property, in: changed) { Issue.record(comment) }
      }
    }
  }
}

extension CheckedSpec {
  /// The number of places in which two states differ; an element that occurs only on one side counts as one.
  fileprivate func changes(_ left: [Value], _ right: [Value]) -> Int {
    zip(variables, zip(left, right)).reduce(0) { $0 + $1.0.type.distance($1.1.0, $1.1.1) }
  }
}

extension Type {
  fileprivate func distance(_ left: Value, _ right: Value) -> Int {
    if left == right { return 0 }
    switch (self, left, right) {
    case (.optional(let inner), _, _) where left != .none && right != .none:
      return inner.distance(left, right)
    case (.structure(let type), .record(let olds), .record(let news)):
      return zip(type.fields, zip(olds, news)).reduce(0) {
        $0 + $1.0.type.distance($1.1.0, $1.1.1)
      }
    case (.table(_, let content), .table(let olds), .table(let news)):
      return zip(olds, news).reduce(0) { $0 + content.distance($1.0, $1.1) }
    case (.set, .set(let olds), .set(let news)):
      return Set(olds).symmetricDifference(news).count
    case (.map(_, let content), .map(let oldKeys, let olds), .map(let newKeys, let news)):
      return Set(oldKeys).union(newKeys).reduce(0) { sum, key in
        guard let old = oldKeys.firstIndex(of: key), let new = newKeys.firstIndex(of: key) else {
          return sum + 1
        }
        return sum + content.distance(olds[old], news[new])
      }
    default: return 1
    }
  }
}
