/// Values beyond their types: sets beyond the bounds of their left side, literals of only whole numbers, and local
/// numbers that grow.
extension RandomSpecWriter {
  /// Statements that make one, and change a variable if a random condition holds; empty if there is nothing to make
  /// it of, or to change.
  mutating func openValues(_ indent: String) -> [String] {
    let grown = freshName()
    let numbers = (0..<2).map { _ in "\(random.number(below: 6) - 1)" }
    let questions = readable.map { ($0, openQuestions(of: $0, grown, numbers[0], numbers[1])) }
    guard let (source, asked) = random.pick(questions.filter { !$0.1.isEmpty }),
      let question = random.pick(asked)
    else { return [] }
    let changes = change("\(indent)  ")
    if changes.isEmpty { return [] }
    var lines: [String] = []
    if case .range(let index) = source.kind {
      let type = random.pick(["", ": Int", ": R\(index)"])!
      lines.append("\(indent)var \(grown)\(type) = \(source.text)")
      for _ in 0..<1 + random.number(below: 3) {
        let step = "\(grown) \(random.pick(["+=", "-=", "*="])!) \(numbers[0])"
        lines.append(indent + random.pick([step, "for i in 0...2 { \(step) }", "\(grown) %= 3"])!)
      }
    }
    lines += ["\(indent)if \(question) {"] + changes + ["\(indent)}"]
    if case .set(.range) = source.kind, source.isMutable, random.oneIn(4) {
      lines.append("\(indent)\(source.text) = \(source.text).union([\(numbers[0])])")
    }
    return lines
  }

  /// Conditions on a value made of a name and two numbers, or on the local number that grows.
  private func openQuestions(
    of source: Name, _ grown: String, _ one: String, _ two: String
  ) -> [String] {
    let name = source.text
    switch source.kind {
    case .set(.range), .members(.range, _, isBag: false):
      return ["union", "symmetricDifference", "intersection", "subtracting"].flatMap { member in
        ["set(v in \(name): v + \(one))", "[\(one), \(two)]"].flatMap { other in
          let made = "\(name).\(member)(\(other))"
          return [
            "\(made).count > 1", "\(made) == [\(one), \(two)]", "\(two) in \(made)",
            "sum(w in \(made): w) > \(two)", "\(made) == \(name)",
          ]
        }
      }
    case .list(.range, _):
      return [
        "list(v in \(name): v + \(one)) == [\(one), \(two)]",
        "list(v in \(name): [v, \(one)]) == [[\(one), \(two)]]",
        "[[\(one)], []] == list(v in \(name): [v])", "[\(one)] in list(v in \(name): [v + 1])",
      ]
    case .map(.range, .bool): return ["\(name) == [\(one): true]", "\(name) != [\(one): false]"]
    case .range: return ["\(grown) > \(one)", "max(\(grown), \(one)) == \(two)"]
    default: return []
    }
  }
}
