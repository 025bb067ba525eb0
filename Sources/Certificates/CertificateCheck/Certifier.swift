import Semantics

/// Checks a certificate: `try Certifier(certificate, machine, starts).check()`.
///
/// It does not depend on how the certificate was made. With the reference evaluator alone it checks that the starts
/// are among the states, and that each step from one of them leads to one of them. It also checks that the properties
/// hold in all of them, and that the ranks decrease. By induction, the set then contains every reachable state.
package final class Certifier: Sendable {
  /// The reason why a certificate proves nothing.
  package struct Rejection: Error, Sendable, Equatable {
    /// In a sentence.
    package var reason: String

    package init(_ reason: String) { self.reason = reason }
  }

  /// The checked claims.
  package struct Summary: Sendable, Equatable {
    package var states = BigCount(0)
    /// Nil if they were not counted.
    package var steps: Int?
    package var claims = 0
  }

  /// The reason why it cannot continue.
  package enum Failure: Error {
    case rejected(Rejection)
    /// The deadline of the thread is over.
    case stopped
    case contradiction(InternalError)
  }

  let certificate: Certificate
  let machine: Machine
  let starts: [[Value]]
  let set: RowSet
  let numbers: ValueNumbers
  let claims: [Claim]
  let actions: [FairAction]
  /// The index of each instance of `actions` among those of the machine.
  let instancesOfActions: [Int]

  /// A property with its proof.
  struct Claim: Sendable {
    var property: Int
    var proof: Certificate.Proof
    /// Events that do not happen infinitely often.
    var excluded: Set<Int> = []
    /// Without one, it applies to the starts only.
    var hasPremise = false

    /// Whether its ranks must decrease along the steps.
    var needsSteps: Bool {
      switch proof {
      case .distances, .ranks: true
      case .everywhere, .path: false
      }
    }
  }

  /// - Throws: `Rejection` if the certificate is for another machine.
  package init(
    _ certificate: Certificate, _ machine: Machine, _ starts: [[Value]]
  ) throws(Rejection) {
    self.certificate = certificate
    self.machine = machine
    self.starts = starts
    guard certificate.values.count == machine.spec.variables.count else {
      throw Rejection("it has other variables than the spec")
    }
    if certificate.values.contains(where: { Set($0).count < $0.count }) {
      throw Rejection("a variable has a value twice")
    }
    let width = certificate.values.count
    guard width > 0 ? certificate.rows.count % width == 0 : certificate.rows.isEmpty,
      certificate.rows.indices.allSatisfy({
        Int(certificate.rows[$0]) < certificate.values[$0 % width].count
      })
    else { throw Rejection("a state has a value that is not there") }
    guard let columns = ValueColumns(certificate.values, StateParts(machine.spec.variables)) else {
      throw Rejection("a value is none of its variable")
    }
    guard let set = columns.set(of: certificate.rows, count: certificate.stateCount) else {
      throw Rejection("a state is there twice")
    }
    numbers = columns.numbers
    self.set = set
    actions = machine.fairActions
    claims = try Self.claims(certificate, machine.spec, actions: actions.count)
    let places = Dictionary(
      uniqueKeysWithValues: machine.instances.enumerated().map { ($1, $0) })
    instancesOfActions = actions.map { places[$0.instance] ?? 0 }
  }

  private static func claims(
    _ certificate: Certificate, _ spec: CheckedSpec, actions: Int
  ) throws(Rejection) -> [Claim] {
    let names = spec.properties.map(\.name)
    let count = certificate.stateCount
    var claims: [Claim] = []
    for claim in certificate.claims {
      guard let index = names.firstIndex(of: claim.name) else {
        throw Rejection("the spec has no property '\(claim.name)'")
      }
      let property = spec.properties[index]
      var found = Claim(property: index, proof: claim.proof)
      found.hasPremise = property.premise != nil
      if case .eventually(_, _, let excluded) = property.kind { found.excluded = Set(excluded) }
      let choices = property.tuples.count
      let fits =
        switch (property.kind, claim.proof) {
        case (.invariant, .everywhere), (.transition, .everywhere): true
        case (.reachable, .path(let path)): path.allSatisfy { (0..<count).contains($0) }
        case (.possible, .distances(let all)):
          all.count == choices
            && all.allSatisfy {
              $0.count == count
                && $0.allSatisfy { $0 == Certificate.noRank || Int($0) < count }
            }
        case (.eventually, .ranks(let all)):
          all.count == choices
            && all.allSatisfy { $0.fits(states: count, actions: actions) }
        default: false
        }
      if !fits { throw Rejection("the proof of '\(claim.name)' is of another kind") }
      claims.append(found)
    }
    return claims
  }

  // MARK: Checking

  /// Checks everything.
  package func check() throws(Failure) -> Summary {
    var startPlaces: Set<Int> = []
    for start in starts {
      guard let place = place(of: start) else {
        throw .rejected(Rejection("a start is not among the states: \(text(start))"))
      }
      startPlaces.insert(place)
    }
    var summary = Summary(states: BigCount(set.count), claims: claims.count)
    summary.claims += certificate.freedoms.count
    summary.steps = try StateCheck(self, startPlaces).check()
    return summary
  }

  private func place(of state: [Value]) -> Int? {
    guard let contents = numbers.parts.split(state) else { return nil }
    var row: [UInt32] = []
    for (column, value) in contents.enumerated() {
      guard let number = numbers.number(of: value, in: column) else { return nil }
      row.append(number)
    }
    return set.place(of: set.layout.packed(row))
  }

  /// A state in words.
  func text(_ state: [Value]) -> String { machine.spec.text(state) }
}

extension Certificate.Ranking {
  /// Whether its length is the number of states, and all its actions exist.
  fileprivate func fits(states: Int, actions: Int) -> Bool {
    places.count == states
      && places.allSatisfy { $0 == Certificate.noRank || Int($0) < components.count }
      && components.enumerated().allSatisfy { number, component in
        (component.parent ?? -1) < number && (0..<actions).contains(component.putsOff)
      } && depth <= actions
  }

  /// The maximum nesting of components. Each postpones another action, because it is not enabled further inside.
  private var depth: Int {
    var depths: [Int] = []
    for component in components { depths.append((component.parent.map { depths[$0] } ?? 0) + 1) }
    return depths.max() ?? 0
  }
}

extension CheckedSpec {
  /// A state in words.
  func text(_ state: [Value]) -> String {
    shown(state).map { "\($0.variable.name) = \($0.variable.type.text($0.value))" }
      .joined(separator: ", ")
  }
}
