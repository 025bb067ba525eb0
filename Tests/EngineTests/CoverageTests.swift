import Semantics
import SpecLanguage
import TestSupport
import Testing

@testable import Engine

/// The oracle is a change of the text: a gap can be replaced by anything, and other parts cannot.
@Suite("What a search finds never asked") struct CoverageTests {
  @Test(
    "makes no difference, on random specs", arguments: RandomSpec.first(Weekly.count(120)))
  func unasked(_ random: RandomSpec) throws {
    let (found, coverage) = try covered(random.text, random.world)
    // A condition that faults is neither true nor false.
    if found.violations.contains(where: { $0.word == .fault }) { return }
    for question in coverage?.unasked ?? [] where found.spec.world == nil {
      for text in changes(question) {
        guard let changed = changed(random.text, question.range, text) else { continue }
        #expect(
          try signature(of: changed) == signature(of: found.spec),
          "\(question.cause), as \(text)\n\(random.text)")
      }
    }
  }

  @Test(
    "is no branch that can go wrong, on random specs",
    arguments: RandomSpec.first(Weekly.count(120)))
  func asked(_ random: RandomSpec) throws {
    let (found, coverage) = try covered(random.text, random.world)
    let plan = PlanBuilder.plan(found.machine, properties: [])
    guard found.spec.world == nil, found.result.generalViolations.isEmpty,
      plan.opaqueInstances.isEmpty
    else { return }
    for question in coverage?.asked ?? []
    where question.isBody {
      guard let changed = changed(random.text, question.range, "assert(false)") else { continue }
      let general = try search(changed).result.generalViolations
      #expect(!general.isEmpty, "\(question.cause)\n\(random.text)")
    }
  }

  @Test(
    "does not depend on symmetry or threads", arguments: RandomSpec.first(Weekly.count(60)))
  func reduced(_ random: RandomSpec) throws {
    let spec = try SpecText.checked(random.text, world: random.world)
    let machine = try Machine(spec)
    let starts = try machine.starts()
    let found = [true, false].map { reduces in
      var limits = SearchLimits(states: 3_000)
      limits.asksQuestions = true
      limits.reducesSymmetry = reduces
      return ExhaustiveSearch(machine, limits: limits, threads: reduces ? 2 : 1).run(from: starts)
    }
    guard found.allSatisfy({ $0.completion == .exhaustive }) else { return }
    #expect(found[0].coverage?.unasked == found[1].coverage?.unasked)
  }

  private func covered(
    _ text: String, _ world: String?
  ) throws -> (SearchedSpec, CoverageAnswers?) {
    var limits = SearchLimits(states: 3_000)
    limits.asksQuestions = true
    let found = try search(text, world: world, limits: limits)
    return (found, found.result.coverage)
  }

  /// The possible replacements of a gap, or of a condition with only one value.
  private func changes(_ question: CoverageGap) -> [String] {
    if question.isBody { return ["assert(false)"] }
    switch Outcomes(rawValue: UInt8(question.aspect)) {
    case .holds: return ["(false)"]
    case .fails: return ["(true)"]
    default: return question.kind == .part ? ["(true)", "(false)"] : []
    }
  }

  /// The spec with another text at a place; nil if that is none.
  private func changed(_ text: String, _ range: SourceRange, _ other: String) -> CheckedSpec? {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range.start..<range.end, with: other.utf8)
    return try? SpecText.checked(String(decoding: bytes, as: UTF8.self))
  }

  /// The result of a search for a spec, without places.
  private func signature(of spec: CheckedSpec) throws -> [String] {
    let found = try search(spec, limits: SearchLimits(states: 3_000))
    return ["\(found.result.statistics.states) \(found.result.statistics.transitions)"]
      + found.result.properties.map {
        "\($0.status) \($0.matchedSteps ?? -1) \($0.goalDepth ?? -1)"
      }
      + found.result.generalViolations.map { "\($0.name(in: spec)) \($0.length)" }
  }
}

extension CoverageGap {
  /// Whether it is about statements that never run.
  fileprivate var isBody: Bool { if case .bodyNeverRuns = cause { true } else { false } }
}
