extension RandomSpecWriter {
  mutating func functionLine() -> String {
    let (parameters, text) = parameterList(unlabelled: true)
    let result =
      random.oneIn(3) ? passedKind() : random.pick([RandomKind.bool, .range(0), .enumeration(0)])!
    let body = inScope { writer in
      writer.locals += parameters
      return writer.value(result)
    }
    // A name that is not available cannot be returned.
    guard let body else { return "// no function" }
    let name = "fn\(functions.count)"
    functions.append(Callable(name: name, parameters: parameters.map(\.kind), result: result))
    let head = "func \(name)(\(text)) -> \(types.text(result))"
    functionHeads.append((head, parameters, result))
    return "\(head) { \(body) }"
  }

  mutating func procedureLines() -> [String] {
    let (parameters, text) = parameterList(unlabelled: true)
    // It may be called inside a loop, and after choices.
    choices = 2
    branching = 1
    defer { branching = 0 }
    let body = inScope { writer in
      writer.locals += parameters
      return writer.block(1, "  ")
    }
    let name = "pr\(procedures.count)"
    procedures.append(Callable(name: name, parameters: parameters.map(\.kind), result: nil))
    return ["func \(name)(\(text)) {"] + body + ["}"]
  }

  private mutating func parameterList(unlabelled: Bool) -> ([Name], String) {
    let parameters = (0..<random.number(below: 3)).map { _ in
      Name(text: freshName(), kind: passedKind(ofEvent: !unlabelled), isMutable: false)
    }
    let text = parameters.map { "\(unlabelled ? "_ " : "")\($0.text): \(types.text($0.kind))" }
    return (parameters, text.joined(separator: ", "))
  }

  mutating func eventLines() -> [String] {
    let name = "ev\(events.count)"
    let (parameters, text) = parameterList(unlabelled: false)
    var rules: [String] = []
    let lines = inScope { writer in
      writer.locals += parameters
      let head = "on \(name)" + (parameters.isEmpty ? "" : "(\(text))")
      let guardText =
        writer.guardsAll
        ? " when (\(writer.condition())) && \(writer.condition())"
        : writer.random.oneIn(3) ? " when \(writer.condition())" : ""
      let body: [String]
      if writer.random.oneIn(2) {
        (body, rules) = writer.ruleLines(of: name)
      } else {
        writer.choices = 0
        body = writer.block(2, "  ")
      }
      let fairness = writer.random.pick(["", "", "", "fair ", "strongly fair "])!
      return ["\(fairness)\(head)\(guardText) {"] + body + ["}"]
    }
    events.append((name, parameters, rules))
    return lines
  }

  /// Rules that mostly fit together: a condition, its opposite, and sometimes one too many or few.
  private mutating func ruleLines(of event: String) -> ([String], [String]) {
    let test = condition()
    var conditions = [test, "!(\(test))"]
    if random.oneIn(8) { conditions[1] = condition() }
    let endsOtherwise = random.oneIn(4)
    if endsOtherwise { conditions.removeLast() }
    var names = conditions.indices.map { "\(event)r\($0)" }
    var lines: [String] = []
    for (name, test) in zip(names, conditions) {
      choices = 0
      lines += ["  rule \(name) when \(test) {"] + block(1, "    ") + ["  }"]
    }
    if endsOtherwise {
      names.append("\(event)other")
      lines += ["  otherwise \(event)other {"] + block(1, "    ") + ["  }"]
    }
    return (lines, names)
  }

  /// A function that reads a step, for transitions only.
  private mutating func stepFunctionLine() -> String {
    aside { writer in
      let (parameters, text) = writer.parameterList(unlabelled: true)
      let body = writer.inScope { writer in
        writer.locals += parameters
        return writer.stepCondition()
      }
      writer.stepFunction = Callable(
        name: "step", parameters: parameters.map(\.kind), result: .bool)
      return "func step(\(text)) -> Bool { \(body) }"
    }
  }

  mutating func propertyLines() -> [String] {
    var lines: [String] = []
    for index in 0..<2 {
      lines.append("invariant always\(index) { \(condition(3)) }")
      lines.append("reachable goal\(index) { \(condition(3)) }")
    }
    lines.append(stepFunctionLine())
    if let event = random.pick(events) {
      lines.append(
        inScope { writer in
          writer.locals += event.parameters
          return "transition step0 after \(event.name) { \(writer.stepCondition()) }"
        })
      if let rule = random.pick(event.rules) {
        lines.append("transition step1 after \(event.name).\(rule) { \(stepCondition()) }")
      }
    }
    let spared = later.oneIn(2) ? later.pick(events)?.name : nil
    let events = "any\(spared.map { " except \($0)" } ?? "")"
    lines.append(
      "transition step2 after \(events) where \(condition(1)) { \(stepCondition()) }")
    if random.oneIn(2) { lines.append("terminal { \(condition()) }") }
    return lines + runLines() + laterLines() + [
      "world none { limit = 0 }", "world off: none { isOn = false; limit = 4 }",
      "world other {" + replacements().map { "\n  \($0)" }.joined() + "\n}",
      aside { $0.viewLines() },
    ]
  }

  private mutating func viewLines() -> String {
    let lines = "badge \(random.number(below: 9)); screen \(condition(1))"
    guard random.oneIn(2) else { return "view { \(lines) }" }
    return "view { device d in 0...1 { \(lines); message n in [d] { title n } } }"
  }

  /// The replacements of a world: some of the functions, guards and rules, and an initial value.
  private mutating func replacements() -> [String] {
    aside { writer in
      var lines: [String] = []
      if let place = writer.random.pick(Array(writer.functionHeads.indices)) {
        let (function, functions) = (writer.functionHeads[place], writer.functions)
        // It calls functions above it, as in the text.
        writer.functions.removeSubrange(place...)
        defer { writer.functions = functions }
        let body = writer.inScope { writer in
          writer.locals = function.parameters
          return writer.value(function.result)
        }
        if let body { lines.append("\(function.head) { \(body) }") }
      }
      for event in writer.events where writer.random.oneIn(2) {
        writer.inScope { writer in
          writer.locals = event.parameters
          lines.append("on \(event.name) when \(writer.condition())")
        }
        guard let rule = event.rules.first else { continue }
        writer.inScope { writer in
          writer.locals = event.parameters
          writer.choices = 0
          lines +=
            writer.random.oneIn(3)
            ? ["without rule \(event.name).\(rule)"]
            : ["rule \(event.name).\(rule) when \(writer.condition()) {"]
              + writer.block(1, "    ") + ["  }"]
        }
      }
      return lines
    }
  }

  /// Returns liveness properties.
  private mutating func runLines() -> [String] {
    guard random.oneIn(2) else { return [] }
    let premise = random.oneIn(2) ? " whenever \(condition(1))" : ""
    var lines = [
      "eventually late0\(premise) { \(condition(1)) }", "possible can0 { \(condition(1)) }",
    ]
    if later.oneIn(2) {
      lines += aside { writer in
        let premise = writer.random.oneIn(3) ? "" : " whenever \(writer.condition(1))"
        return [
          "eventually soon0\(premise) within \(writer.random.number(below: 3)) steps"
            + " { \(writer.condition(1)) }"
        ]
      }
    }
    return lines
  }

  private mutating func stepFunctionCall() -> String? {
    guard let stepFunction, later.oneIn(4) else { return nil }
    return aside { $0.callText(stepFunction) }
  }

  private mutating func stepCondition() -> String {
    let parts = [
      "old(\(condition(1)))", "emitted(ping)", "emissions(say) <= 1",
      variables.first.map { "unchanged(\($0.text))" } ?? "true", condition(),
    ]
    let first = laterSentence() ?? stepFunctionCall() ?? random.pick(parts)!
    return random.oneIn(2) ? first : "(\(first)) || \(random.pick(parts)!)"
  }
}
