import Semantics

/// Help for names in the wrong place, and for names in the style of other languages.
extension Checker {
  /// A use of a name that signals, events and properties do not have.
  enum NameUse: String {
    case value = "has no value"
    case call = "cannot be called"
    case store = "cannot be changed"
  }

  /// Reports a signal, event or property in place of a value, func or variable; returns false for any other name.
  ///
  /// - Parameter range: the whole call.
  mutating func reportMisused(_ name: NameSyntax, _ use: NameUse, _ range: SourceRange) -> Bool {
    let (code, noun, fix): (Diagnostic.Code, String, String)
    var edits: [Edit] = []
    if signal(name) != nil {
      (code, noun) = (.signalAsValue, "a signal")
      fix =
        use != .value
        ? "write 'emit \(name.text)'"
        : context.allowsEmitted
          ? "write 'emitted(\(name.text))'" : "check 'emitted(\(name.text))' in a 'transition'"
      let call = source(range)
      let isMember = file.bytes[name.range.end...].starts(with: ".emitted".utf8)
      let next = file.bytes.indices.contains(name.range.end) ? file.bytes[name.range.end] : 0
      if use == .value, context.allowsEmitted,
        isMember || ![UInt8(ascii: "."), UInt8(ascii: "(")].contains(next)
      {
        let end = name.range.end + (isMember ? ".emitted".utf8.count : 0)
        edits = [Edit(SourceRange(name.range.start, end), "emitted(\(name.text))")]
      }
      if use == .call {
        edits = [Edit(range, "emit " + (call.hasSuffix("()") ? String(call.dropLast(2)) : call))]
      }
    } else if event(name) != nil {
      (code, noun) = (.eventAsValue, "an event")
      if use == .call, context.allowsEnabled { edits = [Edit(range, "enabled(\(source(range)))")] }
      fix =
        switch use {
        case .value: "set a variable in the event, and read it here"
        case .call:
          context.allowsEnabled
            ? "write 'enabled(\(quoted(range)))' to ask whether it can happen"
            : "put the shared statements into a 'func'"
        case .store: "change a variable"
        }
    } else if use == .store, names.properties[name.text] != nil {
      (code, noun) = (.notAssignable, "a property")
      fix = "change the variables that '\(name.text)' reads"
    } else {
      return false
    }
    report(
      code, "'\(name.text)' is \(noun) and \(use.rawValue)", name.range, fix: fix, edits: edits)
    return true
  }

  /// Returns the help for an unknown value.
  mutating func valueHelp(_ name: NameSyntax, among known: [String]) -> Help? {
    if file !== syntax.file { return settingHelp(name) }
    if let help = selfHelp(name) ?? numberedHelp(name) ?? pastHelp(name) { return help }
    if let bound = boundNearby(name) {
      let tokens = syntax.tokens.tokens
      // A pattern binds the name in parentheses.
      return bound > 1 && [.leftParen, .comma, .colon].contains(tokens[bound - 2].kind)
        ? Help("bind it in the pattern of this 'case' or condition, too: 'let \(name.text)'")
        : Help("declare it before the braces: a local name is visible only inside them")
    }
    if let holder = holder(of: name.text) {
      return .write("\(holder).\(name.text)", at: name.range)
    }
    let hasTimer = spec.variables.contains { $0.type.containsTimer }
    if let help = parameterHelp(name)
      ?? foreignHelp(name.text, in: hasTimer ? [.timed, .name] : [.name], at: name.range)
    {
      return help
    }
    if nearest(name.text, among: known) != nil { return nil }
    if let help = caseHelp(name) { return help }
    guard context.isPattern, !context.onlyAsks else { return nil }
    return Help(
      "to name the value '\(name.text)', write 'let \(name.text)'",
      [Edit(name.range, "let \(name.text)")])
  }

  /// Returns the help for an unknown name in a setting.
  private func settingHelp(_ name: NameSyntax) -> Help {
    let numbers = [
      "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    ]
    if let number = numbers.firstIndex(of: name.text.lowercased()) {
      return Help("write '\(number)'")
    }
    return foreignHelp(name.text, in: [.setting], at: name.range) ?? caseHelp(name)
      ?? Help("write a value as in the spec, such as '3', 'true' or '.case'")
  }

  /// Returns the help for a case without a dot, and with other capital letters.
  private func caseHelp(_ name: NameSyntax) -> Help? {
    let word = name.text.lowercased().filter { $0 != "_" }
    for case .enumeration(let owner, let cases) in syntax.declarations.map(\.kind) {
      let found =
        cases.first { $0.name.text == name.text }
        ?? cases.first { $0.name.text.lowercased() == word }
      guard let text = found?.name.text else { continue }
      return Help("the case of \(owner.text) is written '.\(text)'", [Edit(name.range, ".\(text)")])
    }
    return nil
  }

  /// Returns the help for `self` and `this`.
  func selfHelp(_ name: NameSyntax) -> Help? {
    guard name.text == "self" || name.text == "this" else { return nil }
    let end = name.range.end
    guard file.bytes.indices.contains(end), file.bytes[end] == UInt8(ascii: ".") else {
      return Help("name the variable itself")
    }
    return Help("leave '\(name.text).' out", [Edit(SourceRange(name.range.start, end + 1), "")])
  }

  /// Returns the help for a name such as `ID1`.
  private func numberedHelp(_ name: NameSyntax) -> Help? {
    let stem = name.text.prefix { !$0.isNumber }
    let number = name.text.dropFirst(stem.count)
    let type = stem.last == "_" ? String(stem.dropLast()) : String(stem)
    guard let count = Int(number), 0..<10_000 ~= count, let global = names.globals[type],
      case .symmetric = syntax.declarations[global.declaration].kind
    else { return nil }
    return context.allowsSymmetricNames
      ? .write("\(type)#\(String(number))", at: name.range)
      : Help("use a parameter: only scenarios can name a \(type)")
  }

  /// Returns the help for a name such as `oldBadge` or `badge_old`.
  private func pastHelp(_ name: NameSyntax) -> Help? {
    let variable = names.all([.variable]).sorted().first { variable in
      let capital = variable.prefix(1).uppercased() + variable.dropFirst()
      return ["old", "prev", "previous", "pre", "before", "last"].contains {
        ["\($0)_\(variable)", "\(variable)_\($0)", $0 + capital].contains(name.text)
      }
    }
    return variable.map {
      context.allowsOld
        ? .write("old(\($0))", at: name.range)
        : Help("store the previous value in a separate variable")
    }
  }

  /// Returns the declaration that contains a range.
  func declaration(around range: SourceRange) -> DeclarationSyntax? {
    syntax.declarations.first { $0.range.start <= range.start && range.end <= $0.range.end }
  }

  /// Returns the place of the token at which the same declaration binds the name, around another part.
  private func boundNearby(_ name: NameSyntax) -> Int? {
    guard let declaration = declaration(around: name.range) else { return nil }
    let tokens = syntax.tokens.tokens
    let places = syntax.tokens.places(
      in: SourceRange(declaration.range.start, name.range.start))
    return places.dropFirst().first { place in
      file.text(tokens[place].range) == name.text
        && ["let", "var", "for", "choose"].contains(file.text(tokens[place - 1].range))
    }
  }

  /// Returns the local name whose values have such a field, if there is exactly one.
  private func holder(of field: String) -> String? {
    let holders = Set(context.names).filter { name in
      guard case .structure(let type)? = context.lookUp(name)?.type else { return false }
      return type.fields.contains { $0.name == field }
    }
    return holders.count == 1 ? holders.first : nil
  }

  /// Returns the help for an unknown name that is a parameter of some event.
  private func parameterHelp(_ name: NameSyntax) -> Help? {
    guard let event = eventWithParameter(name.text),
      let parameter = event.parameters.first(where: { $0.name.text == name.text })
    else { return nil }
    let type = source(parameter.type.range)
    let declaration = "\(name.text): \(type)"
    if context.isInEvent, !context.allowsOld {
      return Help(
        "add the parameter '\(declaration)' to this event", parameterEdits(declaration, name))
    }
    return Help(
      context.allowsOld
        ? "name only events with this parameter, as in 'after \(event.name.text)'"
        : "write 'every \(name.text) in \(type): …', or '(\(declaration))' after the name of an 'eventually', 'possible' or 'reachable'"
    )
  }

  /// Returns the edit that adds a parameter to the event around a name.
  private func parameterEdits(_ parameter: String, _ name: NameSyntax) -> [Edit] {
    guard case .event(let event)? = declaration(around: name.range)?.kind else { return [] }
    if let last = event.parameters.last { return [Edit(last.type.range.tail, ", \(parameter)")] }
    return file.bytes[event.name.range.end] == UInt8(ascii: "(")
      ? [] : [Edit(event.name.range.tail, "(\(parameter))")]
  }

  /// Returns an event with such a parameter.
  func eventWithParameter(_ name: String) -> EventSyntax? {
    names.eventSyntax.first { $0.syntax.parameters.contains { $0.name.text == name } }?.syntax
  }

  /// Returns the name of the first enum in the text with such a case.
  func enumWithCase(_ name: String) -> String? {
    for case .enumeration(let owner, let cases) in syntax.declarations.map(\.kind)
    where cases.contains(where: { $0.name.text == name }) {
      return owner.text
    }
    return nil
  }

  // MARK: Copies

  /// Returns the help for a change of a local name that is not mutable: to change the original.
  func copyHelp(_ name: NameSyntax, _ local: Context.Local) -> Help {
    guard let original = local.original else {
      if local.what == "local name" {
        let place = syntax.tokens.places(in: local.range).lowerBound
        let word = syntax.tokens.tokens[max(0, place - 1)].range
        return Help("declare it with 'var'", source(word) == "let" ? [Edit(word, "var")] : [])
      }
      if let help = swappedHelp(name) { return help }
      let isOfFunc = local.what == "parameter" && !context.isInEvent
      return Help(
        isOfFunc
          ? "change a variable of the spec instead, or copy it: 'var copy = \(name.text)'"
          : "copy it: 'var copy = \(name.text)'")
    }
    if let loop = original.loop,
      let help = elementHelp(name, local, original, loop) ?? replacementHelp(name, local, original)
    {
      return help
    }
    if original.loop != nil { return Help("copy it: 'var copy = \(name.text)'") }
    let isMember = file.bytes[min(name.range.end, file.bytes.count - 1)] == UInt8(ascii: ".")
    return Help(
      "'\(name.text)' is a copy: change '\(quoted(original.range))' itself",
      [Edit(name.range, source(original.range) + (isMember ? "?" : ""))])
  }

  /// Returns the help for `parameter = variable`: the two sides swapped.
  private func swappedHelp(_ name: NameSyntax) -> Help? {
    let tokens = syntax.tokens.tokens
    let place = syntax.tokens.places(in: name.range).upperBound
    guard place + 2 < tokens.count, tokens[place].kind == .equal,
      tokens[place + 2].startsLine || [.semicolon, .rightBrace].contains(tokens[place + 2].kind),
      case let variable = source(tokens[place + 1].range),
      names.globals[variable]?.kind == .variable
    else { return nil }
    return .write(
      "\(variable) = \(name.text)", at: name.range.union(tokens[place + 1].range))
  }

  /// Returns the help for a change of the element of a loop: a loop over the indices or keys.
  private func elementHelp(
    _ name: NameSyntax, _ local: Context.Local, _ original: Context.Local.Original,
    _ loop: SourceRange
  ) -> Help? {
    let text = source(original.range)
    let isPair = original.type.isKeyed
    let isMap = isPair || text.hasSuffix(".values")
    if !isMap { guard case .list = original.type else { return nil } }
    let collection = isMap && !isPair ? String(text.dropLast(".values".count)) : text
    let tokens = syntax.tokens.tokens
    let binderPlace = syntax.tokens.places(in: local.range).lowerBound
    let pairKey = isPair ? source(tokens[binderPlace - 2].range) : "k"
    if pairKey == "_" { return nil }
    let (key, binder) = isPair ? (pairKey, "_") : isMap ? ("k", "(k, _)") : ("i", "i")
    var edits =
      isPair ? [] : [Edit(original.range, isMap ? collection : "\(collection).indices")]
    let isTable = if case .table = original.type { true } else { false }
    for place in syntax.tokens.places(in: loop).dropFirst() {
      let range = tokens[place].range
      if file.text(range) == key, !isPair { return nil }
      guard file.text(range) == name.text, tokens[place - 1].kind != .dot else { continue }
      let access = !isMap || isTable ? "" : tokens[place + 1].kind == .dot ? "?" : "!"
      edits.append(
        Edit(range, range == local.range ? binder : "\(collection)[\(key)]\(access)"))
    }
    return Help(
      isMap
        ? "write 'for (\(key), _) in \(collection) { \(collection)[\(key)]\(isTable ? "" : "?").… = … }'"
        : "write 'for i in \(collection).indices { \(collection)[i].… = … }'", edits)
  }

  /// Returns the help for a change of an element of a set: to replace the element.
  private func replacementHelp(
    _ name: NameSyntax, _ local: Context.Local, _ original: Context.Local.Original
  ) -> Help? {
    guard case .set = original.type, case .structure(let type) = local.type else { return nil }
    let tokens = syntax.tokens.tokens
    let first = syntax.tokens.places(in: name.range).lowerBound
    guard first + 4 < tokens.count, tokens[first + 1].kind == .dot, tokens[first + 3].kind == .equal
    else { return nil }
    let field = file.text(tokens[first + 2].range)
    guard
      let end = tokens[(first + 4)...].firstIndex(where: {
        $0.startsLine || [.semicolon, .rightBrace].contains($0.kind)
      }), type.fields.contains(where: { $0.name == field })
    else { return nil }
    let value = source(tokens[first + 4].range.union(tokens[end - 1].range))
    let fields = type.fields.map { part in
      let label = part.name.map { "\($0): " } ?? ""
      return label + (part.name == field ? value : "\(name.text).\(part.name ?? "")")
    }.joined(separator: ", ")
    let (x, s) = (name.text, source(original.range))
    return .write(
      "remove \(x) from \(s); insert \(type.name)(\(fields)) into \(s)",
      at: name.range.union(tokens[end - 1].range))
  }
}
