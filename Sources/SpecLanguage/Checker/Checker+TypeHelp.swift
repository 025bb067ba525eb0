import Semantics

/// Help for values of the wrong type.
extension Checker {
  // MARK: Conversions

  /// Returns the help for a value of another type.
  func conversionHelp(_ value: Expression, to target: Type) -> Help? {
    let (x, range) = (draft(value.range), value.range)
    if case .constant(.int(let number)) = value.node {
      if target == .bool, 0...1 ~= number {
        return .write("\(number == 1 ? "true" : "false")", at: range)
      }
      if case .symmetric(let type) = target {
        return Help(
          "write '\(type.name)#1' in a scenario, or use a parameter",
          number > 0 && number <= type.count ? [Edit(range, "\(type.name)#\(number)")] : [])
      }
    }
    if value.isConstant, value.type.isInteger, target == .bool {
      return Help("write 'number > 0'")
    }
    if value.isConstant, value.type == .bool, target.isInteger {
      switch x.whole {
      case "true": return Help("write '1'")
      case "false": return Help("write '0'")
      default: return Help("write 'condition ? 1 : 0'")
      }
    }
    switch (value.type, target) {
    case (.optional, .bool): return absenceHelp(value)
    case (let number, .bool) where number.isInteger:
      return testHelp(value, "> 0", negated: "== 0")
    case (.optional(let inner), _) where fits(inner, target):
      return Help(
        "write '\(x.shown) ?? …' with a value for nil, or '\(x.shown)!' if it cannot be nil here")
    case (.sequence(let element, _), _)
    where fits(element, target) && names.globals[x.whole]?.kind == .type:
      return Help(
        "'\(x.whole)' is a type: use a parameter, or 'some x in \(x.whole): …', for one value")
    case (_, .timer): return Help("write '.off', or start the timer in an event: 'start t for 2'")
    case (let type, .symmetric(let names)) where type.isInteger:
      return Help("write '\(names.name)#1' in a scenario, or use a parameter")
    default: break
    }
    if let element = target.memberType, fits(value.type, element) {
      return Help(
        "write '[\(x.shown)]' for a collection, or '\(target.addition.verb) …' to add it")
    }
    if case .range = value.node, target.isInteger { return nil }
    return foreignHelp(
      "\(value.type.placesOfMembers[0])>\(target.placesOfMembers[0])", in: [.conversion],
      of: range, at: range)
  }

  /// Returns the help for a value that may be nil in place of a condition.
  private func absenceHelp(_ value: Expression) -> Help {
    if value.type.unwrapped == .bool { return Help("write '\(quoted(value.range)) ?? false'") }
    return testHelp(value, "!= nil", negated: "== nil")
  }

  /// Returns the help for a value in place of a condition: a comparison, which takes the signs `!` before it into account.
  private func testHelp(_ value: Expression, _ test: String, negated: String) -> Help {
    let signs =
      file === syntax.file
      ? file.bytes[..<value.range.start].reversed().prefix { $0 == UInt8(ascii: "!") }.count : 0
    let isNegated = signs % 2 == 1
    let text: Draft = "\(draft(value.range)) \(isNegated ? negated : test)"
    return Help(
      "write '\(text.shown)'\(isNegated ? " without '!'" : "")",
      [Edit(SourceRange(value.range.start - signs, value.range.end), text.whole)])
  }

  /// Returns the help for a value in place of a number.
  func numberHelp(_ value: Expression) -> Help? {
    value.type.unwrapped.isInteger
      ? Help("write '(\(quoted(value.range)) ?? 0)'") : conversionHelp(value, to: .integer)
  }

  /// Returns the help for nil in a place that is never nil.
  func nilHelp(_ expected: Type, _ range: SourceRange) -> Help {
    foreignHelp("nil>\(expected.placesOfMembers[0])", in: [.conversion], at: range)
      ?? Help("declare the type as '\(Type.optional(expected))' if it may be nil")
  }

  /// Returns the help for `.name` in place of a value of a type.
  func implicitMemberHelp(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]?, _ expected: Type, _ range: SourceRange
  ) -> Help? {
    if expected.isOptional, arguments == nil,
      ["none", "null", "nil", "empty"].contains(name.text)
    {
      return .write("nil", at: range)
    }
    switch expected.unwrapped {
    case .timer: return Help("write '.off' or '.due(in: 1)'")
    case .structure(let type) where name.text == "init":
      return Help(
        "write '\(type.name)(…)'", [Edit(SourceRange(range.start, name.range.end), type.name)])
    case let other:
      guard case .enumeration(let type)? = other.memberType?.unwrapped,
        type.place(of: name.text) != nil
      else { return nil }
      let item = ".\(name.text)"
      return Help(
        "write '[\(item)]', '\(item) in s' or 'insert \(item) into s' for a collection s")
    }
  }

  // MARK: Operators

  /// Returns the help for a comparison of values of different types.
  func comparisonHelp(
    _ op: BinaryOperator, _ first: Expression, _ second: Expression
  ) -> Help? {
    let (left, right) = (draft(first.range), draft(second.range))
    let both = first.range.union(second.range)
    let isEquality = op == .equal || op == .notEqual
    switch (first.type, second.type) {
    case (.bool, let number) where number.isInteger && left.whole.hasPrefix("emitted("):
      let call = SourceRange(first.range.start + "emitted".utf8.count, first.range.end)
      return .write("emissions\(draft(call))", at: first.range)
    case (.table(let key, let content), let other)
    where fits(other, content) || fits(content, other):
      return everyHelp(key, of: first.range, in: both)
    case (let other, .table(let key, let content))
    where fits(other, content) || fits(content, other):
      return everyHelp(key, of: second.range, in: both)
    case (let counted, let number) where counted.isCountable && number.isInteger:
      return .write("\(left).count", at: first.range)
    case (let number, let counted) where counted.isCountable && number.isInteger:
      return .write("\(right).count", at: second.range)
    case (.timer, let number) where number.isInteger: return timeHelp(op, first, second)
    case (.set, _) where !isEquality && second.type.isCountable:
      return .write(
        op == .less || op == .lessOrEqual
          ? "\(left).isSubset(of: \(right))" : "\(right).isSubset(of: \(left))", at: both)
    case (.set, .list) where isEquality, (.set, .bag) where isEquality,
      (.set, .sequence) where isEquality:
      return .write("set(x in \(right))", at: second.range)
    case (.list, .set) where isEquality, (.bag, .set) where isEquality,
      (.sequence, .set) where isEquality:
      return .write("set(x in \(left))", at: first.range)
    case (let collection, let other):
      guard isEquality, let element = collection.memberType, fits(other, element) else {
        return nil
      }
      let test: Draft = "\(right) in \(left)"
      return Help("write '\(op == .equal ? test.shown : "!(\(test.shown))")'")
    }
  }

  /// Returns the help for a comparison of a timer with a number.
  private func timeHelp(
    _ op: BinaryOperator, _ timer: Expression, _ number: Expression
  ) -> Help {
    let t = draft(timer.range)
    if op == .equal, case .constant(.int(let time)) = number.node {
      let isDue: Draft = "\(t).isDue"
      let both = timer.range.union(number.range)
      if time == 0 { return .write(isDue, at: both) }
      if case .timer(let maximum) = timer.type, time == maximum {
        return Help(
          "write '\(isDue.shown)' to ask whether the time is up",
          or: "write '\(t.shown).remaining' for the time that is left", [Edit(both, isDue.whole)])
      }
    }
    if op == .equal || op == .notEqual { return .write("\(t).remaining", at: timer.range) }
    let time: Draft = "(\(t).remaining ?? 0)"
    return Help(
      "write '\(time.shown)', which is 0 while the timer is off", [Edit(timer.range, time.whole)])
  }

  /// Reports `k == .call` if the case has values, and suggests a pattern.
  mutating func reportComparedCase(
    _ op: BinaryOperator, _ place: SourceRange, _ value: Expression, _ other: ExpressionSyntax
  ) -> Bool {
    guard case .enumeration(let type) = value.type.unwrapped else { return false }
    let named: NameSyntax
    switch other.kind {
    case .implicitMember(let name, nil): named = name
    case .member(let base, let name):
      guard case .name(type.name) = base.kind else { return false }
      named = name
    default: return false
    }
    guard let index = type.place(of: named.text), !type.cases[index].fields.isEmpty else {
      return false
    }
    let pattern = source(other.range) + (value.type.isOptional ? "?" : "")
    let isEqual = op == .equal
    let start = value.range.start
    report(
      .caseValues, "a comparison with the case '.\(named.text)' needs its values", other.range,
      fix: isEqual ? "write 'is \(pattern)'" : "write '!(\(quoted(value.range)) is \(pattern))'",
      edits: isEqual
        ? [Edit(place, "is"), Edit(other.range, pattern)]
        : [
          Edit(SourceRange(start, start), "!("), Edit(place, "is"),
          Edit(other.range, pattern + ")"),
        ])
    return true
  }

  /// Returns the help for `shown.count == []`.
  func comparedCountHelp(
    _ op: BinaryOperator, _ first: Expression, _ range: SourceRange
  ) -> Help {
    let count = ".count"
    let number = draft(first.range)
    guard number.whole.hasSuffix(count) else {
      return .write("\(number) \(op.rawValue) 0", at: range)
    }
    let collection = draft(
      SourceRange(first.range.start, first.range.end - count.utf8.count))
    return .write("\(op == .equal ? "" : "!")\(collection).isEmpty", at: range)
  }

  /// Returns the help for `!x in s`.
  func negationHelp(_ left: ExpressionSyntax, _ right: ExpressionSyntax) -> Help? {
    guard case .not(let inner) = left.kind, file.bytes[left.range.start] == UInt8(ascii: "!")
    else { return nil }
    return .write(
      "!(\(draft(inner.range)) in \(draft(right.range)))", at: left.range.union(right.range))
  }

  /// Returns the help for `+` and `-` with a collection.
  func arithmeticHelp(_ op: BinaryOperator, _ type: Type, _ collection: SourceRange) -> Help? {
    foreignHelp(
      "\(type.placesOfMembers[0])\(op.rawValue)", in: [.operation, .update], of: collection,
      at: collection)
  }

  // MARK: Statements

  /// Returns the help for `+=` and similar statements with a place that is no number.
  func updateHelp(
    _ place: Place, _ target: ExpressionSyntax, _ op: BinaryOperator, _ value: ExpressionSyntax,
    _ range: SourceRange
  ) -> Help? {
    if case .timer = place.type {
      return Help(
        "leave it out: a running timer counts down by itself, and 'start \(quoted(target.range)) for 2' starts it again"
      )
    }
    if case .optional(let inner) = place.type, inner.isInteger {
      let s = quoted(target.range)
      return Help("the value may be nil: write '\(s)! \(op.rawValue)= …' or '\(s)? …'")
    }
    let isLiteral = if case .list = value.kind { true } else { false }
    return foreignHelp(
      "\(place.type.placesOfMembers[0])\(op.rawValue)", in: [.update], of: target.range,
      isLiteral ? [] : [ArgumentSyntax(label: nil, value: value)], at: range)
      ?? tableStatementHelp(place.type, at: target.range, in: range)
  }

  /// Returns the help for `insert` into a value that is no set, bag or list.
  func insertionHelp(
    _ value: ExpressionSyntax, _ place: Place, _ target: ExpressionSyntax, hasIndex: Bool,
    _ range: SourceRange
  ) -> Help? {
    let (s, x) = (draft(target.range), draft(value.range))
    switch place.type {
    case .map: return Help("write '\(s.shown)[key] = value'")
    case .optional: return Help("store it: '\(s.shown) = \(x.shown)'")
    case .table(_, .bool): return .write("\(s)[\(x)] = true", at: range)
    default:
      return tableStatementHelp(
        place.type, at: target.range, in: range, inserting: hasIndex ? nil : value.range)
    }
  }

  /// Returns the help for `remove … from` with a value that is no set, bag or list.
  mutating func removalHelp(
    _ value: ExpressionSyntax, _ place: Place, _ target: ExpressionSyntax, _ range: SourceRange
  ) -> Help? {
    let (s, x) = (draft(target.range), draft(value.range))
    switch place.type {
    case .map(let key, let content):
      let isKey = fits(quietly { $0.expression(value, expecting: key).type }, key)
      return isKey
        || !fits(quietly { $0.expression(value, expecting: content).type }, content)
        ? Help("write '\(s.shown)[\(x.shown)] = nil'")
        : Help("write 'remove x in \(s.shown) where …', or 'remove \(x.shown) in \(s.shown)'")
    case .table(_, .bool): return .write("\(s)[\(x)] = false", at: range)
    default: return tableStatementHelp(place.type, at: target.range, in: range)
    }
  }

  /// Returns the help for a collection in place of an element to insert.
  func elementsHelp(
    _ elements: [ExpressionSyntax], _ type: Type, _ target: ExpressionSyntax, _ range: SourceRange
  ) -> Help {
    let (verb, joint) = type.addition
    let all = elements.map { "\(verb) \(draft($0.range)) \(joint) \(draft(target.range))" as Draft }
    return .write(all.dropFirst().reduce(all[0]) { "\($0); \($1)" }, at: range)
  }

  /// Returns the help for `t = nil` with a timer, and for `l[i] = nil`.
  func storedNilHelp(_ place: Place, _ target: ExpressionSyntax, _ range: SourceRange) -> Help? {
    if case .timer = place.type { return .write("stop \(draft(target.range))", at: range) }
    guard !place.type.isOptional, case .element(let base, let key) = target.kind,
      case .element(_, of: .list)? = place.steps.last
    else { return nil }
    return .write("\(draft(base.range)).remove(at: \(draft(key.range)))", at: range)
  }
}

extension Type {
  /// A value of this type in a message: "a value of type Bool", "a collection of ID".
  var valueText: String { "\(self)".hasPrefix("a ") ? "\(self)" : "a value of type \(self)" }

  /// The words of the statement that adds an element: `append x to l`.
  var addition: (verb: String, joint: String) {
    if case .list = self { ("append", "to") } else { ("insert", "into") }
  }

  /// The type of the members of a set, bag or list.
  var memberType: Type? {
    switch self {
    case .set(let member, _), .bag(let member, _), .list(let member, _): member
    default: nil
    }
  }

  /// Whether statements can change the number of elements.
  var isChangeable: Bool {
    switch self {
    case .set, .bag, .list, .map: true
    default: false
    }
  }

  /// Whether the values have a number of elements that is not the same for all.
  var isCountable: Bool { if case .sequence = self { true } else { isChangeable } }

  /// Whether the type is a map or table.
  var isKeyed: Bool {
    switch self {
    case .map, .table: true
    default: false
    }
  }
}
