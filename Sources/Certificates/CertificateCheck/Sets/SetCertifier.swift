import Basics
import Semantics

/// Checks a certificate whose states are a decision diagram: `try SetCertifier(certificate, machine, starts).check()`.
///
/// Like `Certifier`, it uses only the reference evaluator, and does not depend on how the set was found.
package struct SetCertifier {
  package typealias Rejection = Certifier.Rejection
  package typealias Failure = Certifier.Failure

  private let certificate: SetCertificate
  private let machine: Machine
  private let starts: [[Value]]
  private let judge: SetJudge
  private var run: SetRun { judge.run }
  private var store: SetStore { judge.store }

  /// - Throws: `Rejection` if the certificate is for another machine.
  package init(
    _ certificate: SetCertificate, _ machine: Machine, _ starts: [[Value]]
  ) throws(Rejection) {
    self.certificate = certificate
    self.machine = machine
    self.starts = starts
    var numbers = ValueNumbers(StateParts(machine.spec.variables))
    guard certificate.contents.count == numbers.parts.count else {
      throw Rejection("it has other variables than the spec")
    }
    for (column, contents) in certificate.contents.enumerated() {
      for content in contents { _ = numbers.added(content, in: column) }
      guard numbers.values[column].count == contents.count else {
        throw Rejection("a variable has a value twice")
      }
    }
    let store = SetStore(SetJudge.columns(of: numbers.parts))
    guard let root = certificate.root(in: store) else {
      throw Rejection("its states are none of such a spec")
    }
    judge = SetJudge(run: SetRun(machine, store, numbers, addsContents: false), set: root)
  }

  /// Checks everything.
  package func check() throws(Failure) -> Certifier.Summary {
    var beginnings = SetStore.none
    for start in starts {
      let row = try asked { () throws(SetRun.Obstacle) in try run.row(of: start) }
      guard let row, store.isSubset(store.single(row), of: judge.set) else {
        throw rejected("a start is not among the states: \(machine.spec.text(start))")
      }
      beginnings = store.union(beginnings, store.single(row))
    }
    for instance in machine.instances { try checkSteps(of: instance) }
    if certificate.freedoms.contains(where: { $0 == .deadlock || $0 == .fault }) {
      let wrong = try asked { () throws(SetRun.Obstacle) in try judge.ends() }
      for freedom in certificate.freedoms where wrong.contains(freedom) {
        throw rejected("there is a \(freedom.rawValue) where nothing can happen")
      }
    }
    try checkClaims(beginnings)
    var summary = Certifier.Summary()
    summary.states = store.count(of: judge.set)
    summary.claims = certificate.claims.count + certificate.freedoms.count
    return summary
  }

  private func rejected(_ reason: String) -> Failure { .rejected(Rejection(reason)) }

  private func asked<Result>(
    _ body: () throws(SetRun.Obstacle) -> Result
  ) throws(Failure) -> Result {
    do throws(SetRun.Obstacle) {
      return try body()
    } catch {
      switch error {
      case .stopped: throw .stopped
      case .contradiction(let error): throw .contradiction(error)
      case .leaves: throw rejected("a step leads out of the states")
      case .above, .entangled:
        throw .contradiction(
          InternalError(Finding(.fault), "a part of a set is looked at as a whole"))
      case .cut(let fault): throw rejected("the tool goes no further: \(fault.message)")
      case .formless(let formless):
        throw rejected(formless.text(machine.spec))
      }
    }
  }

  // MARK: Steps

  /// Checks that no step of an event leaves the states, and that the excluded violations do not happen.
  private func checkSteps(of instance: EventInstance) throws(Failure) {
    run.wrong = []
    let steps = try asked { () throws(SetRun.Obstacle) in
      try run.react(to: instance, in: judge.set)
    }
    for freedom in certificate.freedoms where run.wrong.contains(freedom) {
      throw rejected("there is a \(freedom.rawValue) in \(machine.spec.text(instance))")
    }
    for (_, part) in steps.all where !store.isSubset(part, of: judge.set) {
      throw rejected("\(machine.spec.text(instance)) leads out of the states")
    }
    try asked { () throws(SetRun.Obstacle) in try tryOut(instance) }
  }

  /// Compares the result from parts with the reference evaluator's result for the whole event, in some states.
  private func tryOut(_ instance: EventInstance) throws(SetRun.Obstacle) {
    let reference = ReferenceEvaluator(machine.spec)
    for trial in 0..<SetRun.trials {
      var random = SplitMix(seed: trial)
      let row = store.member(of: judge.set) { Int(random.next() % UInt64($0)) }
      let state = run.state(of: row[...])
      // A content that does not occur in such a state has no number, or differs.
      guard try run.row(of: state) == row else {
        throw .formless(.init(reason: "a state is not written as it is", range: nil))
      }
      let reaction = reference.react(to: instance, in: state)
      if reaction.limit != nil { continue }
      var expected = SetParts<Int?>()
      for step in reaction.steps {
        guard let row = try run.row(of: step.state) else { throw .leaves }
        expected.add(step.rule, store.single(row), store)
      }
      let wrong = reaction.problems.reduce(into: Set<Certificate.SafetyClaim>()) {
        $0.formUnion(MemoizedInterpreter.wrong($1.finding))
      }
      run.wrong = []
      var found = SetParts<Int?>()
      for (label, part) in try run.react(to: instance, in: store.single(row)).all {
        found.add(label.rule, part, store)
      }
      let isSame =
        found.all.count == expected.all.count
        && found.all.allSatisfy { expected[$0.key] == $0.set }
      if !isSame || run.wrong != wrong {
        throw .contradiction(
          InternalError(
            Finding(.fault, event: instance.event),
            "the parts of an event differ from the result of the reference interpreter"
          ))
      }
    }
  }

  // MARK: Claims

  private func checkClaims(_ beginnings: SetStore.Node) throws(Failure) {
    let properties = machine.spec.properties
    var runs: SetRuns?
    var transitions: [Int] = []
    for claim in certificate.claims {
      guard let index = properties.firstIndex(where: { $0.name == claim.name }) else {
        throw rejected("the spec has no property '\(claim.name)'")
      }
      switch (properties[index].kind, claim.proof) {
      case (.transition, .everywhere): transitions.append(index)
      case (.invariant, .everywhere):
        let holds = try asked { () throws(SetRun.Obstacle) in try judge.holds(properties[index]) }
        if !holds { throw rejected("'\(claim.name)' does not hold in all of the states") }
      case (.possible, .everywhere), (.eventually, .everywhere):
        let holds = try asked { () throws(SetRun.Obstacle) in
          if runs == nil { runs = try SetRuns(judge, starts: beginnings) }
          return try runs?.holds(properties[index]) ?? false
        }
        if !holds { throw rejected("'\(claim.name)' does not hold of all runs") }
      case (.reachable, .path(let path)): try check(path, properties[index])
      default: throw rejected("the proof of '\(claim.name)' is of another kind")
      }
    }
    let violated = try asked { () throws(SetRun.Obstacle) in try judge.violated(transitions) }
    for property in transitions {
      if let instance = violated[property] {
        throw rejected(
          "'\(properties[property].name)' does not hold of \(machine.spec.text(instance))")
      }
    }
  }

  /// Checks that a path is valid, and reaches the goal of a `reachable`.
  private func check(_ path: [[Value]], _ property: Property) throws(Failure) {
    guard let first = path.first, let last = path.last, starts.contains(first) else {
      throw rejected("the way to '\(property.name)' does not begin at a start")
    }
    let reference = ReferenceEvaluator(machine.spec)
    for (from, to) in zip(path, path.dropFirst()) {
      if Deadline.isOver { throw .stopped }
      let isStep = machine.instances.contains { instance in
        reference.react(to: instance, in: from).steps.contains { $0.state == to }
      }
      if !isStep { throw rejected("the way to '\(property.name)' has a step that is none") }
    }
    guard case .success(true) = PropertyEvaluator(spec: machine.spec).holds(property, in: last)
    else { throw rejected("'\(property.name)' is not satisfied where its way ends") }
  }
}

extension SetRun.UnrepresentableError {
  /// In a sentence, with the place.
  func text(_ spec: CheckedSpec) -> String {
    range.map { "\(reason), in \(spec.file.lineText(of: $0))" } ?? reason
  }
}
