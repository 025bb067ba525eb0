import Platform
import Semantics
import Traces

/// The wording of numbers, times and verdicts, shared by all reports for people.
package enum Wording {
  /// A number with thousands separators: `1,234,567`.
  package static func number(_ value: Int) -> String { value.grouped }

  /// A number of at most four characters: `950`, `2.5k`, `60k`, `1.2M`.
  static func rounded(_ value: Int) -> String {
    for (size, unit) in [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "k")] where value >= size {
      let digits = value / size < 10 ? 1 : 0
      let text = fixed(Double(value) / Double(size), digits: digits)
      return (text.hasSuffix(".0") ? String(text.dropLast(2)) : text) + unit
    }
    return number(value)
  }

  /// A number with its noun, in the singular or plural.
  package static func count(_ value: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number(value)) \(value == 1 ? noun : plural ?? noun + "s")"
  }

  /// The reason why a property is inconclusive although all states were visited.
  static func text(_ reason: PropertyVerdict.InconclusiveReason) -> String {
    switch reason {
    case .statesOnDisk: "runs are not followed where states are on disk"
    case .statesElsewhere: "runs are not followed where states are on several machines"
    case .memory: "there is not memory enough to follow runs"
    case .tooManyStates: "there are too many states to follow runs"
    case .statesBeyondBound: "states beyond 'explore while' were not followed"
    case .stopped(let limit): self.reason(limit)
    }
  }

  /// The bound of `explore while`, and the states beyond it.
  static func text(_ bound: WorldVerdict.Bound) -> String {
    let text = "explore while \(bound.condition.printableLine): "
    return switch bound.states {
    case nil: text + "states beyond it are not followed"
    case 0?: text + "no state is beyond it"
    case let count?:
      text + "\(self.count(count, "state")) beyond it \(count == 1 ? "was" : "were") not followed"
    }
  }

  /// The sentence that a property fails only because of a fault or gap.
  static func broken(by kind: ViolationKind) -> String {
    "nothing comes after the \(kind.rawValue): see there"
  }

  /// Advice on internal errors.
  package static let internalErrorAdvice =
    "this is a mistake of traycheck and not of the spec: please report it, with the spec, the values "
    + "of its params and this message"

  /// Advice on disagreements between engines.
  static let disagreementAdvice =
    "this is a mistake of traycheck and not of the spec: please send in the file that was saved, or the spec "
    + "and this message"

  /// The factorial of a number, rounded if it is large.
  static func factorial(_ value: Int) -> String {
    if value > 12 { return "billions of" }
    return number((1...max(1, value)).reduce(1, *))
  }

  /// The number of steps, in words.
  static func transitions(_ statistics: WorldVerdict.Statistics) -> String {
    statistics.largeTransitions.map { "\($0.grouped) transitions" }
      ?? count(statistics.transitions, "transition")
  }

  /// The method that found the states; nil for an ordinary search.
  static func engine(_ world: WorldVerdict) -> String? {
    let nodes = count(world.statistics.diagramNodes ?? 0, "node")
    return switch world.foundBy {
    case .explicit: nil
    case .diagrams: "by a decision diagram of \(nodes)"
    case .both: "one by one and by a decision diagram of \(nodes)"
    }
  }

  /// The number of states, and the number of stored ones.
  static func states(_ statistics: WorldVerdict.Statistics) -> String {
    if let digits = statistics.largeStates { return "\(digits.grouped) states" }
    guard let symmetry = statistics.symmetry, !symmetry.types.isEmpty else {
      return count(statistics.states, "state")
    }
    let types = list(symmetry.types)
    guard symmetry.countsStates else {
      return count(symmetry.orbits, "state") + " after symmetry reduction over \(types)"
    }
    return count(statistics.states, "state")
      + " (\(number(symmetry.orbits)) after symmetry reduction over \(types))"
  }

  /// The length of a trace, and whether a shorter one is possible.
  static func length(of violation: ViolationVerdict) -> String {
    count(violation.length, "step") + shortest(violation.length, violation.isProvedShortest)
  }

  private static func shortest(_ length: Int, _ isProved: Bool) -> String {
    length == 0 ? "" : isProved ? " (shortest: proved)" : " (shortest found)"
  }

  /// A description of how a property holds.
  static func holding(_ property: WorldVerdict.Property) -> String {
    if let place = property.goalWalk { return WalkText.reached(place) }
    if let depth = property.goalDepth { return "reached after \(count(depth, "step"))" }
    if property.isMetAtStart ?? false { return "holds, but it is true at the start already" }
    if property.sentence == .within {
      return property.matchedSteps == 0
        ? "holds, but no timer is on while it waits" : meaning(of: property)
    }
    if let steps = property.matchedSteps {
      return steps == 0
        ? "holds, but no such step ever happens" : "holds in all \(count(steps, "such step"))"
    }
    return property.isVacuous ?? false
      ? "holds, but its 'whenever' is true in no reachable state" : meaning(of: property)
  }

  /// The meaning of a property of states or runs that holds.
  private static func meaning(of property: WorldVerdict.Property) -> String {
    switch property.sentence {
    case .within: return "is in time in every run"
    case .until: return "holds up to its end in every run"
    case .same: return "both do the same in every reachable state"
    case nil: break
    }
    return switch property.keyword {
    case .eventually: "holds in every fair run"
    case .possible: "can be reached from every reachable state"
    case .invariant, .transition, .reachable: "holds in every reachable state"
    }
  }

  /// A description of a violation: the number of steps before it, and its loop.
  static func path(to violation: ViolationVerdict) -> String {
    path(
      to: violation, naming: shortest(violation.length, violation.isProvedShortest))
  }

  /// The description with other words for the shortest path.
  static func path(to violation: ViolationVerdict, naming shortest: String) -> String {
    path(
      violation.length, loop: violation.trace.loop, of: violation.trace.steps.count,
      shortest: shortest)
  }

  /// The description of a violation of the engine.
  package static func path(to violation: Violation) -> String {
    path(
      violation.length, loop: violation.lasso?.loopStart, of: violation.path.steps.count,
      shortest: shortest(violation.length, violation.isProvedShortest))
  }

  private static func path(
    _ length: Int, loop start: Int?, of steps: Int, shortest: String
  ) -> String {
    func place(_ steps: Int) -> String {
      steps == 0 ? "at the start" : "after \(count(steps, "step"))"
    }
    guard let start else { return place(length) + shortest }
    let loop = steps - start
    return place(start)
      + (loop > 0 ? ", by a loop of \(count(loop, "step"))" : ", by stopping there")
      + shortest
  }

  package static func seconds(_ duration: Duration) -> String {
    let seconds = duration.inSeconds
    let digits = seconds < 10 ? 2 : seconds < 100 ? 1 : 0
    return fixed(seconds, digits: digits) + " s"
  }

  /// The duration of all runs, and the part of earlier ones if there are any.
  static func seconds(_ duration: Duration, earlier: Duration) -> String {
    let all = seconds(duration)
    return earlier > .zero ? "\(all), \(seconds(earlier)) of it in earlier runs" : all
  }

  package static func fixed(_ value: Double, digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let rounded = Int((value * Double(scale)).rounded())
    guard digits > 0 else { return number(rounded) }
    let fraction = String(rounded % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(number(rounded / scale)).\(zeros)\(fraction)"
  }

  /// A number of bytes in the largest decimal unit, with one decimal place: `1.5 MB`.
  package static func bytes(_ count: Int) -> String {
    for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("kB", 1_000)]
    where count >= size {
      return "\(fixed(Double(count) / Double(size), digits: 1)) \(unit)"
    }
    return "\(count) B"
  }

  /// A small probability, rounded up to one digit: `2e-7`.
  static func probability(_ value: Double) -> String {
    guard value > 0, value < 1 else { return value > 0 ? "1" : "0" }
    var exponent = Int(log10(value).rounded(.down))
    var digit = Int((value / pow(10, Double(exponent)) - 1e-9).rounded(.up))
    if digit > 9 { (digit, exponent) = (1, exponent + 1) }
    return exponent == 0 ? "1" : "\(max(1, digit))e\(exponent)"
  }

  /// The reason why a search did not visit all states.
  package static func reason(_ limit: Completion.Limit) -> String {
    switch limit {
    case .states(let count): "the limit of \(Wording.count(count, "state")) was reached"
    case .depth(let depth): "the limit of \(Wording.count(depth, "step")) of depth was reached"
    case .time(let time): "the time limit of \(seconds(time)) was reached"
    case .timeForTraces(let time, let names):
      "the time limit of \(seconds(time)) was reached, with no time left for the traces of "
        + "these findings: \(list(names))"
    case .interrupted: "it was interrupted"
    case .memory(let bytes): "the memory limit of \(Wording.bytes(bytes)) was reached"
    case .processMemory(let bytes, let needed):
      "the memory limit of \(Wording.bytes(bytes)) leaves no room for states; the least for this "
        + "spec is \(Wording.bytes(needed))"
    case .tool(let limit): limit
    case .scratch(let reason): reason
    }
  }

  package static func list(_ names: [String]) -> String { names.joined(separator: ", ") }
}

extension Duration {
  package var inSeconds: Double {
    Double(components.seconds) + Double(components.attoseconds) * 1e-18
  }
}

extension Double {
  /// A number of seconds in the format of JUnit, with three decimals.
  package var thousandths: String {
    let all = Int((self * 1000).rounded(.toNearestOrEven))
    let (seconds, rest) = all.quotientAndRemainder(dividingBy: 1000)
    let digits = String(rest)
    return "\(seconds)." + String(repeating: "0", count: 3 - digits.count) + digits
  }
}
