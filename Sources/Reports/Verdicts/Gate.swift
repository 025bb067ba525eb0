/// What a run is told not to fail for; each loosens one thing, and the report says so where it did.
package struct Allowances: OptionSet, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Searches that ended early, and what is not decided for other reasons.
  package static let inconclusive = Allowances(rawValue: 1)
  /// Nothing found to check.
  package static let noSpecs = Allowances(rawValue: 2)
  /// Specs, and worlds, that ask nothing.
  package static let noProperties = Allowances(rawValue: 4)
  /// Announced violations that did not happen.
  package static let missingViolations = Allowances(rawValue: 8)
  /// Scenarios in which nothing happens and nothing is expected.
  package static let idleScenarios = Allowances(rawValue: 16)
  /// Counterexamples that cannot be replayed to their end, or not at all.
  package static let unreplayed = Allowances(rawValue: 32)

  /// The options, in the order of the help.
  package static let all: [(option: String, allowance: Allowances)] = [
    ("--allow-inconclusive", .inconclusive), ("--allow-no-specs", .noSpecs),
    ("--allow-no-properties", .noProperties),
    ("--allow-missing-violations", .missingViolations),
    ("--allow-idle-scenarios", .idleScenarios), ("--allow-unreplayed", .unreplayed),
  ]
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
    /// A stored counterexample belongs to no spec that there is.
    case orphanedCounterexample = "orphaned-counterexample"
    /// The user, or the system, ended the run.
    case interrupted
    /// A limit of time, of memory or of the machine ended the run, or something in it.
    case limit
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
    allowances: Allowances
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
    case .noProperties, .orphanedCounterexample, .interrupted, .limit: .inconclusive
    }
  }
}

extension GateProblem.Kind {
  /// What loosens it; nil if nothing does.
  var allowance: Allowances? {
    switch self {
    case .noSpecs: .noSpecs
    case .noProperties: .noProperties
    case .orphanedCounterexample: .unreplayed
    case .limit: .inconclusive
    case .request, .interrupted, .cache, .linkCycle, .linkOutside: nil
    }
  }
}

extension CheckReport {
  /// The documented exit status: where the tool contradicts itself nothing else counts, what is broken
  /// comes before what is violated, and that before what is open.
  package var status: ExitStatus {
    let reasons = problems.filter { !$0.isAllowed }.map(\.status)
    if reasons.contains(.usage) { return .usage }
    let verdicts = specs.flatMap(\.verdicts)
    if verdicts.contains(where: \.isInternalError) { return .internalError }
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
    return judgement.isFailure
  }

  /// Whether a world is not decided, and that is not allowed.
  package func isOpen(_ world: WorldVerdict) -> Bool {
    world.judgement.isUndecided && !allowances.contains(.inconclusive)
      || !world.judgement.idleScenarios.isEmpty && !allowances.contains(.idleScenarios)
      || world.judgement.asksNothing && !allowances.contains(.noProperties)
  }

  /// What would have failed the run but for an option, a sentence each.
  package var loosened: [String] {
    var lines: [String] = []
    func add(_ option: String, _ count: Int, _ one: String, _ many: String) {
      if count > 0 {
        lines.append("\(option): \(Wording.number(count)) \(count == 1 ? one : many)")
      }
    }
    let worlds = specs.flatMap(\.verdicts)
    for (option, allowance) in Allowances.all where allowances.contains(allowance) {
      let kinds = problems.filter(\.isAllowed).map(\.kind)
      switch allowance {
      case .inconclusive:
        add(
          option, worlds.count { $0.judgement.isUndecided }, "world is not decided",
          "worlds are not decided")
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
          "announced violation did not happen", "announced violations did not happen")
      case .idleScenarios:
        add(
          option, worlds.reduce(0) { $0 + $1.judgement.idleScenarios.count }, "scenario never ran",
          "scenarios never ran")
      default:
        let open = replays.verdicts.count { $0.judgement == .open }
        add(
          option, open + kinds.count { $0 == .orphanedCounterexample },
          "counterexample could not be replayed", "counterexamples could not be replayed")
      }
    }
    return lines
  }
}
