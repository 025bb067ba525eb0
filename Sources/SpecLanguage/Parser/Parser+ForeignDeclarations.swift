import Basics
import Semantics

/// Declarations of other languages.
extension Parser {
  static let foreignModifiers: Set<String> = [
    "private", "public", "internal", "fileprivate", "export", "override", "static", "final", "lazy",
    "weak",
    "unowned", "readonly", "mutating", "nonmutating", "abstract", "async", "suspend", "inline",
    "pure",
    "protected", "const", "mut", "pub", "virtual", "volatile", "lateinit",
    "sealed", "data", "default", "indirect", "required", "dynamic", "declare",
  ]

  /// Words that begin declarations elsewhere, with ours.
  static let foreignDeclarations: [String: (ours: String, fix: String)] = [
    "val": ("let", "constants are declared with 'let', or with 'param' where worlds change them"),
    "const": ("let", "constants are declared with 'let', or with 'param' where worlds change them"),
    "constant": (
      "let", "constants are declared with 'let', or with 'param' where worlds change them"
    ),
    "variable": ("var", "write 'var'"), "field": ("var", "write 'var'"),
    "parameter": ("param", "write 'param name = value'"),
    "fun": ("func", "write 'func'"), "function": ("func", "write 'func'"),
    "fn": ("func", "write 'func'"), "proc": ("func", "write 'func'"),
    "procedure": ("func", "write 'func'"), "macro": ("func", "write 'func'"),
    "model": ("world", "what runs under other values is a 'world'"),
    "config": ("world", "what runs under other values is a 'world'"),
    "typealias": ("type", "write 'type Name = T'"),
    "record": ("struct", "write 'struct Name { field: T }'"),
    "interface": ("struct", "write 'struct Name { field: T }'"),
    "sig": ("struct", "write 'struct Name { field: T }'"),
    "tuple": ("struct", "write 'struct Name { field: T }'"),
    "event": ("on", "events are declared with 'on name { … }'"),
    "action": ("on", "events are declared with 'on name { … }'"),
    "process": ("on", "events are declared with 'on name { … }'"),
    "handler": ("on", "events are declared with 'on name { … }'"),
    "handle": ("on", "events are declared with 'on name { … }'"),
    "command": ("on", "events are declared with 'on name { … }'"),
    "always": ("invariant", "what is true in every state is an 'invariant'"),
    "assert": ("invariant", "what is true in every state is an 'invariant'"),
    "fact": ("invariant", "what is true in every state is an 'invariant'"),
    "safety": ("invariant", "what is true in every state is an 'invariant'"),
    "inv": ("invariant", "what is true in every state is an 'invariant'"),
    "ensure": ("invariant", "what is true in every state is an 'invariant'"),
    "ensures": ("invariant", "what is true in every state is an 'invariant'"),
    "require": ("invariant", "what is true in every state is an 'invariant'"),
    "requires": ("invariant", "what is true in every state is an 'invariant'"),
    "must": ("invariant", "what is true in every state is an 'invariant'"),
    "claim": ("invariant", "what is true in every state is an 'invariant'"),
    "lemma": ("invariant", "what is true in every state is an 'invariant'"),
    "theorem": ("invariant", "what is true in every state is an 'invariant'"),
    "axiom": ("invariant", "what is true in every state is an 'invariant'"),
    "forbid": ("never", "what must not be is written 'never name { p }'"),
    "forbidden": ("never", "what must not be is written 'never name { p }'"),
    "liveness": ("eventually", "what has to come some time is an 'eventually'"),
    "exists": ("reachable", "what can come about is 'reachable'"),
    "cover": ("reachable", "what can come about is 'reachable'"),
    "test": ("scenario", "write 'scenario name { … }'"),
    "example": ("scenario", "write 'scenario name { … }'"),
    "it": ("scenario", "write 'scenario name { … }'"),
  ]

  /// Words that have no counterpart of the same form.
  static let declarationHabits: [String: String] = {
    var fixes = [
      "class": "state is declared with 'var', records with 'struct'",
      "object": "state is declared with 'var', records with 'struct'",
      "machine": "state is declared with 'var', what happens with 'on'",
      "protocol": "there are no protocols; declare what is needed in the spec itself",
      "trait": "there are no protocols; declare what is needed in the spec itself",
      "extension": "declare all of a type in one place, and funcs by themselves",
      "impl": "declare all of a type in one place, and funcs by themselves",
      "init": "starts are given by the initial values of the variables",
      "initially": "starts are given by the initial values of the variables",
      "Init": "starts are given by the initial values of the variables",
      "property":
        "write 'invariant name { p }', 'transition name after event { p }' or 'eventually name whenever p { q }'",
      "guard": "write 'when' behind the name of the event or rule",
      "def":
        "a value is written 'func name(x: T) -> U { … }', a procedure 'func name() { … }', what happens by itself 'on name { … }'",
      "pred": "a condition with a name is written 'func name(x: T) -> Bool { … }'",
      "ltl": "write 'invariant name { p }', or 'eventually name whenever p { q }'",
      "CONSTANT": "constants are declared with 'param name = value'",
      "CONSTANTS": "constants are declared with 'param name = value'",
      "ASSUME": "what params may be is said by their types: 'param limit: 1...3 = 2'",
      "VARIABLE": "state is declared with 'var name: T = value'",
      "state": "state is declared with 'var name: T = value'",
      "VARIABLES": "state is declared with 'var name: T = value', each by itself",
      "EXTENDS": "nothing needs to be imported; leave the line out",
      "INSTANCE": "write 'use \"folder/file.tray\"'",
      "mtype": "write 'enum Name { a, b }'",
      "chan": "what is on its way is a variable: 'var network: List<T, 2> = []'",
      "active": "what happens is an event: 'on name { … }'",
      "proctype": "what happens is an event: 'on name { … }'",
      "assume": "what params may be is said by their types: 'param limit: 1...3 = 2'",
      "temporal": "write 'invariant name { p }', or 'eventually name whenever p { q }'",
      "companion": "constants are declared with 'let'",
      "run": "all that is declared is checked; leave the line out",
      "check": "all that is declared is checked; leave the line out",
      "no":
        "deadlocks, gaps, overlaps and faults are looked for without being asked for; leave the line out",
      "deadlock": "deadlocks are looked for without being asked for; leave the line out",
      "module": "a file begins with 'spec Name', and no braces stand around the rest",
      "package": "a file begins with 'spec Name'",
      "namespace": "a file begins with 'spec Name', and no braces stand around the rest",
      "contract": "a file begins with 'spec Name', and no braces stand around the rest",
      "component": "a file begins with 'spec Name', and no braces stand around the rest",
      "program": "a file begins with 'spec Name', and no braces stand around the rest",
      "create": "state is declared with 'var', such as 'var cards: Map<ID, Card> = [:]'",
      "Feature": "a file begins with 'spec Name'",
      "Scenario": "write 'scenario name { … }', with 'given', events and 'expect' in it",
      "Background": "starts are given by the initial values of the variables",
      "Given": "write 'scenario name { … }', with 'given', events and 'expect' in it",
      "Examples": "write 'for row in rows { … }' in a scenario",
    ]
    for word in ["import", "include", "from", "require", "load", "open", "using"]
    where word != "open" {
      fixes[word] = "write 'use \"folder/file.tray\"', with the path from the folder of this file"
    }
    for word in [
      "bool", "int", "byte", "short", "boolean", "Bool", "Int", "string", "String", "number",
    ] {
      fixes[word] = "write 'var name: T = value'"
    }
    return fixes
  }()

  /// Words before a declaration that say nothing here, and attributes.
  mutating func eatForeignModifiers() -> Bool {
    var count = 0
    var isAttribute = false
    while true {
      let (this, next) = (token(after: count), token(after: count + 1))
      if this.kind == .invalid, file.text(this.range) == "@", next.kind == .identifier,
        !next.hasSpaceBefore
      {
        isAttribute = true
        count += 2
        if token(after: count).kind == .leftParen, !token(after: count).hasSpaceBefore {
          count = closing(of: count) ?? count
        }
      } else if this.kind == .identifier, Self.foreignModifiers.contains(text(this)),
        next.kind == .identifier, !next.startsLine,
        Self.declarationWords.contains(text(next)) || Self.foreignModifiers.contains(text(next))
          || Self.declarationHabits[text(next)] != nil
          || Self.foreignDeclarations[text(next)] != nil
            && Self.foreignDeclarations[text(this)] == nil
      {
        count += 1
      } else {
        break
      }
    }
    guard count > 0, !sink.isFull else { return false }
    let first = token(after: count)
    if first.kind == .identifier, Self.declarationHabits[text(first)] != nil,
      !["class", "object"].contains(text(first)) || isWord(["data", "sealed", "case"])
    {
      if !isWord(["data", "sealed"], ahead: count - 1) { index += count }
      return false
    }
    if at(.invalid) { withdraw(token) }
    let fix: String? =
      switch text(token) {
      case "private", "public", "internal", "fileprivate", "export", "pub", "protected":
        "everything in a spec is visible; leave it out"
      case "lateinit": "leave it out; what is not there yet is nil: 'var name: T? = nil'"
      case _ where isAttribute: "there are no attributes; leave it out"
      default: nil
      }
    leaveOut(count, fix: fix)
    return true
  }

  /// What begins a declaration, reported and taken for ours where it is a foreign word or misspelt.
  ///
  /// - Returns: whether it was.
  mutating func takeForeignDeclaration() throws(Failure) -> Bool {
    guard at(.identifier), !sink.isFull else { return false }
    let word = text(token)
    let next = token(after: 1)
    if ["data", "sealed", "case", "abstract"].contains(word),
      isWord(["class", "interface"], ahead: 1),
      token(after: 2).kind == .identifier
    {
      let ours = word == "sealed" ? "enum" : "struct"
      let place = here.union(next.range)
      report(
        "'\(file.text(place))' is not part of the language", place,
        fix: ours == "enum" ? "write 'enum Name { a, b(T) }'" : "write 'struct Name { field: T }'",
        edits: ours == "enum" ? [] : [Edit(place, ours)] + parenthesesAsBraces(3))
      index += 1
      aliases[here.start] = ours
      return true
    }
    if Self.declarationWords.contains(word) || ["rule", "otherwise"].contains(word) {
      return false
    }
    guard !next.startsLine,
      next.kind == .identifier || next.kind == .invalid && file.text(next.range).hasPrefix("\"")
    else { return false }
    if isWord(["always", "globally"]), isWord(["eventually", "possible", "invariant"], ahead: 1) {
      let ours = text(next)
      leaveOut(1, fix: "leave it out: '\(ours) name' says it")
      return true
    }
    if let (ours, fix) = Self.foreignDeclarations[word] {
      return try takeCounterpart(word, ours, fix)
    }
    if Self.declarationHabits[word] != nil { return false }
    guard !isWord(["sig", "fair"], ahead: 1),
      let known = NearestName.propose(word, among: Self.declarationWords)
    else { return false }
    take(known, "expected a declaration, found '\(foreignWord)'", fix: "did you mean '\(known)'?")
    return true
  }

  /// A variable in the rest of this line.
  mutating func variableRead() -> String? {
    let kinds = declared()
    var position = index + 2
    while position < tokens.count - 1, !tokens[position].startsLine {
      if tokens[position].kind == .identifier, tokens[position - 1].kind != .dot {
        let word = file.text(tokens[position].range)
        if let kind = kinds[word], kind.first?.isLowercase != true { return word }
      }
      position += 1
    }
    return nil
  }

  /// The fields of a record between parentheses, so many tokens from here.
  private func parenthesesAsBraces(_ distance: Int) -> [Edit] {
    guard token(after: distance).kind == .leftParen, let end = closing(of: distance) else {
      return []
    }
    let words = (index + distance..<index + end).filter {
      ["val", "var", "let"].contains(file.text(tokens[$0].range))
        && tokens[$0 + 1].kind == .identifier
    }
    let open = token(after: distance).range
    return [Edit(SourceRange(token(after: distance - 1).range.end, open.end), " { ")]
      + words.map { Edit(SourceRange(tokens[$0].range.start, tokens[$0 + 1].range.start), "") }
      + [Edit(token(after: end - 1).range, " }")]
  }

  /// What other languages write between the name of a type and its `{`.
  mutating func refuseConformance() throws(Failure) {
    guard at(.colon), !sink.isFull else { return }
    var count = 1
    while token(after: count).kind == .identifier || token(after: count).kind == .comma
      || token(after: count).kind == .dot
    { count += 1 }
    guard token(after: count).kind == .leftBrace else { return }
    leaveOut(
      count, "a type of a spec is nothing else besides, found ':'",
      fix: "leave '\(words(index, index + count))' out")
  }

  /// `a | b`, `a, b`, `"a" | "b"` behind the `=` or `:` of an enum that should have braces.
  mutating func failAlternatives(_ name: NameSyntax, keyword: SourceRange, from start: Int)
    -> Failure
  {
    var edits: [Edit] = []
    if file.text(keyword) != "enum" { edits.append(Edit(keyword, "enum")) }
    var cases: [String] = []
    var position = start
    while position < tokens.count - 1,
      position == start || !tokens[position].startsLine || tokens[position].kind == .orOr
    {
      let token = tokens[position]
      if token.kind == .identifier || token.kind == .invalid {
        let word = file.text(token.range).filter { $0.isLetter || $0.isNumber || $0 == "_" }
        if !word.isEmpty { cases.append(word) }
      } else if token.kind == .orOr || token.kind == .leftBracket {
        // The lexer took the sign for an operator.
        withdraw(token)
      }
      if token.kind == .invalid { withdraw(token) }
      position += 1
    }
    let text = "{ \(cases.joined(separator: ", ")) }"
    edits.append(
      Edit(SourceRange(name.range.end, tokens[max(index, position - 1)].range.end), " " + text))
    report(
      "alternatives are the cases of an enum",
      SourceRange(name.range.start, tokens[position - 1].range.end),
      fix: "write 'enum \(name.text) \(text.count > 60 ? "{ … }" : text)'",
      edits: cases.isEmpty ? [] : edits)
    index = position
    return Failure()
  }

  /// A func in a struct or an enum, which is left out with its braces.
  mutating func refuseMethod(of type: NameSyntax) -> Bool {
    let isInit = atWord("init") && token(after: 1).kind == .leftParen
    guard
      isInit
        || isWord(["func", "fun", "mutating", "static", "override"])
          && token(after: 1).kind == .identifier
          && !token(after: 1).startsLine,
      !sink.isFull
    else { return false }
    report(
      isInit
        ? "values of '\(type.text)' are made without 'init'"
        : "a type of a spec has no funcs of its own", here,
      fix: isInit
        ? "leave it out: '\(type.text)(…)' takes a value for each field"
        : "declare the func by itself, with a parameter: 'func name(of x: \(type.text)) -> T { … }'"
    )
    while !at(.endOfFile), !at(.leftBrace), !at(.rightBrace) { advance() }
    if at(.leftBrace), let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
    return true
  }
}
