import Basics
import Engine
import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

extension Exploration {
  /// The reason why a search of an exploration failed.
  public struct SearchError: Error, Sendable, CustomStringConvertible {
    /// A sentence that describes the error.
    public let description: String
    /// Whether the error is a mistake in the request, such as an unknown name.
    public let isUsage: Bool

    /// Creates an error from a sentence.
    public init(_ description: String, isUsage: Bool = true) {
      self.description = description.printable
      self.isUsage = isUsage
    }
  }

  /// Follows the shortest path from the current state to another state in which a condition holds. The condition has
  /// the notation of an invariant.
  ///
  /// - Parameters:
  ///   - condition: the condition.
  ///   - timeLimit: the time limit of the search; nil for no limit.
  ///   - memoryLimit: the memory limit of the process in bytes; nil for three quarters of the machine's memory.
  ///   - isCancelled: polled regularly.
  /// - Returns: the number of steps; nil if there is no such state.
  /// - Throws: `SearchError` if the condition has an error, or if the search was incomplete.
  public mutating func find(
    _ condition: String, timeLimit: Duration? = nil, memoryLimit: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(SearchError) -> Int? {
    let limits = RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isCancelled)
    let found = LargeStack.run { [self] in
      limits.deadline().during { way(to: condition) }
    }
    guard let way = try found.get() else { return nil }
    replace(
      Path(start: path.start, steps: walked.steps + way), position: position + way.count, story: nil
    )
    return way.count
  }

  /// The steps to the nearest later state in which a condition holds; nil if there is none.
  private func way(to condition: String) -> Result<[Semantics.Step]?, SearchError> {
    let asked: Machine
    let goal: Int
    switch machine(asking: condition) {
    case .success(let found): (asked, goal) = found
    case .failure(let error): return .failure(error)
    }
    let steps = reactions().flatMap(\.reaction.steps)
    if Deadline.isOver {
      return .failure(SearchError("a limit was reached before the search began", isUsage: false))
    }
    if steps.isEmpty { return .success(nil) }
    var starts: [[Value]] = []
    var known: Set<[Value]> = []
    for step in steps where known.insert(step.state).inserted { starts.append(step.state) }
    var limits = SearchLimits()
    limits.witnesses = .some([goal])
    let result = ExhaustiveSearch(asked, limits: limits, properties: [goal]).run(from: starts)
    let verdict = result.properties.first { $0.property == goal }
    if let found = verdict?.witness?.path,
      let first = steps.first(where: { $0.state == found.start })
    {
      return .success([first] + found.steps)
    }
    if verdict?.status == .notReached, result.completion == .exhaustive { return .success(nil) }
    if verdict?.status == .faulted, let fault = result.violations.compactMap(\.fault).first {
      return .failure(
        SearchError("it has no value in some state: \(fault.message); say first when it has one"))
    }
    return .failure(SearchError("not all states could be looked at", isUsage: false))
  }

  /// The machine with an additional `reachable` property for a condition, and the index of that property.
  private func machine(asking condition: String) -> Result<(Machine, Int), SearchError> {
    let own = spec.file.parts[0]
    var name = "explored"
    while spec.file.mentions(name) { name += "Here" }
    let text = spec.file.text(own.range) + "\nreachable \(name) { \(condition)\n}\n"
    let file = SpecLoader.joined(SourceFile(path: own.path, text: text))
    let parsed = Parser.parse(file)
    func refused(_ diagnostics: [Diagnostic]) -> SearchError {
      SearchError(
        diagnostics.first { $0.severity == .error }?.message ?? "this is no condition")
    }
    if parsed.1.hasErrors { return .failure(refused(parsed.1.inTextOrder)) }
    do throws(ResolvedWorld.Problem) {
      let settings = spec.constants.map { ($0.name, $0.type.text($0.value)) }
      let settled = try ResolvedWorld(parsed.0, world: spec.world?.name, settings: settings)
      guard file.usedTexts == spec.file.usedTexts,
        let goal = settled.spec.properties.firstIndex(where: { $0.name == name })
      else { return .failure(SearchError("the spec was changed after this began")) }
      return .success((settled.machine, goal))
    } catch {
      return .failure(
        error.diagnostics.isEmpty ? SearchError(error.reason) : refused(error.diagnostics))
    }
  }

  // MARK: Places

  /// A destination of an exploration.
  public struct Place: Sendable {
    /// The name of the place: a property, or the file name of a stored counterexample.
    public var name: String
    /// A short description of the place.
    public var about: String
    let kind: Kind

    enum Kind: Sendable {
      case start(Int)
      case property(Int)
      case stored(path: String)
    }
  }

  /// The initial states, the properties, and the counterexamples of the spec that are stored in a folder.
  public func places(counterexamples folder: String? = nil) -> [Place] {
    var places: [Place] = []
    for index in starts.indices {
      let number = starts.count == 1 ? "" : " \(index + 1)"
      places.append(Place(name: "start\(number)", about: "where runs begin", kind: .start(index)))
    }
    for (index, property) in spec.properties.enumerated() where !property.isImplied {
      let about = "how the \(property.word) is violated, or is met"
      places.append(
        Place(name: property.name.printableLine, about: about, kind: .property(index)))
    }
    guard let folder else { return places }
    for stored in StoredPath.all(in: folder, of: spec) {
      let about = "a counterexample of \(stored.property) in the world \(stored.world)"
      places.append(
        Place(
          name: stored.name.printableLine, about: about.printableLine,
          kind: .stored(path: stored.path)))
    }
    return places
  }

  /// The place with a name.
  ///
  /// - Throws: `SearchError` with the nearest name if there is none.
  public func place(
    named name: String, counterexamples folder: String? = nil
  ) throws(SearchError) -> Place {
    let places = places(counterexamples: folder)
    if let place = places.first(where: { $0.name == name }) { return place }
    // A built-in property is a place if its name is known.
    if let index = spec.properties.firstIndex(where: { $0.name == name }) {
      return Place(name: name, about: "", kind: .property(index))
    }
    let near = NearestName.hint(name, among: places.map(\.name))
    throw SearchError("there is no '\(name)' to go to\(near)")
  }

  /// Moves to a place, where the path starts again.
  ///
  /// - Throws: `SearchError` if the place has no state to show.
  public mutating func go(
    to place: Place, timeLimit: Duration? = nil, memoryLimit: Int? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(SearchError) {
    let limits = RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isCancelled)
    switch place.kind {
    case .start(let index): replace(Path(start: starts[index], steps: []), position: 0, story: nil)
    case .stored(let path):
      let kept = random
      let outcome = LargeStack.run { StoredPath.replay(path, limits) }
      guard let file = outcome, var other = Exploration(file) else {
        throw SearchError("\(path) cannot be replayed; 'replay' says why")
      }
      other.random = kept
      self = other
    case .property(let index):
      let found = LargeStack.run { [self] in limits.deadline().during { seen(of: index) } }
      let (path, story, position) = try found.get()
      replace(path, position: position, story: story)
    }
  }

  /// The end of the shortest path to a property's violation, or to a witness of the property.
  private func seen(of index: Int) -> Result<(Path, Story, Int), SearchError> {
    let name = spec.properties[index].name
    var limits = SearchLimits()
    limits.witnesses = .some([index])
    let result = ExhaustiveSearch(machine, limits: limits, properties: [index]).run(from: starts)
    guard let verdict = result.properties.first(where: { $0.property == index }) else {
      return .failure(SearchError("nothing is known of \(name)"))
    }
    if let violation = verdict.violation {
      let words = Counterexample(violation, in: spec).verdict
      var lines = words.trace.loop == nil ? [] : ["↻  and so on indefinitely"]
      if let attempt = words.trace.attempt { lines.append("\(attempt)  ← here") }
      lines.append("violated: \(words.summary)")
      lines += words.reasons.map { String(repeating: "  ", count: $0.depth + 1) + $0.text }
      let story = Story(
        title: name, loop: words.trace.loop, attempt: violation.attempt, lines: lines,
        isViolation: true, reasons: words.reasons.map(\.text).joined(separator: "\n"))
      return .success((violation.path, story, violation.path.steps.count))
    }
    if let witness = verdict.witness {
      let story = Story(title: name, loop: nil, lines: ["this shows how \(name) holds"])
      return .success((witness.path, story, witness.path.steps.count))
    }
    return .failure(
      SearchError(
        result.completion == .exhaustive
          ? "there is no state that shows more of \(name) than any other"
          : "not all states could be looked at",
        isUsage: result.completion == .exhaustive))
  }
}

extension SourceFile {
  /// The texts of the files that the spec uses.
  fileprivate var usedTexts: [String] { parts.dropFirst().map { text($0.range) } }
}
