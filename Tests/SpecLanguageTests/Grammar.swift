import Foundation
import Semantics
import SpecLanguage
import TestSupport

/// The grammar in the documentation: the block of `Grammar.md` in EBNF, as a tree for each rule.
struct Grammar: Sendable {
  indirect enum Node: Sendable {
    /// The text of a token, as an index of `texts`.
    case text(Int)
    /// A word in capital letters: a kind of token, or a condition that takes no token.
    case special(String)
    case rule(Int)
    case sequence([Node])
    case choice([Node])
    case repetition(Node, least: Int, most: Int)
    /// The first node, unless the text is one of these.
    case except(Node, Set<Int>)
  }

  struct Mistake: Error { let rest: Substring }

  private(set) var names: [String] = []
  private(set) var rules: [Int: Node] = [:]
  private(set) var texts: [String] = []
  private var tokens: [Substring] = []
  private var place = 0

  /// Reads rules in the notation of the W3C.
  init(_ text: String) throws {
    tokens = text.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "")
      .matches(of: /'[^']+'|::=|\w+|[^\s\w]/).map(\.output)
    while place < tokens.count {
      let name = number(of: String(tokens[place]), in: \.names)
      place += 2
      rules[name] = try choice()
    }
    if let name = names.indices.first(where: { rules[$0] == nil }) {
      throw Mistake(rest: "no rule '\(names[name])'")
    }
  }

  /// The grammar of the documentation.
  static func documented() throws -> Grammar {
    let page = RepositoryFolder.root.appending(path: "Sources/TrayKit/TrayKit.docc/Grammar.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    return try Grammar(String(text.firstMatch(of: /```ebnf\n([\s\S]*?)```/)?.1 ?? ""))
  }

  private mutating func number(
    of text: String, in list: WritableKeyPath<Grammar, [String]>
  ) -> Int {
    if let place = self[keyPath: list].firstIndex(of: text) { return place }
    self[keyPath: list].append(text)
    return self[keyPath: list].count - 1
  }

  private mutating func eat(_ token: String) -> Bool {
    guard place < tokens.count, tokens[place] == token else { return false }
    place += 1
    return true
  }

  private mutating func choice() throws -> Node {
    var nodes: [Node] = []
    repeat { nodes.append(try sequence()) } while eat("|")
    return nodes.count == 1 ? nodes[0] : .choice(nodes)
  }

  private mutating func sequence() throws -> Node {
    var nodes: [Node] = []
    while place < tokens.count, tokens[place] != "|", tokens[place] != ")",
      place + 1 == tokens.count || tokens[place + 1] != "::="
    {
      nodes.append(try item())
    }
    return nodes.count == 1 ? nodes[0] : .sequence(nodes)
  }

  private mutating func item() throws -> Node {
    var node = try atom()
    if eat("-") {
      let excluded = try atom()
      let words = if case .choice(let words) = excluded { words } else { [excluded] }
      node = .except(
        node, Set(words.compactMap { if case .text(let text) = $0 { text } else { nil } }))
    }
    if eat("?") { return .repetition(node, least: 0, most: 1) }
    if eat("*") { return .repetition(node, least: 0, most: .max) }
    return eat("+") ? .repetition(node, least: 1, most: .max) : node
  }

  private mutating func atom() throws -> Node {
    let token = tokens[place]
    place += 1
    if token == "(" {
      let inner = try choice()
      guard eat(")") else { throw Mistake(rest: token) }
      return inner
    }
    if token.first == "'" {
      return .text(number(of: String(token.dropFirst().dropLast()), in: \.texts))
    }
    guard token.first?.isLetter == true else { throw Mistake(rest: token) }
    let isSpecial = token.allSatisfy { $0.isUppercase || $0 == "_" } && token != "NAME"
    return isSpecial ? .special(String(token)) : .rule(number(of: String(token), in: \.names))
  }
}

/// A recogniser of texts by a grammar. It follows all alternatives, so the order of the rules has no meaning.
struct Recogniser {
  private struct Call: Hashable {
    let rule: Int
    let place: Int
    let isHead: Bool
  }

  private static let operators: Set<String> = [
    "+", "-", "*", "/", "%", "...", "..<", "??", "==", "!=", "<", "<=", ">", ">=", "&&", "||", "?",
    ".", "in", "implies",
  ]

  private let grammar: Grammar
  private let tokens: [Token]
  private let words: [String]
  /// The index of each token's text in the grammar; -1 for other texts.
  private let numbers: [Int]
  private var results: [Call: Set<Int>] = [:]

  private init(_ grammar: Grammar, _ file: SourceFile, _ tokens: [Token]) {
    (self.grammar, self.tokens) = (grammar, tokens)
    words = tokens.map { file.text($0.range) }
    numbers = words.map { grammar.texts.firstIndex(of: $0) ?? -1 }
  }

  /// Returns whether a text is a file of the grammar.
  static func accepts(_ file: SourceFile, _ grammar: Grammar) -> Bool {
    let lexer = Lexer(file)
    guard !lexer.sink.hasErrors else { return false }
    var recogniser = Recogniser(grammar, file, lexer.tokens)
    return recogniser.ends(.rule(0), 0, false).contains(lexer.tokens.count - 1)
  }

  /// Returns the places at which a part that begins at a place can end.
  ///
  /// - Parameter isHead: whether `HEAD` applies.
  private mutating func ends(_ node: Grammar.Node, _ place: Int, _ isHead: Bool) -> Set<Int> {
    switch node {
    case .text(let text): return numbers[place] == text ? [place + 1] : []
    case .special(let word):
      if word == "BRACED" { return isHead ? [] : [place] }
      guard let isToken = holds(word, place) else { return [] }
      return [isToken ? place + 1 : place]
    case .rule(let rule):
      let call = Call(rule: rule, place: place, isHead: isHead)
      if let known = results[call] { return known }
      let found = grammar.rules[rule].map { ends($0, place, isHead) } ?? []
      results[call] = found
      return found
    case .sequence(let nodes):
      var (places, isInHead): (Set<Int>, Bool) = ([place], isHead)
      for node in nodes where !places.isEmpty {
        var next: Set<Int> = []
        for place in places { next.formUnion(ends(node, place, isInHead)) }
        places = next
        if case .special("HEAD") = node { isInHead = true }
        guard case .text(let text) = node else { continue }
        if ["(", "[", "{"].contains(grammar.texts[text]) { isInHead = false }
        if [")", "]", "}"].contains(grammar.texts[text]) { isInHead = isHead }
      }
      return places
    case .choice(let nodes):
      return nodes.reduce(into: []) { $0.formUnion(ends($1, place, isHead)) }
    case .repetition(let inner, let least, let most):
      var found: Set<Int> = least == 0 ? [place] : []
      var (last, count): (Set<Int>, Int) = ([place], 0)
      while count < most, !last.isEmpty {
        var next: Set<Int> = []
        for place in last { next.formUnion(ends(inner, place, isHead)) }
        last = next.subtracting(found)
        found.formUnion(last)
        count += 1
      }
      return found
    case .except(let inner, let excluded):
      return excluded.contains(numbers[place]) ? [] : ends(inner, place, isHead)
    }
  }

  /// Returns whether a special word takes a token; nil if it does not fit.
  private func holds(_ word: String, _ place: Int) -> Bool? {
    let (token, text) = (tokens[place], words[place])
    let touches = !token.hasSpaceBefore && !token.startsLine
    func isToken(_ fits: Bool) -> Bool? { fits ? true : nil }
    func condition(_ holds: Bool) -> Bool? { holds ? false : nil }
    switch word {
    case "WORD": return isToken(token.kind == .identifier)
    case "TYPE":
      let isName = token.kind == .identifier && text.first?.isUppercase == true
      return isToken(isName)
    case "NUMBER": return isToken(token.kind == .integer)
    case "PATH": return isToken(token.kind == .path)
    case "TEXT": return isToken(token.kind == .text)
    case "TOUCHING": return condition(touches)
    case "SPACE": return condition(!touches)
    case "APART": return condition(token.hasSpaceBefore && !token.startsLine)
    case "SAME_LINE": return condition(!token.startsLine)
    case "NEW_LINE": return condition(token.startsLine)
    case "END":
      return condition(token.startsLine || [";", "}"].contains(text) || token.kind == .endOfFile)
    case "COMPLETE":
      let isJoined = touches && ["(", "[", "!"].contains(text)
      return condition(
        !Self.operators.contains(text) && !isJoined && (text != "is" || token.startsLine))
    case "NO_VALUE":
      let isValue = token.kind == .integer || token.kind == .identifier && text != "where"
      return condition(!isValue && text != "(")
    case "NO_CALL": return condition(text != "(" || !touches)
    case "ONCE": return condition(!hasClause(place))
    case "HEAD": return false
    default: preconditionFailure("unknown word '\(word)' in the grammar")
    }
  }

  /// Returns whether the `eventually` before a place has a clause with the same word, outside brackets.
  private func hasClause(_ place: Int) -> Bool {
    var depth = 0
    var outside: [Int] = []
    for index in (0..<place).reversed() {
      if [")", "]", "}"].contains(words[index]) { depth += 1 }
      if ["(", "[", "{"].contains(words[index]) { depth -= 1 }
      // A pair of brackets counts as one value, by its first token.
      if depth == 0, ![")", "]", "}"].contains(words[index]) { outside.append(index) }
      if depth == 0, words[index] == "eventually" { break }
    }
    // A clause begins after a name or a value; elsewhere, its word is a name.
    var isAfterName = false
    for index in outside.reversed().dropFirst() {
      let word = words[index]
      if isAfterName, ["whenever", "within", "assuming", "unless"].contains(word) {
        if word == words[place] { return true }
        isAfterName = false
      } else {
        let isNo = word == "no" && words[index - 1] == "assuming" && !isAfterName
        isAfterName = !isNo && word != "," && !Self.operators.contains(word)
      }
    }
    return false
  }
}
