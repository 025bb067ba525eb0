import Semantics

extension Exploration {
  /// Carries out a typed line: a command, a pattern of events, or an expression. `help` lists the commands.
  ///
  /// ```swift
  /// exploration.answer("receive(kind: .call)")
  /// exploration.answer("tray.count")
  /// ```
  ///
  /// - Parameters:
  ///   - folder: the folder of stored counterexamples; nil for none.
  ///   - timeLimit: the time limit of each part of the work; nil for no limit.
  ///   - memoryLimit: the memory limit of the process in bytes; nil for three quarters of the machine's memory.
  ///   - isCancelled: polled regularly.
  public mutating func answer(
    _ line: String, counterexamples folder: String? = nil, timeLimit: Duration? = nil,
    memoryLimit: Int? = nil, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) -> Answer {
    let limits = RunLimits(time: timeLimit, memory: memoryLimit, isInterrupted: isCancelled)
    do throws(SearchError) {
      switch TypedLine(line, in: spec) {
      case .nothing: return .nothing
      case .quit: return .end
      case .incomplete(let usage): throw SearchError(usage)
      case .help: return .text(TypedLine.commands)
      case .scenario(let name): return .text(scenario(named: name).trimmed)
      case .places:
        let places = places(counterexamples: folder).map { "\($0.name)  \($0.about)" }
        return .text(places.joined(separator: "\n"))
      case .value(let text): return try value(of: text, limits)
      case .refusal(let text): return try refusal(of: text, limits)
      case .event(let text): return try take(text, limits)
      case .next(let condition):
        guard let count = try find(condition, limits) else { return .notFound }
        return state(limits, "found after \(Self.steps(count))")
      case .number(let text): try take(number: text)
      case .random(let text):
        let wanted = try Self.count(text)
        let taken = takeRandomly(wanted)
        if taken < wanted {
          return state(
            limits, "nothing can happen any more after \(taken) of \(Self.steps(wanted))")
        }
      case .go(let name):
        try go(
          to: place(named: name, counterexamples: folder), timeLimit: timeLimit,
          memoryLimit: memoryLimit, isCancelled: isCancelled)
      case .show: break
      case .ways: isGrouped.toggle()
      case .start: move(by: -position)
      case .end: move(by: length)
      case .back(let text): move(by: -(try Self.count(text)))
      case .forward(let text): move(by: try Self.count(text))
      }
      return state(limits)
    } catch {
      return .error(error)
    }
  }

  private func state(_ limits: RunLimits, _ note: String? = nil) -> Answer {
    .state(scene(timeLimit: limits.time, memoryLimit: limits.memory), note: note)
  }

  private static func steps(_ count: Int) -> String { "\(count) \(count == 1 ? "step" : "steps")" }

  private static func count(_ text: String?) throws(SearchError) -> Int {
    guard let text else { return 1 }
    guard let count = Int(text), count > 0 else {
      throw SearchError("'\(text)' is no number of steps")
    }
    return count
  }

  // MARK: Steps

  private mutating func take(number text: String) throws(SearchError) {
    if let number = Int(text), number > 0, take(number - 1) { return }
    let count = scene().steps.count
    throw SearchError(
      count == 0 ? "nothing can happen here" : "there is no step \(text), only 1 to \(count)")
  }

  /// Takes the step that fits a pattern of events, if all fitting steps have the same result.
  private mutating func take(_ text: String, _ limits: RunLimits) throws(SearchError) -> Answer {
    let fitting = try fitting(text, limits)
    if fitting.outcomes > 1 { return .which(numbered(fitting.places, limits)) }
    if let step = fitting.first {
      take(step)
      return state(limits)
    }
    let reasons = fitting.refusals.first?.reasons.map(\.trimmed) ?? []
    throw SearchError(
      "\(fitting.refusals.first?.event ?? text.trimmed) cannot happen here"
        + (reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; "))"))
  }

  private func refusal(of text: String, _ limits: RunLimits) throws(SearchError) -> Answer {
    let fitting = try fitting(text, limits)
    return .refusals(fitting.refusals, possible: numbered(fitting.places, limits))
  }

  private func numbered(_ places: [Int], _ limits: RunLimits) -> [NumberedStep] {
    if places.isEmpty { return [] }
    let steps = scene(timeLimit: limits.time, memoryLimit: limits.memory).steps
    return places.filter(steps.indices.contains).map {
      NumberedStep(number: $0 + 1, step: steps[$0])
    }
  }
}
