import Engine
import Foundation
import SpecLanguage
import Traces

/// What one part of some walks did, complete enough to be added to the other parts: the key `shard`
/// of the report of such a part.
package struct ShardDocument: Codable, Sendable {
  /// What the walks were asked to be; the same in all parts.
  package struct Request: Codable, Sendable, Equatable {
    package struct Setting: Codable, Sendable, Equatable {
      package let name: String
      package let value: String

      package init(name: String, value: String) {
        self.name = name
        self.value = value
      }
    }

    package let version: String
    package let paths: [String]
    package let settings: [Setting]
    package let worlds: [String]
    package let properties: [String]
    package let maximumValues: Int

    package init(
      version: String, paths: [String], settings: [Setting], worlds: [String],
      properties: [String], maximumValues: Int
    ) {
      self.version = version
      self.paths = paths
      self.settings = settings
      self.worlds = worlds
      self.properties = properties
      self.maximumValues = maximumValues
    }
  }

  /// Something that was found, by numbers that hold for the text of the spec as it was.
  package struct Found: Codable, Sendable {
    let kind: String
    var event: Int?
    var rule: Int?
    var rules: [Int]?
    var property: Int?
    var start: Int?
    var end: Int?
    let walk: Int
    let step: Int
  }

  /// The walks of one world.
  package struct World: Codable, Sendable {
    package let spec: String
    package let digest: String
    package let world: String
    package let seed: UInt64
    package let asked: Int?
    package let maximumSteps: Int
    /// `complete`, `interrupted`, `time`, `memory` or `tool`.
    package let ending: String
    package let seconds: Double?
    let bytes: Int?
    let limit: String?
    let walks: Int
    let steps: Int
    let deadEnds: Int
    let events: [Int]
    let rules: [[Int]]
    let found: [Found]
    let even: Data
    let odd: Data
  }

  package let number: Int
  package let count: Int
  package let request: Request
  package let worlds: [World]

  /// The part that a report is about; nil if it is about all walks.
  package init?(_ report: CheckReport, request: Request) {
    let walked = report.specs.flatMap(\.worlds)
      .compactMap { world in world.result.walks.map { (world.spec, $0) } }
    guard let shard = walked.compactMap(\.1.shard).first else { return nil }
    number = shard.index + 1
    count = shard.count
    self.request = request
    worlds = walked.map { World($0, $1) }
  }
}

extension ShardDocument.World {
  init(_ spec: CheckedSpec, _ summary: WalkSummary) {
    self.spec = spec.file.path
    digest = Fingerprint.of(spec.file)
    world = spec.worldName
    seed = summary.seed
    asked = summary.walks
    maximumSteps = summary.steps
    let told = WalkEndingText(summary.ending)
    (ending, seconds, bytes, limit) = (told.word, told.seconds, told.bytes, told.limit)
    let tally = summary.tally
    walks = tally.walks
    steps = tally.steps
    deadEnds = tally.deadEnds
    events = tally.events
    rules = tally.rules
    found = tally.found.sorted {
      $0.value != $1.value
        ? $0.value < $1.value : $0.key.order.lexicographicallyPrecedes($1.key.order)
    }.map { ShardDocument.Found($0, at: $1) }
    even = tally.even.bytes
    odd = tally.odd.bytes
  }

  /// What the walks did, for the spec that they were of; nil if it does not fit to that.
  package func tally(for spec: CheckedSpec) -> WalkTally? {
    var tally = WalkTally(spec)
    // Numbers beyond what any run comes to are no report of one.
    let possible = 0...(1 << 53)
    let counts = [walks, steps, deadEnds] + events + rules.joined()
    guard counts.allSatisfy(possible.contains), possible.contains(maximumSteps),
      tally.events.count == events.count, tally.rules.map(\.count) == rules.map(\.count),
      let even = StateSketch(bytes: even), let odd = StateSketch(bytes: odd)
    else { return nil }
    tally.walks = walks
    tally.steps = steps
    tally.deadEnds = deadEnds
    tally.events = events
    tally.rules = rules
    tally.even = even
    tally.odd = odd
    for each in found {
      guard let finding = each.finding(in: spec), possible.contains(each.walk),
        (0...maximumSteps).contains(each.step)
      else { return nil }
      tally.found[finding] = WalkPlace(walk: each.walk, step: each.step)
    }
    return tally
  }

  package var walkEnding: WalkResult.Ending {
    switch ending {
    case "complete": .complete
    case "time": .time(.seconds(min(max(seconds ?? 0, 0), 1e9)))
    case "memory": .memory(bytes ?? 0)
    case "tool": .tool(limit ?? "a limit")
    default: .interrupted
    }
  }
}

extension ShardDocument.Found {
  init(_ finding: Finding, at place: WalkPlace) {
    let kind: String
    switch finding {
    case .deadlock: kind = "deadlock"
    case .terminalFault: kind = "terminalFault"
    case .invariant(let property):
      kind = "invariant"
      self.property = property
    case .goal(let property):
      kind = "goal"
      self.property = property
    // No walk finds these.
    case .eventually(let property):
      kind = "eventually"
      self.property = property
    case .possible(let property):
      kind = "possible"
      self.property = property
    case .propertyFault(let property, _):
      kind = "propertyFault"
      self.property = property
    case .event(.gap(let event)):
      kind = "gap"
      self.event = event
    case .event(.overlap(let event, let rules)):
      kind = "overlap"
      self.event = event
      self.rules = rules
    case .event(.guardFault(let event, _)):
      kind = "guardFault"
      self.event = event
    case .event(.fault(let event, let rule, _)):
      kind = "fault"
      self.event = event
      self.rule = rule
    case .event(.transition(let property)):
      kind = "transition"
      self.property = property
    case .event(.propertyFault(let property, _)):
      kind = "stepFault"
      self.property = property
    }
    self.kind = kind
    start = finding.faultRange?.start
    end = finding.faultRange?.end
    walk = place.walk
    step = place.step
  }

  /// What was found, in a spec that has what it is about; else nil.
  func finding(in spec: CheckedSpec) -> Finding? {
    let range = start.flatMap { start in end.map { SourceRange(start, $0) } }
    let property = property.flatMap { spec.properties.indices.contains($0) ? $0 : nil }
    let event = event.flatMap { spec.events.indices.contains($0) ? $0 : nil }
    if let event,
      !(rules ?? [rule].compactMap(\.self)).allSatisfy(spec.events[event].rules.indices.contains)
    {
      return nil
    }
    switch kind {
    case "deadlock": return .deadlock
    case "terminalFault": return range.map { .terminalFault($0) }
    case "invariant": return property.map { .invariant($0) }
    case "goal": return property.map { .goal($0) }
    case "propertyFault":
      return property.flatMap { property in range.map { .propertyFault(property, $0) } }
    case "gap": return event.map { .event(.gap(event: $0)) }
    case "overlap":
      return event.flatMap { event in rules.map { .event(.overlap(event: event, rules: $0)) } }
    case "guardFault":
      return event.flatMap { event in range.map { .event(.guardFault(event: event, $0)) } }
    case "fault":
      return event.flatMap { event in
        range.map { .event(.fault(event: event, rule: rule, $0)) }
      }
    case "transition": return property.map { .event(.transition(property: $0)) }
    case "stepFault":
      return property.flatMap { property in
        range.map { .event(.propertyFault(property: property, $0)) }
      }
    default: return nil
    }
  }
}
