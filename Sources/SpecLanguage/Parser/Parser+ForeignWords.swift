import Semantics

/// Words that begin statements elsewhere.
extension Parser {
  /// `when (x) { a -> … }`
  var isSwitchOfKotlin: Bool {
    var position = 1
    while position < 40, token(after: position).kind != .leftBrace,
      token(after: position).kind != .endOfFile
    {
      position += 1
    }
    var distance = position + 1
    while distance < position + 20, !token(after: distance).startsLine || distance == position + 1 {
      if token(after: distance).kind == .arrow { return true }
      distance += 1
    }
    return false
  }

  mutating func failSwitchOfKotlin() -> Failure {
    report(
      "cases are told apart with 'switch', found 'when'", here,
      fix: "write 'switch x { case .a: …  default: … }'")
    while !at(.leftBrace), !at(.endOfFile) { advance() }
    if let end = closing(of: 0) { index = min(index + end, tokens.count - 1) }
    return Failure()
  }

  /// Those of them that funcs and variables may have as names.
  static let freeHabits: Set<String> = [
    "goto", "wait", "sleep", "delay", "fatalError", "require", "precondition", "nondet",
  ]

  static let statementHabits = [
    "return": "leave it out: what happens else stands in an 'else', and braces end by themselves",
    "guard": "write 'when' behind the event or rule, or 'if' around the statements",
    "while": "every loop is bounded: write 'for x in s { … }'",
    "repeat": "every loop is bounded: write 'for x in s { … }'",
    "break": "a 'case' with nothing behind its ':' does nothing, and every loop runs to its end",
    "continue": "write 'for x in s where p { … }'",
    "fatalError": "what must not happen is written 'assert condition'",
    "require": "what must not happen is written 'assert condition'",
    "precondition": "what must not happen is written 'assert condition'",
    "throw": "what must not happen is written 'assert condition'",
    "try": "what must not happen is written 'assert condition'",
    "nondet": "one of several is taken by 'choose x in s'",
    "goto": "where a system is, a variable says: 'var state: State = .first'",
    "wait": "time passes by timers: 'start t for 3', and an event 'when t.isDue'",
    "sleep": "time passes by timers: 'start t for 3', and an event 'when t.isDue'",
    "delay": "time passes by timers: 'start t for 3', and an event 'when t.isDue'",
    "print": "what the outside world sees is a 'signal', written 'emit s'",
    "defer": "write the statement at the end",
    "else": "'else' follows the '}' of an 'if'",
    "case": "'case' stands inside a 'switch'",
  ]
}
