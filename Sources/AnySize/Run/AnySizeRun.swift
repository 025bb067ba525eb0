import Basics
import Reports
import Semantics
import SpecLanguage
import Traces
import TrayKit

/// Proves the properties of one world for every instance count, type by type.
///
/// Small counts are checked one by one: a violation with few instances has a trace. Sets of views cover all larger
/// counts, because each view needs a minimum number of instances.
final class AnySizeRun {
  let settings: AnySizeSettings
  private let compiled: CompiledSpec
  private let world: CheckedSpec
  private let request: CheckRequest
  private let threads: Int
  private let limits: RunLimits
  /// The time that the world has taken so far.
  private let spent: Duration

  /// The largest instance count that is checked first, and the largest if something is still open.
  private static let fewNames = 3
  private static let moreNames = 5
  /// The maximum number of states in a search with one instance count.
  private static let mostStates = 200_000

  init(_ settings: AnySizeSettings, _ checked: CheckedWorld) {
    self.settings = settings
    compiled = checked.compiled
    world = checked.world
    request = checked.request
    threads = checked.threads
    limits = checked.limits
    spent = checked.spent
  }

  /// A type with an unbounded instance count.
  private struct Subject {
    var name: String
    /// The syntax tree without scenarios, which may contain names.
    var syntax: SpecSyntax
  }

  /// The verdict for each symmetric type; without any, for each type that could be declared symmetric.
  func verdicts() -> [AnySizeVerdict] {
    limits.deadline(after: spent).during { subjects.compactMap(verdict) }
  }

  private var subjects: [Subject] {
    let bare = compiled.syntax.withoutScenarios(of: world.world?.name)
    var types: [SymmetricType] = []
    for type in world.variables.flatMap(\.type.symmetricTypes) where !types.contains(type) {
      types.append(type)
    }
    if !types.isEmpty { return types.map { Subject(name: $0.name, syntax: bare) } }
    return SymmetryCandidate.all(
      in: compiled.syntax, world: world.world?.name, settings: compiled.settings,
      limits: request.bounds
    ).map { Subject(name: $0.name, syntax: bare.declaringSymmetric($0)) }
  }

  private func check(_ subject: Subject, _ settings: [Setting]) -> CheckedSpec? {
    Checker.check(
      subject.syntax, world: world.world?.name, settings: settings, limits: request.bounds
    ).spec
  }

  // MARK: One type

  private func verdict(_ subject: Subject) -> AnySizeVerdict? {
    guard let spec = check(subject, compiled.settings), let type = spec.symmetricType(subject.name)
    else { return nil }
    let claims = AnySizeCheck.claims(of: spec).filter { isChosen($0, spec) }
    let others = spec.symmetricTypes.filter { $0 != type }.map {
      Trace.Binding(name: $0.name, value: "\($0.count)")
    }
    guard let number = spec.nameNumbers.first(where: { $0.type == subject.name }) else {
      return nil
    }
    if let obstacle = spec.obstacle(toCountingNamesOf: subject.name) {
      let reason = (obstacle.reason, TextPlace(spec.file, obstacle.range))
      return AnySizeVerdict(
        type: subject.name, others: others,
        claims: claims.map { claim(open: $0, spec, reason.0, reason.1) })
    }
    if let bound = spec.bound {
      let reason = "'explore while \(bound.text)' leaves states out"
      return AnySizeVerdict(
        type: subject.name, others: others,
        claims: claims.map { claim(open: $0, spec, reason, nil) })
    }
    var sizes = Sizes(claims: claims, spec: spec)
    func search(upTo most: Int) {
      for names in sizes.checked.count + 1..<max(most, sizes.checked.count) + 1
      where !sizes.isOver && !Deadline.isOver {
        guard let report = self.search(subject, number.setting ?? subject.name, names) else {
          return
        }
        sizes.add(report, names, compiled.place)
      }
    }
    search(upTo: Self.fewNames)
    // Properties that small counts violate need no general proof.
    let open = claims.filter { sizes.violations[$0.name(in: spec)] == nil }
    let views = settings.maximumViews.map { ViewLimits(views: $0) } ?? ViewLimits()
    let result = AnySizeCheck(spec, type, chosen: open, limits: views).run()
    search(upTo: max(result.minimum - 1, result.isComplete(open) ? 0 : Self.moreNames))
    let invariants = pasteable(result.conditions, of: subject.name)
    return AnySizeVerdict(
      type: subject.name, others: others, sizes: sizes.checked,
      views: result.views.map { .init(names: $0.size, count: $0.count, states: $0.states) },
      claims: claims.map { claim($0, spec, result, sizes) },
      conditions: invariants.map(\.condition),
      conditionNames: invariants.map(\.name))
  }

  /// The conditions that compile as invariants of the spec, with names that its text does not use.
  private func pasteable(
    _ conditions: [String], of type: String
  ) -> [(name: String, condition: String)] {
    let file = compiled.syntax.file
    let words = Set(
      String(decoding: file.bytes, as: UTF8.self)
        .split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
    var names = (1...).lazy.map { "anySize\(type)\($0)" }.filter { !words.contains($0) }
      .makeIterator()
    return conditions.compactMap { condition in
      guard !Deadline.isOver, let name = names.next() else { return nil }
      let end = file.parts[0].range.end
      let pasted = file.replacing(
        SourceRange(end, end), by: "\ninvariant \(name) { \(condition) }\n")
      let (syntax, sink) = Parser.parse(pasted)
      guard !sink.hasErrors else { return nil }
      let checked = Checker.check(
        syntax, world: world.world?.name, settings: compiled.settings, limits: request.bounds)
      return checked.spec == nil ? nil : (name, condition)
    }
  }

  private func isChosen(_ claim: AnySizeCheck.Claim, _ spec: CheckedSpec) -> Bool {
    guard let selection = request.selection else { return true }
    return selection.contains(claim.name(in: spec))
  }

  /// An ordinary check with an instance count; nil if there is none.
  private func search(_ subject: Subject, _ setting: String, _ names: Int) -> WorldReport? {
    guard let value = try? Setting(setting, "\(names)", path: "names"),
      let spec = check(subject, compiled.settings.filter { $0.name != setting } + [value])
    else { return nil }
    var request = request
    request.maximumStates = min(request.maximumStates ?? .max, Self.mostStates)
    (request.explainsSize, request.explainsEngine, request.explainsFairness) = (false, false, false)
    request.wantsTraces = false
    let check = WorldCheck(
      spec: spec, request: request, mode: .check, threads: threads, limits: limits,
      spent: Deadline.current?.elapsed ?? spent
    ) { _ in }
    return check.outcome().report
  }

  // MARK: Claims

  private func claim(
    open claim: AnySizeCheck.Claim, _ spec: CheckedSpec, _ reason: String, _ place: TextPlace?
  ) -> AnySizeVerdict.Claim {
    let name = claim.name(in: spec)
    return AnySizeVerdict.Claim(
      name: name, keyword: claim.keyword(in: spec), status: .notEstablished, reason: reason,
      place: place, announced: world.expectsViolation(of: name))
  }

  /// The reason why a claim is inconclusive. For a limit, it includes the option that raises it.
  private func reason(_ outside: UnsupportedError) -> String {
    let raise = "allow more with \(settings.words.maximumViews)"
    return switch outside.limit {
    case nil: outside.reason
    case .views(let count, let size):
      "there are more than \(Wording.count(count, "view")) of \(Wording.count(size, "name")): \(raise)"
    case .states(let count, let size):
      "the views of \(Wording.count(size, "name")) have more than \(Wording.count(count, "state")): "
        + raise
    case .starts(let count): "there are more than \(Wording.count(count, "start")): \(raise)"
    case .deadline(let limit): Wording.reason(limits.searchLimit(limit))
    }
  }

  private func claim(
    _ claim: AnySizeCheck.Claim, _ spec: CheckedSpec, _ result: AnySizeCheck.Result, _ sizes: Sizes
  ) -> AnySizeVerdict.Claim {
    let name = claim.name(in: spec)
    if let (names, violation) = sizes.violations[name] {
      return AnySizeVerdict.Claim(
        name: name, keyword: claim.keyword(in: spec), status: .violated, violatedFrom: names,
        violation: violation, announced: world.mayExpectViolation(of: name))
    }
    switch result.answers[claim] {
    case .established(let size, let minimum):
      if let names = (1..<max(1, minimum)).first(where: { !sizes.isDecided(name, $0) }) {
        let reason = "with \(names) \(names == 1 ? "name" : "names") it is inconclusive"
        return self.claim(open: claim, spec, reason, nil)
      }
      return AnySizeVerdict.Claim(
        name: name, keyword: claim.keyword(in: spec), status: .holds, views: size)
    case .open(let outside):
      let place = outside.range.end > 0 ? TextPlace(spec.file, outside.range) : nil
      return self.claim(open: claim, spec, reason(outside), place)
    case nil: return self.claim(open: claim, spec, "it was not asked", nil)
    }
  }

}

/// The results of ordinary checks with small instance counts.
private struct Sizes {
  let claims: [AnySizeCheck.Claim]
  let spec: CheckedSpec
  private(set) var checked: [AnySizeVerdict.Size] = []
  /// For each violated claim, the smallest instance count that violates it, and the violation.
  private(set) var violations: [String: (names: Int, violation: ViolationVerdict)] = [:]
  private var decided: [Int: Set<String>] = [:]
  /// Whether no further counts need to be checked.
  private(set) var isOver = false

  init(claims: [AnySizeCheck.Claim], spec: CheckedSpec) {
    self.claims = claims
    self.spec = spec
  }

  func isDecided(_ name: String, _ names: Int) -> Bool { decided[names]?.contains(name) ?? false }

  mutating func add(_ report: WorldReport, _ names: Int, _ place: TextPlace) {
    let verdict = WorldVerdict(report, ofSpecAt: place)
    let isWhole =
      verdict.completion.exhaustive && verdict.internalErrors.isEmpty
      && verdict.missProbability == 0
    checked.append(
      AnySizeVerdict.Size(
        names: names,
        states: verdict.statistics.symmetry?.orbits ?? verdict.statistics.states,
        exhaustive: isWhole))
    for violation in verdict.violations where violations[violation.name] == nil {
      violations[violation.name] = (names, violation)
    }
    var known: Set<String> = []
    for claim in claims {
      let name = claim.name(in: spec)
      if case .property = claim {
        let status = verdict.properties.first { $0.name == name }?.status
        if isWhole, status == .holds { known.insert(name) }
      } else if isWhole, !verdict.violations.contains(where: { $0.name == name }) {
        known.insert(name)
      }
    }
    decided[names] = known
    isOver = !isWhole || claims.allSatisfy { violations[$0.name(in: spec)] != nil }
  }
}

extension AnySizeCheck.Claim {
  fileprivate func name(in spec: CheckedSpec) -> String {
    switch self {
    case .property(let index): spec.properties[index].name
    case .gap: ViolationKind.gap.rawValue
    case .overlap: ViolationKind.overlap.rawValue
    case .fault: ViolationKind.fault.rawValue
    }
  }

  fileprivate func keyword(in spec: CheckedSpec) -> PropertyKeyword? {
    if case .property(let index) = self { spec.properties[index].keyword } else { nil }
  }
}

extension CheckedSpec {
  /// The symmetric types that occur in some variable.
  fileprivate var symmetricTypes: [SymmetricType] {
    variables.flatMap(\.type.symmetricTypes).reduce(into: []) { types, type in
      if !types.contains(type) { types.append(type) }
    }
  }

  fileprivate func symmetricType(_ name: String) -> SymmetricType? {
    symmetricTypes.first { $0.name == name }
  }
}
