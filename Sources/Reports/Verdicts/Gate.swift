import Semantics

/// Something that fails a run unless it is allowed; where that made a difference, the report says so.
public enum Allowance: String, Sendable, CaseIterable {
  /// A search that stopped at a limit, or something else that is not decided.
  case inconclusive
  /// A folder without specs.
  case noSpecs = "no-specs"
  /// A spec that declares no property and no scenario, or a world that asks nothing.
  case noProperties = "no-properties"
  /// A violation that a world announces and that does not happen.
  case missingViolations = "missing-violations"
  /// A scenario in which nothing happens and nothing is expected.
  case idleScenarios = "idle-scenarios"
  /// A stored counterexample that cannot be replayed to its end, or of which there is no spec.
  case unreplayed
}

extension RequestVocabulary {
  /// What the reader allowed it with.
  func allowing(_ allowance: Allowance) -> String { allowances + allowance.rawValue }

  /// What the reader allowed it with, in a strict run.
  func allowing(_ kind: UnaskedKind) -> String { allowedUnasked + kind.rawValue }
}

/// Something besides the verdicts that keeps a run from being a success: that nothing was asked, or
/// that something was not done.
public struct GateProblem: Codable, Sendable, Equatable {
  /// What is the matter, by the word of machine-readable reports.
  public enum Kind: String, Codable, Sendable {
    /// The request makes no sense: it names something that is in no spec.
    case request
    /// There is nothing to check in a folder.
    case noSpecs = "no-specs"
    /// A spec declares no property and no scenario.
    case noProperties = "no-properties"
    /// Something of a spec is never asked, in a run that is strict.
    case unasked
    /// A stored counterexample belongs to no spec that there is.
    case orphanedCounterexample = "orphaned-counterexample"
    /// The user, or the system, ended the run.
    case interrupted
    /// A limit of time, of memory or of the machine ended the run, or something in it.
    case limit
    /// There is no certificate of something that holds.
    case certificate
    /// Parts of some walks are missing in a merge.
    case missingParts = "missing-parts"
    /// The tool contradicts itself in a certificate.
    case contradiction
    /// Nothing can be kept for the next run, which is slower then and no worse.
    case cache
    /// A link leads back to a folder that it is in; everything there is read all the same.
    case linkCycle = "link-cycle"
    /// A spec is read from outside of the repository, through a link.
    case linkOutside = "link-outside"
  }

  /// What is the matter.
  public var kind: Kind
  /// The same in a sentence, with names and numbers.
  public var message: String
  /// The file that it is about, as the user named it.
  public var path: String?
  /// Where in that file.
  public var place: TextPlace?
  /// It was told not to matter.
  public var isAllowed: Bool

  package init(
    _ kind: Kind, _ message: String, path: String? = nil, place: TextPlace? = nil,
    allowances: Set<Allowance>
  ) {
    self.kind = kind
    self.message = message
    self.path = path
    self.place = place
    isAllowed = false
    isAllowed = status == .success || kind.allowance.map(allowances.contains) ?? false
  }

  /// The exit status that it brings about, unless it is allowed.
  package var status: ExitStatus {
    switch kind {
    case .request: .usage
    case .noSpecs: .specError
    case .cache, .linkCycle, .linkOutside: .success
    case .noProperties, .unasked, .orphanedCounterexample, .interrupted, .limit, .certificate,
      .missingParts:
      .inconclusive
    case .contradiction: .internalError
    }
  }
}

extension GateProblem.Kind {
  /// What loosens it; nil if nothing does.
  var allowance: Allowance? {
    switch self {
    case .noSpecs: .noSpecs
    case .noProperties: .noProperties
    case .orphanedCounterexample: .unreplayed
    case .limit, .certificate, .missingParts: .inconclusive
    case .request, .contradiction, .unasked, .interrupted, .cache, .linkCycle, .linkOutside: nil
    }
  }
}

extension GateProblem {
  /// That something is never asked.
  package init(_ unasked: UnaskedVerdict, in path: String) {
    self.init(
      .unasked, "\(unasked.message); \(unasked.mend)", path: path, place: unasked.place,
      allowances: [])
  }
}

extension CheckReport {
  /// The documented exit status: where the tool contradicts itself nothing else counts, what is broken
  /// comes before what is violated, and that before what is open.
  package var status: ExitStatus {
    let reasons = problems.filter { !$0.isAllowed }.map(\.status)
    if reasons.contains(.usage) { return .usage }
    let verdicts = specs.flatMap(\.verdicts)
    if reasons.contains(.internalError) { return .internalError }
    if verdicts.contains(where: \.isInternalError) {
      let errors = verdicts.flatMap(\.internalErrors)
      return !errors.isEmpty && errors.allSatisfy { $0.isDisagreement ?? false }
        ? .enginesDiffer : .internalError
    }
    if !allUnreadable.isEmpty || !replays.broken.isEmpty || specs.contains(where: \.hasErrors)
      || reasons.contains(.specError)
    {
      return .specError
    }
    let replayed = replays.verdicts.map(\.judgement)
    if verdicts.contains(where: isFailure) || replayed.contains(.contradicted) {
      return .violation
    }
    if verdicts.contains(where: isOpen) || !reasons.isEmpty
      || replayed.contains(.open) && !allowances.contains(.unreplayed)
    {
      return .inconclusive
    }
    return .success
  }

  /// Whether a world is not as its spec says, for what is not allowed.
  package func isFailure(_ world: WorldVerdict) -> Bool {
    var judgement = world.judgement
    if allowances.contains(.missingViolations) { judgement.missing = [] }
    return judgement.isFailure || world.isViolatedForSomeNumber
  }

  /// Whether a world is not decided, and that is not allowed.
  package func isOpen(_ world: WorldVerdict) -> Bool {
    (world.judgement.isUndecided || world.isOpenForSomeNumber)
      && !allowances.contains(.inconclusive)
      || !world.judgement.idleScenarios.isEmpty && !allowances.contains(.idleScenarios)
      || world.judgement.asksNothing && !allowances.contains(.noProperties)
  }

  /// What would have failed the run had it not been allowed, a sentence each.
  package var loosened: [String] {
    var lines: [String] = []
    func add(_ option: String, _ count: Int, _ one: String, _ many: String) {
      if count > 0 {
        lines.append("\(option): \(Wording.number(count)) \(count == 1 ? one : many)")
      }
    }
    let worlds = specs.flatMap(\.verdicts)
    let kinds = problems.filter(\.isAllowed).map(\.kind)
    for allowance in Allowance.allCases where allowances.contains(allowance) {
      let option = vocabulary.allowing(allowance)
      switch allowance {
      case .inconclusive:
        add(
          option, worlds.count { $0.judgement.isUndecided }, "world is inconclusive",
          "worlds are inconclusive")
        add(
          option, kinds.count { $0 == .missingParts }, "merge lacks parts", "merges lack parts")
      case .noSpecs:
        add(
          option, kinds.count { $0 == .noSpecs }, "path has nothing to check",
          "paths have nothing to check")
      case .noProperties:
        add(
          option, kinds.count { $0 == .noProperties }, "spec asks nothing", "specs ask nothing")
        add(
          option, worlds.count { $0.judgement.asksNothing }, "world asks nothing",
          "worlds ask nothing")
      case .missingViolations:
        add(
          option, worlds.reduce(0) { $0 + $1.judgement.missing.count },
          "expected violation did not happen", "expected violations did not happen")
      case .idleScenarios:
        add(
          option, worlds.reduce(0) { $0 + $1.judgement.idleScenarios.count }, "scenario never ran",
          "scenarios never ran")
      case .unreplayed:
        let open = replays.verdicts.count { $0.judgement == .open }
        add(
          option, open + kinds.count { $0 == .orphanedCounterexample },
          "counterexample could not be replayed", "counterexamples could not be replayed")
      }
    }
    for kind in UnaskedKind.allCases {
      let count = specs.reduce(0) { sum, spec in
        sum + (spec.allowedUnasked.contains(kind) ? spec.unasked.count { $0.kind == kind } : 0)
      }
      if count > 0 { lines.append("\(vocabulary.allowing(kind)): \(kind.text(count))") }
    }
    return lines
  }
}
