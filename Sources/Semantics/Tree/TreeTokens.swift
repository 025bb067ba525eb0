/// A part of a checked tree as a list of tokens, without ranges: two parts have equal tokens if, and only if, they
/// have the same structure and meaning. It is the one comparison of the analyses.
package struct TreeTokens: Hashable {
  /// Numbers, and words as their length, marked, and their bytes.
  private var tokens: [Int] = []
  /// Functions and procedures that were written before; later occurrences use their numbers.
  private var known: [ObjectIdentifier: Int] = [:]
  /// Whether `enabled(e)` is written as the number of its event, so that it is the same for every guard of `e`.
  private var namesGuards = false
  /// Replacements for the slots of some names.
  private var names: [Int: Int] = [:]
  /// Whether `bounded` values are the same as the values inside.
  private var ignoresBounds = false

  package init() {}

  /// Tokens of checks, in which `enabled(e)` is the same for every guard of `e`.
  package static var ofChecks: TreeTokens {
    var tokens = TreeTokens()
    tokens.namesGuards = true
    return tokens
  }

  /// The tokens of an expression without its bounds checks, with replaced slots for some names. Two expressions share
  /// them only if they have the same value for the same names, whatever the guards of events are.
  package init(of expression: Expression, names: [Int: Int] = [:]) {
    self.names = names
    (ignoresBounds, namesGuards) = (true, true)
    add(expression)
    (self.names, known) = ([:], [:])
  }

  package static func == (left: TreeTokens, right: TreeTokens) -> Bool {
    left.tokens == right.tokens
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(tokens) }

  package mutating func add(_ number: Int) { tokens.append(number) }

  package mutating func add(_ word: some StringProtocol) {
    let bytes = word.utf8
    tokens.append(.min + bytes.count)
    var (chunk, count) = (0, 0)
    for byte in bytes {
      chunk = chunk << 8 | Int(byte)
      count += 1
      if count % 8 == 0 { tokens.append(chunk) }
    }
    if count % 8 != 0 { tokens.append(chunk) }
  }

  package mutating func add(_ value: Value) {
    switch value {
    case .none: add("nil")
    case .bool(let flag): add("bool", flag ? 1 : 0)
    case .int(let number): add("int", number)
    case .name(let number): add("name", number)
    case .timer(let number): add("timer", number)
    case .enumCase(let index, let payload):
      add("case", index)
      add(payload)
    case .record(let values): add("record", values)
    case .set(let values): add("set", values)
    case .bag(let values): add("bag", values)
    case .table(let values): add("table", values)
    case .list(let values): add("list", values)
    case .map(let keys, let values):
      add("map", keys)
      add(values)
    }
  }

  private mutating func add(_ word: String, _ values: [Value]) {
    add(word)
    add(values)
  }

  private mutating func add(_ values: [Value]) {
    add(values.count)
    for value in values { add(value) }
  }

  /// Adds tokens of another part.
  mutating func add(_ other: TreeTokens) { tokens += other.tokens }

  private mutating func add(slot: Int) { add(names[slot] ?? slot) }

  private mutating func addOnce(_ object: AnyObject, _ body: (inout Self) -> Void) {
    let identity = ObjectIdentifier(object)
    if let number = known[identity] {
      add(number)
    } else {
      known[identity] = known.count
      body(&self)
    }
  }

  // MARK: Types

  /// A type with its whole declaration.
  package mutating func add(_ type: Type) {
    addText(of: type)
    switch type {
    case .enumeration(let declared):
      addOnce(declared) { tokens in
        for each in declared.cases {
          tokens.add(each.name)
          for field in each.fields { tokens.add(field.type) }
        }
      }
    case .structure(let declared):
      addOnce(declared) { tokens in
        for field in declared.fields {
          tokens.add(field.name ?? "_")
          tokens.add(field.type)
        }
      }
    case .symmetric(let declared): add(declared.count)
    default: for part in type.parts { add(part) }
    }
  }

  /// A type as it is written, with declared types by their names.
  private mutating func addText(of type: Type) {
    switch type {
    case .bool: add("Bool")
    case .integer: add("Int")
    case .range(let lower, let upper):
      add("range", lower)
      add(upper)
    case .enumeration(let declared): add(declared.name)
    case .structure(let declared): add(declared.name)
    case .symmetric(let declared): add(declared.name)
    case .timer(let maximum): add("Timer", maximum)
    case .error: add("error")
    case .optional(let inner): add("optional", [inner])
    case .set(let element, let maximum): add("Set", [element], maximum)
    case .bag(let element, let maximum): add("Bag", [element], maximum)
    case .list(let element, let maximum): add("List", [element], maximum)
    case .sequence(let element, _): add("sequence", [element])
    case .map(let key, let content): add("Map", [key, content])
    case .table(let key, let content): add("Table", [key, content])
    }
  }

  private mutating func add(_ word: String, _ parts: [Type], _ maximum: Int? = nil) {
    add(word)
    if let maximum { add(maximum) }
    for part in parts { addText(of: part) }
  }

  // MARK: Expressions

  package mutating func add(_ root: RootExpression) {
    add(root.frameSize)
    add(root.expression)
  }

  package mutating func add(_ expression: Expression?) {
    guard let expression else { return add("-") }
    if ignoresBounds, case .bounded(let inner, _) = expression.node { return add(inner) }
    switch expression.node {
    case .constant(let value):
      add("constant")
      add(value)
    case .variable(let index): add("variable", index)
    case .local(let slot):
      add("local")
      add(slot: slot)
    case .not: add("not")
    case .arithmetic(let sign, _, _): add(sign.rawValue)
    case .comparison(let sign, _, _): add(sign.rawValue)
    case .connective(let sign, _, _): add(sign.rawValue)
    case .isContained: add("in")
    case .unwrap: add("unwrap")
    case .field(_, let index): add("field", index)
    case .element(let base, _):
      add("element")
      addText(of: base.type)
    case .construct(let construction, let parts):
      add(construction, expression.type)
      add(parts.count)
    case .range(_, _, let isClosed): add(isClosed ? "..." : "..<")
    case .domain(let values):
      add("domain", values.count)
      for value in values { add(value) }
    case .quantifier(let word, let binders, _):
      add(word.rawValue)
      addShape(of: binders)
    case .aggregate(let word, let binders, let body):
      add(word.rawValue)
      addShape(of: binders)
      add(body == nil ? 0 : 1)
    case .member(let member, let base, let arguments):
      add(member.rawValue, arguments.count)
      addText(of: base.type)
    case .call(let function, let arguments):
      add("call", arguments.count)
      if namesGuards, let event = function.event {
        add("enabled", event)
        break
      }
      addOnce(function) { tokens in
        let outer = tokens.names
        tokens.names = [:]
        tokens.add(function.frameSize)
        tokens.add(function.body)
        tokens.names = outer
      }
    case .bind(let bindings, let body):
      add("bind", bindings.count)
      add(bindings)
      return add(body)
    case .branch(let branches):
      add("branch")
      return add(branches) { $0.add($1) }
    case .old: add("old")
    case .emitted(let emission, let isCounted):
      add(isCounted ? "emissions" : "emitted")
      addShape(of: emission)
    case .bounded(_, let type):
      add("bounded")
      addText(of: type)
    }
    for part in expression.node.children { add(part) }
  }

  private mutating func add(_ word: String, _ number: Int) {
    add(word)
    add(number)
  }

  private mutating func add(_ construction: Construction, _ type: Type) {
    switch construction {
    case .enumCase(let index): add("case", index)
    case .record: add("record")
    case .set: add("set")
    case .bag: add("bag")
    case .list: add("list")
    case .map: add("map")
    case .table: add("table")
    case .filledTable: add("filledTable")
    }
    addText(of: type)
  }

  /// Adds the binders without their expressions.
  private mutating func addShape(of binders: Binders) {
    add(binders.isDistinct ? "distinct" : "binders", binders.levels.count)
    for level in binders.levels {
      add(slot: level.slot)
      add(slot: level.valueSlot ?? -1)
      add(level.sharedWith ?? -1)
      addText(of: level.source.type)
    }
    add(binders.filter == nil ? 0 : 1)
  }

  package mutating func add(_ binders: Binders) {
    addShape(of: binders)
    for part in binders.parts { add(part) }
  }

  private mutating func addShape(of emission: Emission) {
    add("signal", emission.signal)
    for (field, _) in emission.arguments { add(field) }
  }

  // MARK: Branches and patterns

  private mutating func add<Body>(
    _ branches: Branches<Body>, _ addBody: (inout Self, Body) -> Void
  ) {
    add(slot: branches.subject?.slot ?? -1)
    add(branches.subject?.value)
    add(branches.branches.count)
    for (conditions, body) in branches.branches {
      add(conditions.count)
      for condition in conditions {
        switch condition {
        case .test(let test): add(test)
        case .pattern(let pattern, let value):
          add(pattern)
          add(value)
        }
      }
      addBody(&self, body)
    }
    if let otherwise = branches.otherwise {
      add("otherwise")
      addBody(&self, otherwise)
    }
  }

  package mutating func add(_ pattern: Pattern) {
    switch pattern {
    case .wildcard: add("_")
    case .bind(let slot):
      add("bind")
      add(slot: slot)
    case .isNil: add("nil")
    case .enumCase(let index, let inner):
      add("case", index)
      add(inner)
    case .record(let inner):
      add("record")
      add(inner)
    case .some(let inner):
      add("some")
      add(inner)
    case .equals(let value):
      add("equals")
      add(value)
    case .within(let lower, let upper, let isClosed):
      add(isClosed ? "..." : "..<")
      add(lower)
      add(upper)
    case .anyOf(let inner):
      add("any")
      add(inner)
    }
  }

  /// Names with their values.
  package mutating func add(_ bindings: [(slot: Int, Expression)]) {
    for (slot, value) in bindings {
      add(slot: slot)
      add(value)
    }
  }

  private mutating func add(_ patterns: [Pattern]) {
    add(patterns.count)
    for pattern in patterns { add(pattern) }
  }

  // MARK: Statements

  package mutating func add(_ statements: [Statement]) {
    add(statements.count)
    for statement in statements { add(statement) }
  }

  private mutating func add(_ statement: Statement) {
    switch statement.node {
    case .change(let place, let change, let operands):
      add(change.word)
      add(place)
      for operand in operands { add(operand) }
    case .removeWhere(let binders, let place):
      add("remove")
      add(binders)
      add(place)
    case .bind(let slot, let value):
      add("let", slot)
      add(value)
    case .branch(let branches):
      add("branch")
      add(branches) { $0.add($1) }
    case .loop(let binders, let order, let body):
      add("for")
      add(order.rawValue)
      add(binders)
      add(body)
    case .choose(let binders):
      add("choose")
      add(binders)
      // A step contains the names of its choices.
      for level in binders.levels { add(level.name) }
    case .emit(let emission):
      addShape(of: emission)
      for (_, value) in emission.arguments { add(value) }
    case .assert(let condition):
      add("assert")
      add(condition)
    case .call(let procedure, let arguments):
      add("call", arguments.count)
      addOnce(procedure) { tokens in
        tokens.add(procedure.frameSize)
        tokens.add(procedure.body)
      }
      for argument in arguments { add(argument) }
    }
  }

  private mutating func add(_ place: Place) {
    switch place.root {
    case .variable(let index): add("variable", index)
    case .local(let slot): add("local", slot)
    }
    for step in place.steps {
      switch step {
      case .field(let index): add("field", index)
      case .element(let key, let type):
        addText(of: type)
        add(key)
      case .unwrap: add("!")
      case .chain: add("?")
      }
    }
    addText(of: place.type)
  }
}
