import Basics
import Semantics

/// Finds the proofs for a world: `try CertificateMaker(machine, graph).make(of: subject)`.
///
/// It uses the states that a search has found, without symmetry reduction, and computes the ranks. Nothing of that is
/// trusted: `Certifier` checks the result.
package struct CertificateMaker {
  /// Why there is no certificate.
  package enum Obstacle: Error {
    /// The deadline of the thread is over.
    case stopped
    /// A part that cannot be followed for many states at once, in words.
    case formless(String)
    case contradiction(InternalError)
  }

  /// The maximum number of states that are listed one by one.
  package static let maximumStates = 4_000_000

  private let machine: Machine
  private let graph: StateGraph

  /// Takes over all states.
  package init(_ machine: Machine, _ found: ReachedGraph) throws(Obstacle) {
    self.machine = machine
    graph = try StateGraph(machine, found)
  }

  /// The certificate of all that holds.
  package func make(
    of subject: Certificate.Subject
  ) throws(Obstacle) -> Certificate {
    let wrong = graph.wrong
    var certificate = Certificate(
      subject: subject, values: graph.values, rows: graph.rows, claims: [],
      freedoms: Certificate.SafetyClaim.allCases.filter { !wrong.contains($0) })
    for (index, property) in machine.spec.properties.enumerated() where !property.isImplied {
      guard let proof = try proof(of: index) else { continue }
      certificate.claims.append(.init(name: property.name, proof: proof))
      if Deadline.isOver { throw .stopped }
    }
    return certificate.reordered(
      graph.set.sortedPlaces(graph.evaluator.numbers.values.map(\.count)))
  }

  /// The proof of a property; nil if it does not hold, or faults.
  private func proof(of index: Int) throws(Obstacle) -> Certificate.Proof? {
    let property = machine.spec.properties[index]
    if property.keyword.isOfRuns, let goal = machine.spec.goalBeyondBound,
      try graph.answers(to: .property(goal)).contains(where: { $0 != .no })
    {
      return nil
    }
    switch property.kind {
    case .transition: return graph.isViolated(index) ? nil : .everywhere
    case .invariant:
      let answers = try graph.answers(to: .property(index))
      return answers.allSatisfy { $0 == .yes } ? .everywhere : nil
    case .reachable:
      let answers = try graph.answers(to: .property(index))
      return answers.firstIndex(of: .yes).map { .path(graph.path(to: $0)) }
    case .possible:
      var distances: [[UInt32]] = []
      for choice in property.tuples.indices {
        guard let found = try self.distances(index, choice) else { return nil }
        distances.append(found)
      }
      return .distances(distances)
    case .eventually(_, _, let excluded):
      var rankings: [Certificate.Ranking] = []
      for choice in property.tuples.indices {
        guard let pending = try pending(index, choice) else { return nil }
        var ranks = RankSearch(graph, machine, excluded: Set(excluded), pending: pending)
        guard let ranking = ranks.found() else { return nil }
        rankings.append(ranking)
      }
      return .ranks(rankings)
    }
  }

  /// The distance of each state to one that satisfies a `possible`; nil if some state reaches none.
  private func distances(_ property: Int, _ choice: Int) throws(Obstacle) -> [UInt32]? {
    let count = graph.count
    var distances = Array(repeating: Certificate.noRank, count: count)
    var queue: [Int] = []
    for (place, body) in try graph.answers(to: .body(property, choice: choice)).enumerated() {
      switch body {
      case .yes:
        distances[place] = 0
        queue.append(place)
      case .no: break
      case .fault: return nil
      }
    }
    let before = Predecessors(graph)
    var next = 0
    while next < queue.count {
      let place = queue[next]
      next += 1
      for source in before[place] where distances[Int(source)] == Certificate.noRank {
        distances[Int(source)] = distances[place] + 1
        queue.append(Int(source))
      }
    }
    for (place, premise) in try graph.answers(to: .premise(property, choice: choice)).enumerated() {
      switch premise {
      case .yes where distances[place] == Certificate.noRank: return nil
      case .fault: return nil
      case .yes, .no: break
      }
    }
    return distances
  }

  /// The states in which an answer to an `eventually` is pending; nil if something faults.
  private func pending(_ property: Int, _ choice: Int) throws(Obstacle) -> [Bool]? {
    let count = graph.count
    let hasPremise = machine.spec.properties[property].premise != nil
    var pending = Array(repeating: false, count: count)
    var queue: [Int] = []
    let premises = try graph.answers(to: .premise(property, choice: choice))
    let bodies = try graph.answers(to: .body(property, choice: choice))
    for place in hasPremise ? Array(0..<count) : graph.starts {
      switch premises[place] {
      case .yes: queue.append(place)
      case .no: break
      case .fault: return nil
      }
    }
    while let place = queue.popLast() {
      if pending[place] { continue }
      switch bodies[place] {
      case .yes: continue
      case .no: break
      case .fault: return nil
      }
      pending[place] = true
      for step in graph.steps(from: place) where !pending[Int(step.target)] {
        queue.append(Int(step.target))
      }
    }
    return pending
  }
}

/// The predecessors of each state, by index.
private struct Predecessors {
  private var firsts: [Int]
  private var sources: [UInt32]

  init(_ graph: StateGraph) {
    let count = graph.count
    firsts = Array(repeating: 0, count: count + 1)
    for edge in graph.edges { firsts[Int(edge.target) + 1] += 1 }
    for place in 0..<count { firsts[place + 1] += firsts[place] }
    var ends = firsts
    sources = Array(repeating: 0, count: graph.edges.count)
    for place in 0..<count {
      for edge in graph.steps(from: place) {
        sources[ends[Int(edge.target)]] = UInt32(place)
        ends[Int(edge.target)] += 1
      }
    }
  }

  subscript(place: Int) -> ArraySlice<UInt32> { sources[firsts[place]..<firsts[place + 1]] }
}
