import Semantics

/// The permissions at the current place, and its local names.
struct Context {
  struct Local {
    var slot: Int
    var type: Type
    var isMutable: Bool
    /// The kind of name in errors: "parameter", "let", …
    var what: String
    var range: SourceRange
    /// The declarations in the other events with this parameter, in a transition over several events.
    var others: [SourceRange] = []
    /// Whether the name replaces an unknown one that was reported, so that it is reported once.
    var isGuess = false
    /// The value that the name copies, for a name of an `if let` or a loop.
    var original: Original?

    final class Original: Sendable {
      let range: SourceRange
      let type: Type
      /// The whole loop; nil for `if let`.
      let loop: SourceRange?

      init(_ range: SourceRange, _ type: Type, loop: SourceRange? = nil) {
        (self.range, self.type, self.loop) = (range, type, loop)
      }
    }
  }

  /// The reason why state may not be read at a place, and advice.
  struct StateRefusal {
    var why: String
    var fix = "use a 'param' or 'let'"
    var edits: [TextEdit] = []
    /// Whether a variable at the place was reported: the others need the same help.
    var isReported = false
  }

  var scopes: [[String: Local]] = [[:]]
  var frameSize = 0
  /// The reason why state may not be read here; nil if it may.
  var stateRefusal: StateRefusal?
  /// The number of variables that may be read, in initial values: those declared before.
  var variableLimit: Int?
  /// Whether a pattern only tests, and binds no names.
  var onlyAsks = false
  /// Whether the current name is a whole pattern.
  var isPattern = false
  /// Whether `old` and `unchanged` are allowed.
  var allowsOld = false
  /// Whether `emitted` and `emissions` are allowed.
  var allowsEmitted = false
  /// Whether `enabled(event)` is allowed: all events are known.
  var allowsEnabled = false
  /// Whether the place is inside an event.
  var isInEvent = false
  /// Whether `Subject#1` is allowed.
  var allowsSymmetricNames = false
  /// Whether the place is inside `old`.
  var isInsideOld = false
  /// The groups of steps around this place, the outermost first.
  var openStepGroups: [String] = []

  /// The context of scenarios and of their shared steps.
  static let ofScenario = Context(
    allowsEmitted: true, allowsEnabled: true, allowsSymmetricNames: true)

  /// Records the value that a name of the current scope copies.
  mutating func note(_ name: String, copies original: Local.Original) {
    scopes[scopes.count - 1][name]?.original = original
  }

  func lookUp(_ name: String) -> Local? {
    for scope in scopes.reversed() {
      if let local = scope[name] { return local }
    }
    return nil
  }

  var names: [String] { scopes.flatMap(\.keys) }
}

extension Checker {
  /// Runs `body` in a new scope for names.
  mutating func inScope<Result>(_ body: (inout Checker) -> Result) -> Result {
    context.scopes.append([:])
    defer { context.scopes.removeLast() }
    return body(&self)
  }

  /// Runs `body` in a new context.
  mutating func inContext<Result>(
    _ new: Context, _ body: (inout Checker) -> Result
  ) -> Result {
    let saved = context
    context = new
    defer { context = saved }
    return body(&self)
  }

  /// Enters a local name and returns its slot in the frame.
  ///
  /// - Parameter mayShadow: whether the name may replace an outer one.
  @discardableResult
  mutating func declareLocal(
    _ name: NameSyntax, _ type: Type, _ what: String, isMutable: Bool = false,
    mayShadow: Bool = false
  ) -> Int {
    let slot = newSlot()
    if name.text == "_" { return slot }
    noteDeclaration(name, type)
    let local = context.lookUp(name.text).flatMap { $0.isGuess ? nil : ($0.what, $0.range) }
    let global = names.globals[name.text].flatMap { global in
      global.kind == .function || file.isUsed(name.range, butNot: global.name.range)
        ? nil : (global.kind.noun, global.name.range)
    }
    // A name that may shadow keeps its meaning, and is not nil from here on.
    if !mayShadow, let (noun, range) = local ?? global {
      report(
        .shadowing, "'\(name.text)' is already a \(noun)", name.range, fix: "choose another name",
        notes: [.init(range: range, message: "the first '\(name.text)' is declared here")])
    }
    context.scopes[context.scopes.count - 1][name.text] = Context.Local(
      slot: slot, type: type, isMutable: isMutable, what: what, range: name.range)
    return slot
  }

  /// Returns a slot of the frame for a value without a name.
  mutating func newSlot() -> Int {
    context.frameSize += 1
    return context.frameSize - 1
  }

  /// Runs `body` without access to state, for a reason.
  mutating func withoutState<Result>(
    _ reason: String, fix: String = "use a 'param' or 'let'", _ body: (inout Checker) -> Result
  ) -> Result {
    let saved = context.stateRefusal
    context.stateRefusal = Context.StateRefusal(why: reason, fix: fix)
    defer { context.stateRefusal = saved }
    return body(&self)
  }

  /// Returns an expression that is evaluated on its own, in a frame of the current size.
  func root(_ expression: Expression) -> RootExpression {
    RootExpression(expression: expression, frameSize: context.frameSize)
  }

  /// Returns an expression that is evaluated on its own. The frame has room for all names that are bound on the way.
  mutating func root(_ make: (inout Checker) -> Expression) -> RootExpression {
    let expression = make(&self)
    return root(expression)
  }

  func constant(_ value: Value, _ type: Type, _ range: SourceRange) -> Expression {
    Expression(.constant(value), type, range)
  }

  /// Returns a placeholder for an expression with a reported mistake.
  func mistake(_ range: SourceRange, _ type: Type = .error) -> Expression {
    var reads = Reads()
    reads.hasMistake = true
    return Expression(.constant(.none), type, range, reads: reads)
  }
}

extension Expression {
  /// Returns the conjunction of some conditions, which is true if there are none.
  static func all(_ conditions: [Expression], _ range: SourceRange) -> Expression {
    guard let first = conditions.first else {
      return Expression(.constant(.bool(true)), .bool, range)
    }
    return conditions.dropFirst().reduce(first) {
      Expression(.connective(.and, $0, $1), .bool, range)
    }
  }

  static func compare(
    _ comparison: Comparison, _ left: Expression, _ right: Expression, _ range: SourceRange
  ) -> Expression {
    Expression(.comparison(comparison, left, right), .bool, range)
  }

  /// Returns `test ? first : second`.
  static func choice(
    _ test: Expression, _ first: Expression, _ second: Expression, _ type: Type,
    _ range: SourceRange
  ) -> Expression {
    Expression(.branch(Branches([([.test(test)], first)], otherwise: second)), type, range)
  }
}
