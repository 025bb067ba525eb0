import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// A walk through a spec by hand: where it is, what can happen next, and what cannot and why.
///
/// ```swift
/// var exploration = try Exploration(TraySpec(contentsOf: "lamp.tray"))
/// exploration.take(0)
/// print(exploration.scene().title)
/// ```
///
/// It goes by the reference evaluator; only what is searched for is found by the fast search. The path
/// behind the place that is looked at is kept until another step is taken there. Each question takes a
/// thread with a large stack and waits for it, so ask off the main thread where that must not wait.
public struct Exploration: Sendable {
  let machine: Machine
  let starts: [[Value]]
  /// How much of the time limit of its spec was taken before.
  private(set) var spent = Duration.zero
  /// The states that were visited, with those ahead.
  private(set) var path: Path
  /// What the path shows, if it was not walked by hand.
  private(set) var story: Story?
  /// How many steps of the path lead to the state that is looked at.
  public private(set) var position = 0
  var random: SplitMix
  /// Whether what comes to the same, by one event and rule, is one step with several ways.
  public var isGrouped = true
  var spec: CheckedSpec { machine.spec }

  /// What a path shows that was not walked by hand.
  struct Story: Sendable {
    /// Such as the property that is violated.
    var title: String
    /// How many steps come before those that are repeated, if it goes on for ever.
    var loop: Int?
    /// The event that was tried at its end, if it led nowhere.
    var attempt: EventInstance?
    /// What is to be said at its end.
    var lines: [String]
    /// Whether its property is violated at its end.
    var isViolation = false
    /// The explanation of the violation.
    var reasons = ""
  }

  /// At the first state in which a run of a spec can begin.
  ///
  /// - Parameters:
  ///   - world: the name of the world.
  ///   - settings: values for params, which win over the world's.
  ///   - seed: of the steps that are taken at random.
  /// - Throws: `SpecError` if there is no such world or param, or nothing to start from.
  public init(
    _ spec: TraySpec, world: String = "default", settings: [TraySetting] = [], seed: UInt64 = 0
  ) throws(SpecError) {
    let begin = ContinuousClock.now
    let settled = try spec.settled(world: world, settings: settings)
    if spec.timeLimit != nil { spent = spec.readTime + (.now - begin) }
    machine = settled.machine
    starts = settled.starts
    path = Path(start: starts[0], steps: [])
    random = SplitMix(seed: seed)
  }

  /// At the start of a replayed counterexample; nil if its spec has no states any more.
  init?(_ file: ReplayedFile, seed: UInt64 = 0) {
    guard !file.result.path.start.isEmpty, let machine = try? Machine(file.spec) else { return nil }
    self.machine = machine
    starts = file.starts
    path = file.result.path
    random = SplitMix(seed: seed)
    story = Story(
      title: file.document.property.name, loop: file.result.loop, attempt: file.result.attempt,
      lines: Self.ending(of: file), isViolation: file.replayed.violation != nil,
      reasons: file.replayed.reasons.map(\.text).joined(separator: "\n"))
  }

  private static func ending(of file: ReplayedFile) -> [String] {
    let replayed = file.replayed
    var lines = replayed.trace.loopEnd.map { ["↻  \($0)"] } ?? []
    if let attempt = replayed.trace.attempt { lines.append("\(attempt)  ← here") }
    lines.append(replayed.summary)
    if !replayed.reasons.isEmpty { lines.append("why:") }
    lines += replayed.reasons.map { String(repeating: "  ", count: $0.depth + 1) + $0.text }
    lines += (replayed.violation?.origin?.lines ?? []).map { "  " + $0 }
    return lines
  }

  /// The values of the variables in the state that is looked at.
  var state: [Value] { position == 0 ? path.start : path.steps[position - 1].state }
  /// The path up to there.
  var walked: Path { Path(start: path.start, steps: Array(path.steps.prefix(position))) }
  /// How many steps the path has, those ahead among them.
  public var length: Int { path.steps.count }

  // MARK: Going

  /// Goes back or forward along the path, no further than its ends.
  public mutating func move(by steps: Int) {
    let (least, most) = (-position, path.steps.count - position)
    position += max(least, min(most, steps))
  }

  /// Takes a step by its place among ``Scene/steps``; of several ways the first. False if there is none.
  ///
  /// What was ahead is kept if it begins with the same step.
  @discardableResult
  public mutating func take(_ place: Int) -> Bool {
    let ways = LargeStack.run { [self] in
      self.ways(reactions().flatMap(\.reaction.steps))
    }
    guard ways.indices.contains(place) else { return false }
    take(ways[place][0])
    return true
  }

  /// Takes the step by an event with its arguments, as scenarios write it; false if it cannot happen.
  public mutating func take(event: String) -> Bool {
    let found = LargeStack.run { [self] () -> Semantics.Step? in
      let steps = reactions().flatMap(\.reaction.steps)
      let wanted = event.filter { $0 != " " }
      return steps.first { spec.text($0.instance).filter { $0 != " " } == wanted }
    }
    guard let found else { return false }
    take(found)
    return true
  }

  /// Steps in the order of the text, those together that come to the same by one event and rule.
  func ways(_ steps: [Semantics.Step]) -> [[Semantics.Step]] {
    guard isGrouped else { return steps.map { [$0] } }
    var places: [Outcome: Int] = [:]
    var ways: [[Semantics.Step]] = []
    for step in steps {
      let outcome = Outcome(
        event: step.instance.event, rule: step.rule, signals: step.signals, state: step.state)
      if let place = places[outcome] {
        ways[place].append(step)
      } else {
        places[outcome] = ways.count
        ways.append([step])
      }
    }
    return ways
  }

  private struct Outcome: Hashable {
    var event: Int
    var rule: Int?
    var signals: [EmittedSignal]
    var state: [Value]
  }

  private mutating func take(_ step: Semantics.Step) {
    if position < path.steps.count, path.steps[position] == step {
      position += 1
      return
    }
    path.steps.removeSubrange(position...)
    path.steps.append(step)
    position += 1
    story = nil
  }

  /// Takes steps at random, first the event and then one of its ways, each with equal chances.
  ///
  /// - Returns: how many were taken, fewer if nothing can happen any more.
  public mutating func takeRandomly(_ count: Int) -> Int {
    for taken in 0..<count {
      let events = LargeStack.run { [self] in
        Dictionary(grouping: reactions().flatMap(\.reaction.steps), by: \.instance.event)
          .sorted { $0.key < $1.key }.map(\.value)
      }
      guard let steps = events.randomElement(using: &random),
        let step = steps.randomElement(using: &random)
      else { return taken }
      take(step)
    }
    return count
  }

  /// Puts another path in place of this one, and looks at one of its states.
  mutating func replace(_ path: Path, position: Int, story: Story?) {
    self.path = path
    self.position = position
    self.story = story
  }

  /// What comes of each event instance in the state that is looked at.
  func reactions() -> [(instance: EventInstance, reaction: Reaction)] {
    let evaluator = ReferenceEvaluator(spec)
    let state = state
    var ticks = DeadlineTicks()
    var reactions: [(instance: EventInstance, reaction: Reaction)] = []
    for instance in machine.instances {
      if ticks.isOver() { break }
      reactions.append((instance, evaluator.react(to: instance, in: state)))
    }
    return reactions
  }

  /// The path so far as a scenario to paste into the spec, which expects the state that is looked at.
  ///
  /// - Parameter name: made unlike all names of the spec.
  public func scenario(named name: String = "explored") -> String {
    LargeStack.run { [self] in
      PathScenario(walked, in: spec, starts: starts, named: name).text.printable
    }
  }
}
