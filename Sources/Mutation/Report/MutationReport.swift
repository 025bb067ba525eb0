import Reports
import Semantics

/// The results of mutation testing.
package struct MutationReport: Sendable {
  package var specs: [SpecMutation] = []
  /// Specs that do not compile.
  package var broken: [(diagnostics: [Diagnostic], suppressed: Int)] = []
  package var unreadable: [CheckReport.Unreadable] = []
  package var duration: Duration = .zero
  /// The minimum mutation score of each spec in per cent; nil if survivors do not fail the run.
  package var minimumScore: Double?
  /// Whether only the changes since a revision are mutated, which may be none.
  package var isConfined = false
  /// Whether the run ended early.
  package var isCutShort = false
  /// The commands that make sense now; the caller fills the list.
  package var next: [NextCommand] = []

  /// The exit status of the run, for the worst result.
  package var status: ExitStatus {
    if specs.contains(where: \.hasInternalError) { return .internalError }
    if !unreadable.isEmpty || !broken.isEmpty { return .specError }
    if specs.contains(where: { !$0.unsound.isEmpty || isBelow($0) }) { return .violation }
    if isCutShort || lacksScore || specs.contains(where: \.isOpen) { return .inconclusive }
    return .success
  }

  /// Whether the score of a spec is below the minimum.
  package func isBelow(_ spec: SpecMutation) -> Bool {
    guard let minimumScore, let score = spec.score else { return false }
    return score < minimumScore
  }

  /// Whether there is a minimum score, and some spec has no judged mutation.
  private var lacksScore: Bool {
    guard minimumScore != nil else { return false }
    return specs.isEmpty || specs.contains { !$0.isJudged && !(isConfined && $0.edits == 0) }
  }

  /// The score in words, or the reason why there is none.
  var scoreText: String {
    if let score { return "score \(Wording.fixed(score, digits: 1)) %" }
    if specs.contains(where: \.isJudged) { return "no edit changes the behaviour" }
    return specs.contains { $0.edits > 0 } ? "no edit is judged" : "nothing to edit"
  }

  package func count(_ fate: MutantVerdict.Fate) -> Int { specs.reduce(0) { $0 + $1.count(fate) } }

  /// The mutation score over all specs, in per cent; nil if there is none.
  package var score: Double? { SpecMutation.score(count(.killed), count(.survived)) }
}

/// The results of mutation testing for one spec.
package struct SpecMutation: Sendable, Codable {
  package var name: String
  package var path: String
  /// The worlds in which mutations were judged.
  package var worlds: [String]
  /// The worlds that do not pass, so that nothing can be judged there.
  package var unsound: [String] = []
  /// The worlds whose check a limit ended.
  package var undecidedWorlds: [String] = []
  /// All judged mutations, in the order of the text.
  package var mutants: [MutantVerdict] = []
  /// The number of mutations that do not compile, or that change only properties and not the behaviour.
  package var invalid = 0
  /// The number of possible mutations, tried or not.
  package var edits = 0
  /// All properties and scenarios, in the order of the text.
  package var checks: [String] = []
  /// Whether all detections of each mutation are known, and not only the first.
  package var isMatrix = false
  /// Whether the verdicts come from an earlier run.
  package var isCached = false

  package func count(_ fate: MutantVerdict.Fate) -> Int { mutants.count { $0.fate == fate } }

  /// The mutation score in per cent: the share of detected mutations among those that change the behaviour; nil if
  /// there are none.
  package var score: Double? { Self.score(count(.killed), count(.survived)) }

  /// Whether at least one mutation was judged.
  var isJudged: Bool { mutants.contains { $0.fate != .undecided } }

  fileprivate static func score(_ killed: Int, _ survived: Int) -> Double? {
    killed + survived == 0 ? nil : 100 * Double(killed) / Double(killed + survived)
  }

  /// Whether some tried mutation has no verdict. An inconclusive world leaves nothing open if other worlds detect all
  /// mutations.
  var isOpen: Bool { count(.undecided) > 0 || !undecidedWorlds.isEmpty && score == nil }

  /// The survivors and inconclusive mutations, in the order of the text. Survivors with the same proposal are together.
  var remarkable: [[MutantVerdict]] {
    var groups: [[MutantVerdict]] = []
    for mutant in mutants where mutant.fate == .survived || mutant.fate == .undecided {
      let group = groups.firstIndex {
        mutant.proposal != nil && $0[0].proposal?.isSame(as: mutant.proposal) == true
      }
      if let group { groups[group].append(mutant) } else { groups.append([mutant]) }
    }
    return groups
  }

  var hasInternalError: Bool { mutants.contains { $0.reason?.hasPrefix("internal error") == true } }

  /// Whether everything that was tried is decided, so that it may be cached.
  package var isDecided: Bool {
    unsound.isEmpty && undecidedWorlds.isEmpty && count(.undecided) == 0
  }

  /// The detections by one check.
  package struct Kills: Sendable, Equatable, Encodable {
    package var name: String
    /// The number of mutations that it detects.
    package var all: Int
    /// The number of mutations that only it detects.
    package var alone: Int
  }

  /// The detections by each check, in the order of the text, followed by those of general kinds, such as `gap`.
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
