import Comparison
import Foundation
import Semantics
import SpecLanguage
import TestSupport
import Testing
import Traces

/// The comparison of random specs, judged by a second, simpler one.
@Suite struct RandomBehaviourTests {
  @Test("a spec does what it does", arguments: SeedPortions.all(usual: Weekly.count(8)))
  func itself(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let text = RandomSpec(seed: seed).text
      guard try isUsable(text) else { continue }
      let result = try BehaviourTests.result(text, text, states: 60)
      #expect(result.differences.isEmpty, "seed \(seed)")
    }
  }

  @Test(
    "what an edit changes is told with a way that only one of the specs has",
    arguments: SeedPortions.all(usual: Weekly.count(16)))
  func edited(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let text = RandomSpec(seed: seed).text
      guard try isUsable(text), let edited = Self.edited(text, seed: seed) else { continue }
      let (old, new) = (try SpecText.checked(text), try SpecText.checked(edited))
      let there = try BehaviourTests.result(old, new, states: 60, ignoringTexts: false)
      let back = try BehaviourTests.result(new, old, states: 60, ignoringTexts: true)
      #expect(Self.kinds(there, swaps: true) == Self.kinds(back, swaps: false), "seed \(seed)")
      for difference in there.differences where difference.event != nil {
        let isOld = difference.kind == .onlyOld
        let (one, other) = isOld ? (old, new) : (new, old)
        #expect(try Simulation.allows(difference.trace, in: one), "seed \(seed)")
        #expect(try !Simulation.allows(difference.trace, in: other), "seed \(seed)")
        var before = difference.trace
        before.steps.removeLast()
        #expect(try Simulation.allows(before, in: other), "seed \(seed)")
      }
    }
  }

  @Test(
    "what is found is what the reference evaluator finds, on any number of threads",
    arguments: SeedPortions.all(usual: Weekly.count(16)))
  func reference(_ seeds: Range<UInt64>) throws {
    for seed in seeds {
      let text = RandomSpec(seed: seed).text
      guard try isUsable(text) else { continue }
      let edited = Self.edited(text, seed: seed) ?? text
      let more = ["0", "any"].map { Self.addingVariable($0, to: edited) }
      for new in [edited, Self.hidingVariable(of: edited)] + more {
        try compare(text, new, "seed \(seed)")
      }
      for old in more { try compare(old, text, "seed \(seed), from more to less") }
    }
  }

  private func compare(_ old: String, _ new: String, _ name: Comment) throws {
    let specs = (try SpecText.checked(old), try SpecText.checked(new))
    let sides = (try BehaviourTests.side(specs.0), try BehaviourTests.side(specs.1))
    let known = ReferenceComparison(
      sides.0.machine, sides.1.machine, starts: [sides.0.starts, sides.1.starts],
      maximumNodes: 300)
    guard known.nodes <= 300 else { return }
    let declarations = DeclarationComparison(
      Parser.parse(specs.0.file).spec, Parser.parse(specs.1.file).spec)
    let comparison = BehaviourComparison(
      sides.0, sides.1, renames: Renames(),
      unchanged: declarations.renames.isEmpty ? UnchangedBehaviour(declarations) : .nothing)
    guard let search = comparison.search(maximumStates: 100_000) else { return }
    // It is paused and resumed with more threads.
    while !search.advance(threads: 1, untilNodes: 7) { if search.advance(threads: 3) { break } }
    let result = search.result
    #expect(result.internalErrors.isEmpty, name)
    if Self.hasForeignParameters(specs.0, specs.1) {
      // A program cannot decide whether it is the same event with other arguments.
      #expect(result.completion != .exhaustive, name)
      return
    }
    #expect(result.completion == .exhaustive, name)
    #expect(result.states == known.nodes, name)
    #expect(result.differingSteps == known.differingSteps, name)
    var found: [String: Int] = [:]
    for difference in result.differences where difference.event != nil {
      let sort = "\(difference.kind.rawValue) \(difference.event ?? "")"
      found[sort] = min(found[sort] ?? .max, difference.length)
    }
    #expect(found == known.found, name)
  }

  /// Returns whether an event has a parameter with the same name in both, but without common values.
  private static func hasForeignParameters(_ old: CheckedSpec, _ new: CheckedSpec) -> Bool {
    old.events.contains { event in
      guard let other = new.events.first(where: { $0.name == event.name }) else { return false }
      return event.parameters.contains { parameter in
        guard let partner = other.parameters.first(where: { $0.name == parameter.name }) else {
          return false
        }
        let (one, two) = (parameter.type, partner.type)
        return Set(one.allValues.map(one.text)).isDisjoint(with: two.allValues.map(two.text))
      }
    }
  }

  /// The spec with a unique name for its first variable.
  private static func hidingVariable(of text: String) -> String {
    guard let name = text.firstMatch(of: /\nvar (\w+)/)?.1,
      let word = try? Regex("\\b\(name)\\b")
    else { return text }
    return text.replacing(word, with: "hidden\(name)")
  }

  /// The spec with an additional unique variable that its first event without rules changes.
  private static func addingVariable(_ initial: String, to text: String) -> String {
    var lines = text.components(separatedBy: "\n")
    let event = lines.indices.dropLast().first { place in
      let next = lines[place + 1].trimmingCharacters(in: .whitespaces)
      return lines[place].hasPrefix("on ") && lines[place].hasSuffix("{")
        && !next.hasPrefix("rule ") && !next.hasPrefix("let ") && next != "}"
    }
    if let event { lines.insert("  extra = 1 - extra", at: event + 1) }
    let first = lines.firstIndex { $0.hasPrefix("var ") } ?? lines.count
    lines.insert("var extra: 0...1 = \(initial)", at: first)
    let candidate = lines.joined(separator: "\n")
    return (try? SpecText.checked(candidate)) == nil ? text : candidate
  }

  private static func kinds(_ result: BehaviourResult, swaps: Bool) -> Set<String> {
    Set(
      result.differences.map { difference in
        let kind =
          switch (difference.kind, swaps) {
          case (.onlyOld, true), (.onlyNew, false): "new"
          case (.onlyNew, true), (.onlyOld, false): "old"
          case (.both, _): "both"
          }
        return "\(kind) \(difference.event ?? "start") \(difference.length)"
      })
  }

  /// Returns whether a spec has initial states.
  private func isUsable(_ text: String) throws -> Bool {
    let machine = try Machine(SpecText.checked(text))
    return (try? machine.starts()) != nil
  }

  /// The spec with a word of an event replaced by another one; nil if none fits.
  private static func edited(_ text: String, seed: UInt64) -> String? {
    var random = SplitMix64(seed: seed)
    var lines = text.components(separatedBy: "\n")
    let first = lines.firstIndex { $0.hasPrefix("on ") } ?? 0
    let last = lines.firstIndex { $0.hasPrefix("invariant ") } ?? lines.count
    let edits = [
      (" && ", " || "), (" == ", " != "), ("true", "false"), ("false", "true"), (" < ", " > "),
      ("emit ping", "emit ping, ping"), ("1", "0"), ("every ", "some "), ("0", "1"),
    ]
    for _ in 0..<20 where first < last {
      let line = first + random.number(below: last - first)
      let edit = edits[random.number(below: edits.count)]
      guard let range = lines[line].range(of: edit.0) else { continue }
      let saved = lines[line]
      lines[line].replaceSubrange(range, with: edit.1)
      let candidate = lines.joined(separator: "\n")
      if (try? SpecText.checked(candidate)) != nil { return candidate }
      lines[line] = saved
    }
    return nil
  }
}

/// Checks whether a spec has a path with the same words in each step.
enum Simulation {
  static func allows(_ trace: Trace, in spec: CheckedSpec) throws -> Bool {
    let machine = try Machine(spec)
    let evaluator = ReferenceEvaluator(spec)
    let begin = trace.start.map { "\($0.name) = \($0.value)" }
    var states = try machine.starts().filter { start in
      Trace(Path(start: start, steps: []), in: spec).start.map { "\($0.name) = \($0.value)" }
        == begin
    }
    for wanted in trace.steps {
      let instances = machine.instances.filter { spec.text($0) == wanted.event }
      var next: Set<[Value]> = []
      for state in states {
        for step in instances.flatMap({ evaluator.react(to: $0, in: state).steps }) {
          let told = Trace(Path(start: state, steps: [step]), in: spec).steps[0]
          if told.changes == wanted.changes, told.signals.sorted() == wanted.signals.sorted() {
            next.insert(step.state)
          }
        }
      }
      states = Array(next)
    }
    return !states.isEmpty
  }
}
