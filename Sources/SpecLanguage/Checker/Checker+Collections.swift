import Semantics

/// Literals, comprehensions and loops over collections.
extension Checker {
  /// Returns the element type of a collection; for a map or table, the type of its values.
  static func element(of type: Type) -> Type? {
    switch type {
    case .set(let element, _), .bag(let element, _), .list(let element, _),
      .sequence(let element, _):
      element
    case .map(_, let value), .table(_, let value): value
    default: nil
    }
  }

  /// Checks an expression over which something iterates.
  mutating func collection(_ syntax: ExpressionSyntax, _ user: String) -> Expression {
    let value = expression(syntax, expecting: nil)
    if case .range(let lower, let upper, let isClosed) = value.node, value.isConstant,
      user == "'in'"
    {
      return constantRange(lower, upper, isClosed: isClosed, value)
    }
    if value.type.isError || Self.element(of: value.type) != nil { return value }
    let fix: String? =
      switch value.type {
      case .integer, .range: "write '0..<\(quoted(syntax.range))'"
      case .optional: "'\(quoted(syntax.range))' may be nil: write '\(quoted(syntax.range)) ?? []'"
      default: nil
      }
    return refuse(
      .notCollection, "\(user) needs a collection, found \(value.type.valueText)",
      syntax.range, fix: fix)
  }

  /// Checks a range whose bounds are constant and that is small enough to iterate over.
  private mutating func constantRange(
    _ lower: Expression, _ upper: Expression, isClosed: Bool, _ range: Expression
  ) -> Expression {
    guard let first = evaluateConstant(lower)?.asInt, let last = evaluateConstant(upper)?.asInt
    else { return mistake(range.range) }
    let type = Type.range(lower: first, upper: isClosed ? last : max(last, .min + 1) - 1)
    return last < first || requireEnumerable(type, range.range) ? range : mistake(range.range)
  }

  /// Checks names that iterate over collections, and enters them into the current scope. Elements have names here, and
  /// no patterns.
  ///
  /// - Parameter entersMapValues: whether a single name over a map means its values.
  mutating func binders(
    _ syntax: BindersSyntax, entersMapValues: Bool = false, source given: Expression? = nil
  ) -> Binders {
    let (binders, conditions) = fittingBinders(
      syntax, entersMapValues: entersMapValues, source: given)
    if conditions.contains(where: { if case .pattern = $0 { true } else { false } }) {
      report(
        .bindingNotAllowed, "expected a name for the element, found a pattern", syntax.range,
        fix: "write 'x in … where x is …'")
    }
    return binders
  }

  /// Checks names and patterns that iterate over collections. Elements that do not match a pattern are skipped, as with
  /// `where`.
  ///
  /// - Returns: the binders, and the conditions for an element to count. The filter includes these conditions already.
  ///   The body needs them again for the names in the patterns (`fitting`).
  mutating func fittingBinders(
    _ syntax: BindersSyntax, entersMapValues: Bool = false, source given: Expression? = nil
  ) -> (Binders, conditions: [Condition]) {
    var levels: [Binders.Level] = []
    var conditions: [Condition] = []
    for group in syntax.groups {
      let emitted = given == nil ? emittedSignals(group.source) : nil
      var source = given ?? emitted?.source ?? collection(group.source, "'in'")
      // The names of a pattern have values only in the filter and in the body.
      if !source.reads.locals.isDisjoint(with: conditions.flatMap(\.slots)) {
        source = refuse(
          .bindingNotAllowed, "a later collection cannot read a name of a pattern",
          group.source.range, fix: "name the element, as in 'c in …, x in c.field'")
      }
      let first = levels.count
      for pattern in group.patterns {
        let shared = levels.count == first ? nil : first
        let level = level(
          pattern, source, group.source, entersMapValues: entersMapValues, shared: shared,
          &conditions)
        if let emitted { conditions.append(.test(emitted.test(level.slot))) }
        levels.append(level)
      }
    }
    if let place = syntax.distinct, levels.count < 2 || syntax.groups.count > 1 {
      report(
        .quantifierForm,
        levels.count < 2
          ? "'distinct' needs several names"
          : "'distinct' needs one collection, found several", place,
        fix: "write 'distinct a, b in s'")
    }
    var filter = syntax.filter.map { condition($0) }
    if !conditions.isEmpty {
      filter = fitting(
        conditions, filter ?? constant(.bool(true), .bool, syntax.range), otherwise: false)
    }
    return (
      Binders(levels: levels, isDistinct: syntax.distinct != nil, filter: filter), conditions
    )
  }

  /// Returns a value that is evaluated only if some conditions hold, with the names that they bind.
  ///
  /// - Parameter otherwise: the value if they do not hold; nil if it is never evaluated then.
  func fitting(
    _ conditions: [Condition], _ value: Expression, otherwise: Bool?
  ) -> Expression {
    guard !conditions.isEmpty else { return value }
    return Expression(
      .branch(
        Branches(
          [(conditions, value)],
          otherwise: otherwise.map { constant(.bool($0), .bool, value.range) })), value.type,
      value.range)
  }

  /// Checks one level of the binders.
  ///
  /// - Parameter shared: the level with the same source; nil for the first of a group.
  private mutating func level(
    _ pattern: BindersSyntax.Pattern, _ source: Expression, _ syntax: ExpressionSyntax,
    entersMapValues: Bool, shared: Int?, _ conditions: inout [Condition]
  ) -> Binders.Level {
    let elementType = Self.element(of: source.type) ?? .error
    switch pattern {
    case .single(let element):
      let type =
        source.type.isKeyed && !entersMapValues
        ? reportMapElement(source.type.collectionNoun, element, syntax) : nil
      let slot = enter(element, type ?? elementType, &conditions)
      return Binders.Level(
        slot: slot, valueSlot: nil, name: file.text(element.range), source: source,
        sharedWith: shared)
    case .pair(let key, let element):
      let keyType = source.type.isKeyed ? Self.keyType(of: source.type) ?? .error : .error
      if !source.type.isKeyed, !source.type.isError {
        report(
          .mapElement,
          "a pair of names needs a map or table, found \(source.type.valueText)",
          pattern.range, fix: "write one name, '\(file.text(element.range)) in …'")
      }
      let slot = declareLocal(key, keyType, "name")
      let valueSlot = enter(element, keyType.isError ? .error : elementType, &conditions)
      return Binders.Level(
        slot: slot, valueSlot: valueSlot, name: "(\(key.text), \(file.text(element.range)))",
        source: source, sharedWith: shared)
    }
  }

  /// Enters a name for an element, or the names in its pattern.
  private mutating func enter(
    _ element: BindersSyntax.Element, _ type: Type, _ conditions: inout [Condition]
  ) -> Int {
    switch element {
    case .name(let name): return declareLocal(name, type, "name")
    case .fitting(let syntax):
      let slot = newSlot()
      conditions.append(.pattern(pattern(syntax, type), local(slot, type, syntax.range)))
      return slot
    }
  }

  private func local(_ slot: Int, _ type: Type, _ range: SourceRange) -> Expression {
    Expression(.local(slot), type, range)
  }

  // MARK: Emitted signals

  /// Returns all signals of the name in `emitted(show)` after `in`, with a test whether one was sent; nil for any other
  /// source.
  private mutating func emittedSignals(
    _ syntax: ExpressionSyntax
  ) -> (source: Expression, test: (_ slot: Int) -> Expression)? {
    guard case .emitted(let pattern, counted: false) = syntax.kind else { return nil }
    let failure = mistake(syntax.range)
    guard requireSignals(syntax.range), let asked = emission(pattern, isComplete: false) else {
      return (failure, { _ in failure })
    }
    let signal = spec.signals[asked.signal]
    guard !signal.fields.isEmpty else {
      report(
        .signalAsValue, "the signal '\(signal.name)' has no values",
        pattern.name.range,
        fix: "write 'emitted(\(signal.name))', or 'emissions(\(signal.name))' for how often")
      return (failure, { _ in failure })
    }
    let structure =
      signalTypes[asked.signal] ?? StructType(name: signal.name, fields: signal.fields)
    signalTypes[asked.signal] = structure
    let type = Type.structure(structure)
    return (
      domain(type, syntax.range),
      { slot in
        let element = Expression(.local(slot), type, syntax.range)
        let fields = signal.fields.enumerated().map { index, field in
          (field: index, value: Expression(.field(element, index), field.type, syntax.range))
        }
        let isSent = Expression(
          .emitted(Emission(signal: asked.signal, arguments: fields), counted: false), .bool,
          syntax.range)
        let same = asked.arguments.map {
          Expression.compare(.equal, fields[$0.field].value, $0.value, syntax.range)
        }
        return .all(same.reversed() + [isSent], syntax.range)
      }
    )
  }

  // MARK: Literals

  /// Checks `[a, b]`: a set or bag if one is expected, otherwise a list bounded by the number of its elements.
  mutating func listLiteral(
    _ elements: [ExpressionSyntax], _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    switch expected?.unwrapped {
    case .set(let element, let maximum):
      let values = elements.map { stored($0, in: element) }
      return Expression(
        .construct(.set, values), .set(element, maximum: maximum.map { _ in values.count }), range)
    case .list(let element, let maximum) where !element.isError,
      .bag(let element, let maximum) where !element.isError:
      let values = elements.map { stored($0, in: element) }
      let isBag = expected?.unwrapped.isBag ?? false
      if let maximum, values.count > maximum {
        return refuse(
          .outOfBounds,
          "the \(isBag ? "bag" : "list") holds at most \(maximum) elements, found \(values.count)",
          range, fix: "raise the bound of the \(isBag ? "bag" : "list")")
      }
      let type =
        isBag ? Type.bag(element, maximum: values.count) : .list(element, maximum: values.count)
      return Expression(.construct(isBag ? .bag : .list, values), type, range)
    case .map, .table:
      if elements.isEmpty, case .map(let key, let content)? = expected?.unwrapped {
        report(
          .collectionLiteral, "expected '[:]' for an empty map, found '[]'", range,
          fix: "write '[:]'", edits: [Edit(range, "[:]")])
        return constant(.map(keys: [], values: []), .map(key, content), range)
      }
      if case .table(_, let content)? = expected?.unwrapped, Self.element(of: content) != nil {
        return listLiteral(elements, content, range)
      }
      return refuse(
        .collectionLiteral, "expected entries 'key: value', found plain elements", range,
        fix: "write '[key: value, …]'")
    case .error:
      for element in elements { _ = expression(element, expecting: .error) }
      return mistake(range)
    default: return untypedList(elements, range)
    }
  }

  /// Checks a list literal whose elements determine its type.
  private mutating func untypedList(
    _ elements: [ExpressionSyntax], _ range: SourceRange
  ) -> Expression {
    guard !elements.isEmpty else {
      return refuse(
        .missingContext, "the type of '[]' is unknown here", range,
        fix: "write the type, as in 'let s: Set<T> = []' for elements of type T")
    }
    let telling = elements.firstIndex { !needsContext($0) } ?? 0
    let first = expression(elements[telling], expecting: nil)
    var expected = first.type
    let values = elements.enumerated().map { index, element in
      let value = index == telling ? first : expression(element, expecting: expected)
      expected = unify(expected, value.type) ?? expected
      return value
    }
    guard let type = joinedType([first] + values, "the elements of a list") else {
      return mistake(range)
    }
    return Expression(.construct(.list, values), .list(type, maximum: values.count), range)
  }

  /// Checks `[k: v]`: a table if one is expected, otherwise a map.
  mutating func dictionaryLiteral(
    _ entries: [DictionaryEntrySyntax], _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    var keyType: Type?
    var valueType: Type?
    var isTable = false
    switch expected?.unwrapped {
    case .map(let key, let value): (keyType, valueType) = (key, value)
    case .table(_, let content) where entries.isEmpty && content.isKeyed:
      // A table accepts one value for all of its keys.
      return dictionaryLiteral(entries, content, range)
    case .table(let key, let value): (keyType, valueType, isTable) = (key, value, true)
    case .error: (keyType, valueType) = (.error, .error)
    case .set, .bag, .list:
      return refuse(
        .collectionLiteral,
        entries.isEmpty
          ? "expected an empty collection '[]', found the empty map '[:]'"
          : "expected plain elements, found entries 'key: value'", range,
        fix: entries.isEmpty ? "write '[]'" : "write '[a, b]'")
    default:
      guard !entries.isEmpty else {
        return refuse(
          .missingContext, "the type of '[:]' is unknown here", range,
          fix:
            "write the type, as in 'let m: Map<K, V> = [:]' for keys of type K and values of type V"
        )
      }
    }
    var checked: [(Expression, Expression)] = []
    for entry in entries {
      let key =
        keyType.map { stored(entry.key, in: $0) } ?? expression(entry.key, expecting: nil)
      let value =
        valueType.map { stored(entry.value, in: $0) } ?? expression(entry.value, expecting: nil)
      keyType = keyType ?? key.type
      valueType = valueType ?? value.type
      checked.append((key, value))
    }
    guard let keyType, let valueType, !keyType.isError,
      requireEachKeyOnce(checked, keyType, isTable: isTable, range)
    else { return mistake(range) }
    let parts = checked.flatMap { [$0.0, $0.1] }
    return isTable
      ? Expression(.construct(.table(keyType), parts), .table(keyType, valueType), range)
      : Expression(.construct(.map, parts), .map(keyType, valueType), range)
  }

  /// Reports keys that are written twice or, in a table, missing.
  private mutating func requireEachKeyOnce(
    _ entries: [(Expression, Expression)], _ keyType: Type, isTable: Bool, _ range: SourceRange
  ) -> Bool {
    var seen: [Value: SourceRange] = [:]
    var isFine = true
    for (key, _) in entries {
      guard let value = key.constantValue else { return isFine }
      if let first = seen[value] {
        report(
          .repeatedItem, "the key \(keyType.text(value)) is given twice", key.range,
          notes: [.init(range: first, message: "the first \(keyType.text(value)) is here")])
        isFine = false
      }
      seen[value] = key.range
    }
    guard isTable else { return isFine }
    let missing = keyType.allValues.filter { seen[$0] == nil }
    guard !missing.isEmpty else { return isFine }
    let names =
      missing.prefix(5).map { "\(keyType.text($0)): …" }.joined(separator: ", ")
      + (missing.count > 5 ? ", …" : "")
    report(
      .missingKey,
      "a table needs a value for every key, but \(missing.count) "
        + (missing.count == 1 ? "is missing" : "are missing"), range,
      fix: entries.isEmpty ? "write one value for all keys, or '[\(names)]'" : "add '\(names)'")
    return false
  }
}
