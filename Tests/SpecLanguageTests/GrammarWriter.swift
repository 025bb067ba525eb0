import TestSupport

/// A writer of random texts of a grammar, from a seed.
struct GrammarWriter {
  private static let names = ["a", "b", "card", "kind", "set", "first", "to", "count", "rule"]
  private static let types = ["Kind", "Card", "ID"]
  private static let samples: [String: [String]] = [
    "WORD": names + types + ["nil", "default", "if"], "TYPE": types,
    "NUMBER": ["0", "3", "1_000", "0x80"], "PATH": ["\"a/b.tray\""], "TEXT": ["\"two words\""],
  ]

  private let grammar: Grammar
  private var random: SplitMix64
  /// The least number of rules within rules, for each rule.
  private let depths: [Int: Int]
  private var text = ""
  /// The length of the text from which on all parts are as small as possible.
  private static let length = 1000
  /// The layout that the next token requires.
  private var layout = ""

  private init(_ grammar: Grammar, _ seed: UInt64) {
    self.grammar = grammar
    random = SplitMix64(seed: seed)
    var depths: [Int: Int] = [:]
    var isChanged = true
    while isChanged {
      isChanged = false
      for (rule, node) in grammar.rules {
        let depth = Self.depth(of: node, depths) + 1
        if depth < depths[rule] ?? 1000 { (depths[rule], isChanged) = (depth, true) }
      }
    }
    self.depths = depths
  }

  /// Returns a file, with at most about `depth` rules within rules.
  static func file(_ grammar: Grammar, seed: UInt64, depth: Int) -> String {
    var writer = GrammarWriter(grammar, seed)
    writer.write(.rule(0), depth)
    return writer.text
  }

  private static func depth(of node: Grammar.Node, _ depths: [Int: Int]) -> Int {
    switch node {
    case .text, .special: 0
    case .rule(let rule): depths[rule] ?? 1000
    case .sequence(let nodes): nodes.map { depth(of: $0, depths) }.max() ?? 0
    case .choice(let nodes): nodes.map { depth(of: $0, depths) }.min() ?? 0
    case .repetition(let inner, let least, _): least == 0 ? 0 : depth(of: inner, depths)
    case .except(let inner, _): depth(of: inner, depths)
    }
  }

  private mutating func write(_ node: Grammar.Node, _ given: Int) {
    let budget = text.utf8.count < Self.length ? given : 0
    switch node {
    case .text(let text): append(grammar.texts[text])
    case .special(let word): special(word)
    case .rule(let rule): grammar.rules[rule].map { write($0, budget - 1) }
    case .sequence(let nodes): nodes.forEach { write($0, budget) }
    case .choice(let nodes):
      let least = Self.depth(of: node, depths)
      let possible = nodes.filter { Self.depth(of: $0, depths) <= max(budget, least) }
      random.pick(possible).map { write($0, budget) }
    case .repetition(let inner, let least, let most):
      let isPossible = Self.depth(of: inner, depths) <= budget
      let count = isPossible ? random.number(below: min(most, 3) + 1) : 0
      for _ in 0..<max(least, count) { write(inner, budget) }
    case .except(let inner, let excluded):
      if case .special(let word) = inner {
        append(pick(word, but: excluded))
      } else {
        append(pick("WORD", but: excluded, names: true))
      }
    }
  }

  /// Returns a word of a kind that is none of the excluded ones.
  private mutating func pick(
    _ kind: String, but excluded: Set<Int> = [], names: Bool = false
  ) -> String {
    let words = names ? Self.names + Self.types : Self.samples[kind] ?? []
    return random.pick(words.filter { word in !excluded.contains { grammar.texts[$0] == word } })
      ?? ""
  }

  private mutating func special(_ word: String) {
    switch word {
    case "TOUCHING", "NEW_LINE": layout = word
    case "APART", "SAME_LINE": layout = layout.isEmpty ? word : layout
    case "END": layout = "NEW_LINE"
    case "COMPLETE", "NO_VALUE", "NO_CALL", "HEAD", "BRACED", "SPACE": break
    default: append(pick(word))
    }
  }

  private mutating func append(_ token: String) {
    switch layout {
    case "TOUCHING": break
    case "NEW_LINE": text += "\n"
    case "": text += random.oneIn(20) ? " // c\n" : random.oneIn(20) ? " /* c */ " : " "
    default: text += " "
    }
    text += token
    layout = ""
  }
}
