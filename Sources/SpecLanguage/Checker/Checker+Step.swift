import Semantics

/// Expressions over a step: `old`, `unchanged`, `emitted`, `enabled`.
extension Checker {
  mutating func oldExpression(
    _ inner: ExpressionSyntax, _ expected: Type?, _ range: SourceRange
  ) -> Expression {
    guard requireOld("old", range) else { return mistake(range) }
    let saved = context.isInsideOld
    context.isInsideOld = true
    defer { context.isInsideOld = saved }
    let value = expression(inner, expecting: expected)
    return Expression(.old(value), value.type, range)
  }

  /// Checks that `old` is allowed: a step is known, and there is no `old` around it.
  ///
  /// - Parameter word: the name in the report: `old`, or a func that reads the step.
  mutating func requireOld(_ word: String, _ range: SourceRange) -> Bool {
    if context.isInsideOld {
      report(
        .stepOnly, "'\(word)' cannot appear inside 'old'", range,
        fix: "leave this '\(word)' out")
      return false
    }
    guard !context.allowsOld else { return true }
    report(
      .stepOnly, "'\(word)' is allowed only in a 'transition'", range,
      fix: context.isInEvent
        ? "leave '\(word)' out, or store the value in a 'let' before the change"
        : "write 'transition name after event { … }', or 'after any'",
      edits: transitionEdits(around: range))
    return false
  }

  /// Checks that signals can be read.
  ///
  /// - Parameter function: the func that reads them; nil for `emitted` itself.
  mutating func requireSignals(_ range: SourceRange, of function: String? = nil) -> Bool {
    if context.allowsEmitted { return true }
    let what = function.map { "'\($0)' reads signals, which" } ?? "signals"
    report(
      .stepOnly, "\(what) can be read only in a 'transition' or a scenario", range,
      fix: context.isInEvent
        ? "set a variable when you emit the signal, and read it here"
        : "write 'transition name after event { … }', or 'after any'",
      edits: transitionEdits(around: range))
    return false
  }

  /// Returns the edits that make an invariant around a value a transition of all events.
  private func transitionEdits(around value: SourceRange) -> [Edit] {
    guard let declaration = declaration(around: value),
      case .invariant(let invariant) = declaration.kind,
      !invariant.isNever, invariant.end == nil, invariant.parameters.isEmpty
    else { return [] }
    return [
      Edit(declaration.keyword, "transition"), Edit(invariant.name.range.tail, " after any"),
    ]
  }

  /// Returns `a == old(a)` for each part, joined by `&&`. The exceptions may change: entries of a map or table,
  /// elements of a set, or fields of a struct.
  mutating func unchangedExpression(
    _ parts: [ExpressionSyntax], except exceptions: [ExpressionSyntax], _ range: SourceRange
  ) -> Expression {
    guard requireOld("unchanged", range) else { return mistake(range) }
    guard !parts.isEmpty else {
      return refuse(.argumentCount, "expected a variable between the parentheses", range)
    }
    let values = parts.map { part in
      let value = expression(part, expecting: nil)
      if case .sequence = value.type {
        _ = requireFinite(value.type, part.range, "a value in 'unchanged'")
      }
      return value
    }
    let exempt = exceptions.flatMap { exemptions($0, from: values) }
    let kept = values.map { sameAsBefore($0, except: exempt) }
    let result = Expression.all(kept, range)
    let bindings = exempt.compactMap(\.binding)
    return bindings.isEmpty ? result : Expression(.bind(bindings, result), .bool, range)
  }

  /// A change that `except` allows: the field of a struct, the value of a key, or an element.
  private enum AllowedChange {
    case field(String)
    /// A key, whose value is held in a slot of the frame.
    case key(slot: Int, Expression)

    var binding: (slot: Int, Expression)? {
      if case .key(let slot, let value) = self { (slot, value) } else { nil }
    }
  }

  /// Checks an exception. A name may be a field of one value and a key of another.
  private mutating func exemptions(
    _ syntax: ExpressionSyntax, from values: [Expression]
  ) -> [AllowedChange] {
    let keys = values.compactMap { Self.keyType(of: $0.type) }
    guard case .name(let name) = syntax.kind, let field = field(name, of: values, syntax.range)
    else { return key(syntax, keys).map { [$0] } ?? [] }
    note(NameSyntax(text: name, range: syntax.range), declaredAt: field.range)
    let type = quietly { $0.expression(syntax, expecting: keys.first).type }
    let isKey = !type.isError && keys.contains { fits(type, $0) }
    return [.field(name)] + (isKey ? key(syntax, keys).map { [$0] } ?? [] : [])
  }

  /// Returns the field of that name, if one of the values is a struct that has it.
  private mutating func field(
    _ name: String, of values: [Expression], _ range: SourceRange
  ) -> Field? {
    for value in values {
      guard case .structure(let owner) = value.type.unwrapped,
        let field = owner.fields.first(where: { $0.name == name })
      else { continue }
      if value.type.isOptional {
        let text = file.text(value.range)
        report(
          .optional, "'\(text)' may be nil", range,
          fix: "write '\(text)!' where it is not nil")
      }
      return field
    }
    return nil
  }

  private mutating func key(_ syntax: ExpressionSyntax, _ keys: [Type]) -> AllowedChange? {
    let value = expression(syntax, expecting: keys.first)
    if value.type.isError { return nil }
    guard keys.contains(where: { fits(value.type, $0) }) else {
      report(
        .typeMismatch,
        "no unchanged value has a key of type \(value.type)",
        syntax.range,
        fix: "name a key of a map or table, an element of a set or a field of a struct")
      return nil
    }
    return .key(slot: newSlot(), value)
  }

  static func keyType(of type: Type) -> Type? {
    switch type {
    case .map(let key, _), .table(let key, _), .set(let key, _): key
    default: nil
    }
  }

  private mutating func sameAsBefore(_ now: Expression, except exempt: [AllowedChange])
    -> Expression
  {
    let range = now.range
    func same(_ part: Expression) -> Expression {
      .compare(.equal, Expression(.old(part), part.type, range), part, range)
    }
    if case .structure(let owner) = now.type {
      let fields = Set(exempt.compactMap { if case .field(let name) = $0 { name } else { nil } })
      let kept = owner.fields.indices.filter { !fields.contains(owner.fields[$0].name ?? "") }
      guard !fields.isEmpty, kept.count < owner.fields.count else { return same(now) }
      let parts = kept.map { same(Expression(.field(now, $0), owner.fields[$0].type, range)) }
      return .all(parts, range)
    }
    guard let key = Self.keyType(of: now.type) else { return same(now) }
    let slot = newSlot()
    let name = Expression(.local(slot), key, range)
    let others = exempt.compactMap { exemption -> Expression? in
      guard let (place, value) = exemption.binding, fits(value.type, key) else { return nil }
      return .compare(.notEqual, name, Expression(.local(place), value.type, range), range)
    }
    guard !others.isEmpty else { return same(now) }
    let part: Expression
    switch now.type {
    case .map(_, let content): part = Expression(.element(now, name), .optional(content), range)
    case .table(_, let content): part = Expression(.element(now, name), content, range)
    default: part = Expression(.isContained(name, in: now), .bool, range)
    }
    let binders = Binders(
      levels: [.init(slot: slot, name: "key", source: keys(of: now, key))], isDistinct: false,
      filter: .all(others, range))
    return Expression(.quantifier(.every, binders, same(part)), .bool, range)
  }

  /// Returns the keys to compare: all values of a small type, otherwise the keys before and after the step.
  private mutating func keys(of now: Expression, _ key: Type) -> Expression {
    var isTable = false
    if case .table = now.type { isTable = true }
    if isTable || key.cardinality <= .exactly(256) { return domain(key, now.range) }
    var keys = now
    if case .map = now.type { keys = Expression(.member(.keys, now, []), .set(key), now.range) }
    return Expression(
      .member(.union, Expression(.old(keys), keys.type, now.range), [keys]), .set(key), now.range)
  }

  /// Checks `enabled(dismiss(id: id))`: whether the `when` of the event holds. An omitted argument or `_` means some
  /// value of it.
  mutating func enabledExpression(_ call: EventCallSyntax, _ range: SourceRange) -> Expression {
    guard context.allowsEnabled else {
      return refuse(
        .enabledHere, "'enabled' is allowed only in properties and scenarios",
        range, fix: "put the condition into a 'func', and call it here and in the event's 'when'")
    }
    guard let index = knownEvent(call.name, isInList: false) else {
      return mistake(range)
    }
    guard call.name.text != Self.tickName else {
      return refuse(
        .enabledHere, "'enabled' cannot test 'tick'",
        range,
        fix: "test the timers: 'timer.isRunning', 'timer.isDue'")
    }
    guard let arguments = eventArguments(call, names.eventParameters[index]),
      spec.events.indices.contains(index)
    else { return mistake(range) }
    let event = spec.events[index]
    let function = FunctionDefinition(
      name: event.name, parameterCount: event.parameters.count, frameSize: event.frameSize,
      body: event.guardExpression ?? constant(.bool(true), .bool, range), guardOf: index)
    var levels: [Binders.Level] = []
    let values = zip(arguments, event.parameters).map { argument, parameter in
      if let argument { return argument }
      let slot = newSlot()
      levels.append(
        .init(slot: slot, name: parameter.name, source: domain(parameter.type, range)))
      return Expression(.local(slot), parameter.type, range)
    }
    let holds = Expression(.call(function, values), .bool, range)
    guard !levels.isEmpty else { return holds }
    return Expression(
      .quantifier(.some, Binders(levels: levels, isDistinct: false), holds), .bool, range)
  }

  mutating func emittedExpression(
    _ pattern: SignalPatternSyntax, _ counted: Bool, _ range: SourceRange
  ) -> Expression {
    guard requireSignals(range) else { return mistake(range) }
    guard let emission = emission(pattern, isComplete: false) else { return mistake(range) }
    return Expression(
      .emitted(emission, counted: counted), counted ? .integer : .bool, range)
  }

  /// Checks a signal with its values.
  ///
  /// - Parameter isComplete: whether all values are required, as in `emit`.
  mutating func emission(_ pattern: SignalPatternSyntax, isComplete: Bool) -> Emission? {
    declareSignals()
    guard let index = signal(pattern.name) else {
      let fix =
        global(pattern.name).map { "'\(pattern.name.text)' is a \($0.kind.noun)" }
        ?? (names.signals.isEmpty ? "declare it: 'signal \(pattern.name.text)'" : nil)
      reportUnknown(
        .unknownSignal, "signal", pattern.name, among: Array(names.signals.keys), fix: fix)
      return nil
    }
    let fields = spec.signals[index].fields
    var given: [(field: Int, value: Expression)] = []
    let hasUnlabelled = (pattern.arguments ?? []).contains { $0.label == nil }
    var seen: [String: SourceRange] = [:]
    let isInOrder =
      pattern.arguments?.count == fields.count
      && pattern.arguments?.allSatisfy { $0.label == nil } == true
    for (place, argument) in (pattern.arguments ?? []).enumerated() {
      guard
        let field = labelled(
          argument.label, at: argument.value.range, "the signal '\(pattern.name.text)'", fields,
          &seen, inOrder: isInOrder ? place : nil)
      else { continue }
      let value =
        isComplete
        ? stored(argument.value, in: fields[field].type)
        : convert(
          expression(argument.value, expecting: fields[field].type), to: fields[field].type,
          storing: false)
      if !isComplete { requirePossible(.equals(value), fields[field].type, argument.value.range) }
      given.append((field, value))
    }
    if isComplete {
      let missing = fields.indices.filter { index in !given.contains { $0.field == index } }
      if let first = missing.first, !hasUnlabelled {
        let name = fields[first].name ?? ""
        report(
          .argumentCount, "the signal '\(pattern.name.text)' needs a value for '\(name)'",
          pattern.name.range,
          fix: "write '\(pattern.name.text)(\(name): …)', a value of type \(fields[first].type)")
        return nil
      }
      given.sort { $0.field < $1.field }
    }
    return Emission(signal: index, arguments: given)
  }

  /// Returns the index of the field or parameter that a label names, and records its declaration; nil after a report.
  ///
  /// - Parameters:
  ///   - range: the argument without its label.
  ///   - seen: the earlier labels.
  ///   - place: the place of the argument, if all parts are given without labels.
  mutating func labelled(
    _ label: NameSyntax?, at range: SourceRange, _ owner: String, _ parts: [some LabelledPart],
    _ seen: inout [String: SourceRange], inOrder place: Int? = nil
  ) -> Int? {
    guard let label, let index = parts.firstIndex(where: { $0.label == label.text }) else {
      let likely = label == nil ? parts.filter { isLikely(range, $0.type) }.compactMap(\.label) : []
      reportBadLabel(
        label, at: range, owner,
        likely.count == 1
          ? likely : place.flatMap { parts[$0].label.map { [$0] } } ?? parts.compactMap(\.label))
      return nil
    }
    note(label, declaredAt: parts[index].place)
    return isFirst(label, &seen) ? index : nil
  }

  /// Returns whether a literal is a value of a type, as far as its text shows.
  private func isLikely(_ range: SourceRange, _ type: Type) -> Bool {
    let text = source(range)
    return switch type.unwrapped {
    case .enumeration(let type):
      text.first == "." && type.place(of: String(text.dropFirst().prefix { $0 != "(" })) != nil
    case .symmetric(let type): text.hasPrefix("\(type.name)#")
    case .integer, .range: Int(text) != nil
    case .bool: text == "true" || text == "false"
    default: false
    }
  }

  /// Reports an argument whose label is missing or wrong.
  ///
  /// - Parameter range: the argument without its label.
  mutating func reportBadLabel(
    _ label: NameSyntax?, at range: SourceRange, _ owner: String, _ labels: [String]
  ) {
    propose("label", label?.range ?? range, labels)
    guard let label else {
      report(
        labels.isEmpty ? .argumentCount : .missingLabel,
        labels.isEmpty ? "\(owner) takes no values" : "each value of \(owner) needs a label",
        range,
        fix: labels.isEmpty
          ? Int(source(range)).map { "write 'repeat \($0) { … }' to repeat it" }
            ?? "leave the parentheses out"
          : labels.count == 1
            ? "write '\(labels[0]): \(quoted(range))'"
            : "add one of the labels \(labels.map { "'\($0):'" }.joined(separator: ", "))",
        edits: labels.count == 1
          ? [Edit(range.front, labels[0] + ": ")] : []
      )
      return
    }
    reportUnknown(
      .unknownLabel, "label", label, among: labels,
      message: "\(owner) has no value '\(label.text)'",
      fix: labels.isEmpty ? "leave the parentheses out: \(owner) takes no values" : nil
    ) { _ in labels.count == 1 ? .write("\(labels[0])", at: label.range) : nil }
  }
}

/// A field or parameter, whose values have its label.
protocol LabelledPart {
  var type: Type { get }
  var label: String? { get }
  var place: SourceRange? { get }
}

extension Field: LabelledPart {
  var label: String? { name }
  var place: SourceRange? { range }
}

extension Parameter: LabelledPart {
  var label: String? { name }
  var place: SourceRange? { range }
}
