import Basics
import Edits
import Engine
import Platform
import Replays
import Reports
import Semantics
import SpecLanguage
import TrayKit

/// An undetected mutation, with its first visible difference.
struct Survivor: Sendable {
  var edit: SpecEdit
  /// The first world that shows the difference.
  var world: JudgedWorld
  /// The diverging step; nil if the initial states differ.
  @Boxed var parting: DifferencePath.FirstDivergence?
  /// Conditions that hold in the initial states of the spec but not of the mutant.
  var start: [String] = []
  /// The events with weaker fairness.
  var promises: [Int] = []
}

/// Finds a property that would detect a surviving mutation: `finder.proposal(for: survivor)`.
///
/// Templates produce many candidates. The front end parses each, and keeps it if the mutant's diverging step violates
/// it and no known path of the spec does. The engine then decides the remaining candidates in all worlds and on the
/// mutant before one is shown.
final class PropertyFinder: Sendable {
  let file: SourceFile
  let worlds: [JudgedWorld]
  let bounds: Checker.Limits
  let limits: RunLimits

  init(file: SourceFile, worlds: [JudgedWorld], bounds: Checker.Limits, limits: RunLimits) {
    (self.file, self.worlds, self.bounds, self.limits) = (file, worlds, bounds, limits)
  }

  /// The maximum number of candidates that are parsed.
  private static let maximumSentences = 600
  /// The maximum number of candidates that are decided in all worlds.
  private static let maximumDecided = 12
  /// The maximum length of a candidate.
  private static let maximumLength = 300

  func proposal(for survivor: Survivor) -> MutantVerdict.Proposal? {
    if !survivor.promises.isEmpty {
      let own = Array(file.bytes[file.parts[0].range.start..<file.parts[0].range.end])
      let sentences = survivor.promises.flatMap {
        PropertyTemplates.promised(of: $0, in: survivor.world.spec)
      }
      // Each candidate is parsed separately, since one that does not compile would invalidate the others.
      for sentence in sentences {
        if let found = proven([sentence], own, survivor) { return found }
      }
      return nil
    }
    if let parting = survivor.parting {
      let templates = PropertyTemplates(
        survivor.world.spec, parting.path.end, parting.instance, original: parting.original,
        edited: parting.edited)
      let sentences = templates.sentences.filter { $0.rest.count < Self.maximumLength }
      let found = decided(Array(sentences.prefix(Self.maximumSentences)), survivor, parting)
      if let found { return found }
    }
    if Deadline.isOver { return nil }
    return scenario(survivor)
  }

  // MARK: Properties

  /// A spec with candidates appended to its text.
  private func spec(
    _ contents: [UInt8], _ sentences: [String], _ world: String
  ) -> (spec: CheckedSpec?, mistakes: [Int], text: EditedSpec?) {
    var text = contents + Array("\n".utf8)
    var starts: [Int] = []
    for sentence in sentences {
      starts.append(text.count)
      text += Array((sentence + "\n").utf8)
    }
    let (edited, sink) = EditedSpec.read(file, contents: text, limits: bounds)
    let places = sink.diagnostics.filter { $0.severity == .error }.map(\.range.start)
    if var edited {
      let (spec, more) = edited.diagnosed(world)
      if let spec { return (spec, [], edited) }
      return (nil, Self.indices(more, starts, text.count), edited)
    }
    return (nil, Self.indices(places, starts, text.count), nil)
  }

  private static func indices(_ places: [Int], _ starts: [Int], _ end: Int) -> [Int] {
    Array(
      Set(
        places.compactMap { place in
          place > end ? nil : starts.lastIndex { $0 <= place }
        }))
  }

  private func decided(
    _ candidates: [ProposedProperty], _ survivor: Survivor,
    _ parting: DifferencePath.FirstDivergence
  ) -> MutantVerdict.Proposal? {
    let own = Array(file.bytes[file.parts[0].range.start..<file.parts[0].range.end])
    var open = candidates
    var original: CheckedSpec?
    // Candidates that do not compile are removed. Several rounds are needed because the list of errors may be
    // truncated.
    for _ in 0..<12 where !open.isEmpty && original == nil {
      if Deadline.isOver { return nil }
      let (read, mistakes, _) = spec(own, Self.texts(open), survivor.world.name)
      original = read
      if read == nil {
        if mistakes.isEmpty { return nil }
        open = open.indices.filter { !mistakes.contains($0) }.map { open[$0] }
      }
    }
    guard let original, !open.isEmpty,
      let edited = spec(survivor.edit.applied(to: file), Self.texts(open), survivor.world.name).spec
    else { return nil }
    let breaking = open.indices.filter { index in
      guard let property = edited.place(of: "proposed\(index)") else { return false }
      return Self.breaks(property, edited, parting)
    }
    let kept = breaking.filter { index in
      original.place(of: "proposed\(index)").map { holds($0, original, survivor, parting) } ?? false
    }
    return proven(kept.prefix(Self.maximumDecided).map { open[$0] }, own, survivor)
  }

  private static func texts(_ sentences: [ProposedProperty]) -> [String] {
    sentences.enumerated().map { $1.text(named: "proposed\($0)") }
  }

  /// Whether the mutant violates a property where it diverges from the original.
  private static func breaks(
    _ property: Int, _ edited: CheckedSpec, _ parting: DifferencePath.FirstDivergence
  ) -> Bool {
    let properties = PropertyEvaluator(spec: edited)
    let declared = edited.properties[property]
    switch declared.kind {
    case .invariant:
      if case .success(false) = properties.holds(declared, in: parting.path.end) { return true }
      return false
    case .transition:
      let reaction = ReferenceEvaluator(edited).react(
        to: parting.instance, in: parting.path.end)
      return reaction.steps.contains {
        properties.check(property, $0, from: parting.path.end).isViolated
      }
    case .reachable, .possible, .eventually: return false
    }
  }

  /// Whether a property holds on the known paths.
  private func holds(
    _ property: Int, _ spec: CheckedSpec, _ survivor: Survivor,
    _ parting: DifferencePath.FirstDivergence
  ) -> Bool {
    let properties = PropertyEvaluator(spec: spec)
    let declared = spec.properties[property]
    let evaluator = ReferenceEvaluator(spec)
    let instances = survivor.world.machine.instances.filter {
      $0.event == parting.instance.event
    }
    for (index, place) in survivor.world.ways.places.enumerated() {
      if case .invariant = declared.kind {
        guard case .success(true) = properties.holds(declared, in: place.state) else {
          return false
        }
        continue
      }
      for offset in 0..<min(4, instances.count) {
        let reaction = evaluator.react(
          to: instances[(index * 4 + offset) % instances.count], in: place.state)
        for step in reaction.steps {
          let verdict = properties.check(property, step, from: place.state)
          if verdict.isViolated || verdict.fault != nil { return false }
        }
      }
    }
    return true
  }

  /// The first candidate that the engine proves on the spec and refutes on the mutant.
  private func proven(
    _ sentences: [ProposedProperty], _ own: [UInt8], _ survivor: Survivor
  ) -> MutantVerdict.Proposal? {
    guard !sentences.isEmpty else { return nil }
    var broken: [Int: [String]] = [:]
    var open = Set(sentences.indices)
    for world in [survivor.world] + worlds.filter({ $0.name != survivor.world.name }) {
      if Deadline.isOver || open.isEmpty { return nil }
      guard let spec = spec(own, Self.texts(sentences), world.name).spec else { return nil }
      for index in open where spec.place(of: "proposed\(index)") == nil { open.remove(index) }
      let places = Dictionary(
        uniqueKeysWithValues: open.compactMap { index in
          spec.place(of: "proposed\(index)").map { ($0, index) }
        })
      guard let failing = failing(Set(places.keys), spec, world) else { return nil }
      for index in failing.compactMap({ places[$0] }) {
        // Violations in a world that expects some have to be declared by that world.
        if world.spec.world?.violates.isEmpty ?? true || world.name == survivor.world.name {
          open.remove(index)
        } else if !world.spec.toleratesOthers {
          broken[index, default: []].append(world.name)
        }
      }
    }
    let order = open.sorted { ((broken[$0]?.count ?? 0), $0) < ((broken[$1]?.count ?? 0), $1) }
    for index in order {
      let named = free(sentences[index].name)
      let lines = Self.lines(sentences[index].text(named: named))
      if lines.count <= 3, isBroken(lines, named, survivor) {
        return MutantVerdict.Proposal(
          lines: lines, world: survivor.world.name, announcedBy: broken[index] ?? [])
      }
    }
    return nil
  }

  /// The properties that a world violates or cannot evaluate; nil if the search was inconclusive.
  private func failing(
    _ properties: Set<Int>, _ spec: CheckedSpec, _ world: JudgedWorld
  ) -> Set<Int>? {
    guard let machine = try? Machine(spec), let starts = try? machine.starts() else { return nil }
    let result: SearchResult
    if let options = CheckMode.check.walkOptions(spec, time: nil, threads: 1) {
      result = WalkCheck(
        machine: machine, starts: starts, options: options, properties: properties, limits: limits,
        onProgress: { _ in }
      ).run()
    } else {
      let search = ExhaustiveSearch(
        machine, limits: SearchLimits(memory: limits.memory), properties: properties, threads: 1)
      result = search.run(from: starts)
    }
    if Deadline.isOver { return nil }
    let good = result.properties.filter {
      $0.status == .holds || $0.status == .notRefuted || $0.status == .notAsked
    }.map(\.property)
    return properties.subtracting(good)
  }

  /// Whether the mutant violates the candidate in its final text.
  private func isBroken(_ lines: [String], _ name: String, _ survivor: Survivor) -> Bool {
    let text = lines.joined(separator: "\n")
    let edited = spec(survivor.edit.applied(to: file), [text], survivor.world.name).spec
    guard let edited, let property = edited.place(of: name),
      let machine = try? Machine(edited), let starts = try? machine.starts()
    else { return false }
    let search = ExhaustiveSearch(
      machine, limits: SearchLimits(memory: limits.memory), properties: [property], threads: 1)
    let result = search.run(from: starts) { $0.property == property && !$0.isFault }
    return result.properties.contains { $0.property == property && $0.status == .violated }
  }

  // MARK: Scenarios

  private func scenario(_ survivor: Survivor) -> MutantVerdict.Proposal? {
    let spec = survivor.world.spec
    var sentence: ProposedProperty?
    if let parting = survivor.parting {
      sentence =
        ScenarioTemplate(
          spec, parting.path, parting.instance, original: parting.original, edited: parting.edited
        )?.sentence
      sentence?.name = spec.events[parting.instance.event].name + "Example"
    } else if !survivor.start.isEmpty {
      sentence = ScenarioTemplate.start(spec, survivor.start)
    }
    guard let sentence else { return nil }
    let name = free(sentence.name)
    let lines = Self.lines(sentence.text(named: name))
    let own = Array(file.bytes[file.parts[0].range.start..<file.parts[0].range.end])
    guard lines.count <= 3, plays(own, lines, name, survivor) == true,
      plays(survivor.edit.applied(to: file), lines, name, survivor) == false
    else { return nil }
    return MutantVerdict.Proposal(lines: lines, world: survivor.world.name, announcedBy: [])
  }

  /// Whether a scenario passes after the text; nil if it cannot be played there.
  private func plays(
    _ contents: [UInt8], _ lines: [String], _ name: String, _ survivor: Survivor
  ) -> Bool? {
    guard
      let spec = spec(contents, [lines.joined(separator: "\n")], survivor.world.name).spec,
      let machine = try? Machine(spec), let starts = try? machine.starts(),
      let index = spec.scenarios.firstIndex(where: { $0.name == name })
    else { return nil }
    let verdict = ScenarioRun.play(index, of: machine, from: starts)
    if verdict.openReason != nil || verdict.isIdle || verdict.obstacle != nil { return nil }
    return verdict.failure == nil
  }

  // MARK: Text

  /// A name that the spec does not use.
  private func free(_ wanted: String) -> String {
    var (name, number) = (wanted, 1)
    while file.mentions(name) {
      number += 1
      name = "\(wanted)\(number)"
    }
    return name
  }

  /// A candidate as text: one line, or several if it is long.
  static func lines(_ text: String) -> [String] {
    let lines = lines(text, width: 100)
    return lines.count <= 3 ? lines : self.lines(text, width: 140)
  }

  private static func lines(_ text: String, width: Int) -> [String] {
    if text.count <= width { return [text] }
    if text.hasPrefix("scenario") {
      let steps = text.split(separator: "; ", omittingEmptySubsequences: false).map(String.init)
      var lines = [""]
      for step in steps {
        if lines[lines.count - 1].isEmpty {
          lines[lines.count - 1] = step
        } else if lines[lines.count - 1].count + step.count + 2 <= width {
          lines[lines.count - 1] += "; " + step
        } else {
          lines.append("    " + step)
        }
      }
      return lines
    }
    guard let body = text.firstRange(of: " { ") else { return [text] }
    let (head, rest) = (String(text[..<body.lowerBound]), String(text[body.lowerBound...]))
    guard let filter = head.firstRange(of: " where ") else {
      return [head + " {", "    " + rest.dropFirst(3)]
    }
    return [
      String(head[..<filter.lowerBound]), "    " + head[filter.lowerBound...].dropFirst() + " {",
      "    " + rest.dropFirst(3),
    ]
  }
}

extension CheckedSpec {
  /// The index of the property with a name; for a name with parameters, of its first instance.
  fileprivate func place(of name: String) -> Int? {
    properties.firstIndex { $0.isCalled(name) }
  }
}
