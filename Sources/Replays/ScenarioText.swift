import Basics
import Semantics
import SpecLanguage
import Traces

/// A counterexample as a scenario to paste into its spec: `ScenarioText(result, …).text`.
package struct ScenarioText {
  private let spec: CheckedSpec
  @Boxed private var document: CounterexampleDocument
  private var lines: ScenarioLines
  /// The names of this and earlier scenarios and worlds.
  package var taken: Set<String> { lines.taken }

  /// The declarations, with a line end after each line.
  package var text: String { lines.text }

  package init(
    _ result: ReplayResult, of document: CounterexampleDocument, path: String, in spec: CheckedSpec,
    starts: [[Value]], taken: Set<String> = []
  ) {
    self.spec = spec
    self.document = document
    lines = ScenarioLines(spec, taken: taken)
    let world = home(path)
    let head = lines
    var mistake: String?
    for form in Form.allCases {
      lines = head
      write(result, path, from: starts, in: world, form)
      mistake = PastedScenario.mistake(in: lines.text, of: spec, world: world)
      if mistake == nil { return }
    }
    lines.commentOut("The spec has no words for this scenario: \(mistake ?? "")")
  }

  /// The end of a scenario.
  private enum Form: CaseIterable {
    /// It expects the condition of the property.
    case condition
    /// A scenario cannot express the condition.
    case wordless
  }

  private mutating func write(
    _ result: ReplayResult, _ path: String, from starts: [[Value]], in world: String?, _ form: Form
  ) {
    lines.add("/// The counterexample \(path).")
    lines.begin(subject + "Replay", in: world)
    let loop = result.loop.map { [$0: "the loop begins here"] } ?? [:]
    let demand = form == .condition ? demand(result) : nil
    lines.go(result.path, from: starts, comments: loop, beforeLast: demand?.before ?? [])
    end(result, demand, form)
    lines.end()
  }

  /// The violated property, or the one that contains the fault.
  private var property: Property? {
    let name = document.property.inside ?? document.property.name
    return spec.properties.first { $0.name == name }
  }

  /// The condition of a transition property on the last step; nil if a scenario cannot express it.
  private mutating func demand(_ result: ReplayResult) -> StepCondition? {
    guard result.attempt == nil, let property else { return nil }
    return StepCondition(of: property, on: result.path, in: spec) { lines.freeName($0) }
  }

  /// The world of the scenario, which is declared first if the spec has none with these constants; nil for the default
  /// one.
  private mutating func home(_ path: String) -> String? {
    let known = Set(spec.params.map(\.name))
    for name in document.constants.keys.sorted() where !known.contains(name) {
      let value = document.constants[name] ?? ""
      lines.add("// \(SourceFile.onOneLine("\(name) is \(value)")) in the counterexample.")
    }
    guard isChanged else { return spec.world?.name }
    return lines.addWorld(
      "replayed" + subject.prefix(1).uppercased() + subject.dropFirst(),
      documentation: "The constants of \(path).")
  }

  /// Whether the file sets a constant to another value than the world does. The given spec has the file's values, so
  /// the test is whether the world alone would have the same ones.
  private var isChanged: Bool {
    let given = spec.params.filter { document.constants[$0.name] != nil }
    guard !given.isEmpty, spec.worldName == document.world else { return !given.isEmpty }
    let world = try? ResolvedWorld.check(Parser.parse(spec.file).0, world: spec.world?.name)
    guard let world else { return true }
    return given.contains { param in
      (world.params + world.nameCounts).first { $0.name == param.name }?.value != param.value
    }
  }

  private mutating func end(_ result: ReplayResult, _ demand: StepCondition?, _ form: Form) {
    if let attempt = result.attempt {
      lines.add("    // \(summary)")
      lines.add("    \(spec.text(attempt))")
      return
    }
    let condition = form == .condition ? property.flatMap(lines.condition) : nil
    switch property?.kind {
    case .eventually(let parameters, _, _):
      guard let loop = result.loop else { break }
      return endLoop(result.path, loop, condition.flatMap { bound($0, parameters, result) })
    case .invariant, .reachable:
      if let condition { return lines.expect(condition) }
    case .transition:
      if let demand {
        lines.add("    // \(summary)")
        return lines.expect(demand.condition)
      }
      guard case .stillViolates = result.verdict else { break }
      lines.add("    // \(summary)")
      lines.add("    // the condition has no words here: write a test of the last step for 'false'")
      return lines.expect("false")
    default: break
    }
    lines.add("    // \(summary), which no 'expect' can say")
  }

  /// A scenario sees only one round of a loop. It is certainly fixed if the goal is reached at its end, or if the end
  /// differs from the start of the loop.
  private mutating func endLoop(_ path: Path, _ loop: Int, _ body: String?) {
    lines.add("    // \(summary)")
    lines.add("    // a fair event may fix it later, which no 'expect' can express")
    let isStop = loop == path.steps.count
    let tests = (isStop ? [] : ["!(\(lines.values(path.end)))"]) + (body.map { ["(\($0))"] } ?? [])
    if !tests.isEmpty { lines.expect(tests.joined(separator: " || ")) }
  }

  /// A condition with the parameter values of the violation; nil if such values cannot be enumerated by name.
  private func bound(
    _ body: String, _ parameters: [Parameter], _ result: ReplayResult
  ) -> String? {
    if parameters.isEmpty { return body }
    guard case .stillViolates(let violation) = result.verdict,
      violation.finding.kind == .eventually
    else { return nil }
    return lines.bound(body, parameters, violation.arguments)
  }

  private var summary: String {
    SourceFile.onOneLine("\(document.property.name): \(document.summary ?? "violated here")")
  }

  /// The name of the property, reduced to valid characters.
  private var subject: String { ScenarioLines.subject(document.property.name) }
}
