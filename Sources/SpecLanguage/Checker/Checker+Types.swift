import Semantics

/// The resolution of written types under the constants of the world.
extension Checker {
  /// Resolves a type.
  mutating func resolve(_ syntax: TypeSyntax) -> Type {
    switch syntax.kind {
    case .named(let name): return resolveName(NameSyntax(text: name, range: syntax.range))
    case .range(let lower, let upper, let isClosed):
      return resolveRange(lower, upper, isClosed: isClosed, syntax.range)
    case .optional(let inner):
      let type = resolve(inner)
      if type.isOptional {
        report(
          .nestedOptional, "an optional cannot contain an optional", syntax.range,
          fix: "leave one '?' out")
        return type
      }
      return type.isError ? .error : .optional(type)
    case .set(let element, nil): return resolveKey(element, of: "set").map { .set($0) } ?? .error
    case .set(let element, let maximum?):
      return resolveMembers(element, maximum, "the bound of a set") { .set($0, maximum: $1) }
    case .bag(let element, let maximum):
      return resolveMembers(element, maximum, "the bound of a bag") { .bag($0, maximum: $1) }
    case .map(let key, let value):
      let keyType = resolveKey(key, of: "map")
      let valueType = resolve(value)
      if valueType.isOptional {
        report(
          .nestedOptional, "the values of a map cannot be optional", value.range,
          fix: "leave the '?' out: 'm[k]' is nil if the map has no value for 'k'",
          edits: source(value.range).hasSuffix("?")
            ? [Edit(SourceRange(value.range.end - 1, value.range.end), "")] : [])
        return .error
      }
      return keyType.flatMap { valueType.isError ? nil : .map($0, valueType) } ?? .error
    case .table(let key, let value):
      let keyType = resolveKey(key, of: "table")
      let valueType = resolve(value)
      return keyType.flatMap { valueType.isError ? nil : .table($0, valueType) } ?? .error
    case .list(let element, let maximum):
      let type = resolve(element)
      guard let count = sizeConstant(maximum, "the bound of a list") else { return .error }
      return type.isError ? .error : .list(type, maximum: count)
    case .timer(let maximum):
      return sizeConstant(maximum, "the maximum of a timer").map { .timer(maximum: $0) }
        ?? .error
    case .error: return .error
    }
  }

  /// Resolves the element type of a set or the key type of a map or table, whose values are enumerated.
  private mutating func resolveKey(_ syntax: TypeSyntax, of container: String) -> Type? {
    let type = resolve(syntax)
    let what = "the \(container == "set" ? "elements" : "keys")"
    return !type.isError && requireKey(type, syntax.range, what) ? type : nil
  }

  /// Reports a type whose values cannot be keys.
  ///
  /// - Parameter what: the keys, for the message about a type without a bound.
  mutating func requireKey(_ type: Type, _ range: SourceRange, _ what: String) -> Bool {
    if type.containsTimer {
      report(
        .invalidKey, "a timer cannot be a key or an element of a set", range,
        fix: "use a table: 'Table<K, Timer<5>>'")
      return false
    }
    if type.containsMembers {
      report(
        .invalidKey, "a bag, or a set with a bound, cannot be a key or an element of a set",
        range, fix: "use a table: 'Table<K, Bag<T, 3>>'")
      return false
    }
    return requireFinite(type, range, what) && requireEnumerable(type, range)
  }

  /// Resolves a set or bag that is stored by its members, in comparable fields.
  private mutating func resolveMembers(
    _ syntax: TypeSyntax, _ maximum: ExpressionSyntax, _ what: String, _ make: (Type, Int) -> Type
  ) -> Type {
    let element = resolve(syntax)
    let count = sizeConstant(maximum, what)
    guard !element.isError, let count else { return .error }
    if element.containsTimer {
      report(
        .invalidKey, "a timer cannot be an element of a set or bag", syntax.range,
        fix: "use a table: 'Table<K, Timer<5>>'")
      return .error
    }
    if let part = element.unorderedPart {
      report(
        .invalidKey,
        "an element of a bag, or of a set with a bound, cannot hold a \(part.collectionNoun): found \(part)",
        syntax.range, fix: "use a 'Table<T, Bool>'")
      return .error
    }
    guard requireFinite(element, syntax.range, "the elements") else { return .error }
    return make(element, count)
  }

  /// Reports a type without a bound if a bound is required.
  mutating func requireFinite(_ type: Type, _ range: SourceRange, _ what: String) -> Bool {
    guard let part = type.unboundedPart else { return true }
    let fix =
      switch part {
      case .integer: "give a range, such as '0...3'"
      case .list: "give a bound, such as 'List<T, 4>'"
      case .bag: "give a bound, such as 'Bag<T, 3>'"
      case .sequence(.integer, _):
        "write the range as the type, and then a value, such as ': 0...3 = 0'"
      default: "copy the collection: write 'set(x in …)'"
      }
    if case .sequence(.integer, _) = type {
      report(.unbounded, "\(what) cannot be a range", range, fix: fix)
      return false
    }
    let verb = "\(type)".hasPrefix("a ") ? "be" : "have the type"
    report(
      .unbounded, "\(what) cannot \(verb) \(type)", range,
      why: part == type
        ? "\(part) has no bound" : "\(type) contains \(part), which has no bound",
      fix: fix)
    return false
  }

  /// Reports a type with more values than may be enumerated.
  @discardableResult
  mutating func requireEnumerable(_ type: Type, _ range: SourceRange) -> Bool {
    if type.cardinality <= .exactly(limits.maximumValues) { return true }
    report(.tooLarge, "\(type) has \(Self.text(type.cardinality)), which is too many", range) {
      $0.limits.help(for: "\(type)")
    }
    return false
  }

  /// Returns the type if its values can be enumerated, and reports one whose values cannot.
  mutating func enumerable(_ syntax: TypeSyntax, _ what: String) -> Type {
    let type = resolve(syntax)
    let isFit =
      !type.isError && requireFinite(type, syntax.range, what)
      && requireEnumerable(type, syntax.range)
    return isFit ? type : .error
  }

  static func text(_ cardinality: Cardinality) -> String {
    switch cardinality {
    case .exactly(let count): "\(count) values"
    case .tooMany: "more than 2⁶³ values"
    }
  }

  private mutating func resolveRange(
    _ lower: ExpressionSyntax, _ upper: ExpressionSyntax, isClosed: Bool, _ range: SourceRange
  ) -> Type {
    let first = integerConstant(lower)
    let last = integerConstant(upper)
    guard let first, let last else { return .error }
    guard first <= last else {
      reportEmptyRange((lower, first), (upper, last), isClosed: isClosed, range)
      return .error
    }
    guard isClosed || last > .min else { return .range(lower: 0, upper: -1) }
    return .range(lower: first, upper: isClosed ? last : last - 1)
  }

  /// Reports an empty range. If a constant in its bounds causes it, the report is at the constant, once for all such
  /// ranges.
  private mutating func reportEmptyRange(
    _ lower: (syntax: ExpressionSyntax, value: Int),
    _ upper: (syntax: ExpressionSyntax, value: Int),
    isClosed: Bool, _ range: SourceRange
  ) {
    let told =
      "the range \(lower.value)\(isClosed ? "..." : "..<")\(upper.value) ends before it begins"
    let first = constantNames(in: lower.syntax)
    let names = first + constantNames(in: upper.syntax)
    guard let name = names.first, let global = self.names.globals[name.text], names.count == 1
    else {
      let listed = names.map { "'\($0.text)'" }.joined(separator: " or ")
      return report(
        .emptyRange, told, range,
        fix: !names.isEmpty
          ? "change \(listed)" : isClosed ? "write '\(upper.value)...\(lower.value)'" : nil,
        edits: names.isEmpty && isClosed ? [Edit(range, "\(upper.value)...\(lower.value)")] : [])
    }
    let bound = first.isEmpty ? upper : lower
    let isAlone = if case .name = bound.syntax.kind { true } else { false }
    let limit =
      first.isEmpty ? "at least \(lower.value + (isClosed ? 0 : 1))" : "at most \(upper.value)"
    let place = given.settings[name.text] == nil ? given.worldValue(of: name.text)?.range : nil
    report(
      .emptyRange, "\(told), since '\(name.text)' is \(number(of: name) ?? bound.value)",
      place ?? global.name.range,
      fix: "set '\(name.text)' to \(isAlone ? limit : "another value")",
      notes: [.init(range: range, message: "the range is here")])
  }

  private mutating func number(of constant: NameSyntax) -> Int? {
    if case .int(let number)? = globalConstant(constant)?.value { number } else { nil }
  }

  /// Returns the params and constants in a bound, each once.
  private func constantNames(in syntax: ExpressionSyntax) -> [NameSyntax] {
    switch syntax.kind {
    case .name(let name):
      guard let kind = names.globals[name]?.kind, kind == .param || kind == .constant else {
        return []
      }
      return [NameSyntax(text: name, range: syntax.range)]
    case .negate(let inner): return constantNames(in: inner)
    case .binary(_, _, let left, let right):
      let first = constantNames(in: left)
      return first
        + constantNames(in: right).filter { name in !first.contains { $0.text == name.text } }
    default: return []
    }
  }

  /// Returns an integer that is known before the search.
  private mutating func integerConstant(_ syntax: ExpressionSyntax) -> Int? {
    constantValue(syntax, expecting: .integer, "the bound of a range").map(\.asInt)
  }

  private mutating func sizeConstant(_ syntax: ExpressionSyntax, _ what: String) -> Int? {
    guard let size = constantValue(syntax, expecting: .integer, what)?.asInt else { return nil }
    guard size >= 0, size <= 1 << 20 else {
      report(
        .invalidBound,
        size < 0 ? "\(what) is negative: \(size)" : "\(what) is too large: \(size)",
        syntax.range, fix: size < 0 ? nil : "use a coarser unit: the maximum is \(1 << 20)")
      return nil
    }
    return size
  }

  /// Returns the number of names of a symmetric type. A literal number can be set like a param.
  private mutating func nameCount(_ name: NameSyntax, _ syntax: ExpressionSyntax) -> Int? {
    let bounds = Type.range(lower: 0, upper: 1 << 20)
    guard case .integer = syntax.kind, given.hasValue(of: name.text) else {
      noteNameNumber(name, syntax)
      guard case .name(let param) = syntax.kind else {
        return sizeConstant(syntax, "the number of names")
      }
      let use = spec.constantUses[param]
      defer { spec.constantUses[param] = use }
      return sizeConstant(syntax, "the number of names")
    }
    noteNameNumber(name, syntax)
    return overridden(name, bounds, "the names '\(name.text)' are declared here")?.asInt
  }

  /// Returns a type by name, and checks it at first use.
  mutating func resolveName(_ name: NameSyntax) -> Type {
    switch name.text {
    case "Bool": return .bool
    case "Int": return .integer
    default: break
    }
    guard let global = global(name), global.kind == .type else {
      reportUnknownType(name)
      return .error
    }
    let type = definition(
      name, \.types, ifTooLong: .error,
      ifCyclic: { checker in
        guard checker.definitions.recursiveTypes.insert(name.text).inserted else { return }
        checker.report(
          .recursion, "the type '\(name.text)' contains itself",
          name.range, fix: "refer to other records by a symmetric name or a number")
      },
      { checker in
        let type = checker.defineType(global)
        return checker.definitions.recursiveTypes.contains(name.text) ? .error : type
      })
    return type ?? .error
  }

  private mutating func reportUnknownType(_ name: NameSyntax) {
    if DeclaredNames.builtIn.contains(name.text) {
      return report(
        .foreignType, "'\(name.text)' needs types or a bound between '<' and '>'", name.range
      ) { $0.foreignHelp(name.text, in: [.generic], at: name.range) }
    }
    if let global = names.globals[name.text] {
      let test = global.kind == .variable ? presenceTest(after: name) : nil
      if let test {
        return report(
          .notCondition, "a '?' after '\(name.text)' makes no condition", name.range.union(test),
          fix: "write '\(name.text) != nil'", edits: [Edit(test, " != nil")])
      }
      report(
        .unknownType, "'\(name.text)' is a \(global.kind.noun), not a type", name.range,
        fix: global.kind == .param || global.kind == .constant
          ? "write a range such as '0..<\(name.text)'"
          : elementType(of: global).map {
            "write '\($0.type)', and 'x in \(name.text)\($0.member)' for a value x in the condition"
          })
      return
    }
    reportUnknown(
      .unknownType, "type", name, among: names.all([.type]) + ["Bool", "Int"]
    ) { $0.foreignHelp(name.text, in: [.type], at: name.range) }
  }

  /// Returns the place of a `?` after a name, at the end of a condition; nil if there is none.
  private func presenceTest(after name: NameSyntax) -> SourceRange? {
    let tokens = syntax.tokens.tokens
    let place = syntax.tokens.places(in: name.range).upperBound
    guard place + 1 < tokens.count, tokens[place].kind == .question,
      [.leftBrace, .rightBrace, .andAnd, .orOr].contains(tokens[place + 1].kind)
    else { return nil }
    return tokens[place].range
  }

  /// Returns the written type of the elements or keys of a variable, and the member that has them.
  private func elementType(of global: DeclaredNames.Global) -> (type: String, member: String)? {
    guard case .variable(let variable) = syntax.declarations[global.declaration].kind else {
      return nil
    }
    return switch variable.type?.kind {
    case .set(let element, _), .bag(let element, _), .list(let element, _):
      (quoted(element.range), "")
    case .map(let key, _): (quoted(key.range), ".keys")
    default: nil
    }
  }

  private mutating func defineType(_ global: DeclaredNames.Global) -> Type {
    inContext(Context(stateRefusal: .init(why: "a type is fixed before the search begins"))) {
      checker in
      switch checker.syntax.declarations[global.declaration].kind {
      case .typeAlias(_, let type): return checker.resolve(type)
      case .symmetric(let name, let count):
        guard let count = checker.nameCount(name, count) else { return .error }
        return .symmetric(SymmetricType(name: name.text, count: count))
      case .enumeration(let name, let cases):
        var names: [String: SourceRange] = [:]
        return .enumeration(
          EnumType(
            name: name.text,
            cases: cases.map { item in
              checker.requireNew(item.name, among: &names, "case")
              checker.noteDeclaration(item.name)
              return EnumType.Case(
                name: item.name.text, fields: checker.resolveFields(item.fields, "case"),
                range: item.name.range)
            }))
      case .structure(let name, let fields):
        return .structure(
          StructType(name: name.text, fields: checker.resolveFields(fields, "field")))
      default: return .error
      }
    }
  }

  mutating func requireNew(
    _ name: NameSyntax, among names: inout [String: SourceRange], _ what: String
  ) {
    if let first = names[name.text] {
      let tokens = syntax.tokens.tokens
      let place = syntax.tokens.places(in: name.range).lowerBound
      let isAlone =
        what == "case" && place > 0 && tokens[place - 1].kind == .comma
        && [.comma, .rightBrace].contains(tokens[place + 1].kind)
      reportDuplicate(
        what, name, first,
        edits: isAlone ? [Edit(tokens[place - 1].range.union(name.range), "")] : [])
    } else {
      names[name.text] = name.range
    }
  }

  /// Resolves the fields of a struct, a payload or a signal; each has to be finite.
  mutating func resolveFields(_ fields: [FieldSyntax], _ what: String) -> [Field] {
    var names: [String: SourceRange] = [:]
    return fields.map { field in
      if let name = field.name {
        requireNew(name, among: &names, "label")
        noteDeclaration(name)
      }
      var type = resolve(field.type)
      if !type.isError, !requireFinite(type, field.type.range, "a component") { type = .error }
      let value = field.defaultValue.flatMap {
        constantValue(
          $0, expecting: type, storing: true, "the default value of a field")
      }
      let isOff = if case .timer = type { true } else { false }
      return Field(
        name: field.name?.text, type: type,
        defaultValue: value ?? (isOff && what == "field" ? .isOff : nil),
        range: field.name?.range)
    }
  }
}
