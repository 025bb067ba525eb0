/// A random spec whose parties differ only in their names, of which there are 4 to 6, with more than ten fair
/// actions: turns that are passed on, places that are taken and left.
///
/// Some of the specs that fail do so only because a run must be fair to actions of some names that others never take.
package struct RandomNamedSpec: Sendable {
  package let seed: UInt64
  package let text: String

  package init(seed: UInt64) {
    self.seed = seed
    var random = SplitMix64(seed: seed)
    let names = 4 + (random.oneIn(3) ? 1 + random.number(below: 2) : 0)
    var lines = [
      "symmetric P(\(names))", "enum S { idle, busy }", "var at: Set<P> = []",
      "var turn: P = any",
    ]
    let conditions = [
      "p in at", "!(p in at)", "turn == p", "turn != p", "at.isEmpty", "at.count < 2",
      "!(turn in at)",
    ]
    let effects = [
      "choose x in P where x != p; turn = x", "choose x in P; turn = x", "turn = p",
      "insert p into at", "remove p from at", "at = []", "insert turn into at",
      "choose x in P; if x in at { turn = x }",
    ]
    for event in 0..<(2 + random.number(below: 2)) {
      let fairness = ["", "fair ", "strongly fair ", "strongly fair "][random.number(below: 4)]
      let extra = random.oneIn(3) ? ", urgent: Bool" : ""
      let guards = (0..<(1 + random.number(below: 2))).compactMap { _ in random.pick(conditions) }
      let body = (0..<(1 + random.number(below: 2))).compactMap { number in
        random.pick(effects)?.replacing("x", with: "x\(number)").replacing(
          "inx\(number)", with: "in")
      }
      lines.append(
        "\(fairness)on e\(event)(p: P\(extra)) when \(guards.joined(separator: " && ")) { "
          + body.joined(separator: "; ") + " }")
    }
    let asked = ["p in at", "turn == p", "at.isEmpty"]
    for property in 0..<2 {
      let premise = random.pick(["p in at", "!(p in at)", "turn == p"]) ?? "p in at"
      let answer = random.pick(asked) ?? asked[0]
      let denied = random.oneIn(2) ? "!(\(answer))" : answer
      lines.append("eventually q\(property)(p: P) whenever \(premise) { \(denied) }")
    }
    let goal = random.pick(asked) ?? asked[0]
    lines.append("possible q2(p: P) whenever \(random.pick(["p in at", "turn != p"])!) { \(goal) }")
    lines.append("reachable q3(p: P, q: P) { p in at && \(goal.replacing("p ", with: "q ")) }")
    lines.append("terminal { true }")
    text = lines.joined(separator: "\n")
  }
}
