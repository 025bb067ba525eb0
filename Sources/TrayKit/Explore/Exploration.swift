import Basics
import Replays
import Reports
import Semantics
import SpecLanguage
import Traces

/// An interactive simulator of a spec: it shows the current state, the possible steps, and the reasons why other events
/// are impossible.
///
/// ```swift
/// var exploration = try Exploration(TraySpec(contentsOf: "lamp.tray"))
/// exploration.take(0)
/// print(exploration.scene().title)
/// ```
///
/// It runs on the reference interpreter; only searches use the fast engine. The path after the current state is kept
/// until another step is taken there. Each call starts a thread with a large stack and waits for it, so do not call it
/// on a thread that must not block.
public struct Exploration: Sendable {
  let machine: Machine
  let starts: [[Value]]
  /// The part of the spec's time limit that was already used.
  private(set) var spent = Duration.zero
  /// The visited states, including those after the current one.
  private(set) var path: Path
  /// The meaning of a path that was not stepped through by hand; nil otherwise.
  private(set) var story: Story?
  /// The number of steps from the start of the path to the current state.
  public private(set) var position = 0
  var random: SplitMix
  /// Whether variants of a step with the same event, rule and result are grouped into one step.
  public var isGrouped = true
  var spec: CheckedSpec { machine.spec }

  /// The meaning of a path that was not stepped through by hand.
  struct Story: Sendable {
    /// The subject of the path, such as the violated property.
    var title: String
    /// The number of steps before the loop, if the path is infinite.
    var loop: Int?
    /// The impossible event that was tried at the end of the path.
    var attempt: EventInstance?
    /// The lines that are shown at the end of the path.
    var lines: [String]
    /// Whether the property is violated at the end of the path.
    var isViolation = false
    /// The explanation of the violation.
    var reasons = ""
  }

  /// Creates an exploration at the first initial state of a spec.
  ///
  /// - Parameters:
  ///   - spec: the spec.
  ///   - world: the name of the world.
  ///   - settings: values for params, which override those of the world.
  ///   - seed: the seed of random steps.
  /// - Throws: `SpecError` if the world or a param does not exist, or if there is no initial state.
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

  /// Creates an exploration at the start of a replayed counterexample; nil if its spec no longer has any states.
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

  /// The values of the variables in the current state.
  var state: [Value] { position == 0 ? path.start : path.steps[position - 1].state }
  /// The path up to the current state.
  var walked: Path { Path(start: path.start, steps: Array(path.steps.prefix(position))) }
  /// The number of steps in the path, including those after the current state.
  public var length: Int { path.steps.count }

  // MARK: Moving

  /// Moves forward or back along the path, at most to its ends.
  public mutating func move(by steps: Int) {
    let (least, most) = (-position, path.steps.count - position)
    position += max(least, min(most, steps))
  }

  /// Takes a step by its index in ``Scene/steps``, with the first of its variants. Returns false if there is none.
  ///
  /// The rest of the path is kept if it begins with the same step.
  @discardableResult
  public mutating func take(_ place: Int) -> Bool {
    let ways = LargeStack.run { [self] in
      self.ways(reactions().flatMap(\.reaction.steps))
    }
    guard ways.indices.contains(place) else { return false }
    take(ways[place][0])
    return true
  }

  /// Takes the first step that fits a pattern of events, such as an event with its arguments in the notation of
  /// scenarios. Returns false if there is none.
  public mutating func take(event: String) -> Bool {
    let limits = RunLimits(time: nil, memory: nil)
    guard let step = try? fitting(event, limits).first else { return false }
    take(step)
    return true
  }

  /// The steps in the order of the text, grouped by event, rule and result if that is wanted.
  func ways(_ steps: [Semantics.Step]) -> [[Semantics.Step]] {
    isGrouped ? grouped(steps) : steps.map { [$0] }
  }

  func grouped(_ steps: [Semantics.Step]) -> [[Semantics.Step]] {
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

  mutating func take(_ step: Semantics.Step) {
    if position < path.steps.count, path.steps[position] == step {
      position += 1
      return
    }
    path.steps.removeSubrange(position...)
    path.steps.append(step)
    position += 1
    story = nil
  }

  /// Takes random steps: a uniformly chosen event, then a uniformly chosen variant of it.
  ///
  /// - Returns: the number of steps taken, which is smaller if no event is possible any more.
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

  /// Replaces the path and selects one of its states.
  mutating func replace(_ path: Path, position: Int, story: Story?) {
    self.path = path
    self.position = position
    self.story = story
  }

  /// The reaction to each event instance in the current state.
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

  /// The path so far as a scenario to paste into the spec. The scenario expects the current state.
  ///
  /// - Parameter name: the name of the scenario, which is changed if the spec already uses it.
  public func scenario(named name: String = "explored") -> String {
    LargeStack.run { [self] in
      PathScenario(walked, in: spec, starts: starts, named: name).text.printable
    }
  }
}
