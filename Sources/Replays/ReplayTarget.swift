import Basics
import Engine
import Semantics
import Traces

/// The subject of a counterexample, found again by name in a spec that may have been edited.
struct ReplayTarget {
  /// The maximum number of parameter values that are tried.
  private static let maximumCandidates = 10_000

  /// The first doubt about whether a finding is the recorded one.
  final class FirstUnjudgedReason {
    private(set) var first: ReplayResult.UnjudgedReason?

    func note(_ doubt: ReplayResult.UnjudgedReason) { first = first ?? doubt }

    func note(_ fault: Fault, _ place: ReplayResult.UnjudgedReason.Place) {
      note(.fault(fault, place))
    }
  }

  private(set) var kind: ViolationKind
  /// The violated property, or the one that contains the fault.
  private(set) var property: Int?
  /// The event; nil for a fault in a property or in `terminal`.
  private var event: Int?
  /// Two of these rules apply at the same time; or the rule whose body contains the fault, if it still exists.
  private var rules: Set<Int> = []
  /// The faulting text; nil if the spec no longer contains it, so that any fault there counts.
  private var expression: String?
  let doubts = FirstUnjudgedReason()
  private let file: SourceFile

  /// Finds the subject.
  ///
  /// - Throws: `ReplayResult.MissingDeclarationError` if the spec no longer has the property, event or rules.
  init(
    _ recorded: CounterexampleDocument.Property, in spec: CheckedSpec
  ) throws(ReplayResult.MissingDeclarationError) {
    file = spec.file
    kind = recorded.kind
    switch kind {
    case .deadlock: break
    case .invariant, .transition, .eventually, .possible:
      (kind, property) = try Self.property(recorded, in: spec)
    case .gap, .overlap:
      let index = try Self.index(
        of: recorded.event ?? "", among: spec.events.map(\.name), "event")
      event = index
      if kind == .overlap { try noteRules(recorded.rules ?? [], of: spec.events[index]) }
    case .fault: try noteFault(recorded, in: spec)
    }
  }

  private mutating func noteRules(
    _ recorded: [String], of event: Event
  ) throws(ReplayResult.MissingDeclarationError) {
    let names = event.rules.map(\.name)
    rules = Set(recorded.compactMap(names.firstIndex))
    if rules.count < 2, let missing = recorded.first(where: { !names.contains($0) }) {
      _ = try Self.index(of: missing, among: names, "rule")
    }
  }

  private mutating func noteFault(
    _ recorded: CounterexampleDocument.Property, in spec: CheckedSpec
  ) throws(ReplayResult.MissingDeclarationError) {
    if let name = recorded.event {
      let index = try Self.index(of: name, among: spec.events.map(\.name), "event")
      event = index
      let rule = recorded.rules?.first.flatMap { rule in
        spec.events[index].rules.firstIndex { $0.name == rule }
      }
      rules = Set([rule].compactMap(\.self))
    }
    if let name = recorded.inside {
      property = try Self.index(of: name, among: spec.properties.map(\.name), "property")
    }
    let text = SourceFile.onOneLine(recorded.expression ?? "")
    let whole = spec.file.onOneLine(SourceRange(0, spec.file.bytes.count))
    expression = whole.contains(text) ? text : nil
  }

  /// A property of another kind with the same name is used in its current form. Only a former `eventually` has a loop.
  private static func property(
    _ recorded: CounterexampleDocument.Property, in spec: CheckedSpec
  ) throws(ReplayResult.MissingDeclarationError) -> (ViolationKind, Int) {
    let candidates = spec.properties.enumerated().compactMap { index, property in
      ViolationKind(rawValue: property.keyword.rawValue).map { ($0, index) }
    }.filter { $0.0 != .eventually || recorded.kind == .eventually }
    let what =
      switch recorded.kind {
      case .eventually, .possible: recorded.kind.rawValue
      default: "invariant or transition"
      }
    let names = candidates.map { spec.properties[$0.1].name }
    return candidates[try index(of: recorded.name, among: names, what)]
  }

  private static func index(
    of name: String, among names: [String], _ what: String
  ) throws(ReplayResult.MissingDeclarationError) -> Int {
    guard let index = names.firstIndex(of: name) else {
      throw .init(.property, what, name, nearest: NearestName.propose(name, among: names))
    }
    return index
  }

  // MARK: Matching

  /// Whether a problem of an event is the recorded one.
  func isMeant(_ problem: Reaction.Problem) -> Bool {
    let finding = problem.finding
    guard let event, finding.event == event, finding.kind.violation == kind else { return false }
    if let fault = problem.fault {
      let isThere = rules.isEmpty || finding.rule.map(rules.contains) ?? false
      return isThere && isMeant(fault, .event(event))
    }
    return finding.kind == .gap || rules.intersection(finding.rules ?? []).count >= 2
  }

  /// The violation, if a step at the end of a path is the recorded one.
  func violation(by step: Step, after path: Path, _ witness: Witness) -> Violation? {
    guard let property else { return nil }
    func longer() -> Path { Path(start: path.start, steps: path.steps + [step]) }
    switch (kind, witness.holds(property, of: step, from: path.end)) {
    case (.transition, .success(false)):
      return Violation(Finding(.transition, property: property), after: longer())
    case (.transition, .failure(let fault)): doubts.note(fault, .property(property))
    case (.fault, .failure(let fault)) where isMeant(fault, .property(property)):
      let finding = Finding(.stepFault, property: property, at: fault.range)
      return Violation(finding, after: longer(), fault: fault)
    default: break
    }
    return nil
  }

  /// The violation, if the state at the end of a path is the recorded one.
  ///
  /// A fault in `terminal` appears only where a search evaluates whether the state may be the last.
  ///
  /// - Parameter path: the path to that state.
  func violation(
    in state: [Value], after path: @autoclosure () -> Path, _ witness: Witness, _ spec: CheckedSpec
  ) -> Violation? {
    switch (kind, property) {
    case (.invariant, let property?):
      switch witness.holds(property, in: state) {
      case .success(false):
        return Violation(Finding(.invariant, property: property), after: path())
      case .success(true): return nil
      case .failure(let fault):
        doubts.note(fault, .property(property))
        return nil
      }
    case (.fault, let property?) where event == nil:
      let fault = faults(of: property, in: state, after: path(), witness, spec)
        .first { isMeant($0, .property(property)) }
      return fault.map {
        let finding = Finding(.propertyFault, property: property, at: $0.range)
        return Violation(finding, after: path(), fault: $0)
      }
    case (.fault, nil) where event == nil:
      guard case .fault(let fault) = termination(in: state, witness), isMeant(fault, .terminal)
      else { return nil }
      return Violation(Finding(.terminalFault, at: fault.range), after: path(), fault: fault)
    default: return nil
    }
  }

  /// Whether nothing can happen in a state, and 'terminal' does not allow that.
  func isDeadlock(_ state: [Value], _ witness: Witness) -> Bool {
    switch termination(in: state, witness) {
    case .deadlock: return true
    case .fault(let fault): doubts.note(fault, .terminal)
    case .right, nil: break
    }
    return false
  }

  /// The spec's declaration about a state in which nothing can happen.
  private func termination(in state: [Value], _ witness: Witness) -> PropertyEvaluator.Termination?
  {
    do throws(Witness.UnknownReaction) {
      return try witness.termination(in: state)
    } catch {
      doubts.note(error.fault, .event(error.event))
      return nil
    }
  }

  /// The faults of a property in a state; for an `eventually` with several parameter values, one for each.
  private func faults(
    of property: Int, in state: [Value], after path: @autoclosure () -> Path, _ witness: Witness,
    _ spec: CheckedSpec
  ) -> [Fault] {
    switch spec.properties[property].kind {
    case .transition: return []
    case .eventually, .possible:
      let declared = spec.properties[property]
      if declared.isOfStates { break }
      let domains = declared.parameters.map(\.type.allValues)
      guard domains.reduce(1.0, { $0 * Double($1.count) }) <= Double(Self.maximumCandidates) else {
        doubts.note(.tooManyValues(Self.maximumCandidates))
        return []
      }
      let judges = Type.combinations(domains).map { LeadsTo(declared, $0) }
      if declared.keyword == .possible { return judges.flatMap { $0.faults(in: state) } }
      let path = path()
      return judges.compactMap { Self.fault(of: $0, atEndOf: path) }
    case .invariant, .reachable: break
    }
    if case .failure(let fault) = witness.holds(property, in: state) { return [fault] }
    return []
  }

  /// The fault of an `eventually` in the last state of a path. Its body is evaluated only while a response is pending,
  /// its premise everywhere.
  private static func fault(of judge: LeadsTo, atEndOf path: Path) -> Fault? {
    var isPending = false
    for (place, state) in path.states.enumerated() {
      do throws(Fault) {
        if try judge.holdsPremise(in: state).get() ?? (place == 0) { isPending = true }
        if isPending { isPending = try !judge.holdsBody(in: state).get() }
      } catch {
        return place == path.steps.count ? error : nil
      }
    }
    return nil
  }

  /// Beyond a limit of the tool, it is unknown whether the fault would occur.
  private func isMeant(
    _ fault: Fault, _ place: ReplayResult.UnjudgedReason.Place
  ) -> Bool {
    if fault.isLimit {
      doubts.note(fault, place)
      return false
    }
    return expression == nil || expression == file.onOneLine(fault.range)
  }
}
