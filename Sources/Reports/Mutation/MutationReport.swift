import Semantics

/// What edits of some specs came to.
package struct MutationReport: Sendable {
  package var specs: [SpecMutation] = []
  package var unreadable: [CheckReport.Unreadable] = []
  /// What keeps the report from being an answer, such as that there is no spec.
  package var problems: [GateProblem] = []
  package var duration: Duration = .zero
  /// The score that each spec has to have, in per cent.
  package var minimumScore: Double?
  /// Only those of so many edits were tried, from this seed.
  package var sample: (count: Int, seed: UInt64)?

  package init() {}
}

/// What the edits of one spec came to.
package struct SpecMutation: Sendable, Codable {
  package var name: String
  package var path: String
  /// The worlds in which edits were judged.
  package var worlds: [String]
  /// Worlds that are not as the spec says, so that nothing can be judged there.
  package var unsound: [String] = []
  /// Worlds that are not decided.
  package var undecidedWorlds: [String] = []
  /// All that was tried, in the order of the text.
  package var mutants: [MutantVerdict] = []
  /// How many edits do not compile.
  package var invalid = 0
  /// How many edits there are, tried or not.
  package var edits = 0
  /// All properties and scenarios, in the order of the text.
  package var checks: [String] = []
  /// It is known of each edit which checks notice it, and not only of the first.
  package var isMatrix = false
  /// The tool contradicts itself.
  package var internalErrors: [String] = []

  package init(name: String, path: String, worlds: [String]) {
    self.name = name
    self.path = path
    self.worlds = worlds
  }

  package func count(_ fate: MutantVerdict.Fate) -> Int { mutants.count { $0.fate == fate } }

  /// The share of edits that were noticed among those that change what happens, in per cent; nil if there are none.
  package var score: Double? {
    let (killed, survived) = (count(.killed), count(.survived))
    return killed + survived == 0 ? nil : 100 * Double(killed) / Double(killed + survived)
  }

  /// For each check how many edits it notices, and how many it alone does.
  package var kills: [(name: String, all: Int, alone: Int)] {
    var all: [String: Int] = [:]
    var alone: [String: Int] = [:]
    for mutant in mutants where mutant.fate == .killed {
      let names = Set(mutant.killers.flatMap(\.names))
      for name in names { all[name, default: 0] += 1 }
      if names.count == 1, let name = names.first { alone[name, default: 0] += 1 }
    }
    let others = all.keys.filter { !checks.contains($0) }.sorted()
    return (checks + others).map { ($0, all[$0] ?? 0, alone[$0] ?? 0) }
  }
}
