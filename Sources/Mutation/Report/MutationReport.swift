import Reports
import Semantics

/// What edits of some specs came to.
package struct MutationReport: Sendable {
  package var specs: [SpecMutation] = []
  /// Specs that do not compile.
  package var broken: [Broken] = []
  package var unreadable: [CheckReport.Unreadable] = []
  package var duration: Duration = .zero
  /// The score that each spec has to have, in per cent; nil if survivors are no failure.
  package var minimumScore: Double?
  /// Only what changed since a revision is edited, which may be nothing.
  package var isConfined = false
  /// Something was left undone.
  package var isCutShort = false

  /// A spec that does not compile, with its mistakes.
  package struct Broken: Sendable {
    package var diagnostics: [Diagnostic]
    package var suppressed: Int

    package init(diagnostics: [Diagnostic], suppressed: Int) {
      self.diagnostics = diagnostics
      self.suppressed = suppressed
    }
  }

  package init() {}

  /// The documented exit status, of which the worst counts.
  package var status: ExitStatus {
    if specs.contains(where: \.hasInternalError) { return .internalError }
    if !unreadable.isEmpty || !broken.isEmpty { return .specError }
    if specs.contains(where: { !$0.unsound.isEmpty || isBelow($0) }) { return .violation }
    if isCutShort || lacksScore
      || specs.contains(where: { $0.count(.undecided) > 0 || !$0.undecidedWorlds.isEmpty })
    {
      return .inconclusive
    }
    return .success
  }

  /// Whether too little of a spec is noticed.
  package func isBelow(_ spec: SpecMutation) -> Bool {
    guard let minimumScore, let score = spec.score else { return false }
    return score < minimumScore
  }

  /// Whether a minimum is asked, and no edit of some spec is judged.
  private var lacksScore: Bool {
    guard minimumScore != nil else { return false }
    return specs.isEmpty || specs.contains { !$0.isJudged && !(isConfined && $0.edits == 0) }
  }

  /// The score in words, or the reason why there is none.
  var scoreText: String {
    if let score { return "score \(Wording.fixed(score, digits: 1)) %" }
    if specs.contains(where: \.isJudged) { return "no edit changes what happens" }
    return specs.contains { $0.edits > 0 } ? "no edit is judged" : "nothing to edit"
  }

  package func count(_ fate: MutantVerdict.Fate) -> Int { specs.reduce(0) { $0 + $1.count(fate) } }

  /// The share of what is noticed in all specs together, in per cent.
  package var score: Double? { SpecMutation.score(count(.killed), count(.survived)) }
}

/// What the edits of one spec came to.
package struct SpecMutation: Sendable, Codable {
  package var name: String
  package var path: String
  /// The worlds in which edits were judged.
  package var worlds: [String]
  /// Worlds that are not as the spec says, so that nothing can be judged there.
  package var unsound: [String] = []
  /// Worlds that a limit kept from being checked as they are.
  package var undecidedWorlds: [String] = []
  /// All that was judged, in the order of the text.
  package var mutants: [MutantVerdict] = []
  /// How many edits do not compile, or change what is asked and not what happens.
  package var invalid = 0
  /// How many edits there are, tried or not.
  package var edits = 0
  /// All properties and scenarios, in the order of the text.
  package var checks: [String] = []
  /// It is known of each edit which checks notice it, and not only of the first.
  package var isMatrix = false
  /// The verdicts were known from an earlier run.
  package var isCached = false

  package init(name: String, path: String, worlds: [String]) {
    self.name = name
    self.path = path
    self.worlds = worlds
  }

  package func count(_ fate: MutantVerdict.Fate) -> Int { mutants.count { $0.fate == fate } }

  /// The share of edits that were noticed among those that change what happens, in per cent; nil if there are none.
  package var score: Double? { Self.score(count(.killed), count(.survived)) }

  /// Whether at least one edit is judged.
  var isJudged: Bool { mutants.contains { $0.fate != .undecided } }

  fileprivate static func score(_ killed: Int, _ survived: Int) -> Double? {
    killed + survived == 0 ? nil : 100 * Double(killed) / Double(killed + survived)
  }

  var hasInternalError: Bool { mutants.contains { $0.reason?.hasPrefix("internal error") == true } }

  /// Everything that was tried is decided, so that it may be kept.
  package var isDecided: Bool {
    unsound.isEmpty && undecidedWorlds.isEmpty && count(.undecided) == 0
  }

  /// What a check notices.
  package struct Kills: Sendable, Equatable {
    package var name: String
    /// How many edits it notices.
    package var all: Int
    /// How many nothing else notices.
    package var alone: Int
  }

  /// For each check what it notices, in the order of the text; behind them what no check is called, such as `gap`.
  package var kills: [Kills] {
    var all: [String: Int] = [:]
    var alone: [String: Int] = [:]
    for mutant in mutants where mutant.fate == .killed {
      let names = Set(mutant.killers.flatMap(\.names))
      for name in names { all[name, default: 0] += 1 }
      if names.count == 1, let name = names.first { alone[name, default: 0] += 1 }
    }
    let others = all.keys.filter { !checks.contains($0) }.sorted()
    return (checks + others).map { Kills(name: $0, all: all[$0] ?? 0, alone: alone[$0] ?? 0) }
  }
}
