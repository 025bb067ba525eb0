import Semantics

/// Finds what proves a world: `try CertificateMaker(machine, graph).make(of: subject)`.
///
/// It takes the states that a search has found, without symmetry, and works out the ranks. Nothing of that is trusted:
/// `Certifier` judges what it makes.
package struct CertificateMaker {
  /// Why there is no certificate.
  package enum Obstacle: Error {
    /// The deadline of the thread is over.
    case stopped
    /// Something has no form in which it is followed for many states at once, in words.
    case formless(String)
    case contradiction(InternalError)
  }

  /// Of more states than these none are written one by one.
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

  /// Why a property holds; nil if it does not, or has no value somewhere.
  private func proof(of index: Int) throws(Obstacle) -> Certificate.Proof? {
    let property = machine.spec.properties[index]
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

  /// How far each state is from one in which a `possible` is satisfied; nil if it is not possible everywhere.
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

  /// In which states an answer to an `eventually` may be missing; nil if something has no value.
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

/// From which states steps lead to a state, by their places.
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
