import Semantics

/// Help for values of the wrong type.
extension Checker {
  /// Returns a help for a comparison of a collection, timer or optional with another type.
  func collectionComparisonHelp(
    _ op: BinaryOperator, _ first: Expression, _ second: Expression
  ) -> (fix: String, edits: [Edit])? {
    let (left, right) = (source(first.range), source(second.range))
    if first.type.isCountable, second.type.isInteger {
      return ("write '\(quoted(first.range)).count'", [Edit(first.range, left + ".count")])
    }
    if second.type.isCountable, first.type.isInteger {
      return ("write '\(quoted(second.range)).count'", [Edit(second.range, right + ".count")])
    }
    let both = first.range.union(second.range)
    switch (first.type, second.type) {
    case (.set, .sequence), (.set, .set), (.set, .list):
      guard [.lessOrEqual, .less, .greaterOrEqual, .greater].contains(op) else { break }
      let isSmaller = op == .lessOrEqual || op == .less
      let whole = isSmaller ? "\(left).isSubset(of: \(right))" : "\(right).isSubset(of: \(left))"
      return ("write '\(whole.count > 60 ? "a.isSubset(of: b)" : whole)'", [Edit(both, whole)])
    default: break
    }
    guard op == .equal || op == .notEqual else { return nil }
    func asSet(_ list: Expression, _ text: String) -> (fix: String, edits: [Edit]) {
      let set = "set(x in \(text))"
      return ("write '\(set.count > 60 ? "set(x in l)" : set)'", [Edit(list.range, set)])
    }
    switch (first.type, second.type) {
    case (.set, .list), (.set, .bag), (.set, .sequence): return asSet(second, right)
    case (.list, .set), (.bag, .set), (.sequence, .set): return asSet(first, left)
    case (.set(let element, _), _) where fits(second.type, element),
      (.list(let element, _), _) where fits(second.type, element),
      (.bag(let element, _), _) where fits(second.type, element):
      let whole = op == .equal ? "\(right) in \(left)" : "!(\(right) in \(left))"
      return ("write '\(whole.count > 60 ? "x in s" : whole)'", [])
    default: return nil
    }
  }

  /// Reports `nil` for a place that is never nil, if there is another notation for its empty value.
  mutating func reportForeignNil(_ expected: Type, _ range: SourceRange) -> Bool {
    guard !sink.isFull else { return false }
    let fix: String
    switch expected {
    case .timer: fix = "write '.off', 'stop t', or '!t.isRunning' for a condition"
    case .set, .bag, .list: fix = "write '[]'"
    case .map: fix = "write '[:]'"
    case .bool: fix = "write 'false', or declare the type as 'Bool?'"
    default: return false
    }
    let ours = ["write '[]'": "[]", "write '[:]'": "[:]"][fix]
    report(
      .nilMismatch, "expected \(expected), found nil", range, fix: fix,
      edits: ours.map { [Edit(range, $0)] } ?? [])
    return true
  }

  /// Reports `l[i] = nil`, `t = nil` and `t[k] = nil`, if another statement removes the value.
  mutating func reportStoredNil(_ place: Place, _ target: ExpressionSyntax, _ range: SourceRange)
    -> Bool
  {
    guard !sink.isFull, !place.type.isOptional else { return false }
    if case .timer = place.type {
      let stop = "stop \(source(target.range))"
      report(
        .nilMismatch, "expected \(place.type), found nil", range,
        fix: "write '\(stop.prefix(40))'", edits: [Edit(range, stop)])
      return true
    }
    guard case .element(let base, let key) = target.kind,
      case .element(_, of: .list)? = place.steps.last
    else { return false }
    let removal = "\(source(base.range)).remove(at: \(source(key.range)))"
    report(
      .nilMismatch, "expected \(place.type), found nil", range,
      fix: "write '\(removal.count > 60 ? "l.remove(at: i)" : removal)'",
      edits: [Edit(range, removal)])
    return true
  }

  /// Warns of `some x in s: p implies q`, which is true as soon as one element has no `p`. That is rarely intended.
  /// Parentheses around the body confirm it and suppress the warning.
  mutating func warnOfImplication(
    _ quantifier: Quantifier, _ binders: BindersSyntax, _ body: ExpressionSyntax?
  ) {
    guard quantifier == .some, case .binary(.implies, let sign, let premise, _)? = body?.kind,
      let body,
      file.bytes[body.range.start] != UInt8(ascii: "(")
        || body.range.start == premise.range.start,
      file === syntax.file
    else { return }
    report(
      .weakCondition,
      "this 'some' is true as soon as '\(quoted(premise.range))' is false for one element", sign,
      fix: "write '&&', or put the condition for the element in parentheses",
      edits: [Edit(sign, "&&")],
      severity: .warning)
  }

  /// Reports `remove 0 from l`.
  mutating func reportRemovedIndex(
    _ value: ExpressionSyntax, _ place: Place, _ element: Type, _ target: ExpressionSyntax,
    _ range: SourceRange
  ) -> Bool {
    guard case .list = place.type, case .integer = value.kind, !element.unwrapped.isInteger,
      !sink.isFull
    else { return false }
    let whole = "\(source(target.range)).remove(at: \(source(value.range)))"
    report(
      .typeMismatch, "'remove … from' needs an element, found a number", value.range,
      fix: "write '\(whole.count > 60 ? "l.remove(at: i)" : whole)'", edits: [Edit(range, whole)])
    return true
  }

  /// Reports `insert [a, b] into s`.
  mutating func reportInsertedList(
    _ value: ExpressionSyntax, _ place: Place, _ target: ExpressionSyntax, _ range: SourceRange
  ) -> Bool {
    guard case .list(let elements) = value.kind, !elements.isEmpty, !sink.isFull else {
      return false
    }
    let element: Type
    switch place.type {
    case .set(let type, _), .bag(let type, _), .list(let type, _): element = type
    default: return false
    }
    guard !element.isCountable else { return false }
    let (verb, joint) = place.type.addition == "append" ? ("append", "to") : ("insert", "into")
    let text = source(target.range)
    let whole = elements.map { "\(verb) \(source($0.range)) \(joint) \(text)" }.joined(
      separator: "; ")
    report(
      .typeMismatch, "this statement takes one element, found a collection", value.range,
      fix: "write '\(whole.count > 80 ? "\(verb) x \(joint) s" : whole)'",
      edits: [Edit(range, whole)])
    return true
  }

  /// Reports `.none` for an optional.
  mutating func reportAbsentCase(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]?, _ type: EnumType, _ expected: Type?,
    _ range: SourceRange
  ) -> Bool {
    guard expected?.isOptional == true, arguments == nil, type.place(of: name.text) == nil,
      ["none", "null", "nil", "empty"].contains(name.text), !sink.isFull
    else { return false }
    report(
      .unknownCase, "there is no case '\(name.text)' in \(type.name)", range, fix: "write 'nil'",
      edits: [Edit(range, "nil")])
    return true
  }

  /// Reports `[Card]()` and `[K: V]()`.
  mutating func reportCalledLiteral(
    _ callee: ExpressionSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Bool {
    guard arguments.isEmpty, !sink.isFull else { return false }
    switch callee.kind {
    case .list(let elements):
      let type = elements.first.map { source($0.range) } ?? "T"
      report(
        .collectionLiteral, "expected '[]' for an empty list, found '()'", range,
        fix: "write '[]', and the type before it: 'List<\(type.prefix(30)), 4> = []'")
    case .dictionary:
      report(
        .collectionLiteral, "expected '[:]' for an empty map, found '()'", range,
        fix: "write '[:]', and the type before it: 'Map<K, V> = [:]'")
    default: return false
    }
    return true
  }

  /// Reports `.init(field: value)`.
  mutating func reportInit(_ name: NameSyntax, _ type: Type, _ range: SourceRange) -> Bool {
    guard case .structure(let type) = type, name.text == "init", !sink.isFull else { return false }
    report(
      .unknownCase, "expected a value of type \(type.name), found '.init'", range,
      fix: "write '\(type.name)(…)'",
      edits: [Edit(SourceRange(range.start, name.range.end), type.name)])
    return true
  }

  /// Reports `set()` and `list()` for an empty collection.
  mutating func reportEmptyCall(
    _ aggregate: Aggregate, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Bool {
    guard arguments.isEmpty, [.set, .list, .map].contains(aggregate), !sink.isFull else {
      return false
    }
    let empty = aggregate == .map ? "[:]" : "[]"
    report(
      .aggregateForm, "'\(aggregate.rawValue)' needs a name and a collection", range,
      fix: "write '\(empty)'",
      edits: [Edit(range, empty)])
    return true
  }

  /// Returns a help for `s += x` and `m -= k`: the statement that adds or removes an element.
  func collectionUpdateHelp(
    _ type: Type, _ target: ExpressionSyntax, _ op: BinaryOperator, _ value: ExpressionSyntax,
    _ range: SourceRange
  ) -> (fix: String, edits: [Edit])? {
    let (place, new) = (source(target.range), source(value.range))
    let isLiteral = if case .list = value.kind { true } else { false }
    let whole: String
    switch (type, op) {
    case (.map, .subtract) where isLiteral:
      return ("write '\(place.prefix(40))[key] = nil' for each key", [])
    case (.map, .subtract): whole = "\(place)[\(new)] = nil"
    case (.map, _): return ("write '\(place.prefix(40))[key] = value'", [])
    case (.set, .add), (.bag, .add): whole = "insert \(new) into \(place)"
    case (.set, .subtract), (.bag, .subtract), (.list, .subtract):
      whole = "remove \(new) from \(place)"
    case (.list, .add): whole = "append \(new) to \(place)"
    default: return nil
    }
    let isPlain = !isLiteral && whole.count <= 60
    return (
      isPlain
        ? "write '\(whole)'"
        : op == .subtract
          ? "write 'remove x from \(place.prefix(40))' for each element x"
          : "write '\(type.addition) x \(type.addition == "append" ? "to" : "into") \(place.prefix(40))' for each element x",
      isPlain ? [Edit(range, whole)] : []
    )
  }

  /// Reports `shown.count == []`.
  mutating func reportComparedEmpty(
    _ op: BinaryOperator, _ first: Expression, _ right: ExpressionSyntax, _ range: SourceRange
  ) -> Bool {
    guard !sink.isFull, first.type.isInteger, case .list(let elements) = right.kind,
      elements.isEmpty
    else { return false }
    let text = source(first.range)
    let isCount = text.hasSuffix(".count")
    let whole =
      isCount
      ? "\(op == .equal ? "" : "!")\(text.dropLast(".count".count)).isEmpty"
      : "\(text) \(op.rawValue) 0"
    report(
      .typeMismatch, "a number cannot be compared with '[]'", right.range,
      fix: "write '\(whole.count > 60 ? "s.isEmpty" : whole)'", edits: [Edit(range, whole)])
    return true
  }

  /// Returns a help for `.case` in place of a collection of such values.
  func collectionCaseHelp(_ name: NameSyntax, _ expected: Type) -> String? {
    let element: Type
    switch expected {
    case .set(let type, _), .bag(let type, _), .list(let type, _): element = type
    default: return nil
    }
    guard case .enumeration(let type) = element.unwrapped,
      type.cases.contains(where: { $0.name == name.text })
    else { return nil }
    return
      "write '[.\(name.text)]', '.\(name.text) in s' or 'insert .\(name.text) into s' for a collection s"
  }

  /// Returns a help for `!x in s`.
  func negatedContainmentHelp(
    _ left: ExpressionSyntax, _ right: ExpressionSyntax
  ) -> (fix: String, edits: [Edit])? {
    guard case .not(let inner) = left.kind, file.bytes[left.range.start] == UInt8(ascii: "!") else {
      return nil
    }
    let whole = "!(\(source(inner.range)) in \(source(right.range)))"
    return (
      "write '\(whole.count > 60 ? "!(x in s)" : whole)'",
      [Edit(left.range.union(right.range), whole)]
    )
  }

  /// Returns a help for `m(k)`: `m[k]`.
  func entryHelp(_ syntax: ExpressionSyntax) -> String? {
    guard case .call(let callee, let arguments) = syntax.kind, case .name(let name) = callee.kind,
      names.globals[name]?.kind == .variable, arguments.count == 1, arguments[0].label == nil
    else { return nil }
    return "\(name)[\(source(arguments[0].value.range))]"
  }

  /// Returns a help for `t.key`: `t[.key]`, if the keys have such a case.
  func keyHelp(_ name: NameSyntax, _ type: Type, _ base: ExpressionSyntax) -> String? {
    let key: Type
    switch type {
    case .table(let type, _), .map(let type, _): key = type
    default: return nil
    }
    if let local = context.lookUp(name.text), fits(local.type, key), !sink.isFull {
      return "\(source(base.range))[\(name.text)]"
    }
    guard case .enumeration(let type) = key, type.place(of: name.text) != nil, !sink.isFull else {
      return nil
    }
    return "\(source(base.range))[.\(name.text)]"
  }

  /// Reports a member that is a key of a table or map, or a test for nil.
  mutating func reportKeyAsMember(_ name: NameSyntax, _ base: Expression) -> Bool {
    guard !sink.isFull else { return false }
    let end = base.range.end
    let isChain = file.bytes.indices.contains(end) && file.bytes[end] == UInt8(ascii: "?")
    let text = source(base.range)
    if isChain {
      let isAbsent = ["isNil", "isNull", "isNone", "isAbsent"].contains(name.text)
      let isPresent = ["isPresent", "hasValue", "isSome", "exists", "isNotNull"].contains(name.text)
      if isAbsent || isPresent {
        let whole = "\(text) \(isAbsent ? "==" : "!=") nil"
        report(
          .unknownMember, "a value of type \(base.type) has no member '\(name.text)'", name.range,
          fix: "write '\(whole.prefix(60))'", edits: [Edit(base.range.union(name.range), whole)])
        return true
      }
    }
    let key: Type
    switch base.type {
    case .table(let type, _), .map(let type, _): key = type
    default: return false
    }
    let whole: String
    if let local = context.lookUp(name.text), fits(local.type, key) {
      whole = "\(text)[\(name.text)]"
    } else if case .enumeration(let type) = key, type.place(of: name.text) != nil {
      whole = "\(text)[.\(name.text)]"
    } else {
      return false
    }
    report(
      .unknownMember, "a value of type \(base.type) has no member '\(name.text)'", name.range,
      fix: "write '\(whole.prefix(60))'", edits: [Edit(base.range.union(name.range), whole)])
    return true
  }

  /// Reports a field of a type instead of a value.
  mutating func reportFieldOfType(_ name: NameSyntax, _ base: ExpressionSyntax) -> Bool {
    guard !sink.isFull, case .name(let typeName) = base.kind, context.lookUp(typeName) == nil,
      names.globals[typeName]?.kind == .type,
      case .structure(let type) = resolveName(NameSyntax(text: typeName, range: base.range)),
      type.fields.contains(where: { $0.name == name.text })
    else { return false }
    report(
      .unknownMember, "'\(typeName)' is a type and has no fields", base.range,
      fix: "name a value, or write 'every x in s: x.\(name.text) …'")
    return true
  }

  /// Returns a help for inserting into a table of Booleans, one for each key.
  func membershipHelp(
    _ value: ExpressionSyntax, _ type: Type, _ target: ExpressionSyntax, isIn: Bool,
    _ range: SourceRange
  ) -> (fix: String, edits: [Edit])? {
    guard !sink.isFull, case .table(_, .bool) = type else { return nil }
    let whole = "\(source(target.range))[\(source(value.range))] = \(isIn)"
    return ("write '\(whole.count > 60 ? "t[k] = \(isIn)" : whole)'", [Edit(range, whole)])
  }
}

extension Type {
  /// The statement that adds an element.
  var addition: String { if case .list = self { "append" } else { "insert" } }

  /// Whether the number of elements can change.
  var isCountable: Bool {
    switch self {
    case .set, .bag, .list, .map, .sequence: true
    default: false
    }
  }
}
