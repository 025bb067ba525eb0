import Semantics

/// Compiles expressions and statements for evaluation in views, and counts the names that they use.
///
/// In a view that has all touched names, and possibly others, an evaluation can have each result that it has in a
/// whole state, as far as the view shows it. If the view does not determine a result, the oracle does, so all
/// possible ones are tried. A value that would need more knowledge is `UnsupportedError`, and so is every unsupported form.
///
/// One compiler handles one event or property. Functions and procedures are compiled for each call.
final class ViewCompiler {
  /// The limit of calls, because each is compiled separately.
  private static let maximumCalls = 1 << 14

  let spec: CheckedSpec
  let scope: NameScope
  /// The number of touched names: each is in the view, or the evaluation is `covered`.
  private(set) var touches = 0
  /// Reads of variables that count once.
  private var readPaths: Set<String> = []
  /// The number of enclosing loops and quantifiers. They may iterate over more than the touched names.
  var depth = 0
  /// The maximum number of names that nested loops over partial collections bind at once where a fault is possible. A
  /// view shows each fault if it has them.
  private(set) var nesting = 0
  private var openNames = 0
  /// Whether variables are read in the state before the step.
  private var isInOld = false
  /// The variables that the event changes.
  let written: Set<Int>
  /// The sent signals that a view may lack.
  let partialSignals: Set<Int>
  /// Whether the witnesses of conditions are in the view, instead of the oracle deciding.
  let hasWitnesses: Bool
  private(set) var usesWitnesses = false
  /// Whether nothing has changed yet, so that a question that reads no names has one answer.
  var isBeforeChanges = true
  private var witnessed: Set<TreeTokens> = []
  private var questions: [TreeTokens: Int] = [:]
  /// Slots of the frame whose values contain only touched names.
  private var cleanSlots: Set<Int> = []
  private var callCount = 0

  init(
    _ spec: CheckedSpec, _ scope: NameScope, written: Set<Int> = [],
    partialSignals: Set<Int> = [], hasWitnesses: Bool = false
  ) {
    self.hasWitnesses = hasWitnesses
    self.spec = spec
    self.scope = scope
    self.written = written
    self.partialSignals = partialSignals
  }

  func touch(_ count: Int) { touches += count }

  /// Touches the witnesses of a condition, once for the same condition in the same state.
  func touchWitness(_ count: Int, of expression: Expression) {
    usesWitnesses = true
    if isBeforeChanges, expression.reads.locals.isEmpty {
      var condition = TreeTokens(of: expression)
      if isInOld { condition.add("old") }
      if !witnessed.insert(condition).inserted { return }
    }
    touch(count)
  }

  /// Compiles alternatives: only the most names of one of them count. In a loop, different passes may take different
  /// ones, so there all count.
  func alternatives<Element, Result>(
    _ elements: [Element], _ body: (Element) throws(UnsupportedError) -> Result
  ) throws(UnsupportedError) -> [Result] {
    if depth > 0 {
      return try elements.map { (element) throws(UnsupportedError) in try body(element) }
    }
    let (before, paths, known) = (touches, readPaths, witnessed)
    var most = before
    var results: [Result] = []
    for element in elements {
      (touches, readPaths, witnessed) = (before, paths, known)
      results.append(try body(element))
      most = max(most, touches)
    }
    (touches, readPaths, witnessed) = (most, paths, known)
    return results
  }

  /// Records the value of a slot.
  func note(_ slot: Int, is value: Expression) {
    if isClean(value) { cleanSlots.insert(slot) } else { cleanSlots.remove(slot) }
  }

  /// Records that a slot holds a value of touched names.
  func noteClean(_ slot: Int) { cleanSlots.insert(slot) }

  /// Compiles the body of a called function or procedure, with these values for its parameters.
  func calling<Result>(
    _ arguments: [Expression], _ range: SourceRange, _ body: () throws(UnsupportedError) -> Result
  ) throws(UnsupportedError) -> Result {
    callCount += 1
    if callCount > Self.maximumCalls {
      throw UnsupportedError("there are more than \(Self.maximumCalls) calls", range)
    }
    let outer = cleanSlots
    cleanSlots = Set(arguments.indices.filter { isClean(arguments[$0]) })
    defer { cleanSlots = outer }
    return try body()
  }

  /// Whether all names in a value are touched. It only reduces the names that a view needs.
  private func isClean(_ expression: Expression) -> Bool {
    guard scope.positions(expression.type) > 0 else { return true }
    switch expression.node {
    case .constant: return true
    case .local(let slot): return cleanSlots.contains(slot)
    case .field(let base, _), .unwrap(let base), .bounded(let base, _): return isClean(base)
    case .construct(_, let parts): return parts.allSatisfy(isClean)
    default: return depth == 0 && scope.isName(expression.type)
    }
  }

  /// Records that the compiled code may fault.
  func noteFault() { nesting = max(nesting, openNames) }

  /// Compiles the inside of a loop or quantifier that binds that many names at once.
  func inside<Result>(
    _ names: Int, _ body: () throws(UnsupportedError) -> Result
  ) throws(UnsupportedError) -> Result {
    depth += 1
    openNames += names
    defer {
      depth -= 1
      openNames -= names
    }
    return try body()
  }

  // MARK: Expressions

  /// The value of an expression.
  ///
  /// - Parameter raw: whether a name that the view lacks may become `elsewhere`, instead of being touched.
  func code(_ expression: Expression, raw: Bool = false) throws(UnsupportedError) -> ViewCode {
    let range = expression.range
    if expression.node.mayFault { noteFault() }
    switch expression.node {
    case .constant(let value): return try constant(value, expression.type, range)
    case .local(let slot): return { (frame) throws(ViewError) in frame.locals[slot] }
    case .variable, .element, .field, .unwrap: return try part(expression, raw: raw)
    case .not(let inner):
      let inner = try code(inner)
      return { (frame) throws(ViewError) in .bool(!(try inner(&frame).asBool)) }
    case .arithmetic(let operation, let left, let right):
      return arithmetic(operation, try code(left), try code(right), range)
    case .comparison(let comparison, let left, let right):
      return try compare(expression, comparison, left, right)
    case .connective(let connective, let left, let right):
      return connected(connective, try code(left, raw: raw), try code(right, raw: raw))
    case .isContained(let element, let collection):
      return try contained(expression, element, in: collection)
    case .construct(let construction, let parts):
      return try construct(construction, parts, expression)
    case .range(let lower, let upper, let isClosed):
      return numbers(try code(lower), try code(upper), isClosed, range)
    case .domain(let values):
      guard case .sequence(let element, _) = expression.type, scope.occurs(in: element) else {
        return { (_) throws(ViewError) in .list(values) }
      }
      throw UnsupportedError("all names are taken as a value", range)
    case .quantifier(let quantifier, let binders, let body):
      return try quantified(expression, quantifier, binders, body)
    case .aggregate(let kind, let binders, let body):
      return try aggregated(expression, kind, binders, body)
    case .member(let member, let base, let arguments):
      return try self.member(expression, member, base, arguments, raw: raw)
    case .call(let function, let arguments): return try call(function, arguments, raw: raw)
    case .bind(let bindings, let body):
      let bound = try self.bound(bindings)
      let body = try code(body, raw: raw)
      return { (frame) throws(ViewError) in
        for (slot, value) in bound { frame.locals[slot] = try value(&frame) }
        return try body(&frame)
      }
    case .branch(let branches):
      return try branch(branches) { (body) throws(UnsupportedError) in try self.code(body, raw: raw)
      }
    case .old(let inner):
      let outer = isInOld
      isInOld = true
      defer { isInOld = outer }
      let inner = try code(inner, raw: raw)
      return { (frame) throws(ViewError) in try frame.inOld(inner) }
    case .emitted(let emission, let counted): return try emitted(emission, counted, range)
    case .bounded(let inner, let type):
      if scope.isPartial(inner.type) != scope.isPartial(type) {
        throw UnsupportedError("a collection of names becomes one of another kind", range)
      }
      let inner = try code(inner, raw: raw)
      return { [scope] (frame) throws(ViewError) in
        try scope.bounded(try inner(&frame), type, range, &frame)
      }
    }
  }

  private func call(
    _ function: FunctionDefinition, _ given: [Expression], raw: Bool
  ) throws(UnsupportedError) -> ViewCode {
    let arguments = try given.map { (argument) throws(UnsupportedError) in try code(argument) }
    let body = try calling(given, function.body.range) { () throws(UnsupportedError) in
      try code(function.body, raw: raw)
    }
    let size = function.frameSize
    return { (frame) throws(ViewError) in
      var locals = Array(repeating: Value.none, count: size)
      for (slot, argument) in arguments.enumerated() { locals[slot] = try argument(&frame) }
      swap(&locals, &frame.locals)
      defer { swap(&locals, &frame.locals) }
      return try body(&frame)
    }
  }

  /// A constant: names cannot be written, so tables are filled and other collections are empty.
  func constant(
    _ value: Value, _ type: Type, _ range: SourceRange
  ) throws(UnsupportedError) -> ViewCode {
    guard scope.occurs(in: type) else { return { (_) throws(ViewError) in value } }
    switch (type, value) {
    case (_, .none): return { (_) throws(ViewError) in .none }
    case (.optional(let inner), _): return try constant(value, inner, range)
    case (.set, .set([])), (.bag, .bag([])), (.list, .list([])), (.map, .map(keys: [], values: _)):
      return { (_) throws(ViewError) in value }
    case (.table(let key, let content), .table(let values)) where scope.occurs(in: key):
      guard let first = values.first, values.allSatisfy({ $0 == first }) else {
        throw UnsupportedError("a constant distinguishes names", range)
      }
      let filled = try constant(first, content, range)
      return { [scope] (frame) throws(ViewError) in
        try scope.filled(key, try filled(&frame), frame.names, range)
      }
    case (.table(_, let content), .table(let values)):
      let parts = try values.map { (part) throws(UnsupportedError) in
        try constant(part, content, range)
      }
      return { (frame) throws(ViewError) in .table(try parts.values(&frame)) }
    case (.structure(let type), .record(let values)):
      var parts: [ViewCode] = []
      for (field, part) in zip(type.fields, values) {
        parts.append(try constant(part, field.type, range))
      }
      return { [parts] (frame) throws(ViewError) in .record(try parts.values(&frame)) }
    case (.enumeration(let type), .enumCase(let index, let values)):
      var parts: [ViewCode] = []
      for (field, part) in zip(type.cases[index].fields, values) {
        parts.append(try constant(part, field.type, range))
      }
      return { [parts] (frame) throws(ViewError) in .enumCase(index, try parts.values(&frame)) }
    default: throw UnsupportedError("a constant holds names", range)
    }
  }

  /// `let` lines, in their order.
  func bound(
    _ bindings: [(slot: Int, Expression)]
  ) throws(UnsupportedError) -> [(slot: Int, value: ViewCode)] {
    var result: [(slot: Int, value: ViewCode)] = []
    for (slot, value) in bindings {
      result.append((slot, try code(value)))
      note(slot, is: value)
    }
    return result
  }

  // MARK: Parts

  /// A variable, or a part of another expression's value.
  private func part(_ expression: Expression, raw: Bool) throws(UnsupportedError) -> ViewCode {
    let range = expression.range
    let value: ViewCode
    switch expression.node {
    case .variable(let index): value = { (frame) throws(ViewError) in frame.state[index] }
    case .field(let base, let index):
      let base = try code(base, raw: true)
      value = { (frame) throws(ViewError) in
        guard case .record(let fields) = try base(&frame) else { return .none }
        return fields[index]
      }
    case .unwrap(let inner):
      let inner = try code(inner, raw: true)
      value = { (frame) throws(ViewError) in
        let value = try inner(&frame)
        if value == .none { throw .fault(Fault(.missingValue, range)) }
        return value
      }
    case .element(let base, let key):
      let type = base.type.unwrapped
      let (base, key) = (try code(base, raw: true), try code(key))
      value = { [scope] (frame) throws(ViewError) in
        let whole = try base(&frame)
        if whole == .none { return .none }
        return try scope.element(of: whole, type, at: try key(&frame), range)
      }
    default: throw UnsupportedError("no part of a value", range)
    }
    return raw || isKnownPart(expression) ? value : touched(value, expression)
  }

  /// A part of a local value whose names are touched.
  private func isKnownPart(_ expression: Expression) -> Bool {
    switch expression.node {
    case .local(let slot): cleanSlots.contains(slot)
    case .field(let base, _), .unwrap(let base): isKnownPart(base)
    default: false
    }
  }

  /// The same, but a name that the view lacks is `covered`: outside of loops it is one of the touched names.
  func touched(_ value: @escaping ViewCode, _ expression: Expression) -> ViewCode {
    guard scope.isName(expression.type) else { return value }
    if let path = expression.variablePath.map({ isInOld ? "old \($0)" : $0 }),
      written.isDisjoint(with: expression.reads.variables)
    {
      if readPaths.insert(path).inserted { touch(1) }
    } else if depth == 0 {
      touch(1)
    } else {
      return value
    }
    return { (frame) throws(ViewError) in
      let value = try value(&frame)
      if value.hasElsewhere { throw .covered }
      return value
    }
  }

  // MARK: Questions

  /// Makes code that lets the oracle decide a condition, with the same answer in the same state.
  func question(_ expression: Expression) -> @Sendable (inout ViewFrame) -> Bool {
    let key = TreeTokens(of: expression)
    let number = questions[key] ?? questions.count
    questions[key] = number
    let slots = expression.reads.locals.sorted()
    return { frame in
      frame.ask(.init(expression: number, locals: slots.map { frame.locals[$0] }))
    }
  }
}

extension Expression {
  /// A text for a variable, or a field of one, that depends only on the state.
  fileprivate var variablePath: String? {
    switch node {
    case .variable(let index): "\(index)"
    case .unwrap(let inner): inner.variablePath
    case .field(let base, let index): base.variablePath.map { "\($0).\(index)" }
    default: nil
    }
  }
}

extension [ViewCode] {
  /// The values, evaluated in order.
  func values(_ frame: inout ViewFrame) throws(ViewError) -> [Value] {
    var values: [Value] = []
    values.reserveCapacity(count)
    for part in self { values.append(try part(&frame)) }
    return values
  }
}

extension Expression.Node {
  /// Whether it may fault although its parts have values.
  fileprivate var mayFault: Bool {
    switch self {
    case .unwrap, .arithmetic, .range, .bounded, .element: true
    case .isContained(_, let collection): if case .range = collection.node { true } else { false }
    case .construct(let construction, _): if case .table = construction { true } else { false }
    case .aggregate(.sum, _, _): true
    default: false
    }
  }
}
