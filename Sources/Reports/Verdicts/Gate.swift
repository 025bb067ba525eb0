import Semantics

/// A kind of finding that fails a run unless it is allowed. The report mentions where an allowance made a difference.
public enum Allowance: String, Sendable, CaseIterable {
  /// A search that stopped at a limit, or another inconclusive result.
  case inconclusive
  /// A folder without specs.
  case noSpecs = "no-specs"
  /// A spec without properties and scenarios, or a world without checks.
  case noProperties = "no-properties"
  /// A violation that a world expects and that does not happen.
  case missingViolations = "missing-violations"
  /// A scenario without events and expectations.
  case idleScenarios = "idle-scenarios"
  /// A stored counterexample that cannot be replayed completely, or whose spec does not exist.
  case unreplayed
}

extension RequestVocabulary {
  /// The option that allows a kind of finding.
  func allowing(_ allowance: Allowance) -> String { allowances + allowance.rawValue }

  /// The option that allows a kind of coverage gap in a strict run.
  func allowing(_ kind: UnaskedKind) -> String { allowedUnasked + kind.rawValue }
}

/// A problem, besides the verdicts, that keeps a run from passing, such as a request without checks or incomplete work.
public struct GateProblem: Codable, Sendable, Equatable {
  /// The kind of the problem, as a word of machine-readable reports.
  public enum Kind: String, Codable, Sendable {
    /// The request is invalid, for example because it names something that no spec has.
    case request
    /// A folder contains no specs.
    case noSpecs = "no-specs"
    /// A spec declares no property and no scenario.
    case noProperties = "no-properties"
    /// A strict run found a coverage gap.
    case unasked
    /// A strict run does not know all coverage gaps.
    case unknownGaps = "unknown-gaps"
    /// A stored counterexample belongs to no existing spec.
    case orphanedCounterexample = "orphaned-counterexample"
    /// The user or the system ended the run.
    case interrupted
    /// A limit of time, of memory or of the machine ended the run or a part of it.
    case limit
    /// A certificate of a passing world is missing.
    case certificate
    /// Parts of distributed walks are missing in a merge.
    case missingParts = "missing-parts"
    /// A certificate contradicts the check, which is a mistake of the tool.
    case contradiction
    /// The cache cannot be written, so the next run is slower.
    case cache
    /// A link leads to one of its parent folders; all files there are read nevertheless.
    case linkCycle = "link-cycle"
    /// A spec is read from outside of the repository, through a link.
    case linkOutside = "link-outside"
  }

  /// The kind of the problem.
  public var kind: Kind
  /// The problem in a sentence, with names and numbers.
  public var message: String
  /// The path of the file, as the user gave it; nil if the problem has no file.
  public var path: String?
  /// The place in that file; nil if there is none.
  public var place: TextPlace?
  /// Whether an allowance covers the problem.
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

  /// The exit status of the problem, unless it is allowed.
  package var status: ExitStatus {
    switch kind {
    case .request: .usage
    case .noSpecs: .specError
    case .cache, .linkCycle, .linkOutside: .success
    case .noProperties, .unasked, .unknownGaps, .orphanedCounterexample, .interrupted, .limit,
      .certificate, .missingParts:
      .inconclusive
    case .contradiction: .internalError
    }
  }
}

extension GateProblem.Kind {
  /// The allowance that covers the problem; nil if there is none.
  var allowance: Allowance? {
    switch self {
    case .noSpecs: .noSpecs
    case .noProperties: .noProperties
    case .orphanedCounterexample: .unreplayed
    case .limit, .certificate, .missingParts, .unknownGaps: .inconclusive
    case .request, .contradiction, .unasked, .interrupted, .cache, .linkCycle, .linkOutside: nil
    }
  }
}

extension GateProblem {
  /// Creates the problem of a coverage gap.
  package init(_ unasked: UnaskedVerdict, in path: String) {
    self.init(
      .unasked, "\(unasked.message); \(unasked.mend)", path: path, place: unasked.place,
      allowances: [])
  }

  /// Creates the problems of coverage gaps that are open or not known.
  package static func open(
    _ gaps: [UnaskedVerdict], unknown: String?, of spec: SpecReport, allowances: Set<Allowance>
  ) -> [GateProblem] {
    gaps.map {
      GateProblem(
        .unknownGaps, "\($0.message); \($0.mend)", path: spec.path, place: $0.place,
        allowances: allowances)
    }
      + (unknown.map {
        [
          GateProblem(
            .unknownGaps, "coverage gaps are not reported: \($0)", path: spec.path,
            place: spec.place, allowances: allowances)
        ]
      } ?? [])
  }
}

extension CheckReport {
  /// The exit status of the run. Internal errors come first, then errors in specs, then violations, then inconclusive
  /// results.
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

  /// Whether a world fails, taking allowances into account.
  package func isFailure(_ world: WorldVerdict) -> Bool {
    var judgement = world.judgement
    if allowances.contains(.missingViolations) { judgement.missing = [] }
    return judgement.isFailure || world.hasFailedClaim
  }

  /// Whether a world is inconclusive, and that is not allowed.
  package func isOpen(_ world: WorldVerdict) -> Bool {
    (world.judgement.isUndecided || world.hasOpenClaim)
      && !allowances.contains(.inconclusive)
      || !world.judgement.idleScenarios.isEmpty && !allowances.contains(.idleScenarios)
      || world.judgement.asksNothing && !allowances.contains(.noProperties)
  }

  /// The findings that only an allowance kept from failing the run, one sentence each.
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
        add(
          option, kinds.count { $0 == .unknownGaps }, "coverage gap is not known",
          "coverage gaps are not known")
      case .noSpecs:
        add(
          option, kinds.count { $0 == .noSpecs }, "path has nothing to check",
          "paths have nothing to check")
      case .noProperties:
        add(
          option, kinds.count { $0 == .noProperties }, "spec has no properties",
          "specs have no properties")
        add(
          option, worlds.count { $0.judgement.asksNothing }, "world has no properties",
          "worlds have no properties")
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
