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

  /// Skips attributes and words without meaning before a declaration.
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
          || Habit.declarations.begins(with: text(next))
            && !Habit.declarations.begins(with: text(this))
      {
        count += 1
      } else {
        break
      }
    }
    guard count > 0, asksHabits else { return false }
    let first = token(after: count)
    if first.kind == .identifier, Habit.wordsWithoutCounterpart.contains(text(first)),
      !["class", "object"].contains(text(first)) || isWord(["data", "sealed", "case"])
    {
      if !isWord(["data", "sealed"], ahead: count - 1) { index += count }
      return false
    }
    if at(.invalid) { withdraw(token) }
    let leaving = "leave '\(words(index, index + count).prefix(40))' out"
    let fix: String? =
      switch text(token) {
      case "private", "public", "internal", "fileprivate", "export", "pub", "protected":
        "\(leaving): everything in a spec is visible"
      case "lateinit": "\(leaving), and write 'var name: T? = nil'"
      case _ where isAttribute: "\(leaving): specs have no attributes"
      default: nil
      }
    leaveOut(.foreignDeclaration, count, fix: fix)
    return true
  }

  /// Reports a foreign or misspelt word at the start of a declaration, and reads it as the word of the language.
  ///
  /// - Returns: whether there was one.
  mutating func takeForeignDeclaration() throws(Failure) -> Bool {
    if try takeHabit(.declaration) { return true }
    let (word, next) = (text(token), token(after: 1))
    guard asksHabits, at(.identifier), !Self.declarationWords.contains(word),
      !isWord(["rule", "otherwise", "open"]), !next.startsLine, !isWord(["sig", "fair"], ahead: 1),
      next.kind == .identifier || next.kind == .invalid && file.text(next.range).hasPrefix("\""),
      let known = NearestName.propose(word, among: Self.declarationWords)
    else { return false }
    take(
      .expectedDeclaration, known, "expected a declaration, found '\(foreignWord)'",
      fix: "did you mean '\(known)'?")
    return true
  }

  /// Reports `a | b`, `a, b` or `"a" | "b"` after the `=` or `:` of an enum, which needs braces.
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
        // The lexer reported the sign as an operator.
        withdraw(token)
      }
      if token.kind == .invalid { withdraw(token) }
      position += 1
    }
    let text = "{ \(cases.joined(separator: ", ")) }"
    edits.append(
      Edit(SourceRange(name.range.end, tokens[max(index, position - 1)].range.end), " " + text))
    report(
      .typeForm,
      "a type with alternatives must be an enum",
      SourceRange(name.range.start, tokens[position - 1].range.end),
      fix: "write 'enum \(name.text) \(text.count > 60 ? "{ … }" : text)'",
      edits: cases.isEmpty ? [] : edits)
    index = position
    return Failure()
  }

  /// Reports a func in a struct or an enum, and skips it with its braces.
  mutating func refuseMethod(of type: NameSyntax) -> Bool {
    let isInit = atWord("init") && token(after: 1).kind == .leftParen
    guard
      isInit
        || isWord(["func", "fun", "mutating", "static", "override"])
          && token(after: 1).kind == .identifier
          && !token(after: 1).startsLine,
      asksHabits
    else { return false }
    report(
      .noMethods,
      isInit
        ? "a struct has no 'init'"
        : "a type cannot contain funcs", here,
      fix: isInit
        ? "leave 'init' out: '\(type.text)(…)' takes a value for each field"
        : "declare the func outside of the type, with a parameter: 'func name(of x: \(type.text)) -> T { … }'"
    )
    while !at(.endOfFile), !at(.leftBrace), !at(.rightBrace) { advance() }
    if at(.leftBrace), let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
    return true
  }
}
