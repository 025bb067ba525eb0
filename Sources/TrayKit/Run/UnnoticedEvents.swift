import Basics
import Reports
import Semantics
import SpecLanguage

/// Finds the events that no check of a spec needs: `UnnoticedEvents(compiled, …).found(threads: …)`.
///
/// A passing scenario that steps through an event needs it. Each other event is made impossible in the text. The
/// worlds that were searched are searched again, the small ones first, until a check has another result, or a property
/// is about nothing.
struct UnnoticedEvents: Sendable {
  /// The events of a spec, each as the gap that it is or may be.
  struct Findings: Codable, Sendable {
    /// The events that no check needs.
    var gaps: [CoverageGap] = []
    /// The events for which a limit prevented an answer.
    var open: [CoverageGap] = []
  }

  private enum Answer {
    case noticed, unnoticed
    case open(String)
  }

  /// A world that was searched to its end.
  private struct World {
    var spec: CheckedSpec
    var states: Int
    var hollowParts: Int
    var requiresLibraryGoals: Bool
    /// Whether states beyond `explore while` were left out.
    var isCut: Bool
  }

  private let compiled: CompiledSpec
  private let bounds: Checker.Limits
  private let limits: RunLimits
  /// Creates the deadline for a search, from the names of the spec and the world, and the time spent.
  private let deadline: @Sendable (String, String, Duration) -> Deadline
  private let worlds: [World]
  private let candidates: [Event]

  /// - Parameters:
  ///   - verdicts: the verdicts on all worlds, which pass.
  ///   - coverages: the coverage of the worlds, by name.
  init(
    _ compiled: CompiledSpec, _ verdicts: [WorldVerdict], _ coverages: [String: Coverage],
    bounds: Checker.Limits, limits: RunLimits,
    deadline: @escaping @Sendable (String, String, Duration) -> Deadline
  ) {
    self.compiled = compiled
    self.bounds = bounds
    self.limits = limits
    self.deadline = deadline
    var happening: Set<String> = []
    worlds = compiled.worlds.compactMap { spec -> World? in
      guard let verdict = verdicts.first(where: { $0.name == spec.worldName }),
        !verdict.judgement.isWalked, let coverage = coverages[spec.worldName]
      else { return nil }
      happening.formUnion(Set(spec.events.map(\.name)).subtracting(verdict.unseenEvents))
      let unreached = Set(
        verdict.properties.filter { $0.status == .notReached }.map(\.name))
      let lacksGoal = spec.properties.contains {
        unreached.contains($0.name) && spec.file.usedPath(at: $0.range) != nil
      }
      return World(
        spec: spec, states: verdict.statistics.states, hollowParts: coverage.hollowParts,
        requiresLibraryGoals: !lacksGoal, isCut: verdict.isCutByBound)
    }.enumerated()
      .sorted { ($0.element.states, $0.offset) < ($1.element.states, $1.offset) }.map(\.element)
    let played = compiled.worlds.reduce(into: Set<String>()) { $0.formUnion($1.playedEvents) }
    candidates = (compiled.worlds.first?.events ?? []).filter { event in
      !event.isTick && compiled.file.usedPath(at: event.range) == nil
        && happening.contains(event.name)
        && !played.contains(event.name)
    }
  }

  /// The findings, in the order of the text.
  func found(threads: Int) -> Findings {
    let answers = ParallelMap.run(candidates.map(\.name), threads: threads) { answer($0) }
    var findings = Findings()
    for (event, answer) in zip(candidates, answers) {
      switch answer {
      case .noticed: break
      case .unnoticed: findings.gaps.append(CoverageGap(.eventIsUnnoticed(event.name), event.range))
      case .open(let reason):
        findings.open.append(
          CoverageGap(.eventMayBeUnnoticed(event.name, reason: reason), event.range))
      }
    }
    return findings
  }

  private func answer(_ event: String) -> Answer {
    guard
      var edited = EditedSpec(
        compiled.file, contents: contents(without: event), limits: bounds)
    else { return .open("the text without it has errors") }
    var reason: String?
    for world in worlds {
      let deadline = deadline(world.spec.name, world.spec.worldName, .zero)
      let outcome = deadline.during { () -> EditedWorldCheck.Outcome in
        guard let spec = edited.world(world.spec.worldName), let machine = try? Machine(spec),
          let starts = try? machine.starts()
        else { return .undecided("the text without it has errors") }
        var check = EditedWorldCheck(machine, starts: starts, limits: limits)
        check.requiresLibraryGoals = world.requiresLibraryGoals
        check.hollowParts = world.hollowParts
        return check.outcome()
      }
      switch outcome {
      case .noticed: return .noticed
      case .unnoticed where world.isCut:
        reason = reason ?? "states beyond 'explore while' were not followed"
      case .unnoticed: continue
      case .undecided(let why): reason = reason ?? why
      }
    }
    return reason.map(Answer.open) ?? .unnoticed
  }

  // MARK: Text

  /// The spec's own text, in which an event is never possible, also where worlds replace it.
  private func contents(without event: String) -> [UInt8] {
    var edits: [(range: SourceRange, text: String)] = []
    func drop(_ declared: EventSyntax) {
      guard declared.name.text == event else { return }
      if let condition = declared.guardExpression {
        return edits.append((condition.range, "false"))
      }
      let start =
        switch declared.body {
        case .statements(let body): body.braces.start
        case .rules(_, let items): items.braces.start
        }
      edits.append((SourceRange(start, start), " when false "))
    }
    func drop(_ changes: ChangesSyntax) {
      for replacement in changes.replacements {
        switch replacement.kind {
        case .event(let declared): drop(declared)
        case .eventGuard(let name, _, let condition) where name.text == event:
          edits.append((condition.range, "false"))
        default: break
        }
      }
    }
    for declaration in compiled.syntax.declarations
    where compiled.file.usedPath(at: declaration.range) == nil {
      switch declaration.kind {
      case .event(let declared): drop(declared)
      case .use(let use): drop(use.changes)
      case .world(let world): drop(world.changes)
      default: break
      }
    }
    let own = compiled.file.parts[0].range
    var bytes = Array(compiled.file.bytes[own.start..<own.end])
    for edit in edits.sorted(by: { $0.range.start > $1.range.start }) {
      bytes.replaceSubrange(edit.range.start..<edit.range.end, with: edit.text.utf8)
    }
    return bytes
  }
}

extension CheckedSpec {
  /// The events that certainly happen in a scenario of this world that passes.
  fileprivate var playedEvents: Set<String> {
    var found: Set<String> = []
    func visit(_ steps: [ScenarioStep]) {
      for step in steps {
        switch step.node {
        case .event(let event, _): found.insert(events[event].name)
        case .repetition(let count, let body):
          if case .constant(.int(1...)) = count.node { visit(body) }
        case .refuse, .expect, .given, .loop, .bind: break
        }
      }
    }
    for scenario in scenarios where scenario.obstacle == nil { visit(scenario.steps) }
    return found
  }
}

extension CheckRun {
  /// Looks for events that no check needs, in the specs that pass and whose check is strict. Rounds that follow
  /// one another after each change leave that out.
  func findUnnoticedEvents() {
    if earlier != nil { return }
    for (index, spec) in known.withLock({ $0.specs }).enumerated() {
      let own = request(forSpecAt: spec.file.path)
      guard own.isStrict, spec.unnoticed == nil, let compiled = spec.compiled, !isInterrupted()
      else { continue }
      let report = spec.report(request, isOver: true)
      guard spec.hasGaps(request, report.verdicts) else { continue }
      let search = UnnoticedEvents(
        compiled, report.verdicts, spec.coverages, bounds: request.bounds,
        limits: limits(forSpecAt: spec.file.path), deadline: watches(over: spec.file))
      let findings = search.found(threads: threads)
      known.withLock { $0.specs[index].unnoticed = findings }
    }
  }
}
