import Engine
import Semantics
import SpecLanguage
import TestSupport
import Testing

/// A world's replacement has the meaning that it would have in the rest of the text.
@Suite struct WorldReplacementTests {
  private static let text = """
    spec Cards
    symmetric ID(2)
    enum Kind { info, mention }
    let room = 2
    var tray: Map<ID, Kind> = [:]
    var left: 0...3 = 3
    func place(_ id: ID, of kind: Kind) -> ID { id }
    func clear(_ id: ID) { tray[id] = nil }
    on receive(id: ID, kind: Kind) when left > 0 {
      when kind == .mention {
        rule again when id in tray.keys { left -= 1 }
        rule mention when !(id in tray.keys) { tray[place(id, of: kind)] = kind; left -= 1 }
      }
      otherwise info { clear(id); left -= 1 }
    }
    on dismiss(id: ID) when id in tray.keys { clear(id) }
    invariant few { tray.count <= room }
    transition keeps after receive.again where kind == .mention { unchanged(tray) }
    transition clears after dismiss { !(id in tray.keys) }
    terminal { true }

    """

  private func problems(_ world: String) throws -> [String] {
    try search(Self.text + "world w \(world)", world: "w").problems
  }

  @Test("what has no type but that of its value keeps that type")
  func keptTypes() throws {
    func starts(_ world: String) throws -> Int {
      let text = """
        spec S
        enum Kind { info, mention, call }
        var kind = Kind.info
        var seen = true
        let first = Kind.info
        on look { seen = true }
        invariant late { kind >= first }
        world w { \(world) }
        """
      return try search(text, world: "w").result.statistics.states
    }
    #expect(try starts("var kind = .call; let first = .mention") == 1)
    #expect(try starts("var kind = any") == 3)
    #expect(try starts("var kind = any; var seen = any k in Bool where !k") == 6)
  }

  @Test("a func, procedure, 'let', first value, event, guard or rule is another one")
  func replaced() throws {
    #expect(try problems("{ }") == [])
    #expect(try problems("{ let room = 1 }") == ["few violated after 2"])
    #expect(try problems("{ let room = 1; var left = 1 }") == [])
    #expect(try problems("{ func clear(_ any: ID) { } }") == ["clears violated after 2"])
    #expect(
      try problems("{ let room = 0; func place(_ id: ID, of kind: Kind) -> ID { id } }")
        == ["few violated after 1"])
    #expect(try problems("{ let room = 0; on receive when false }") == [])
    #expect(try problems("{ let room = 0; on receive(id: ID, kind: Kind) when id != id }") == [])
    #expect(
      try problems("{ on dismiss(id: ID) when id in tray.keys { left = 3 } }")
        == ["clears violated after 2"])
    #expect(
      try problems("{ rule receive.again when id in tray.keys { tray = [:] } }")
        == ["keeps violated after 2"])
    #expect(
      try problems("{ otherwise receive.info { tray[id] = kind; left -= 1 }; let room = 1 }")
        == ["few violated after 2"])
    #expect(try problems("{ without rule receive.again }") == [])
    #expect(
      try problems("{ without rule receive.info; without rule receive.again }")
        == ["gap after 1"])
  }

  @Test("a world builds on another one, and has the last word")
  func bases() throws {
    let base = """
      { let room = 1; rule receive.again when id in tray.keys { tray = [:]; left -= 1 } }

      """
    #expect(try problems(base) == ["few violated after 2", "keeps violated after 2"])
    let other = base.replacing("{ let", with: "{ ID = 1; let")
    func built(_ text: String) throws -> [String] {
      try search(Self.text + "world w: v \(text)\nworld v \(other)", world: "w").problems
    }
    #expect(try built("") == ["keeps violated after 2"])
    #expect(try built("{ ID = 2 }") == ["few violated after 2", "keeps violated after 2"])
    #expect(try built("{ ID = 2; let room = 2 }") == ["keeps violated after 2"])
    #expect(try built("{ without rule receive.again }") == [])
    let twice = Self.text + "world u: w { let room = 0 }\nworld w: v { ID = 2 }\nworld v \(other)"
    #expect(
      try search(twice, world: "u").problems == ["few violated after 1", "keeps violated after 2"])
  }

  @Test(
    "a world that replaces a part of a random spec is that spec with the part edited",
    arguments: Weekly.seeds(20))
  func random(_ seed: Int) throws {
    let spec = RandomSpec(seed: UInt64(seed))
    var random = SplitMix64(seed: UInt64(seed))
    let edits = TextEdit.all(in: spec.text)
    for _ in 0..<4 {
      guard let edit = random.pick(edits),
        SpecText.check(edit.edited + "\nworld w").spec != nil
      else { continue }
      let limits = SearchLimits(states: 3000)
      let edited = try search(edit.edited + "\nworld w { }", world: "w", limits: limits)
      let replaced = try search(
        spec.text + "\nworld w { \(edit.replacement) }", world: "w", limits: limits)
      #expect(replaced.summary == edited.summary, "\(edit.replacement)")
      let used = try search(
        SpecText.checked(
          "spec Test\nuse \"lib.tray\" { \(edit.replacement) }\n"
            + TextEdit.terminals(of: spec.text),
          using: ["lib.tray": TextEdit.opened(spec.text)]), limits: limits)
      let isExample = { (line: String) in line.hasPrefix("scenario ") }
      #expect(
        used.summary == edited.summary.filter { !isExample($0) }, "\(edit.replacement)")
    }
  }
}

extension SearchedSpec {
  /// All results, without places in the text.
  fileprivate var summary: [String] {
    ["\(result.statistics.states) \(result.statistics.transitions)"] + problems
      + violations.map { $0.name(in: spec) + ": \(trace(to: $0.name(in: spec)) ?? [])" }
  }
}

/// A text in which one word or sign is another one, and the same as a part of a world.
private struct TextEdit {
  var edited: String
  var replacement: String

  private static let pairs = [
    "true": "false", "false": "true", "&&": "||", "||": "&&", "==": "!=", "!=": "==", "<": "<=",
    "<=": "<", ">": ">=", ">=": ">", "+": "-", "0": "1", "1": "0", "2": "1", "isOn": "!isOn",
  ]

  /// All edits of parts that a world can replace, each as the smallest replaceable part.
  static func all(in text: String) -> [TextEdit] {
    let syntax = Parser.parse(SourceFile(path: "test", text: text)).spec
    return syntax.declarations.flatMap { declaration in
      parts(of: declaration).flatMap { edits(of: $0, in: syntax, text) }
    }
  }

  /// The definitions that libraries leave to their users.
  static func terminals(of text: String) -> String {
    let syntax = Parser.parse(SourceFile(path: "test", text: text)).spec
    return syntax.declarations.compactMap { declaration in
      if case .terminal = declaration.kind { syntax.file.text(declaration.range) } else { nil }
    }.joined(separator: "\n")
  }

  /// Returns the text as a library in which everything may be replaced.
  static func opened(_ text: String) -> String {
    let syntax = Parser.parse(SourceFile(path: "test", text: text)).spec
    var places = syntax.declarations.flatMap { declaration in
      let isReplaceable = !parts(of: declaration).isEmpty
      guard case .event(let event) = declaration.kind, case .rules(_, let items) = event.body else {
        return isReplaceable ? [declaration.range.start] : []
      }
      return items.elements.compactMap { item in
        if case .rule(let rule) = item { rule.keyword.start } else { nil }
      } + [declaration.range.start]
    }
    places.sort(by: >)
    var bytes = Array(text.utf8)
    for place in places { bytes.insert(contentsOf: "open ".utf8, at: place) }
    return String(decoding: bytes, as: UTF8.self).replacing(
      "spec ", with: "library ", maxReplacements: 1)
  }

  /// A part that may be edited, and the world that contains the edited text at the end.
  private struct Part {
    var range: SourceRange
    var head = ""
    var whole: SourceRange
  }

  private static func parts(of declaration: DeclarationSyntax) -> [Part] {
    let whole = declaration.range
    switch declaration.kind {
    case .function(let function):
      switch function.body {
      case .function(_, let block): return [Part(range: block.value.range, whole: whole)]
      case .procedure(let body): return [Part(range: body.braces, whole: whole)]
      }
    case .constant(let binding): return [Part(range: binding.value.range, whole: whole)]
    case .variable(let variable):
      guard case .value(let value) = variable.initial else { return [] }
      return [Part(range: value.range, whole: whole)]
    case .event(let event):
      let conditions = event.guardExpression.map {
        [Part(range: $0.range, head: "on \(event.name.text) when ", whole: $0.range)]
      }
      switch event.body {
      case .statements(let body):
        return (conditions ?? []) + [Part(range: body.braces, whole: whole)]
      case .rules(_, let items):
        return (conditions ?? [])
          + items.elements.flatMap { item -> [Part] in
            guard case .rule(let rule) = item else { return [] }
            let rest = SourceRange(rule.name.range.start, rule.body.braces.end)
            let word = rule.isOtherwise ? "otherwise" : "rule"
            return [
              Part(
                range: SourceRange(rule.name.range.end, rest.end),
                head: "\(word) \(event.name.text).", whole: rest)
            ]
          }
      }
    default: return []
    }
  }

  private static func edits(of part: Part, in syntax: SpecSyntax, _ text: String) -> [TextEdit] {
    syntax.tokens.tokens[syntax.tokens.places(in: part.range)].compactMap { token in
      guard let other = pairs[syntax.file.text(token.range)] else { return nil }
      func text(_ start: Int, _ end: Int) -> String { syntax.file.text(SourceRange(start, end)) }
      let (before, behind) = (token.range.start, token.range.end)
      return TextEdit(
        edited: text(0, before) + other + text(behind, syntax.file.bytes.count),
        replacement: part.head + text(part.whole.start, before) + other
          + text(behind, part.whole.end))
    }
  }
}
