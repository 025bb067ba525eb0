import Semantics

/// Access to parts of a value: `.field`, `[key]`, `!`, `?.`, and `.case`.
extension Checker {
  /// Checks a postfix expression.
  ///
  /// - Returns: the value, and whether an earlier `?` may end the chain with nil. The type is then the type of the last
  ///   part.
  mutating func postfix(
    _ syntax: ExpressionSyntax, _ expected: Type? = nil
  ) -> (Expression, isChained: Bool) {
    switch syntax.kind {
    case .chain(let base), .forceUnwrap(let base):
      let isChain = if case .chain = syntax.kind { true } else { false }
      var (value, isInChain) = postfix(base)
      if isInChain, !isChain { value = chainEnd(value) }
      if value.type.isError { return (value, isChain) }
      guard value.type.isOptional else {
        let sign = isChain ? "?" : "!"
        report(
          .neverNil, "'\(sign)' is not needed: a value of type \(value.type) is never nil",
          base.range, fix: "leave the '\(sign)' out",
          edits: [Edit(SourceRange(base.range.end, syntax.range.end), "")])
        return (mistake(syntax.range), isChain)
      }
      let type = value.type.unwrapped
      return isChain
        ? (retyped(value, type), true) : (Expression(.unwrap(value), type, syntax.range), false)
    case .member(let base, let name):
      if case .name(let typeName) = base.kind,
        let value = typeMember(
          NameSyntax(text: typeName, range: base.range), name, nil, syntax.range)
      {
        return (value, false)
      }
      if case .name(let typeName) = base.kind, reportFieldOfType(typeName, name, base.range) {
        return (mistake(syntax.range), false)
      }
      let (value, isChained) = postfix(base)
      return (member(name, of: value, [], syntax.range), isChained)
    case .element(let base, let key):
      let (value, isChained) = postfix(base)
      return (element(of: value, key, syntax.range), isChained)
    case .call(let callee, let arguments):
      return call(callee, arguments, expected, syntax.range)
    default: return (expression(syntax, expecting: expected), false)
    }
  }

  /// Returns the value of a whole chain, which is nil if the chain ended early. For example, `card?.kind` is of type
  /// `Kind` inside the chain, and `Kind?` as a whole.
  func chainEnd(_ value: Expression) -> Expression {
    value.type.isOptional || value.type.isError ? value : retyped(value, .optional(value.type))
  }

  private func retyped(_ value: Expression, _ type: Type) -> Expression {
    Expression(value.node, type, value.range, reads: value.reads)
  }

  /// Checks `E.case` for an enum `E`; nil if the name is not an enum with such a case.
  mutating func typeMember(
    _ typeName: NameSyntax, _ name: NameSyntax, _ arguments: [ArgumentSyntax]?,
    _ range: SourceRange
  ) -> Expression? {
    guard context.lookUp(typeName.text) == nil, names.globals[typeName.text]?.kind == .type else {
      return nil
    }
    guard case .enumeration(let type) = resolveName(typeName) else { return nil }
    if type.cases.contains(where: { $0.name == name.text }) {
      return enumCase(name, arguments, of: type, nil, range)
    }
    if ["allCases", "values", "entries", "cases"].contains(name.text) {
      return refuse(
        .unknownCase, "'\(name.text)' is not part of the language", range,
        fix: "write '\(type.name)' for all its cases"
      ) { checker in
        let next =
          checker.file.bytes.indices.contains(range.end) ? checker.file.bytes[range.end] : 0
        return next == UInt8(ascii: "[")
          ? Help("write the case itself, such as '.\(type.cases.first?.name ?? "")'")
          : .write(Draft(stringLiteral: type.name), at: range)
      }
    }
    if Member(rawValue: name.text) != nil { return nil }
    _ = enumCase(name, arguments, of: type, nil, range)
    return mistake(range)
  }

  /// Reports a field of a type instead of a value.
  private mutating func reportFieldOfType(
    _ typeName: String, _ field: NameSyntax, _ range: SourceRange
  ) -> Bool {
    guard context.lookUp(typeName) == nil, names.globals[typeName]?.kind == .type,
      case .structure(let type) = resolveName(NameSyntax(text: typeName, range: range)),
      type.fields.contains(where: { $0.name == field.text })
    else { return false }
    report(
      .unknownMember, "'\(typeName)' is a type and has no fields", range,
      fix: "name a value, or write 'every x in s: x.\(field.text) …'")
    return true
  }

  /// Checks `.case`, whose type comes from the context.
  mutating func implicitMember(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]?, _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    switch expected?.unwrapped {
    case .enumeration(let type):
      return enumCase(name, arguments, of: type, expected, range)
    case .table(_, let content) where !content.isError:
      return implicitMember(name, arguments, content, range)
    case .timer where name.text == "off" && arguments == nil:
      return constant(.isOff, .timer(maximum: 0), range)
    case .timer(let maximum) where name.text == "due":
      return dueTimer(arguments ?? [], maximum, range)
    case .error: return mistake(range)
    case let other?:
      report(
        .typeMismatch, "expected a value of type \(other), found '.\(name.text)'", range
      ) { $0.implicitMemberHelp(name, arguments, expected ?? other, range) }
    case nil:
      let owner = enumWithCase(name.text)
      report(
        .missingContext, "the type of '.\(name.text)' is unknown here", range,
        fix: owner.map { "write '\($0).\(name.text)'" },
        edits: owner.map { [Edit(range.front, $0)] } ?? [])
    }
    return mistake(range)
  }

  /// Checks `.due(in: 2)`, with a time that is known before the search.
  private mutating func dueTimer(
    _ arguments: [ArgumentSyntax], _ maximum: Int, _ range: SourceRange
  ) -> Expression {
    guard let time = arguments.first, arguments.count == 1, time.label?.text == "in" else {
      return refuse(
        .caseValues, "'.due' needs a time", range, fix: "write '.due(in: 1)', or '.off'")
    }
    let value = constantValue(time.value, expecting: .integer, "the initial time of a timer")
    guard let units = value?.asInt else { return mistake(range) }
    guard 0...maximum ~= units else {
      return refuse(
        .outOfBounds, "the time \(units) is outside 0...\(maximum), the range of this timer",
        time.value.range)
    }
    return constant(.timer(units), .timer(maximum: units), range)
  }

  private mutating func enumCase(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax]?, of type: EnumType,
    _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    guard let index = type.place(of: name.text) else {
      reportUnknown(
        .unknownCase, "case", name, in: type.name, among: type.cases.map(\.name)
      ) { $0.implicitMemberHelp(name, arguments, expected ?? .enumeration(type), range) }
      return mistake(range)
    }
    let item = type.cases[index]
    note(name, declaredAt: item.range)
    if item.fields.isEmpty {
      if let arguments, !arguments.isEmpty {
        return refuse(
          .caseValues, "the case '.\(name.text)' has no values", range,
          fix: "write '.\(name.text)'")
      }
      return constant(.enumCase(index, []), .enumeration(type), range)
    }
    guard
      let payload = fieldValues(
        arguments ?? [], item.fields, "the case '.\(name.text)'", range)
    else { return mistake(range) }
    return Expression(.construct(.enumCase(index), payload), .enumeration(type), range)
  }

  /// Returns the values of all fields in their order, from labelled arguments.
  mutating func fieldValues(
    _ arguments: [ArgumentSyntax], _ fields: [Field], _ owner: String, _ range: SourceRange
  ) -> [Expression]? {
    var values: [Expression?] = fields.map { field in
      field.defaultValue.map { constant($0, field.type, range) }
    }
    var seen: [String: SourceRange] = [:]
    var isComplete = true
    var next = 0
    for argument in arguments {
      let index: Int?
      if argument.label == nil, next < fields.count, fields[next].name == nil {
        index = next
      } else if fields.contains(where: { $0.name != nil }) {
        index = labelled(argument.label, at: argument.value.range, owner, fields, &seen)
      } else {
        reportUnlabelled(argument, owner, fields.count)
        index = nil
      }
      guard let index else {
        isComplete = false
        continue
      }
      next = index + 1
      values[index] = stored(argument.value, in: fields[index].type)
    }
    guard isComplete else { return nil }
    let missing = fields.indices.filter { values[$0] == nil }
    guard missing.isEmpty else {
      let list = missing.map { index in
        "\(fields[index].name.map { "'\($0): …'" } ?? "a value") of type \(fields[index].type)"
      }.joined(separator: ", ")
      report(.argumentCount, "\(owner) needs more values", range, fix: "add \(list)")
      return nil
    }
    return values.compactMap { $0 }
  }

  /// Reports an argument too many, or with a label, for values without labels.
  private mutating func reportUnlabelled(
    _ argument: ArgumentSyntax, _ owner: String, _ count: Int
  ) {
    if let label = argument.label {
      report(
        .unexpectedLabel, "the values of \(owner) have no labels", label.range,
        fix: "leave '\(label.text):' out")
    } else {
      report(
        .argumentCount,
        "\(owner) takes \(count == 1 ? "1 value" : "\(count) values"), and this is one more",
        argument.value.range)
    }
  }

  // MARK: Fields and elements

  /// Returns the index of a field; nil after a report.
  mutating func field(_ name: NameSyntax, of type: StructType) -> Int? {
    guard let index = type.fields.firstIndex(where: { $0.name == name.text }) else {
      reportUnknown(
        .unknownField, "field", name, in: type.name, among: type.fields.compactMap(\.name))
      return nil
    }
    note(name, declaredAt: type.fields[index].range)
    return index
  }

  /// Checks `value.name`, with the arguments of a call.
  mutating func member(
    _ name: NameSyntax, of base: Expression, _ arguments: [ArgumentSyntax]?, _ range: SourceRange
  ) -> Expression {
    if base.type.isError { return mistake(range) }
    if case .structure(let type) = base.type {
      return field(name, of: type).map {
        Expression(.field(base, $0), type.fields[$0].type, range)
      } ?? mistake(range)
    }
    let known = Self.members(of: base.type)
    guard let member = known.first(where: { $0.rawValue == name.text }) else {
      reportUnknownMember(name, base, arguments ?? [], range)
      return mistake(range)
    }
    return memberValue(member, base, arguments ?? [], name, range)
  }

  /// Returns the members of a type, without mutating methods, since these are statements.
  static func members(of type: Type) -> [Member] {
    switch type {
    case .set:
      [
        .count, .isEmpty, .contains, .union, .intersection, .subtracting, .symmetricDifference,
        .isSubset, .isSuperset, .isDisjoint, .first, .last,
      ]
    case .bag: [.count, .isEmpty, .contains]
    case .map: [.count, .isEmpty, .keys, .values]
    case .table: [.count, .keys, .values]
    case .list: [.count, .isEmpty, .contains, .first, .last, .indices, .reversed]
    case .sequence: [.count, .isEmpty, .contains, .first, .last, .reversed]
    case .timer: [.isRunning, .isDue, .remaining]
    default: []
    }
  }

  private mutating func memberValue(
    _ member: Member, _ base: Expression, _ arguments: [ArgumentSyntax], _ name: NameSyntax,
    _ range: SourceRange
  ) -> Expression {
    let elementType = Self.element(of: base.type) ?? .error
    switch member {
    case .contains, .union, .intersection, .subtracting, .symmetricDifference, .isSubset,
      .isSuperset, .isDisjoint:
      return memberCall(member, base, elementType, arguments, name, range)
    default: break
    }
    if let extra = arguments.first {
      return refuse(
        .argumentCount, "'.\(name.text)' takes no arguments", extra.value.range,
        fix: member == .count
          ? "write 'count(x in \(quoted(base.range)) where …)' to count some of them"
          : "leave the parentheses out: write '.\(name.text)'")
    }
    let type: Type
    switch member {
    case .isEmpty, .isRunning, .isDue: type = .bool
    case .count: type = .integer
    case .remaining:
      guard case .timer(let maximum) = base.type else { return mistake(range) }
      type = .optional(.range(lower: 0, upper: maximum))
    case .keys:
      guard let key = Self.keyType(of: base.type) else { return mistake(range) }
      type = .set(key)
    case .values: type = .sequence(elementType, isOrdered: base.type.isOrderedCollection)
    case .indices: type = .sequence(.integer, isOrdered: true)
    case .first, .last:
      guard requireOrder(of: base, "'.\(name.text)'", name.range) else { return mistake(range) }
      guard !elementType.isOptional else {
        return refuse(
          .nestedOptional, "'.\(name.text)' cannot be used for optional elements",
          name.range,
          fix: "write 'l[0]'")
      }
      type = .optional(elementType)
    default:
      guard requireOrder(of: base, "'.\(name.text)'", name.range) else { return mistake(range) }
      type = base.type
    }
    return Expression(.member(member, base, []), type, range)
  }

  private mutating func memberCall(
    _ member: Member, _ base: Expression, _ elementType: Type, _ arguments: [ArgumentSyntax],
    _ name: NameSyntax, _ range: SourceRange
  ) -> Expression {
    let label: String? =
      switch member {
      case .isSubset, .isSuperset: "of"
      case .isDisjoint: "with"
      default: nil
      }
    if label == nil, arguments.count == 1, let given = arguments[0].label {
      let edit = TextEdit(SourceRange(given.range.start, arguments[0].value.range.start), "")
      return refuse(
        .unexpectedLabel, "'.\(name.text)' takes a value without a label", given.range,
        fix: "leave '\(given.text):' out", edits: [edit])
    }
    guard arguments.count == 1, arguments[0].label?.text == label else {
      let isUnlabelled = arguments.count == 1 && arguments[0].label == nil
      let call = isUnlabelled ? source(arguments[0].value.range).prefix(40) : "…"
      return refuse(
        arguments.count == 1 ? .missingLabel : .argumentCount,
        isUnlabelled
          ? "missing label in '.\(name.text)(\(call))'" : "'.\(name.text)' takes one value",
        name.range, fix: "write '.\(name.text)(\(label.map { "\($0): " } ?? "")\(call))'")
    }
    let argument: Expression
    if member == .contains {
      let value = expression(arguments[0].value, expecting: elementType.shape)
      argument = convert(value, to: elementType, storing: false)
    } else {
      argument = setOperand(arguments[0].value, elementType, name)
    }
    let isQuestion =
      [.contains, .isSubset, .isSuperset, .isDisjoint].contains(member)
    return Expression(
      .member(member, base, [argument]), isQuestion ? .bool : base.type.shape, range)
  }

  /// Checks the operand of `union` and similar methods: any collection of the same elements.
  private mutating func setOperand(
    _ syntax: ExpressionSyntax, _ elementType: Type, _ name: NameSyntax
  ) -> Expression {
    let value = expression(syntax, expecting: .set(elementType.shape))
    if value.type.isError { return value }
    guard let other = Self.element(of: value.type), fits(other, elementType) else {
      return refuse(
        .notCollection,
        "'.\(name.text)' needs a collection of \(elementType), found \(value.type.valueText)",
        syntax.range, fix: fits(value.type, elementType) ? "write '[\(quoted(syntax.range))]'" : nil
      )
    }
    if case .map = value.type {
      return refuse(
        .mapElement, "expected a set, found a map", syntax.range,
        fix: "write '.keys' after the map")
    }
    return value
  }

  /// Checks that the base has an order.
  ///
  /// Symmetry is sound only because this check rejects order-dependent operations on unordered values.
  mutating func requireOrder(of base: Expression, _ user: String, _ range: SourceRange) -> Bool {
    if base.type.isOrderedCollection { return true }
    report(
      .unordered, "\(user) needs an order, and \(base.type) has none", range,
      fix: "use a list, or write 'some x in \(quoted(base.range)): …'")
    return false
  }

  /// Reports a value that may be nil before a sign.
  ///
  /// - Parameter rest: the text from the sign on.
  mutating func reportOptional(
    _ sign: String, _ rest: String, _ base: SourceRange, _ type: Type, isPlace: Bool = false
  ) {
    let value = quoted(base)
    report(
      .optional, "the value before '\(sign)' may be nil", base, why: "its type is \(type)",
      fix:
        "write '\(value)?\(rest)'\(isPlace ? " to do nothing on nil" : ""), or '\(value)!\(rest)' if it cannot be nil here",
      edits: isPlace ? [Edit(base.tail, "?")] : [])
  }

  /// Checks `value[key]`.
  mutating func element(
    of base: Expression, _ key: ExpressionSyntax, _ range: SourceRange
  ) -> Expression {
    switch base.type {
    case .map(let keyType, let content):
      let key = entryKey(key, keyType, values: content)
      return Expression(.element(base, key), .optional(content), range)
    case .table(let keyType, let content):
      let key = entryKey(key, keyType)
      return Expression(.element(base, key), content, range)
    case .list(let content, _):
      let index = integer(key, "an index")
      return Expression(.element(base, index), content, range)
    case .error:
      _ = expression(key, expecting: nil)
      return mistake(range)
    case .optional:
      reportOptional("[", "[…]", base.range, base.type)
    case .set, .bag:
      report(
        .notCollection, "a \(base.type.collectionNoun) has no subscript", range,
        fix: "write '\(quoted(key.range)) in \(quoted(base.range))'")
    default:
      report(.notCollection, "\(base.type.valueText) has no subscript", range) { checker in
        guard case .sequence(.symmetric(let type), _) = base.type else { return nil }
        return Help("write '\(type.name)#1' in a scenario, or use a parameter")
      }
    }
    return mistake(range)
  }
}
