import Semantics

extension Checker {
  /// Checks statements in a new scope.
  mutating func statements(_ syntax: BracedSyntax<StatementSyntax>) -> [Statement] {
    statements(syntax.elements)
  }

  mutating func statements(_ syntax: [StatementSyntax]) -> [Statement] {
    inScope { checker in syntax.compactMap { checker.statement($0) } }
  }

  private mutating func statement(_ syntax: StatementSyntax) -> Statement? {
    node(syntax).map { Statement(node: $0, range: syntax.range) }
  }

  /// Checks a statement. Returns nil after a report; the statement is omitted, and those around it are still checked.
  private mutating func node(_ syntax: StatementSyntax) -> Statement.Node? {
    switch syntax.kind {
    case .assign(let target, let op, let value): return assignment(target, op, value, syntax.range)
    case .insert(let value, let index, let target):
      return insertion(value, index, target, syntax.range)
    case .remove(let value, let target):
      let range = syntax.range
      let place = place(
        target, "'remove … from'", needs: "a set, bag or list", where: { $0.memberType != nil }
      ) { $0.removalHelp(value, $1, target, range) }
      guard let place, let element = place.type.memberType else { return nil }
      if case .list = place.type, case .integer = value.kind, !element.unwrapped.isInteger {
        report(.typeMismatch, "'remove … from' needs an element, found a number", value.range) {
          .write("\($0.draft(target.range)).remove(at: \($0.draft(value.range)))", at: range)
        }
        return nil
      }
      let value = convert(expression(value, expecting: element), to: element, storing: false)
      return .change(place, .remove, [value])
    case .removeWhere(let binders): return removal(binders)
    case .append(let value, let target):
      guard let place = listPlace(target, "'append'", syntax.range),
        let element = place.type.memberType
      else { return nil }
      return .change(place, .append, [stored(value, in: element)])
    case .branch(let branches, let otherwise):
      var checked: [(conditions: [Condition], body: [Statement])] = []
      for branch in branches {
        inScope { checker in
          let conditions = checker.conditions(branch.conditions)
          checked.append((conditions, checker.statements(branch.body)))
        }
      }
      return .branch(Branches(checked, otherwise: otherwise.map { statements($0) } ?? []))
    case .match(let subject, let cases):
      let subject = expression(subject, expecting: nil)
      return .branch(
        matchBranches(subject, cases, otherwise: [], syntax.range) { $0.statements($1) })
    case .loop(let binders, let body): return loop(binders, body, syntax.range)
    case .binding(let binding):
      let (slot, value) = localConstant(binding)
      if case .sequence = value.type, binding.isMutable {
        _ = requireFinite(value.type, binding.value.range, "a variable")
      }
      return .bind(slot: slot, value)
    case .choose(let binders):
      return .choose(self.binders(binders))
    case .emit(let patterns): return emit(patterns)
    case .assert(let test): return .assert(condition(test))
    case .start(let timer, let units):
      guard let place = timerPlace(timer, "start") else { return nil }
      return .change(place, .start, [integer(units, "'start'")])
    case .stop(let timer):
      return timerPlace(timer, "stop").map { .change($0, .stop, []) }
    case .call(let call): return callStatement(call)
    }
  }

  // MARK: Storing

  /// Checks an assignment. The value is checked even if the place is wrong.
  ///
  /// - Parameter op: the operator of `+=` and similar statements; nil for `=`.
  private mutating func assignment(
    _ target: ExpressionSyntax, _ op: BinaryOperator?, _ value: ExpressionSyntax,
    _ range: SourceRange
  ) -> Statement.Node? {
    guard let place = place(target) else {
      _ = expression(value, expecting: .error)
      return nil
    }
    if op == nil, case .nilLiteral = value.kind, let help = storedNilHelp(place, target, range) {
      report(.nilMismatch, "expected \(place.type), found nil", range) { _ in help }
      return nil
    }
    if op == nil, case .timer = place.type, case .integer = value.kind {
      report(.typeMismatch, "expected \(place.type), found a number", value.range) { checker in
        .write("start \(checker.draft(target.range)) for \(checker.draft(value.range))", at: range)
      }
      return nil
    }
    guard let op else { return .change(place, .assign, [stored(value, in: place.type)]) }
    guard place.type.isInteger else {
      report(
        .notNumber, "'\(op.rawValue)=' needs a number, found \(place.type.valueText)",
        target.range
      ) { $0.updateHelp(place, target, op, value, range) }
      return nil
    }
    let operand = integer(value, "'\(op.rawValue)='")
    return .change(
      place, .update(ArithmeticOperator(rawValue: op.rawValue) ?? .add), [operand])
  }

  /// Checks `insert x into s`, or `insert x at i into l` with an index.
  private mutating func insertion(
    _ value: ExpressionSyntax, _ index: ExpressionSyntax?, _ target: ExpressionSyntax,
    _ range: SourceRange
  ) -> Statement.Node? {
    let place = place(
      target, "'insert'", needs: "a set, bag or list", where: { $0.memberType != nil }
    ) { $0.insertionHelp(value, $1, target, hasIndex: index != nil, range) }
    guard let place, let element = place.type.memberType else { return nil }
    if case .list(let elements) = value.kind, !elements.isEmpty, !element.isCountable {
      report(
        .typeMismatch, "this statement takes one element, found a collection", value.range
      ) { $0.elementsHelp(elements, place.type, target, range) }
      return nil
    }
    if case .list = place.type {
      if let index {
        return .change(place, .insertAt, [stored(value, in: element), integer(index, "an index")])
      }
      let (new, list) = (quoted(value.range), quoted(target.range))
      report(
        .changeForm, "'insert' into a list needs a position", target.range,
        fix: "write 'append \(new) to \(list)', or 'insert \(new) at 0 into \(list)'")
      return nil
    }
    if let index {
      report(
        .unordered, "a \(place.type.collectionNoun) has no positions", index.range,
        fix: "leave 'at …' out")
    }
    return .change(place, .insert, [stored(value, in: element)])
  }

  /// Checks `remove x in s where p`: one name over one collection, which has to be a place.
  private mutating func removal(_ syntax: BindersSyntax) -> Statement.Node? {
    guard syntax.groups.count == 1, syntax.groups[0].patterns.count == 1, syntax.distinct == nil
    else {
      report(
        .changeForm, "'remove' needs one name and one collection", syntax.range,
        fix:
          "write 'remove x in \(syntax.groups.first.map { quoted($0.source.range) } ?? "s") where condition'"
      )
      return nil
    }
    let source = syntax.groups[0].source
    guard
      let place = place(
        source, "'remove'", needs: "a set, bag, list or map", where: \.isChangeable)
    else {
      inScope { _ = $0.binders(syntax, entersMapValues: true, source: $0.mistake(source.range)) }
      return nil
    }
    return inScope { checker in
      let value = checker.expression(source, expecting: nil)
      let (binders, _) = checker.fittingBinders(syntax, entersMapValues: true, source: value)
      return .removeWhere(binders, from: place)
    }
  }

  /// Checks the place that a statement changes; nil after a report, if it has another type.
  ///
  /// - Parameters:
  ///   - user: the quoted name of the statement.
  ///   - need: the type that it needs.
  private mutating func place(
    _ target: ExpressionSyntax, _ user: String, needs need: String,
    _ code: Diagnostic.Code = .notCollection, where isFit: (Type) -> Bool,
    help: (inout Checker, Place) -> Help? = { _, _ in nil }
  ) -> Place? {
    guard let place = place(target), !place.type.isError else { return nil }
    if isFit(place.type) { return place }
    report(
      code, "\(user) needs \(need), found \(place.type.valueText)", target.range
    ) { help(&$0, place) }
    return nil
  }

  private mutating func listPlace(
    _ target: ExpressionSyntax, _ user: String, _ range: SourceRange
  ) -> Place? {
    place(target, user, needs: "a list", where: { if case .list = $0 { true } else { false } }) {
      checker, place in
      if place.type.memberType == nil {
        return checker.tableStatementHelp(place.type, at: target.range, in: range)
      }
      return Help(
        "a \(place.type.collectionNoun) has no order: write 'insert x into \(checker.quoted(target.range))'"
      )
    }
  }

  private mutating func timerPlace(_ target: ExpressionSyntax, _ verb: String) -> Place? {
    place(
      target, "'\(verb)'", needs: "a timer", .notTimer,
      where: { if case .timer = $0 { true } else { false } }
    ) { checker, place in
      guard case .optional(.timer) = place.type else {
        return Help("declare the variable as 'Timer<5>'")
      }
      return Help(
        "the timer may be nil: store '.off' first, then write '\(verb) \(checker.quoted(target.range))! …'"
      )
    }
  }

  // MARK: Control

  /// Checks a loop. A loop over an ordered source is ascending. Any other loop runs in every order, unless its passes
  /// commute.
  private mutating func loop(
    _ syntax: BindersSyntax, _ body: BracedSyntax<StatementSyntax>, _ range: SourceRange
  ) -> Statement.Node? {
    inScope { checker in
      let outer = checker.context.frameSize
      let (binders, conditions) = checker.fittingBinders(syntax)
      for (group, level) in zip(syntax.groups, binders.levels) {
        var copy = level.name
        if case .pair(_, .name(let value))? = group.patterns.last { copy = value.text }
        checker.context.note(
          copy, copies: .init(group.source.range, level.source.type, loop: range))
      }
      var statements = checker.statements(body)
      if !conditions.isEmpty {
        statements = [
          Statement(
            node: .branch(Branches([(conditions, statements)], otherwise: [])), range: range)
        ]
      }
      let isOrdered = binders.levels.allSatisfy { $0.source.type.isOrderedCollection }
      let order: LoopOrder =
        isOrdered
        ? .ascending
        : Commutation.commutes(statements, over: binders, localsBefore: outer) ? .commuting : .any
      return .loop(binders, order, statements)
    }
  }

  /// Checks `emit`. Several signals become a branch that is always taken, with a statement for each.
  private mutating func emit(_ patterns: [SignalPatternSyntax]) -> Statement.Node? {
    var nodes: [Statement] = []
    for pattern in patterns {
      guard let emission = emission(pattern, isComplete: true) else { continue }
      nodes.append(Statement(node: .emit(emission), range: pattern.name.range))
    }
    guard let first = nodes.first else { return nil }
    return nodes.count == 1 ? first.node : .branch(Branches([], otherwise: nodes))
  }

  // MARK: Calls

  /// Checks a call of a procedure or of a mutating method. An unused value is a mistake.
  private mutating func callStatement(_ syntax: ExpressionSyntax) -> Statement.Node? {
    guard case .call(let callee, let arguments) = syntax.kind else { return nil }
    switch callee.kind {
    case .name(let name) where names.globals[name]?.kind == .function:
      return procedureCall(NameSyntax(text: name, range: callee.range), arguments, syntax.range)
    case .member(let base, let method):
      if let node = methodCall(method, base, arguments, syntax.range) { return node }
    case .name("emit") where names.globals["emit"] == nil && !arguments.isEmpty:
      let values = SourceRange(callee.range.end, syntax.range.end)
      report(.missingParentheses, "'emit' has no parentheses", syntax.range) { checker in
        let signals = checker.source(values).dropFirst().dropLast()
        return .write(
          "emit \(Draft(String(signals), shown: checker.quoted(arguments[0].value.range)))",
          at: syntax.range)
      }
      return nil
    default: break
    }
    let value = expression(syntax, expecting: nil)
    if !value.type.isError {
      report(
        .unusedValue, "the value of this call is not used", syntax.range,
        fix: "store it with '=', or call a procedure")
    }
    return nil
  }

  private mutating func procedureCall(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Statement.Node? {
    guard global(name) != nil, let callable = callable(name) else { return nil }
    let values = argumentValues(arguments, callable, range)
    if let result = callable.result {
      report(
        .unusedValue, "'\(name.text)' returns a value of type \(result), which is not used",
        range, fix: "store the value with '=', or make '\(name.text)' a procedure without '->'")
      return nil
    }
    guard let values, let procedure = callable.procedure else { return nil }
    return .call(procedure, values)
  }

  /// Checks a call of a mutating method, like the statement that means the same. The outer nil means that there is no
  /// such method.
  private mutating func methodCall(
    _ method: NameSyntax, _ base: ExpressionSyntax, _ arguments: [ArgumentSyntax],
    _ range: SourceRange
  ) -> Statement.Node?? {
    let values = arguments.map(\.value)
    let kind: StatementSyntax.Kind
    switch (method.text, arguments.map { $0.label?.text }) {
    case ("insert", [nil]): kind = .insert(values[0], at: nil, into: base)
    case ("insert", [nil, "at"]): kind = .insert(values[0], at: values[1], into: base)
    case ("append", [nil]): kind = .append(values[0], to: base)
    case ("remove", [nil]): kind = .remove(values[0], from: base)
    case ("start", ["for"]): kind = .start(base, values[0])
    case ("stop", []): kind = .stop(base)
    case ("removeValue", ["forKey"]):
      let entry = ExpressionSyntax(
        kind: .element(base, values[0]), range: range, depth: base.depth + 1)
      kind = .assign(entry, nil, ExpressionSyntax(kind: .nilLiteral, range: range, depth: 1))
    case ("remove", ["at"]):
      return .some(
        listPlace(base, "'remove'", range).map {
          .change($0, .removeAt, [integer(values[0], "an index")])
        })
    case ("removeFirst", []):
      return .some(
        listPlace(base, "'removeFirst'", range).map { .change($0, .removeFirst, []) })
    case ("removeLast", []):
      return .some(listPlace(base, "'removeLast'", range).map { .change($0, .removeLast, []) })
    case ("removeAll", []):
      let place = place(base, "'removeAll'", needs: "a collection", where: \.isChangeable)
      return .some(place.map { .change($0, .removeAll, []) })
    case (let method, _):
      guard ForeignWord.find(method, in: .method) != nil else { return nil }
      report(
        .argumentCount,
        arguments.isEmpty
          ? "'.\(method)' needs a value" : "wrong arguments for '.\(method)'", range
      ) { $0.methodHelp(method, base, range) }
      return .some(nil)
    }
    return node(StatementSyntax(kind: kind, range: range))
  }

  /// Returns the help for a mutating method with wrong arguments.
  private mutating func methodHelp(
    _ method: String, _ base: ExpressionSyntax, _ range: SourceRange
  ) -> Help? {
    if method == "remove", case .element(let whole, _) = base.kind,
      case .map = quietly({ $0.expression(whole, expecting: nil).type })
    {
      return Help("write '\(quoted(base.range)) = nil'")
    }
    return foreignHelp(method, in: [.method], of: base.range, at: range)
  }
}
