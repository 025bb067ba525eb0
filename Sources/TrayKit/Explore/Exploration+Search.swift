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
    /// The column of the error in a typed text, in Unicode scalars from 1; nil if the error has no place there.
    public internal(set) var column: Int?

    /// Creates an error from a sentence.
    public init(_ description: String, isUsage: Bool = true) {
      self.description = description.printable
      self.isUsage = isUsage
    }
  }

  /// Follows the shortest path from the current state to another state in which a condition holds. The condition has
  /// the notation of a transition: `old` and `emitted` are about the step to that state.
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
    try find(
      condition, RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isCancelled))
  }

  mutating func find(_ condition: String, _ limits: RunLimits) throws(SearchError) -> Int? {
    let found = try ask(condition, .condition, limits) {
      exploration, question throws(SearchError) in
      try exploration.way(to: question)
    }
    guard let found else { return nil }
    replace(
      Path(start: path.start, steps: walked.steps + found), position: position + found.count,
      story: nil)
    return found.count
  }

  /// The steps to the nearest later state in which a condition holds; nil if there is none.
  private func way(to question: Question) throws(SearchError) -> [Semantics.Step]? {
    guard case .expression(var goal) = question.subject else { return nil }
    let range = goal.expression.range
    goal.expression = Expression(.not(goal.expression), .bool, range)
    let anyStep = EventPattern(arguments: [], parameterSlots: [])
    let wanted = question.spec.edited {
      $0.properties.append(
        Property(
          name: "the next state", range: range, kind: .transition([anyStep], filter: nil),
          body: goal))
    }
    guard let asked = try? Machine(wanted) else { return nil }
    var limits = SearchLimits()
    // A condition that names 'ID#1' distinguishes names.
    limits.reducesSymmetry = !asked.spec.file.text(range).contains("#")
    let index = wanted.properties.count - 1
    let result = ExhaustiveSearch(asked, limits: limits, properties: [index]).run(from: [state])
    let verdict = result.properties.first { $0.property == index }
    if let found = verdict?.violation?.path { return found.steps }
    if verdict?.status == .faulted, let fault = result.violations.compactMap(\.fault).first {
      throw SearchError(
        "it has no value in some state: \(fault.message); say first when it has one")
    }
    guard verdict?.status == .holds, result.completion == .exhaustive else {
      throw SearchError("not all states could be looked at", isUsage: false)
    }
    return nil
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
    case .stored(let path): _ = try replay(path, limits)
    case .property(let index):
      let found = LargeStack.run { [self] in limits.deadline().during { seen(of: index) } }
      let (path, story, position) = try found.get()
      replace(path, position: position, story: story)
    }
  }

  /// Moves to the end of a stored counterexample, which is replayed in this spec, in the world of the file.
  ///
  /// - Throws: `SearchError` if the file cannot be read, or if its trace is no longer possible.
  public mutating func go(
    toEndOf counterexample: String, timeLimit: Duration? = nil, memoryLimit: Int? = nil
  ) throws(SearchError) {
    let file = try replay(counterexample, RunLimits(time: timeLimit, memory: memoryLimit))
    switch file.result.verdict {
    case .stillViolates, .fixed, .undecided: move(by: length)
    case .noLongerPossible, .gone:
      throw SearchError("\(counterexample) cannot be replayed: \(file.replayed.summary)")
    }
  }

  /// Moves to the first state of a stored counterexample.
  private mutating func replay(
    _ path: String, _ limits: RunLimits
  ) throws(SearchError) -> ReplayedFile {
    let spec = spec
    let file = try LargeStack.run {
      Result { () throws(SearchError) in try StoredPath.replay(path, in: spec, limits) }
    }.get()
    guard var other = Exploration(file) else {
      throw SearchError("\(path) cannot be replayed: \(file.replayed.summary)")
    }
    (other.random, other.isGrouped) = (random, isGrouped)
    self = other
    return file
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
