import Engine
import SpecLanguage

/// What a counterexample is about, found again by name in a spec that may have been edited.
struct ReplayTarget {
  /// More values of an `eventually`'s parameters than this are not tried.
  private static let maximumCandidates = 10_000

  enum Kind {
    case invariant(Int)
    case transition(Int)
    case eventually(Int)
    case possible(Int)
    case deadlock
    case gap(event: Int)
    /// Two of these rules apply at the same time.
    case overlap(event: Int, rules: Set<Int>)
    case fault(FaultPattern)
  }

  /// Which faults are meant.
  struct FaultPattern {
    /// The event; nil for a fault in a property or in `terminal`.
    var event: Int?
    /// The rule in whose body it is, if the spec still has it.
    var rule: Int?
    var property: Int?
    /// The text that faults; nil if the spec no longer has it, so that any fault there is meant.
    var expression: String?
  }

  /// The first that leaves it open whether something that was judged is what is meant.
  final class Doubts {
    private(set) var first: ReplayResult.Doubt?

    func note(_ doubt: ReplayResult.Doubt) { first = first ?? doubt }

    func note(_ fault: Fault, _ place: ReplayResult.Doubt.Place) { note(.fault(fault, place)) }
  }

  let kind: Kind
  let doubts = Doubts()
  private let file: SourceFile

  init(_ property: CounterexampleDocument.Property, in spec: CheckedSpec) throws(ReplayResult.Gone)
  {
    file = spec.file
    func event(_ name: String) throws(ReplayResult.Gone) -> Int {
      try Self.index(of: name, among: spec.events.map(\.name), "event")
    }
    switch property.kind {
    case .deadlock: kind = .deadlock
    case .gap: kind = .gap(event: try event(property.event ?? ""))
    case .overlap:
      let index = try event(property.event ?? "")
      let names = spec.events[index].rules.map(\.name)
      let recorded = property.rules ?? []
      let rules = Set(recorded.compactMap(names.firstIndex))
      if rules.count < 2, let missing = recorded.first(where: { !names.contains($0) }) {
        _ = try Self.index(of: missing, among: names, "rule")
      }
      kind = .overlap(event: index, rules: rules)
    case .invariant, .transition, .eventually, .possible:
      kind = try Self.property(property, in: spec)
    case .fault:
      var pattern = FaultPattern()
      if let name = property.event {
        let index = try event(name)
        pattern.event = index
        pattern.rule = property.rules?.first.flatMap { rule in
          spec.events[index].rules.firstIndex { $0.name == rule }
        }
      }
      if let name = property.inside {
        pattern.property = try Self.index(
          of: name, among: spec.properties.map(\.name), "property")
      }
      let expression = SourceFile.onOneLine(property.expression ?? "")
      let text = spec.file.onOneLine(SourceRange(0, spec.file.bytes.count))
      pattern.expression = text.contains(expression) ? expression : nil
      kind = .fault(pattern)
    }
  }

  /// A property of another kind under the same name is followed as what it is now. Only what was an
  /// `eventually` has a loop.
  private static func property(
    _ recorded: CounterexampleDocument.Property, in spec: CheckedSpec
  ) throws(ReplayResult.Gone) -> Kind {
    let kinds = spec.properties.indices.compactMap { index -> (name: String, kind: Kind)? in
      let name = spec.properties[index].name
      return switch spec.properties[index].kind {
      case .invariant: (name, .invariant(index))
      case .transition: (name, .transition(index))
      case .possible: (name, .possible(index))
      case .eventually: recorded.kind == .eventually ? (name, .eventually(index)) : nil
      case .reachable: nil
      }
    }
    let what =
      switch recorded.kind {
      case .eventually, .possible: recorded.kind.rawValue
      default: "invariant or transition"
      }
    return kinds[try index(of: recorded.name, among: kinds.map(\.name), what)].kind
  }

  private static func index(
    of name: String, among names: [String], _ what: String
  ) throws(ReplayResult.Gone) -> Int {
    guard let index = names.firstIndex(of: name) else {
      throw .init(.property, what, name, nearest: NearestName.propose(name, among: names))
    }
    return index
  }

  // MARK: Matching

  /// The violation, if a problem of an event is one that is meant.
  func violation(
    _ problem: Reaction.Problem, _ instance: EventInstance, isPossible: Bool, after path: Path
  ) -> Violation? {
    let isMeant =
      switch (kind, problem) {
      case (.gap(let event), .gap): event == instance.event
      case (.overlap(let event, let rules), .overlap(let found)):
        event == instance.event && rules.intersection(found).count >= 2
      case (.fault(let pattern), .fault(let fault, let rule, _)):
        pattern.event == instance.event && (pattern.rule == nil || pattern.rule == rule)
          && isMeant(fault, pattern, .event(instance.event))
      default: false
      }
    guard isMeant else { return nil }
    return Violation(
      kind: Violation.Kind(problem, isPossible: isPossible), path: path, attempt: instance)
  }

  /// The violation, if a step at the end of a path is one that is meant.
  func violation(by step: Step, after path: Path, _ witness: Witness) -> Violation? {
    let kind: Violation.Kind?
    switch self.kind {
    case .transition(let property):
      switch witness.holds(property, of: step, from: path.end) {
      case .success(let complies): kind = complies ? nil : .transition(property: property)
      case .failure(let fault):
        doubts.note(fault, .property(property))
        kind = nil
      }
    case .fault(let pattern):
      guard let property = pattern.property,
        let fault = witness.fault(of: property, by: step, from: path.end),
        isMeant(fault, pattern, .property(property))
      else { return nil }
      kind = .fault(fault, .property(property))
    default: kind = nil
    }
    guard let kind else { return nil }
    return Violation(
      kind: kind, path: Path(start: path.start, steps: path.steps + [step]), attempt: nil)
  }

  /// The violation, if the state at the end of a path is one that is meant.
  ///
  /// A fault in `terminal` shows only where a search asks whether the state may be the last.
  ///
  /// - Parameter path: the path to that state.
  func violation(
    in state: [Value], after path: @autoclosure () -> Path, _ witness: Witness, _ spec: CheckedSpec
  ) -> Violation.Kind? {
    switch kind {
    case .invariant(let property):
      switch witness.holds(property, in: state) {
      case .success(false): return .invariant(property: property)
      case .success(true): break
      case .failure(let fault): doubts.note(fault, .property(property))
      }
    case .fault(let pattern) where pattern.event == nil:
      guard let property = pattern.property else {
        guard case .fault(let fault) = termination(in: state, witness),
          isMeant(fault, pattern, .terminal)
        else { return nil }
        return .fault(fault, .terminal)
      }
      return faults(of: property, in: state, after: path(), witness, spec)
        .first { isMeant($0, pattern, .property(property)) }
        .map { .fault($0, .property(property)) }
    default: break
    }
    return nil
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

  /// What the spec says of a state in which nothing can happen.
  private func termination(in state: [Value], _ witness: Witness) -> PropertyEvaluator.Termination?
  {
    do throws(Witness.UnknownReaction) {
      return try witness.termination(in: state)
    } catch {
      doubts.note(error.fault, .event(error.event))
      return nil
    }
  }

  /// Where a property has no value in a state; of an `eventually` with several values of its parameters,
  /// that of each.
  private func faults(
    of property: Int, in state: [Value], after path: @autoclosure () -> Path, _ witness: Witness,
    _ spec: CheckedSpec
  ) -> [Fault] {
    switch spec.properties[property].kind {
    case .transition: return []
    case .eventually(let parameters, _, _):
      let domains = parameters.map(\.type.allValues)
      guard domains.reduce(1.0, { $0 * Double($1.count) }) <= Double(Self.maximumCandidates) else {
        doubts.note(.tooManyValues(Self.maximumCandidates))
        return []
      }
      let path = path()
      return Type.combinations(domains).compactMap {
        Self.fault(of: LeadsTo(spec.properties[property], $0), atEndOf: path)
      }
    default:
      if case .failure(let fault) = witness.holds(property, in: state) { return [fault] }
      return []
    }
  }

  /// The fault of an `eventually` in the last state of a path. Its body is asked only where an answer is
  /// missing, its premise everywhere.
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

  /// Where the tool goes no further, it is not known whether the fault would come.
  private func isMeant(
    _ fault: Fault, _ pattern: FaultPattern, _ place: ReplayResult.Doubt.Place
  ) -> Bool {
    if fault.isLimit {
      doubts.note(fault, place)
      return false
    }
    return pattern.expression == nil || pattern.expression == file.onOneLine(fault.range)
  }
}
