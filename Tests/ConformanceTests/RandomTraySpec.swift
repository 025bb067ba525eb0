import TestSupport

/// A random spec of named things that appear and disappear, with signals about them.
struct RandomTraySpec {
  let text: String

  init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func pick(_ choices: String...) -> String { choices[random.number(below: choices.count)] }
    var lines = [
      "symmetric P(2)", "var shown: \(pick("Set<P>", "List<P, 2>", "List<P, 1>")) = []",
      "var last: P? = nil", "var loud: Map<P, Bool> = [:]", "var count: 0...2 = 0",
      "signal came(p: P, loud: Bool), gone(p: P), idle",
    ]
    let add = lines[1].contains("List") ? "append" : "insert"
    let target = lines[1].contains("List") ? "to" : "into"
    let full = lines[1].contains("List<P, 1>") ? "shown.isEmpty" : "shown.count < 2"
    func come(_ p: String) -> String {
      pick(
        "\(add) \(p) \(target) shown; emit came(p: \(p), loud: false)", "last = \(p)",
        "loud[\(p)] = \(pick("true", "false"))", "emit gone(p: \(p))",
        "\(add) \(p) \(target) shown; loud[\(p)] = true")
    }
    func go(_ p: String) -> String {
      pick(
        "shown = []; emit gone(p: \(p))", "shown = []; last = \(p)", "loud[\(p)] = nil",
        "last = nil; emit idle", "count = 2 - count; emit gone(p: \(p))", "loud = [:]")
    }
    for event in 0..<(1 + random.number(below: 2)) {
      let condition = pick(
        "!(p in shown)", "p != last && !(p in shown)", "loud[p] == nil && !(p in shown)")
      let chosen = "choose p in P where \(condition)"
      let able = "some p in P: \(condition)"
      lines.append(
        pick(
          "on come\(event) when \(full) && (\(able)) { \(chosen); \(come("p")) }",
          "on come\(event)(p: P) when \(full) && \(condition) { \(come("p")) }",
          "on come\(event) when \(able) { shown = []; \(chosen); \(come("p")); \(come("p")) }"))
    }
    for event in 0..<(1 + random.number(below: 2)) {
      let condition = pick("p in shown", "last == p", "loud[p] != nil", "p in shown && last != p")
      lines.append("on go\(event)(p: P) when \(condition) { \(go("p")) }")
    }
    if random.oneIn(2) {
      lines.append(
        "on flip when count != 1 { count = 2 - count; \(pick("last = nil", "emit idle")) }")
    }
    lines.append("terminal { true }")
    text = lines.joined(separator: "\n")
  }
}
