import Semantics

/// Outcomes of one event with similar changes of a word.
///
/// The common part is computed once for each state; each member xors only its difference. For `receive(kind: .info)`
/// and `receive(kind: .mention)`, it may be everything except one look-up.
struct ChangeFamily {
  /// An outcome by its index: of the draft in the plan, and of the outcome in the draft; with its terms for the
  /// current word.
  struct Member {
    var draft: Int
    var outcome: Int
    var terms: [ChangeTerm]
  }

  var event: Int
  var members: [Member]

  /// The number of terms that a new member shares with the first.
  func common(with member: Member) -> Int {
    guard let first = members.first else { return 0 }
    return member.terms.count { first.terms.contains($0) }
  }

  /// Whether at least half of a member's terms are those of the first. It depends on the order of the members, which
  /// is always that of the instances.
  func accepts(_ member: Member) -> Bool {
    common(with: member) * 2 >= member.terms.count
  }

  /// For each member, the wire of its change.
  ///
  /// The terms are shared only if that needs fewer look-ups and exclusive-ors in total than separate members.
  func wires(
    _ tabulation: inout Tabulation
  ) -> [(member: Member, wire: Circuit.Wire)] {
    let base = commonTerms()
    let plain = members.reduce(0) { $0 + $1.terms.count }
    let shared = members.reduce(base.count) { $0 + 1 + differences($1, from: base) }
    guard shared < plain else {
      return members.map { ($0, xor($0.terms.map { tabulation.wire($0) }, &tabulation)) }
    }
    let baseWire = xor(base.map { tabulation.wire($0) }, &tabulation)
    return members.map { member in
      var parts = [baseWire]
      for term in member.terms where !base.contains(term) {
        let replaced = term.fields == nil ? nil : base.first { $0.fields == term.fields }
        let change = replaced.map { tabulation.difference(term, $0) } ?? term
        parts.append(tabulation.wire(change))
      }
      for term in base where !member.terms.contains(term) {
        let isReplaced = term.fields != nil && member.terms.contains { $0.fields == term.fields }
        if !isReplaced { parts.append(tabulation.wire(term)) }
      }
      return (member, xor(parts, &tabulation))
    }
  }

  /// The terms of most members, one for each key. The order is fixed, so the same spec is planned the same each time.
  private func commonTerms() -> [ChangeTerm] {
    var counts: [ChangeTerm: Int] = [:]
    for member in members { for term in member.terms { counts[term, default: 0] += 1 } }
    var base: [ChangeTerm] = []
    let ordered = counts.sorted {
      $0.value == $1.value && $0.key.number == $1.key.number
        ? ($0.key.fields ?? []).lexicographicallyPrecedes($1.key.fields ?? [])
        : ($1.value, $0.key.number) < ($0.value, $1.key.number)
    }
    for (term, count) in ordered where count * 2 > members.count {
      if term.fields != nil, base.contains(where: { $0.fields == term.fields }) { continue }
      base.append(term)
    }
    return base.sorted {
      ($0.fields?.first ?? .max, $0.number) < ($1.fields?.first ?? .max, $1.number)
    }
  }

  /// The number of terms in which a member differs from the base. Two under the same key count once, because their
  /// difference is one table.
  private func differences(_ member: Member, from base: [ChangeTerm]) -> Int {
    let added = member.terms.count { !base.contains($0) }
    let missing = base.count { term in
      !member.terms.contains(term)
        && (term.fields == nil || !member.terms.contains { $0.fields == term.fields })
    }
    return added + missing
  }

  private func xor(_ wires: [Circuit.Wire], _ tabulation: inout Tabulation) -> Circuit.Wire {
    wires.reduce(Circuit.falsity) { tabulation.circuit.xor($0, $1) }
  }
}
