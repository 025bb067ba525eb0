import Semantics

/// Help for names in the wrong place, and for names in the style of other languages.
extension Checker {
  /// Reports an assignment to a signal, event or property; returns false for any other name.
  mutating func reportStoredName(_ name: NameSyntax) -> Bool {
    guard !sink.isFull else { return false }
    if signal(name) != nil {
      report(
        .signalAsValue, "'\(name.text)' is a signal and cannot be changed", name.range,
        fix: "write 'emit \(name.text)'")
      return true
    }
    if event(name) != nil {
      report(
        .eventAsValue, "'\(name.text)' is an event and cannot be changed", name.range,
        fix: "change a variable")
      return true
    }
    if names.properties[name.text] != nil {
      report(
        .notAssignable, "'\(name.text)' is a property and cannot be changed", name.range,
        fix: "change the variables that '\(name.text)' reads")
      return true
    }
    return false
  }

  /// Returns a help for an assignment to the name that an `if let` binds: the original place.
  func unwrappedHelp(_ name: NameSyntax, _ declaration: SourceRange) -> (String, [Edit])? {
    let tokens = syntax.tokens.tokens
    let place = syntax.tokens.places(in: declaration).lowerBound
    guard place > 1, place + 2 < tokens.count,
      ["let", "var"].contains(file.text(tokens[place - 1].range)),
      [",", "if"].contains(file.text(tokens[place - 2].range)), tokens[place + 1].kind == .equal
    else { return nil }
    var end = place + 2
    var depth = 0
    while end < tokens.count - 1 {
      if depth == 0, [.leftBrace, .comma].contains(tokens[end].kind) { break }
      if [.leftParen, .leftBracket].contains(tokens[end].kind) { depth += 1 }
      if [.rightParen, .rightBracket].contains(tokens[end].kind) { depth -= 1 }
      end += 1
    }
    let source = file.text(SourceRange(tokens[place + 2].range.start, tokens[end - 1].range.end))
    guard source.count <= 40, !source.contains("\n") else {
      return ("change the variable itself: this name is a copy", [])
    }
    let isMember =
      file.bytes.indices.contains(name.range.end)
      && file.bytes[name.range.end] == UInt8(ascii: ".")
    let next = syntax.tokens.places(in: name.range).lowerBound + 2
    let member = isMember && next < tokens.count ? "?." + file.text(tokens[next].range) : ""
    return (
      "'\(name.text)' is a copy: change '\(source)\(member)' itself",
      [Edit(name.range, source + (isMember ? "?" : ""))]
    )
  }

  /// The syntax of statements that other languages write as calls.
  static let statementForms = [
    "start": "write 'start t for 3' for a timer t", "stop": "write 'stop t' for a timer t",
    "insert": "write 'insert x into s' for a set s",
    "append": "write 'append x to l' for a list l",
    "remove": "write 'remove x from s' for a set s",
    "choose": "write 'choose x in s' for a collection s", "assert": "write 'assert condition'",
    "emit": "write 'emit', then the name of the signal",
  ]

  /// Reports a call of a func that is a member here, such as `reversed(l)`.
  mutating func reportMemberAsFunction(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Bool {
    let aliases = ["due": "isDue", "expired": "isDue", "running": "isRunning", "empty": "isEmpty"]
    guard arguments.count == 1, arguments[0].label == nil, !sink.isFull,
      let member = Member(rawValue: aliases[name.text] ?? name.text)
    else { return false }
    let type = quietly { $0.expression(arguments[0].value, expecting: nil).type }
    guard Self.members(of: type).contains(member) else { return false }
    let whole = "\(source(arguments[0].value.range)).\(member.rawValue)"
    report(
      .unknownFunc, "there is no func '\(name.text)'", name.range,
      fix: "write '\(whole.count > 60 ? "x.\(name.text)" : whole)'", edits: [Edit(range, whole)])
    return true
  }

  /// Returns whether an earlier block of the same declaration, already closed, binds the name.
  func isKnownInOtherBraces(_ name: NameSyntax) -> Bool {
    guard file === syntax.file else { return false }
    let tokens = syntax.tokens.tokens
    var place = syntax.tokens.places(in: name.range).lowerBound
    var depth = 0
    while place > 0, !tokens[place].isDeclaring(in: file) {
      place -= 1
      if tokens[place].kind == .rightBrace { depth += 1 }
      if tokens[place].kind == .leftBrace { depth -= 1 }
      guard depth > 0, tokens[place].kind == .identifier,
        file.text(tokens[place].range) == name.text
      else { continue }
      if ["let", "var", "for", "choose"].contains(file.text(tokens[place - 1].range)) {
        return true
      }
    }
    return false
  }

  /// Returns a help for an unknown name such as `ID1`, `oldBadge`, `badge_old` or `off`.
  func foreignName(_ name: NameSyntax, _ expected: Type?) -> (fix: String, replacement: String?)? {
    let text = name.text
    if text == "empty" {
      return ("write '[]' for a value, or 's.isEmpty' for a condition on a collection s", nil)
    }
    if text == "off", names.all([.variable]).contains(where: { isTimer($0) }) {
      return ("write '.off'", ".off")
    }
    let digits = text.reversed().prefix { $0.isNumber }.count
    let stem = text.dropLast(digits).reversed().drop { $0 == "_" }
    let type = String(stem.reversed())
    if digits > 0, digits < 5, names.globals[type]?.kind == .type, isSymmetric(type) {
      let number = String(text.suffix(digits))
      return context.allowsSymmetricNames
        ? ("write '\(type)#\(number)'", "\(type)#\(number)")
        : (
          "use a parameter: only scenarios can name a \(type)",
          nil
        )
    }
    for past in ["old", "prev", "previous", "pre", "before", "last"] {
      let variable: String? =
        if text.hasPrefix(past + "_") {
          String(text.dropFirst(past.count + 1))
        } else if text
          .hasSuffix("_" + past)
        {
          String(text.dropLast(past.count + 1))
        } else if text.hasPrefix(past),
          let first = text.dropFirst(past.count).first, first.isUppercase
        { first.lowercased() + text.dropFirst(past.count + 1) } else { nil }
      guard let variable, names.globals[variable]?.kind == .variable else { continue }
      return context.allowsOld
        ? ("write 'old(\(variable))'", "old(\(variable))")
        : ("store the previous value in a separate variable", nil)
    }
    if isKnownInOtherBraces(name) {
      return (
        "declare it before the braces: a local name is visible only inside them", nil
      )
    }
    guard ["old", "prev", "previous", "before"].contains(text) else { return nil }
    return ("write 'old(x)'", nil)
  }

  private func isTimer(_ variable: String) -> Bool {
    guard let index = variables.indices[variable] else { return false }
    return spec.variables[index].type.containsTimer
  }

  private func isSymmetric(_ type: String) -> Bool {
    syntax.declarations.contains {
      if case .symmetric(let name, _) = $0.kind { name.text == type } else { false }
    }
  }

  /// Returns the local name whose values have such a field, if there is exactly one.
  func holder(of field: String) -> String? {
    let holders = Set(context.names).filter { name in
      guard case .structure(let type)? = context.lookUp(name)?.type else { return false }
      return type.fields.contains { $0.name == field }
    }
    return holders.count == 1 ? holders.first : nil
  }

  /// Reports `Set<ID>()`. The empty collection is `[]`, with its type after the name of the variable.
  mutating func reportCalledType(
    _ type: TypeSyntax, _ typeRange: SourceRange, _ arguments: [ArgumentSyntax], _ expected: Type?,
    _ range: SourceRange
  ) {
    let empty: String? =
      switch type.kind {
      case .map: "[:]"
      case .set, .list, .bag: "[]"
      default: nil
      }
    let fix = empty.map {
      expected == nil
        ? "write the type after the name: 'var x: \(quoted(typeRange)) = \($0)'"
        : "write '\($0)'" + ($0 == "[]" ? ", or '[a, b]'" : "")
    }
    let edits = empty.map { [Edit(range, $0)] } ?? []
    report(
      .notCallable, "a type cannot be called here", range, fix: fix,
      edits: expected != nil && arguments.isEmpty ? edits : [])
  }

  /// Returns the help for an unknown name that is a parameter of another event.
  func parameterHelp(_ name: String, of owner: String) -> String {
    let type = names.eventSyntax.first { $0.syntax.name.text == owner }?.syntax.parameters
      .first { $0.name.text == name }.map { source($0.type.range) }
    if context.allowsOld {
      return
        "name the event first, as in 'after \(owner)'"
    }
    guard context.isInEvent else {
      return
        "write 'every \(name) in \(type ?? "T"): …', or '(\(name): \(type ?? "T"))' after the name of an 'eventually', 'possible' or 'reachable'"
    }
    return
      "add the parameter '\(name): \(type ?? "T")' to this event"
  }

  /// Reports a func of another language that chooses a value, or tests whether a step changed one.
  mutating func reportForeignQuestion(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Bool {
    let inner = arguments.map { source($0.value.range) }.joined(separator: ", ")
    switch name.text {
    case "changed", "hasChanged", "modified", "didChange":
      guard !arguments.isEmpty else { return false }
      report(
        .unknownFunc, "there is no func '\(name.text)'", name.range,
        fix: "write '!unchanged(\(inner.prefix(40)))'", edits: [Edit(range, "!unchanged(\(inner))")]
      )
    case "same", "isUnchanged", "constant", "stable":
      guard !arguments.isEmpty, context.allowsOld else { return false }
      report(
        .unknownFunc, "there is no func '\(name.text)'", name.range,
        fix: "write 'unchanged(\(inner.prefix(40)))'", edits: [Edit(range, "unchanged(\(inner))")])
    case "new", "next":
      guard context.allowsOld, arguments.count == 1 else { return false }
      report(
        .unknownFunc, "there is no func '\(name.text)'", name.range,
        fix: "leave '\(name.text)' out: the name alone is the value after the step")
    case "random", "oneOf", "choose", "pick", "any", "nondet", "randomElement", "rand", "sample":
      report(
        .unknownFunc, "there is no func '\(name.text)'", name.range,
        fix: arguments.count != 1 || ["random", "rand"].contains(name.text)
          ? "write 'choose x in 0...3' on the line before"
          : "write 'choose x in \(inner.prefix(40))' on the line before"
      )
    case "require", "precondition", "check", "assume", "ensure", "guarantee", "fatalError",
      "invariant",
      "error", "expect", "verify":
      report(
        .unknownFunc, "there is no func '\(name.text)'", name.range,
        fix:
          "write 'when condition' at the event, or 'assert condition' here"
      )
    case "sleep", "wait", "delay", "setTimeout", "schedule", "postDelayed", "asyncAfter", "after",
      "now",
      "setInterval":
      report(
        .unknownFunc, "there is no func '\(name.text)'", name.range,
        fix: "use a timer: 'start t for 3', and an event 'when t.isDue'")
    case "canHappen", "isEnabled", "can", "possible":
      guard arguments.count == 1 else { return false }
      report(
        .unknownFunc, "there is no func '\(name.text)'", name.range,
        fix: "write 'enabled(\(inner.prefix(40)))'",
        edits: [Edit(range, "enabled(\(inner))")])
    default:
      guard let fix = Self.statementForms[name.text], names.signals[name.text] == nil,
        names.events[name.text] == nil
      else { return false }
      report(
        .unknownFunc, "'\(name.text)' is a statement, not a func", name.range, fix: fix)
    }
    return true
  }
}

extension Token {
  /// Returns whether the token starts a declaration: it is the first character of its line.
  fileprivate func isDeclaring(in file: SourceFile) -> Bool {
    kind == .identifier && (range.start == 0 || file.bytes[range.start - 1] == UInt8(ascii: "\n"))
  }
}
