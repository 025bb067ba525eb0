import Semantics

/// What may be used at the place that is being checked, and the local names in force there.
struct Context {
  struct Local {
    var slot: Int
    var type: Type
    var isMutable: Bool
    /// What the name is, for errors: "parameter", "let", …
    var what: String
    var range: SourceRange
    /// Those of the other events that have the parameter, in a transition about several.
    var others: [SourceRange] = []
    /// Stands for a name that was reported as unknown, so that it is reported once.
    var isGuess = false
  }

  var scopes: [[String: Local]] = [[:]]
  var frameSize = 0
  /// Why state may not be read here; nil where it may.
  var stateRefusal: String?
  /// Only variables declared before this place may be read, in initial values.
  var variableLimit: Int?
  /// A pattern is only asked for, and gives no names.
  var onlyAsks = false
  /// A name that stands alone as a pattern is at hand.
  var isPattern = false
  /// `old` and `unchanged` have a meaning here.
  var allowsOld = false
  /// `emitted` and `emissions` have a meaning here.
  var allowsEmitted = false
  /// `enabled(event)` has a meaning here: all events are known.
  var allowsEnabled = false
  /// What happens at an event is said here.
  var isInEvent = false
  /// `Subject#1` may be written here.
  var allowsSymmetricNames = false
  /// The state of the past is being read already.
  var isInsideOld = false
  /// The groups of steps around this place, the outermost first.
  var openStepGroups: [String] = []

  /// What scenarios, and the steps that they share, may use.
  static let ofScenario = Context(
    allowsEmitted: true, allowsEnabled: true, allowsSymmetricNames: true)

  func lookUp(_ name: String) -> Local? {
    for scope in scopes.reversed() {
      if let local = scope[name] { return local }
    }
    return nil
  }

  var names: [String] { scopes.flatMap(\.keys) }
}

extension Checker {
  /// Runs `body` with names of its own.
  mutating func inScope<Result>(_ body: (inout Checker) -> Result) -> Result {
    context.scopes.append([:])
    defer { context.scopes.removeLast() }
    return body(&self)
  }

  /// Runs `body` in a context of its own.
  mutating func inContext<Result>(
    _ new: Context, _ body: (inout Checker) -> Result
  ) -> Result {
    let saved = context
    context = new
    defer { context = saved }
    return body(&self)
  }

  /// Enters a local name and returns its place in the frame.
  ///
  /// - Parameter mayShadow: whether the name may stand for something else until here.
  @discardableResult
  mutating func declareLocal(
    _ name: NameSyntax, _ type: Type, _ what: String, isMutable: Bool = false,
    mayShadow: Bool = false
  ) -> Int {
    let slot = newSlot()
    if name.text == "_" { return slot }
    noteDeclaration(name, type)
    if mayShadow {
      // The name goes on to stand for the same, which is not nil from here on.
    } else if let earlier = context.lookUp(name.text), !earlier.isGuess {
      report(
        .shadowing, "'\(name.text)' is already the name of a \(earlier.what)", name.range,
        fix: "choose another name",
        notes: [.init(range: earlier.range, message: "the \(earlier.what) is here")])
    } else if let global = names.globals[name.text], global.kind != .function,
      !file.isUsed(name.range, butNot: global.name.range)
    {
      report(
        .shadowing, "'\(name.text)' is already the name of a \(global.kind.noun)", name.range,
        fix: "choose another name",
        notes: [.init(range: global.name.range, message: "the \(global.kind.noun) is here")])
    }
    context.scopes[context.scopes.count - 1][name.text] = Context.Local(
      slot: slot, type: type, isMutable: isMutable, what: what, range: name.range)
    return slot
  }

  /// A place of the frame for a value without a name.
  mutating func newSlot() -> Int {
    context.frameSize += 1
    return context.frameSize - 1
  }

  /// Runs `body` where no state may be read, for a reason.
  mutating func withoutState<Result>(
    _ reason: String, _ body: (inout Checker) -> Result
  ) -> Result {
    let saved = context.stateRefusal
    context.stateRefusal = reason
    defer { context.stateRefusal = saved }
    return body(&self)
  }

  func constant(_ value: Value, _ type: Type, _ range: SourceRange) -> Expression {
    Expression(.constant(value), type, range)
  }

  /// Stands for what was reported.
  func mistake(_ range: SourceRange, _ type: Type = .error) -> Expression {
    var reads = Reads()
    reads.hasMistake = true
    return Expression(.constant(.none), type, range, reads: reads)
  }
}
