import Semantics

/// Computes the states of a world as a decision diagram, and the properties that hold in them: `try SetMaker(machine,
/// starts).make(of: subject)`.
///
/// It starts with the starts, and with states found elsewhere, and takes the same small steps as `SetCertifier` until
/// nothing is new. Nothing of that is trusted.
package struct SetMaker {
  package typealias Obstacle = CertificateMaker.Obstacle

  private let machine: Machine
  private let judge: SetJudge
  private let starts: SetStore.Node
  private let wrong: Set<Certificate.SafetyClaim>

  /// Finds all states.
  ///
  /// - Parameter found: the states, as found elsewhere; without them, it takes longer.
  package init(
    _ machine: Machine, _ starts: [[Value]], found: StateDiagram? = nil
  ) throws(Obstacle) {
    self.machine = machine
    let parts = StateParts(machine.spec.variables)
    let store = SetStore(SetJudge.columns(of: parts))
    let run = SetRun(machine, store, ValueNumbers(parts), addsContents: true)
    var set = SetStore.none
    var beginnings = SetStore.none
    var wrong: Set<Certificate.SafetyClaim> = []
    try Self.asked(machine) { () throws(SetRun.Obstacle) in
      if let found { set = try SetSeed(found, machine, run).set() ?? set }
      for start in starts {
        guard let row = try run.row(of: start) else { throw run.misfit() }
        beginnings = store.union(beginnings, store.single(row))
      }
      set = store.union(set, beginnings)
      // Until each event was processed once since the last change.
      var (place, quiet) = (0, 0)
      while quiet < machine.instances.count {
        let before = set
        for (_, part) in try run.react(to: machine.instances[place], in: set).all {
          set = store.union(set, part)
        }
        quiet = set == before ? quiet + 1 : 0
        place = (place + 1) % machine.instances.count
      }
      wrong = run.wrong.union(try SetJudge(run: run, set: set).ends())
    }
    judge = SetJudge(run: run, set: set)
    self.wrong = wrong
    self.starts = beginnings
  }

  private static func asked<Result>(
    _ machine: Machine, _ body: () throws(SetRun.Obstacle) -> Result
  ) throws(Obstacle) -> Result {
    do throws(SetRun.Obstacle) {
      return try body()
    } catch {
      switch error {
      case .stopped: throw .stopped
      case .contradiction(let error): throw .contradiction(error)
      case .cut(let fault): throw .formless(fault.message)
      case .leaves: throw .formless("its states are none of such a spec")
      case .above, .entangled:
        throw .contradiction(
          InternalError(Finding(.fault), "a part of a set is looked at as a whole"))
      case .formless(let formless): throw .formless(formless.text(machine.spec))
      }
    }
  }

  /// The certificate of all that holds.
  ///
  /// - Parameter paths: for `reachable` properties, by name, a path to their goals.
  package func make(
    of subject: Certificate.Subject, paths: [String: [[Value]]]
  ) throws(Obstacle) -> SetCertificate {
    var claims: [(name: String, proof: SetCertificate.Proof)] = []
    var runs: SetRuns?
    let transitions = machine.spec.transitions(among: Set(machine.spec.properties.indices))
    let violated = try Self.asked(machine) { () throws(SetRun.Obstacle) in
      try judge.violated(transitions)
    }
    for (index, property) in machine.spec.properties.enumerated() where !property.isImplied {
      switch property.kind {
      case .transition where violated[index] == nil: claims.append((property.name, .everywhere))
      case .invariant:
        let holds = try Self.asked(machine) { () throws(SetRun.Obstacle) in
          try judge.holds(property)
        }
        if holds { claims.append((property.name, .everywhere)) }
      case .reachable:
        if let path = paths[property.name] { claims.append((property.name, .path(path))) }
      case .possible, .eventually:
        if try holds(property, &runs) { claims.append((property.name, .everywhere)) }
      case .transition: break
      }
    }
    return SetCertificate(
      subject: subject, contents: judge.run.numbers.values,
      levels: SetCertificate.levels(of: judge.set, judge.store), claims: claims,
      freedoms: Certificate.SafetyClaim.allCases.filter { !wrong.contains($0) })
  }

  /// Whether a property of runs holds; false if it is not supported here.
  private func holds(_ property: Property, _ runs: inout SetRuns?) throws(Obstacle) -> Bool {
    do throws(Obstacle) {
      return try Self.asked(machine) { () throws(SetRun.Obstacle) in
        if runs == nil { runs = try SetRuns(judge, starts: starts) }
        return try runs?.holds(property) ?? false
      }
    } catch {
      if case .formless = error { return false }
      throw error
    }
  }
}
