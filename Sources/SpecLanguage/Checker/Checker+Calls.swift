import Semantics

/// A checked func or procedure, with the data that a call needs.
///
/// Labels and types are known even if the body has a mistake, so calls can still be checked.
struct Callable {
  var name: String
  /// The labels of the parameters; nil for a parameter without one.
  var labels: [NameSyntax?]
  var types: [Type]
  /// The func itself; nil for a procedure, or if the body has a mistake.
  var function: FunctionDefinition?
  var procedure: ProcedureDefinition?
  /// The type of the result; nil for a procedure.
  var result: Type?
}

extension Checker {
  /// Checks `callee(arguments)` as a value.
  mutating func call(
    _ callee: ExpressionSyntax, _ arguments: [ArgumentSyntax], _ expected: Type?,
    _ range: SourceRange
  ) -> (Expression, isChained: Bool) {
    switch callee.kind {
    case .name(let name):
      return (callByName(NameSyntax(text: name, range: callee.range), arguments, range), false)
    case .member(let base, let name):
      if case .name(let typeName) = base.kind,
        let value = typeMember(
          NameSyntax(text: typeName, range: base.range), name, arguments, range)
      {
        return (value, false)
      }
      if name.text == "contains", case .list = base.kind, arguments.count == 1,
        arguments[0].label == nil
      {
        // `[.a, .b].contains(x)` means the same as `x in [.a, .b]`, and only x has a type.
        return (binary(.contained, name.range, arguments[0].value, base, expected, range), false)
      }
      let (value, isChained) = postfix(base)
      if case .structure = value.type {
        report(
          .notCallable, "a struct has no methods, found '.\(name.text)'", range)
        return (mistake(range), isChained)
      }
      return (member(name, of: value, arguments, range), isChained)
    case .list where arguments.isEmpty, .dictionary where arguments.isEmpty:
      let isList = if case .list = callee.kind { true } else { false }
      report(
        .collectionLiteral,
        "expected '\(isList ? "[]" : "[:]")' for an empty \(isList ? "list" : "map"), found '()'",
        range
      ) { $0.constructorHelp(callee, arguments, expected, range) }
    case .type:
      report(.notCallable, "a type cannot be called here", range) {
        $0.constructorHelp(callee, arguments, expected, range)
      }
    default: report(.notCallable, "this value cannot be called", callee.range)
    }
    return (mistake(range), false)
  }

  private mutating func callByName(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Expression {
    // A local name may equal the name of a func: only funcs are called, and a func has no other use.
    if names.globals[name.text]?.kind != .function, let local = local(name) {
      return refuse(
        .notCallable, "'\(name.text)' is a \(local.what) and cannot be called", name.range)
    }
    guard let global = global(name) else {
      if let value = builtInCall(name, arguments, range) { return value }
      if reportUnknownFunction(name, arguments, range) { return mistake(range) }
      for argument in arguments { _ = expression(argument.value, expecting: .error) }
      return mistake(range)
    }
    switch global.kind {
    case .function: return functionCall(name, arguments, range)
    case .type: return construct(name, arguments, range)
    case .param, .constant, .variable:
      return refuse(
        .notCallable, "'\(name.text)' is a \(global.kind.noun) and cannot be called",
        name.range,
        fix: "write '\(name.text)[…]' for an entry"
      ) { checker in
        guard arguments.count == 1, arguments[0].label == nil,
          let index = checker.variables.indices[name.text],
          checker.spec.variables[index].type.isKeyed
        else { return nil }
        return .write("\(name.text)[\(checker.draft(arguments[0].value.range))]", at: range)
      }
    }
  }

  /// Reports a func that does not exist, and returns whether its arguments need no check.
  private mutating func reportUnknownFunction(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Bool {
    if reportMisused(name, .call, range) { return false }
    func isForeign(_ place: ForeignWord.Place) -> Bool {
      ForeignWord.find(name.text, arguments.count, in: place) != nil
    }
    reportUnknown(
      .unknownFunc, "func", name,
      among: names.all([.function, .type]) + Aggregate.allCases.map(\.rawValue),
      message: isForeign(.statement) && !isForeign(.function)
        ? "'\(name.text)' is a statement, not a func" : nil,
      fix: "declare it: 'func \(name.text)(…) -> T { value }'"
    ) { $0.callHelp(name, arguments, range) }
    return isForeign(.function) || isForeign(.statement) || Member(rawValue: name.text) != nil
  }

  private mutating func construct(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Expression {
    let type = resolveName(name)
    switch type {
    case .structure(let structure):
      guard let values = fieldValues(arguments, structure.fields, structure.name, range) else {
        return mistake(range)
      }
      return Expression(.construct(.record, values), type, range)
    case .error: return mistake(range)
    case .enumeration:
      report(
        .notCallable, "the enum \(type) cannot be called", range,
        fix: "write a case without '\(name.text)(…)'",
        edits: arguments.count == 1 && arguments[0].label == nil
          ? [Edit(range, source(arguments[0].value.range))] : [])
    case .symmetric:
      report(
        .symmetricName, "a name of \(type) cannot be created", range,
        fix: "use a parameter, or 'choose x in \(type)'")
    default:
      report(
        .notCallable, "the type \(type) cannot be called", range,
        fix: "write the value without '\(name.text)(…)'")
    }
    return mistake(range)
  }

  /// Checks a call of `min(a, b)`, `max(a, b)` or `abs(a)`.
  private mutating func builtInCall(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Expression? {
    guard name.text == "min" || name.text == "max" || name.text == "abs" else {
      guard let aggregate = Aggregate(rawValue: name.text) else { return nil }
      return refuse(
        .aggregateForm, "'\(aggregate.rawValue)(…)' needs 'x in' before a collection", range
      ) { $0.aggregateHelp(aggregate, arguments, range) }
    }
    guard arguments.allSatisfy({ $0.label == nil }),
      name.text == "abs" ? arguments.count == 1 : arguments.count >= 2
    else {
      return refuse(
        .argumentCount, "'\(name.text)' needs \(name.text == "abs" ? "one number" : "two values")",
        range,
        fix: name.text == "abs"
          ? nil
          : "write '\(name.text)(a, b)' for two numbers, or '\(name.text)(x in s)' for a collection s"
      )
    }
    if name.text == "abs" {
      let value = integer(arguments[0].value, "'abs'")
      let zero = constant(.int(0), .integer, range)
      return .choice(
        .compare(.less, value, zero, range), negation(of: value, range), value, .integer, range)
    }
    let (first, second) = alternatives(arguments[0].value, arguments[1].value, nil)
    var values = [first, second]
    for argument in arguments.dropFirst(2) {
      values.append(expression(argument.value, expecting: first.type))
    }
    guard let type = joinedType(values, "the values of '\(name.text)'"),
      requireComparable(type, name.range, "'\(name.text)'")
    else { return mistake(range) }
    return extremum(of: values, isMinimum: name.text == "min", type, range)
  }

  /// Returns the help for a comprehension without names.
  private func aggregateHelp(
    _ aggregate: Aggregate, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Help {
    switch aggregate {
    case .set where arguments.isEmpty, .list where arguments.isEmpty: return .write("[]", at: range)
    case .map where arguments.isEmpty: return .write("[:]", at: range)
    case .count where arguments.count == 1:
      let collection = draft(arguments[0].value.range)
      return Help(
        "write '\(collection.shown).count', or 'count(x in \(collection.shown) where …)' to count some",
        [Edit(range, collection.whole + ".count")])
    default: return Help("write '\(aggregate.rawValue)(x in s)' for a collection s")
    }
  }

  /// Returns the least or greatest of some values, all of which are evaluated first.
  private mutating func extremum(
    of values: [Expression], isMinimum: Bool, _ type: Type, _ range: SourceRange
  ) -> Expression {
    var bindings: [(slot: Int, Expression)] = []
    func bound(_ value: Expression, _ checker: inout Checker) -> Expression {
      bindings.append((checker.newSlot(), value))
      return Expression(.local(bindings[bindings.count - 1].slot), type, value.range)
    }
    let all = values.map { bound($0, &self) }
    var best = all[0]
    for value in all.dropFirst() {
      let (less, greater) = isMinimum ? (value, best) : (best, value)
      best = bound(
        .choice(.compare(.less, less, greater, range), value, best, type, range), &self)
    }
    return Expression(.bind(bindings, best), type, range)
  }

  private mutating func functionCall(
    _ name: NameSyntax, _ arguments: [ArgumentSyntax], _ range: SourceRange
  ) -> Expression {
    guard let callable = callable(name) else { return mistake(range) }
    let values = argumentValues(arguments, callable, range)
    guard let result = callable.result else {
      return refuse(
        .noResult, "'\(name.text)' is a procedure and has no value",
        range, fix: "declare a result: 'func \(name.text)(…) -> T { … }'")
    }
    guard let values, let function = callable.function else {
      return mistake(range, result)
    }
    guard requireReadable(function.reads, name) else { return mistake(range) }
    return Expression(.call(function, values), result, range)
  }

  /// Checks that a func reads state, and the step, only if its caller may.
  private mutating func requireReadable(_ reads: Reads, _ name: NameSyntax) -> Bool {
    if reads.old, !requireOld(name.text, name.range) { return false }
    if reads.signals, !requireSignals(name.range, of: name.text) { return false }
    guard !reads.variables.isEmpty else { return true }
    if let refusal = context.stateRefusal {
      report(
        .noStateHere, "the func '\(name.text)' reads variables and cannot be used here", name.range,
        why: refusal.why)
    } else if let limit = context.variableLimit, let later = reads.variables.max(), later >= limit {
      report(
        .declaredLater,
        "the func '\(name.text)' reads '\(spec.variables[later].name)', which is declared later",
        name.range)
    } else {
      return true
    }
    return false
  }

  /// Checks the values for the parameters, in their order; nil if some do not fit.
  mutating func argumentValues(
    _ arguments: [ArgumentSyntax], _ callable: Callable, _ range: SourceRange
  ) -> [Expression]? {
    let labels = zip(arguments, callable.labels)
    for case (let label?, let declared?) in labels.map({ ($0.label, $1) })
    where label.text == declared.text {
      note(label, declaredAt: declared.range)
    }
    let misfit = labels.first { $0.label?.text != $1?.text }
    guard misfit == nil, arguments.count == callable.labels.count else {
      let place = misfit?.0.value.range ?? range
      let message =
        arguments.count < callable.types.count
        ? "'\(callable.name)' needs more arguments"
        : arguments.count > callable.types.count
          ? "'\(callable.name)' takes fewer arguments"
          : "wrong labels in the call of '\(callable.name)'"
      report(
        arguments.count == callable.types.count ? .missingLabel : .argumentCount, message,
        arguments.count == callable.types.count ? place : range
      ) { $0.labelHelp(arguments, callable, range) }
      for argument in arguments { _ = expression(argument.value, expecting: .error) }
      return nil
    }
    var values: [Expression] = []
    for (argument, type) in zip(arguments, callable.types) {
      values.append(stored(argument.value, in: type))
    }
    return values
  }

  /// Returns a func by name, and checks it at first use.
  mutating func callable(_ name: NameSyntax) -> Callable? {
    guard let global = names.globals[name.text], global.kind == .function,
      case .function(let syntax) = self.syntax.declarations[global.declaration].kind
    else { return nil }
    return definition(
      name, \.functions,
      ifCyclic: { checker in
        checker.report(
          .recursion, "'\(name.text)' calls itself", name.range, why: "specs have no recursion",
          fix: "use a quantifier, a comprehension or 'for'",
          notes: [.init(range: global.name.range, message: "'\(name.text)' is declared here")])
      }, { $0.define(syntax) })
  }

  /// Checks a func. Its parameters are entered first, so they take the first slots of the frame.
  private mutating func define(_ syntax: FunctionSyntax) -> Callable {
    // A func may read the step if its caller may; a procedure may not.
    let readsStep = if case .function = syntax.body { true } else { false }
    return inContext(Context(allowsOld: readsStep, allowsEmitted: readsStep)) { checker in
      var (callable, _) = checker.signature(syntax.name, syntax.parameters)
      switch syntax.body {
      case .function(let typeSyntax, let block):
        let type = checker.resolve(typeSyntax)
        callable.result = type
        let body = checker.block(block, expecting: type, storing: true)
        guard !body.reads.hasMistake, !type.isError else { break }
        callable.function = FunctionDefinition(
          name: syntax.name.text, parameterCount: syntax.parameters.count,
          frameSize: checker.context.frameSize, body: body)
      case .procedure(let statements):
        let body = checker.statements(statements)
        callable.procedure = ProcedureDefinition(
          name: syntax.name.text, parameterCount: syntax.parameters.count,
          frameSize: checker.context.frameSize, body: body)
      }
      return callable
    }
  }

  /// Enters parameters, and returns the signature and the slots of the parameters in the frame.
  mutating func signature(
    _ name: NameSyntax, _ parameters: [ParameterSyntax]
  ) -> (Callable, slots: [Int]) {
    var callable = Callable(name: name.text, labels: [], types: [])
    let slots = parameters.map { parameter in
      let type = resolve(parameter.type)
      parameter.label.map { noteDeclaration($0) }
      callable.labels.append(parameter.label)
      callable.types.append(type)
      return declareLocal(parameter.name, type, "parameter")
    }
    return (callable, slots)
  }

  /// Checks all funcs, including unused ones, and keeps those without parameters that read only a state.
  mutating func checkFunctions() {
    for declaration in syntax.declarations {
      guard case .function(let function) = declaration.kind else { continue }
      guard let callable = callable(function.name), callable.labels.isEmpty,
        let type = callable.result, let value = callable.function, !value.reads.old,
        !value.reads.signals
      else { continue }
      let root = RootExpression(expression: value.body, frameSize: value.frameSize)
      spec.views.append(
        View(
          name: callable.name, type: type, value: root, documentation: declaration.documentation))
    }
  }

  /// Checks `let` lines and a value.
  mutating func block(
    _ block: BlockSyntax, expecting type: Type?, storing: Bool = false
  ) -> Expression {
    self.block(block) { checker, value in
      checker.convert(checker.expression(value, expecting: type), to: type, storing: storing)
    }
  }

  /// Checks a condition with `let` lines before it.
  mutating func conditionBlock(_ block: BlockSyntax) -> Expression {
    self.block(block) { $0.condition($1) }
  }

  private mutating func block(
    _ block: BlockSyntax, _ check: (inout Checker, ExpressionSyntax) -> Expression
  ) -> Expression {
    inScope { checker in
      let bindings = block.bindings.map { checker.localConstant($0) }
      let value = check(&checker, block.value)
      guard !bindings.isEmpty else { return value }
      return Expression(.bind(bindings, value), value.type, block.value.range)
    }
  }

  /// Checks `let name: T = value` inside a body.
  mutating func localConstant(_ binding: BindingSyntax) -> (slot: Int, Expression) {
    let declared = binding.type.map { resolve($0) }
    var value =
      declared.map { stored(binding.value, in: $0) } ?? expression(binding.value, expecting: nil)
    // The variable must have room for later values, so its first value gets the declared type.
    if let declared, binding.isMutable, value.type != declared, !value.type.isError {
      value = Expression(.bounded(value, declared), declared, value.range)
    }
    // The value of an expression over numbers is an Int, whatever the ranges of its parts.
    let inferred = value.type.isInteger && !value.type.isError ? .integer : value.type
    let slot = declareLocal(
      binding.name, declared ?? inferred, binding.isMutable ? "local variable" : "local name",
      isMutable: binding.isMutable)
    return (slot, value)
  }
}
