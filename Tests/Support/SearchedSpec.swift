import Basics
import Engine
import Semantics

/// A spec with all results of an exhaustive search, and shorthands for them.
package struct SearchedSpec: Sendable {
  package let spec: CheckedSpec
  package let machine: Machine
  package let starts: [[Value]]
  package let result: SearchResult
}

/// Parses, checks and searches a spec, and plays its scenarios.
package func search(
  _ text: String, world: String? = nil, limits: SearchLimits = .init(), threads: Int = 1,
  under deadline: Deadline? = nil
) throws -> SearchedSpec {
  try search(
    SpecText.checked(text, world: world), limits: limits, threads: threads, under: deadline)
}

/// Searches a checked spec, and plays its scenarios.
package func search(
  _ spec: CheckedSpec, limits: SearchLimits = .init(), threads: Int = 1,
  under deadline: Deadline? = nil
) throws -> SearchedSpec {
  let machine = try Machine(spec)
  let starts = try machine.starts()
  var result = Deadline.during(deadline) {
    ExhaustiveSearch(machine, limits: limits, threads: threads).run(from: starts)
  }
  result.scenarios = spec.scenarios.indices.map {
    ScenarioRun.play($0, of: machine, from: starts)
  }
  return SearchedSpec(spec: spec, machine: machine, starts: starts, result: result)
}

extension SearchedSpec {
  /// All unexpected results, in words, such as `bounded violated after 3`, `top not reached`, `deadlock after 2` or
  /// `scenario tour: refused`; empty if there are none.
  package var problems: [String] {
    let properties = result.properties.compactMap { verdict -> String? in
      let text = Self.text(verdict)
      return text == "holds" || text.hasPrefix("reached")
        ? nil : "\(spec.properties[verdict.property].name) \(text)"
    }
    let general = result.generalViolations.map { "\($0.name(in: spec)) after \($0.length)" }
    let scenarios = result.scenarios.compactMap { verdict in
      verdict.failure.map {
        "scenario \(spec.scenarios[verdict.scenario].name): \(Self.text($0.reason))"
      }
    }
    let errors = result.internalErrors.map { "internal error: \($0.message)" }
    return properties + general + scenarios + errors
  }

  /// The result for a property: `holds`, `violated after 3`, `reached after 2`, `not reached`, `faulted` or
  /// `undecided`.
  package func verdict(_ name: String) -> String {
    let found = result.properties.first { spec.properties[$0.property].name == name }
    return found.map(Self.text) ?? "there is no property '\(name)'"
  }

  /// Whether the world's result is the expected one.
  package var judgement: Judgement { Judgement(of: result, in: spec) }

  /// All violations, of properties and general ones.
  package var violations: [Violation] { result.violations }

  /// The violation of that name.
  package func violation(_ name: String) -> Violation? {
    violations.first { $0.name(in: spec) == name }
  }

  /// The events of the path to the violation of that name, in words, the attempted one last.
  package func trace(to name: String) -> [String]? {
    violation(name).map { violation in
      violation.path.steps.map { spec.text($0.instance) }
        + (violation.attempt.map { [spec.text($0)] } ?? [])
    }
  }

  private static func text(_ verdict: PropertyVerdict) -> String {
    switch verdict.status {
    case .holds: verdict.goalDepth.map { "reached after \($0)" } ?? "holds"
    case .violated: "violated after \(verdict.violation?.length ?? -1)"
    case .notReached: "not reached"
    case .notRefuted: "not refuted"
    case .faulted: "faulted"
    case .undecided: "undecided"
    case .notAsked: "not asked"
    case .internalError: "internal error"
    }
  }

  private static func text(_ reason: ScenarioVerdict.Failure) -> String {
    switch reason {
    case .refused: "refused"
    case .noArguments: "no arguments"
    case .gap: "gap"
    case .possible: "possible"
    case .expectation: "expectation"
    case .nothingGiven: "nothing given"
    case .fault(let fault): fault.message
    }
  }
}

extension CheckedSpec {
  /// A state in words, such as `n = 1, lit = true`.
  package func stateText(_ state: [Value]) -> String {
    zip(variables, state).map { "\($0.name) = \($0.type.text($1))" }.joined(separator: ", ")
  }
}
