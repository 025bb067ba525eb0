import Basics
import Semantics

extension Parser {
  mutating func parseScenario() throws(Failure) -> ScenarioSyntax {
    advance()
    let name = try parseName("the name of the scenario", isHead: true)
    var worlds: [NameSyntax] = []
    if eatWord("in") {
      repeat { worlds.append(try parseAnyWord("the name of a world")) } while eat(.comma)
    }
    return ScenarioSyntax(name: name, worlds: worlds, steps: try parseScenarioSteps())
  }

  mutating func parseSteps() throws(Failure) -> StepsSyntax {
    advance()
    let name = try parseName("the name of the steps")
    let parameters = at(.leftParen) && !token.startsLine ? try parseParameters() : []
    return StepsSyntax(name: name, parameters: parameters, steps: try parseScenarioSteps())
  }

  mutating func parseScenarioSteps() throws(Failure)
    -> BracedSyntax<ScenarioStepSyntax>
  {
    let open = here
    try expect(.leftBrace, "and the steps of the scenario")
    allowsBlocks = true
    return try nested { (parser) throws(Failure) in
      var steps: [ScenarioStepSyntax] = []
      while !parser.at(.rightBrace), !parser.at(.endOfFile), !parser.atUnindentedDeclaration {
        if parser.eat(.semicolon) { continue }
        parser.parseForm { (parser) throws(Failure) in
          let (start, place) = (parser.index, parser.here.start)
          var kind = try parser.parseScenarioStep()
          if !parser.endsStatement(0), try parser.takeHabit(.behindStep, from: start) {
            kind = try parser.readOn { (parser) throws(Failure) in try parser.parseScenarioStep() }
          }
          if !parser.endsStatement(0) {
            throw parser.fail(
              .missingSeparator, "expected the end of the step, found \(parser.found)")
          }
          steps.append(
            ScenarioStepSyntax(kind: kind, range: SourceRange(place, parser.previousEnd)))
        } orSkip: {
          $0.skipStatement(from: $1)
        }
      }
      try parser.expectClosing(.rightBrace, open, "after the steps")
      return BracedSyntax(
        elements: steps, braces: SourceRange(open.start, parser.previousEnd))
    }
  }

  mutating func parseScenarioStep() throws(Failure) -> ScenarioStepSyntax.Kind {
    _ = try takeHabit(.step)
    guard at(.identifier) else {
      throw fail(.expectedStep, "expected a step of the scenario, found \(found)")
    }
    let next = token(after: 1)
    let isVerb = !next.startsLine && (next.kind != .leftParen || next.hasSpaceBefore)
    switch text(token) {
    case "expect", "given":
      guard !next.startsLine else { break }
      let isExpect = atWord("expect")
      advance()
      let condition = try parseCondition()
      return isExpect ? .expect(condition) : .given(condition)
    case "refuse" where isVerb && next.kind == .identifier:
      advance()
      return .refuse(try parseEventCall())
    case "repeat":
      advance()
      let count = try parseHeadCondition()
      return .repetition(count, try parseScenarioSteps())
    case "for":
      advance()
      let binders = try withoutBlocks { (parser) throws(Failure) in
        try parser.parseBinders("'for'")
      }
      return .loop(binders, try parseScenarioSteps())
    case "let", "var": return .binding(try parseBinding())
    default: break
    }
    if next.kind == .identifier, !next.startsLine,
      let word = NearestName.propose(text(token), among: ["expect", "refuse", "given", "repeat"])
    {
      throw fail(
        .expectedStep, "expected a step of the scenario, found \(found)",
        fix: "did you mean '\(word)'?", edits: [Edit(here, word)])
    }
    return .event(try parseEventCall())
  }

  /// Parses an event with its arguments.
  ///
  /// - Parameter isStep: whether it is a step of a scenario, in which an assignment is a likely mistake.
  mutating func parseEventCall(isStep: Bool = true) throws(Failure) -> EventCallSyntax {
    let start = here.start
    let name = try parseName("the name of an event")
    let arguments = at(.leftParen) && !token.startsLine ? try parseEventArguments() : []
    if at(.dot), !isStep {
      throw fail(
        .expectedStep, "a step names an event without a rule, found '.'",
        fix: "leave '.\(text(token(after: 1)))' out")
    }
    if at(.equal) || at(.dot) {
      throw fail(
        .expectedStep,
        "a scenario cannot store values, found \(found)",
        fix: "name events, and check their effect with 'expect'")
    }
    return EventCallSyntax(
      name: name, arguments: arguments, range: SourceRange(start, previousEnd))
  }

  /// Parses `(x: 1, y: _)`.
  mutating func parseEventArguments() throws(Failure) -> [EventCallSyntax.Argument] {
    try parseList { (parser) throws(Failure) in
      let start = parser.here.start
      let label = try parser.parseLabel()
      _ = try parser.takeHabit(.eventArgument)
      let value = parser.eatWord("_") ? nil : try parser.parseExpression()
      return .init(label: label, value: value, range: SourceRange(start, parser.previousEnd))
    }
  }
}
