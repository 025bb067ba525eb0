/// An expression of TLA+ in parts, for a layout over several lines.
indirect enum Formula: Equatable, Sendable {
  case text(String)
  /// A choice between two formulas by a test.
  case choose(test: String, Formula, otherwise: Formula)
  case bind([Definition], Formula)
  case record([Field])
  /// A value with some of its parts replaced, which have paths such as `.count` or `[1]`.
  case except(String, [Field])
  case all([Formula])
  /// A variable has a value.
  case equal(String, Formula)
  /// The set with one element.
  case only(Formula)
  /// For each member of a set: a disjunction of conditions, or a union of sets.
  case some(Quantifier, name: String, set: Formula, Formula)

  struct Field: Equatable, Sendable {
    var name: String
    var value: Formula
  }
  enum Quantifier: Equatable, Sendable { case exists, every, union }

  /// A separate name, for the following text.
  struct Definition: Equatable, Sendable {
    var name: String
    var value: Formula
  }

  static let yes = Formula.text("TRUE")
  static let no = Formula.text("FALSE")

  /// Makes a choice, with the shortest form of the same meaning; `test` if it is the whole choice.
  ///
  /// - Parameters:
  ///   - isFlag: whether `then` and `otherwise` are true or false.
  static func chosen(
    _ test: String, _ then: Formula, otherwise: Formula, isFlag: Bool
  ) -> Formula {
    if then == otherwise { return then }
    guard isFlag else { return .choose(test: test, then, otherwise: otherwise) }
    switch (then, otherwise) {
    case (.yes, .no): return .text(test)
    case (.no, .yes): return .text(test.negated)
    case (.no, .all(let all)): return .all([.text(test.negated)] + all)
    case (.no, _): return .all([.text(test.negated), otherwise])
    case (.all(let all), .no): return .all([.text(test)] + all)
    case (_, .no): return .all([.text(test), then])
    default: return .choose(test: test, then, otherwise: otherwise)
    }
  }

  static func binding(_ definitions: [Definition], _ body: Formula) -> Formula {
    var body = body
    var left: [Definition] = []
    for definition in definitions.reversed() {
      let rest = Formula.bind(left, body)
      if body == .text(definition.name), left.isEmpty {
        body = definition.value
      } else if let line = definition.value.line, line.count <= 60, !line.isLoop,
        rest.count(of: definition.name) == 1
      {
        let operand = line.operand
        left = left.map {
          .init(name: $0.name, value: $0.value.replacing(definition.name, operand))
        }
        body = body.replacing(definition.name, operand)
      } else {
        left.insert(definition, at: 0)
      }
    }
    if left.isEmpty { return body }
    if case .bind(let inner, let body) = body { return .bind(left + inner, body) }
    return .bind(left, body)
  }

  /// The number of uses of a name outside of loops; more than one inside a loop.
  private func count(of name: String) -> Int {
    switch self {
    case .text(let text): return Self.count(of: name, in: text)
    case .choose(let test, let then, let otherwise):
      return Self.count(of: name, in: test) + then.count(of: name) + otherwise.count(of: name)
    case .bind(let definitions, let body):
      return definitions.reduce(body.count(of: name)) { count, definition in
        let inner = definition.value.count(of: name)
        return count + (definition.name.contains("[") && inner > 0 ? 2 : inner)
          + Self.count(of: name, in: definition.name) * 2
      }
    case .record(let fields):
      return fields.reduce(0) { $0 + $1.value.count(of: name) }
    case .except(let base, let fields):
      return fields.reduce(Self.count(of: name, in: base)) {
        $0 + $1.value.count(of: name) + Self.count(of: name, in: $1.name)
      }
    case .all(let all): return all.reduce(0) { $0 + $1.count(of: name) }
    case .equal(_, let value), .only(let value): return value.count(of: name)
    case .some(_, _, let set, let body):
      return set.count(of: name) + 2 * body.count(of: name)
    }
  }

  private static func count(of name: String, in text: String) -> Int {
    let count = text.words.count { $0 == name }
    return text.isLoop ? 2 * count : count
  }

  /// The same with an operand for a name.
  private func replacing(_ name: String, _ operand: String) -> Formula {
    func replaced(_ text: String) -> String {
      text.words.contains { $0 == name } ? text.replacingWord(name, operand).bare : text
    }
    func replaced(_ fields: [Field]) -> [Field] {
      fields.map {
        .init(name: replaced($0.name), value: $0.value.replacing(name, operand))
      }
    }
    switch self {
    case .text(let text): return .text(replaced(text))
    case .choose(let test, let then, let otherwise):
      return .choose(
        test: replaced(test), then.replacing(name, operand),
        otherwise: otherwise.replacing(name, operand))
    case .bind(let definitions, let body):
      return .bind(
        definitions.map { .init(name: $0.name, value: $0.value.replacing(name, operand)) },
        body.replacing(name, operand))
    case .record(let fields):
      return .record(
        fields.map { .init(name: $0.name, value: $0.value.replacing(name, operand)) })
    case .except(let base, let fields):
      return .except(base.replacingWord(name, operand), replaced(fields))
    case .all(let all): return .all(all.map { $0.replacing(name, operand) })
    case .equal(let variable, let value): return .equal(variable, value.replacing(name, operand))
    case .only(let value): return .only(value.replacing(name, operand))
    case .some(let word, let variable, let set, let body):
      return .some(
        word, name: variable, set: set.replacing(name, operand), body.replacing(name, operand))
    }
  }

  // MARK: Layout

  /// Lines are broken after this column where possible.
  private static let width = 96

  /// The text, whose first line begins at a column.
  func text(at column: Int) -> String {
    if let line, column + line.count <= Self.width { return line }
    let space = "\n" + String(repeating: " ", count: column)
    switch self {
    case .text(let text): return text
    case .choose(let test, let then, let otherwise):
      let begin = then.line.flatMap { line in
        column + test.count + line.count + 9 <= Self.width ? "IF \(test) THEN \(line)" : nil
      }
      return (begin ?? "IF \(test)\(space)THEN \(then.text(at: column + 5))")
        + "\(space)ELSE \(otherwise.text(at: otherwise.isChoice ? column : column + 5))"
    case .bind(let definitions, let body):
      let lines = definitions.map { "\($0.text(at: column + 4))" }
      return "LET " + lines.joined(separator: space + "    ") + space + "IN  "
        + body.text(at: column + 4)
    case .record(let fields):
      let lines = fields.map { "\($0.name) |-> \($0.value.text(at: column + $0.name.count + 6))" }
      return "[" + lines.joined(separator: "," + space + " ") + "]"
    case .except(let base, let fields):
      let lines = fields.map { "!\($0.name) = \($0.value.text(at: column + $0.name.count + 6))" }
      return "[\(base) EXCEPT" + space + "  " + lines.joined(separator: "," + space + "  ") + "]"
    case .all(let all):
      return all.map { "/\\ \($0.text(at: column + 3))" }.joined(separator: space)
    case .only(let value): return "{\(value.text(at: column + 1))}"
    case .equal(let name, let value): return "\(name) = \(value.text(at: column + name.count + 3))"
    case .some(.exists, let name, let set, let body), .some(.every, let name, let set, let body):
      let word = if case .some(.every, _, _, _) = self { "\\A" } else { "\\E" }
      let begin = "\(word) \(name) \\in "
      return begin + set.text(at: column + begin.count) + " :" + space + "  "
        + body.text(at: column + 2)
    case .some(.union, let name, let set, let body):
      return "UNION {(" + body.text(at: column + 8) + ")" + space + "       : \(name) \\in "
        + set.text(at: column + 17 + name.count) + "}"
    }
  }

  private var isChoice: Bool { if case .choose = self { true } else { false } }

  /// The text on one line, if that is as readable.
  var line: String? {
    switch self {
    case .text(let text): return text
    case .choose(let test, let then, let otherwise):
      guard let then = then.line, let otherwise = otherwise.line else { return nil }
      return "IF \(test) THEN \(then) ELSE \(otherwise)"
    case .record(let fields): return Self.line(fields, "", " |-> ").map { "[\($0)]" }
    case .except(let base, let fields):
      return Self.line(fields, "!", " = ").map { "[\(base) EXCEPT \($0)]" }
    case .all(let all):
      guard all.count == 1 else { return nil }
      return all[0].line
    case .equal(let name, .text(let text)): return "\(name) = \(text.operand)"
    case .equal(let name, let value): return value.line.map { "\(name) = \($0)" }
    case .only(let value): return value.line.map { "{\($0)}" }
    case .some(.union, _, _, _), .bind: return nil
    case .some(let word, let name, let set, let body):
      guard let set = set.line, let body = body.line else { return nil }
      return "\(word == .every ? "\\A" : "\\E") \(name) \\in \(set) : \(body)"
    }
  }

  private static func line(_ fields: [Field], _ mark: String, _ sign: String) -> String? {
    let lines = fields.compactMap { field in
      field.value.line.map { "\(mark)\(field.name)\(sign)\($0)" }
    }
    return lines.count == fields.count ? lines.joined(separator: ", ") : nil
  }
}

extension Formula.Definition {
  func text(at column: Int) -> String {
    let begin = "\(name) == "
    let isNarrow = begin.count > 30 && (value.line?.count ?? 100) > 50
    return isNarrow
      ? begin.dropLast() + "\n" + String(repeating: " ", count: column + 2)
        + value.text(at: column + 2)
      : begin + value.text(at: column + begin.count)
  }
}
