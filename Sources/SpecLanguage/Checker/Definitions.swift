import Semantics

/// The constants, types and funcs that were checked so far: each when it was first needed.
///
/// Definitions that need each other form chains, whose length is bounded here.
struct Definitions {
  /// No entry means that nobody needed it so far; `inProgress` found again is a definition that needs
  /// itself.
  enum State<Result> {
    case inProgress
    case done(Result)
  }

  /// A constant, once it is known.
  struct TypedValue {
    var type: Type
    var value: Value
  }

  /// Chains may have this length.
  static let maximumDepth = 200

  var constants: [String: State<TypedValue>] = [:]
  var types: [String: State<Type>] = [:]
  var functions: [String: State<Callable>] = [:]
  /// Types that were reported to contain themselves.
  var recursiveTypes: Set<String> = []
  private var depth = 0
  /// How long the chains are that types and functions end, whichever of them was needed first.
  private var chainLengths: [String: Int] = [:]
  /// The longest chain that the definition at hand makes use of.
  private var longestPart = 0

  var isTooDeep: Bool { depth > Self.maximumDepth }

  /// Notes that the definition at hand makes use of one that is known already.
  mutating func notePart(_ name: String) {
    longestPart = max(longestPart, chainLengths[name] ?? 0)
  }

  /// Begins a definition inside the one at hand.
  ///
  /// - Returns: what `end` takes as `outer`.
  mutating func begin() -> Int {
    defer { longestPart = 0 }
    depth += 1
    return longestPart
  }

  /// Ends a definition, and says whether its chain is short enough.
  ///
  /// - Parameter isPart: what makes use of it has it as a part of itself; not so of a value.
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
  /// A definition by name, checked when it is first needed; nil after a report.
  ///
  /// - Parameters:
  ///   - isPart: what makes use of it has it as a part of itself; not so of a value.
  ///   - failure: what it is taken for from then on if it ends a chain that is too long; nil if it is to be
  ///     tried again.
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
    let outer = definitions.begin()
    // A setting may be the first that needs it.
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
    definitions[keyPath: states][name.text] = result.map { .done($0) }
    return result
  }
}
