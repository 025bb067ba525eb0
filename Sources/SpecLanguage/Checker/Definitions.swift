import Semantics

/// The constants, types and funcs that are checked so far, each at first use.
///
/// Definitions that need each other form chains of bounded length.
struct Definitions {
  /// The progress of a definition. There is no entry before its first use. A use during `inProgress` is a cycle.
  enum State<Result> {
    case inProgress
    case done(Result)
  }

  /// A known constant.
  struct TypedValue {
    var type: Type
    var value: Value
  }

  /// The greatest length of a chain.
  static let maximumDepth = 200

  var constants: [String: State<TypedValue>] = [:]
  var types: [String: State<Type>] = [:]
  var functions: [String: State<Callable>] = [:]
  /// The diagnostics about all definitions so far, each also in the sink. A definition is checked only once, so its
  /// diagnostics must not get lost if the first use discards its own.
  private(set) var diagnostics: [Diagnostic] = []
  /// The types that were reported to contain themselves.
  var recursiveTypes: Set<String> = []
  private var depth = 0
  /// The lengths of the chains that end at each type and func, independent of the order of first uses.
  private var chainLengths: [String: Int] = [:]
  /// The longest chain that the current definition uses.
  private var longestPart = 0

  var isTooDeep: Bool { depth > Self.maximumDepth }

  /// Records the diagnostics about a definition.
  mutating func note(_ found: some Sequence<Diagnostic>) { diagnostics += found }

  /// Records that the current definition uses one that is already known.
  mutating func notePart(_ name: String) {
    longestPart = max(longestPart, chainLengths[name] ?? 0)
  }

  /// Starts a definition inside the current one.
  ///
  /// - Returns: the argument `outer` of `end`.
  mutating func begin() -> Int {
    defer { longestPart = 0 }
    depth += 1
    return longestPart
  }

  /// Ends a definition, and returns whether its chain is short enough.
  ///
  /// - Parameter isPart: whether a user of the definition contains it; false for a value.
  mutating func end(_ name: String, isPart: Bool, outer: Int) -> Bool {
    let fits = !isTooDeep && (!isPart || longestPart < Self.maximumDepth)
    if fits, isPart { chainLengths[name] = longestPart + 1 }
    depth -= 1
    longestPart = outer
    notePart(name)
    return fits
  }
}

extension Checker {
  /// Returns a definition by name, checked at first use; nil after a report.
  ///
  /// - Parameters:
  ///   - isPart: whether a user of the definition contains it; false for a value.
  ///   - failure: the result from then on if the chain is too long; nil to try again at the next use.
  mutating func definition<Result>(
    _ name: NameSyntax, _ states: WritableKeyPath<Definitions, [String: Definitions.State<Result>]>,
    isPart: Bool = true, ifTooLong failure: Result? = nil, ifCyclic: (inout Checker) -> Void,
    _ define: (inout Checker) -> Result
  ) -> Result? {
    switch definitions[keyPath: states][name.text] {
    case .done(let result):
      definitions.notePart(name.text)
      return result
    case .inProgress:
      ifCyclic(&self)
      return nil
    case nil: break
    }
    definitions[keyPath: states][name.text] = .inProgress
    let known = sink.diagnostics.count
    let outer = definitions.begin()
    // The first use may be in a setting, whose text is a separate file.
    let user = file
    file = syntax.file
    var result = definitions.isTooDeep ? nil : define(&self)
    file = user
    if !definitions.end(name.text, isPart: isPart, outer: outer) {
      result = failure
      report(
        .tooDeep,
        "'\(name.text)' ends a chain of more than \(Definitions.maximumDepth) definitions",
        name.range, fix: "write the value or type directly")
    }
    definitions.note(sink.diagnostics.dropFirst(known))
    definitions[keyPath: states][name.text] = result.map { .done($0) }
    return result
  }
}
