import Semantics

/// A model as Murphi reads it, in the dialect of rumur and CMurphi.
///
/// All variables are one record, so that what an event does is a function that changes a state, whichever; a rule may
/// happen where that function, on a copy, comes to its end. What `choose` may choose is a parameter of the rule, so
/// the rules that are fired are the steps of the spec.
package struct Murphi {
  private let model: Model
  /// Which of the model's questions are asked; where none is, all states are visited, whatever is wrong with them.
  private let asks: @Sendable (String) -> Bool
  private var lines = IndentedLines()
  private var types = ShapeNames()
  private var hasSignals: Bool { !model.sent.isEmpty }

  private let notation: ScalarNotation

  /// The text of a file.
  ///
  /// - Parameter asks: which of `Model.questions` are asked.
  package static func text(
    _ model: Model, asking asks: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws(ExportError) -> String {
    var writer = Murphi(model, asks)
    try writer.write()
    return writer.lines.text
  }

  private init(_ model: Model, _ asks: @escaping @Sendable (String) -> Bool) {
    self.model = model
    self.asks = asks
    let variables = model.variables.map { $0.name.inMurphi }
    let sent = model.sent.mapValues(\.name.inMurphi)
    let constants = Dictionary(
      uniqueKeysWithValues: model.constants.map { ($0.key, $0.name.inMurphi) })
    notation = ScalarNotation(
      yes: "true", no: "false", and: "&", or: "|", not: "!", equal: "=",
      pick: { "(\($0) ? \($1) : \($2))" },
      root: { root in
        switch root {
        case .now(let index): "s.\(variables[index])"
        case .before(let index): "before.\(variables[index])"
        case .sent(let signal): "sent.\(sent[signal] ?? "none")"
        case .local(let local): local.name.inMurphi
        }
      }, part: { $0.inMurphi }, constant: { constants[$0] ?? $0 })
  }

  private mutating func write() throws(ExportError) {
    let heading = model.heading([
      "rumur --output model.c THIS-FILE --deadlock-detection off --value-type int32_t",
      "cc -O2 -mcx16 model.c -o model -lpthread && ./model",
    ])
    for line in heading { lines.add("-- \(line)") }
    lines.add("")
    if !model.constants.isEmpty {
      lines.add("const")
      lines.indented {
        for each in model.constants { $0.add("\(each.name.inMurphi): \(each.value);") }
      }
    }
    writeTypes()
    lines.add("var now: State;")
    lines.add("")
    for event in model.events {
      for step in event.steps { write(step, event) }
      if let applying = event.applying,
        asks(event.gap) || asks(event.overlap) || asks("deadlock")
      {
        function(applying, "(-2)..\(event.steps.count)", leaving: (-1, -2))
      }
    }
    for event in model.events { for step in event.steps { rule(step, event) } }
    for (index, start) in model.starts.enumerated() {
      lines.add("startstate \"start \(index + 1)\"")
      lines.add("begin")
      lines.depth += 1
      lines.add("clear now;")
      // Functions call the state `s`, a start is the state itself.
      for code in try model.startCode(start) { write(code, (0, 0), as: "now.") }
      lines.depth -= 1
      lines.add("end;")
    }
    lines.add("")
    writeProperties()
  }

  // MARK: Types

  private mutating func writeTypes() {
    lines.add("type")
    lines.depth += 1
    for variable in model.variables { declare(variable.shape, variable.name.capitalizedFirst) }
    lines.add("State: record")
    for variable in model.variables {
      lines.add("  \(variable.name.inMurphi): \(text(variable.shape));")
    }
    lines.add("end;")
    if hasSignals {
      for each in model.sent.sorted(by: { $0.key < $1.key }) {
        declare(each.value.shape, "Sendings")
      }
      lines.add("Sent: record")
      for each in model.sent.sorted(by: { $0.key < $1.key }) {
        lines.add("  \(each.value.name.inMurphi): \(text(each.value.shape));")
      }
      lines.add("end;")
    }
    for routine in model.routines {
      for local in routine.locals { declare(local.shape, local.name.capitalizedFirst) }
    }
    lines.depth -= 1
  }

  private mutating func declare(_ shape: Shape, _ wish: String) {
    for (name, shape) in types.add(shape, wish) {
      switch shape {
      case .record(let parts):
        lines.add("\(name): record")
        for part in parts { lines.add("  \(part.name.inMurphi): \(text(part.shape));") }
        lines.add("end;")
      case .array(let count, let element):
        lines.add("\(name): array [0..\(count - 1)] of \(text(element));")
      case .flag, .number: break
      }
    }
  }

  private func text(_ shape: Shape) -> String {
    switch shape {
    case .flag: "boolean"
    case .number(let range): "\(range.lowerBound)..\(range.upperBound)"
    default: types[shape] ?? "boolean"
    }
  }

  // MARK: Routines

  /// The function of a step, and one that says whether it can be made.
  private mutating func write(_ step: StepModel, _ event: EventModel) {
    let routine = step.routine
    for line in routine.comment { lines.add("-- \(line)") }
    header("function \(routine.name.inMurphi)", "var s: State", routine, "0..2", isStep: true)
    body(routine, before: !routine.variablesBefore.isEmpty) { writer in
      for pick in routine.picks {
        writer.lines.add("if !used_\(pick.name) & \(pick.name.inMurphi) != 0 then return 0; end;")
      }
      writer.lines.add("return 1;")
    }
    writeQuestion(of: routine)
    for (name, transition) in step.transitions
    where asks("transition \(name)") || asks("fault in \(name)") {
      for line in transition.comment { lines.add("-- \(line)") }
      let sent = hasSignals ? "; sent: Sent" : ""
      header(
        "function \(transition.name.inMurphi)", "before: State; s: State\(sent)", transition, "0..2"
      )
      body(transition) { writer in
        writer.lines.add("if \(writer.text(transition.result)) then return 1; end;")
        writer.lines.add("return 0;")
      }
    }
    lines.add("")
  }

  /// The function that says whether a step can be made: on a copy of the state only where that has to be changed to
  /// find it out.
  private mutating func writeQuestion(of routine: Routine) {
    if let question = routine.question(called: "can_\(routine.name)") {
      return function(question, "0..2", leaving: (0, 2))
    }
    header("function can_\(routine.name)", "s: State", routine, "0..2")
    lines.add("var t: State;")
    if hasSignals { lines.add("var sent: Sent;") }
    lines.add("begin")
    lines.add("  t := s;")
    if hasSignals { lines.add("  clear sent;") }
    lines.add("  return \(routine.name.inMurphi)(\(arguments("t", routine, isStep: true)));")
    lines.add("end;")
  }

  private mutating func function(
    _ routine: Routine, _ result: String, leaving: (impossible: Int, fault: Int)
  ) {
    for line in routine.comment { lines.add("-- \(line)") }
    header("function \(routine.name.inMurphi)", "s: State", routine, result)
    body(routine, leaving) { writer in
      if routine.result?.isFlag ?? true {
        writer.lines.add("if \(writer.text(routine.result)) then return 1; end;")
        writer.lines.add("return 0;")
      } else {
        writer.lines.add("return \(writer.text(routine.result));")
      }
    }
    lines.add("")
  }

  private mutating func header(
    _ name: String, _ state: String, _ routine: Routine, _ result: String, isStep: Bool = false
  ) {
    var parameters = [state]
    if isStep, hasSignals { parameters.append("var sent: Sent") }
    parameters += (routine.parameters + routine.picks).map {
      "\($0.name.inMurphi): \(text($0.shape))"
    }
    lines.add("\(name)(\(parameters.joined(separator: "; "))): \(result);")
  }

  private func arguments(_ state: String, _ routine: Routine, isStep: Bool = false) -> String {
    var arguments = [state]
    if isStep, hasSignals { arguments.append("sent") }
    arguments += (routine.parameters + routine.picks).map(\.name.inMurphi)
    return arguments.joined(separator: ", ")
  }

  private mutating func body(
    _ routine: Routine, _ leaving: (impossible: Int, fault: Int) = (0, 2), before: Bool = false,
    _ end: (inout Murphi) -> Void
  ) {
    if before { lines.add("var before: State;") }
    for local in routine.locals { lines.add("var \(local.name.inMurphi): \(text(local.shape));") }
    for pick in routine.picks { lines.add("var used_\(pick.name): boolean;") }
    lines.add("begin")
    lines.depth += 1
    if before { lines.add("before := s;") }
    for local in routine.locals { lines.add("clear \(local.name.inMurphi);") }
    for pick in routine.picks { lines.add("used_\(pick.name) := false;") }
    for code in routine.code { write(code, leaving) }
    end(&self)
    lines.depth -= 1
    lines.add("end;")
  }

  private func text(_ scalar: Scalar?) -> String { notation.text(scalar ?? .yes) }

  private mutating func write(
    _ code: Code, _ leaving: (impossible: Int, fault: Int), as state: String = "s."
  ) {
    func place(_ reference: Reference) -> String {
      let text = notation.text(reference)
      return state != "s." && text.hasPrefix("s.") ? state + text.dropFirst(2) : text
    }
    switch code {
    case .assign(let target, let scalar): lines.add("\(place(target)) := \(text(scalar));")
    case .copy(let target, let source, _):
      lines.add("\(place(target)) := \(place(source));")
    case .clear(let target, _): lines.add("clear \(place(target));")
    case .when(let test, let then, let otherwise):
      lines.add("if \(text(test)) then")
      block(then, leaving, state)
      if !otherwise.isEmpty {
        lines.add("else")
        block(otherwise, leaving, state)
      }
      lines.add("end;")
    case .loop(let local, let first, let last, let inner):
      let name = local.name.inMurphi
      if let first = first.constant, let last = last.constant {
        lines.add("for \(name): \(first)..\(last) do")
        block(inner, leaving, state)
        lines.add("end;")
        return
      }
      lines.add("if \(notation.text(.binary(.lessOrEqual, first, last))) then")
      lines.depth += 1
      lines.add("for \(name) := \(text(first)) to \(text(last)) do")
      block(inner, leaving, state)
      lines.add("end;")
      lines.depth -= 1
      lines.add("end;")
    case .pick(let local): lines.add("used_\(local.name) := true;")
    case .leave(.impossible): lines.add("return \(leaving.impossible);")
    case .leave(.fault(let reason)): lines.add("return \(leaving.fault); -- fault: \(reason)")
    }
  }

  private mutating func block(
    _ code: [Code], _ leaving: (impossible: Int, fault: Int), _ state: String
  ) {
    lines.depth += 1
    for each in code { write(each, leaving, as: state) }
    lines.depth -= 1
  }

  // MARK: Rules and properties

  private mutating func rule(_ step: StepModel, _ event: EventModel) {
    let routine = step.routine
    ruleset(routine.parameters + routine.picks) { writer in
      writer.lines.add("rule \"\(step.name)\"")
      writer.lines.add("  can_\(routine.name)(\(writer.arguments("now", routine))) = 1")
      writer.lines.add("==>")
      writer.lines.add("var before: State;")
      writer.lines.add("var outcome: 0..2;")
      if writer.hasSignals { writer.lines.add("var sent: Sent;") }
      writer.lines.add("begin")
      writer.lines.add("  before := now;")
      if writer.hasSignals { writer.lines.add("  clear sent;") }
      let call = writer.arguments("now", routine, isStep: true)
      writer.lines.add("  outcome := \(routine.name.inMurphi)(\(call));")
      for (name, transition) in step.transitions { writer.assert(transition, name) }
      writer.lines.add("end;")
    }
  }

  private mutating func assert(_ transition: Routine, _ name: String) {
    let sent = hasSignals ? ", sent" : ""
    let call = "\(transition.name.inMurphi)(\(arguments("before, now\(sent)", transition)))"
    if asks("transition \(name)") { lines.add("  assert \(call) != 0 \"transition \(name)\";") }
    if transition.canFault, asks("fault in \(name)") {
      lines.add("  assert \(call) != 2 \"fault in \(name)\";")
    }
  }

  private mutating func writeProperties() {
    for (name, kind, routine) in model.states {
      let question = "\(kind.rawValue) \(name)"
      let asksFault = routine.canFault && asks("fault in \(name)")
      guard asks(question) || asksFault else { continue }
      function(routine, "0..2", leaving: (0, 2))
      let call = "\(routine.name.inMurphi)(now)"
      if asks(question) {
        switch kind {
        case .reachable: lines.add("cover \"\(question)\" \(call) = 1;")
        case .possible: lines.add("liveness \"\(question)\" \(call) = 1;")
        default: lines.add("invariant \"\(question)\" \(call) != 0;")
        }
      }
      if asksFault { lines.add("invariant \"fault in \(name)\" \(call) != 2;") }
    }
    for event in model.events { writeQuestions(event) }
    guard asks("deadlock") else { return }
    var possible = model.events.flatMap { event in
      event.steps.map { step in
        quantified(
          "exists", step.routine.parameters + step.routine.picks,
          "can_\(step.routine.name)(\(arguments("now", step.routine))) != 0")
      }
    }
    // Where no rule says what an event does, that is what is wrong.
    for event in model.events {
      guard let applying = event.applying else { continue }
      let call = "\(applying.name.inMurphi)(\(arguments("now", applying)))"
      possible.append(quantified("exists", applying.parameters, "\(call) = 0"))
    }
    if let terminal = model.terminal {
      function(terminal, "0..2", leaving: (0, 2))
      possible.insert("\(terminal.name)(now) != 0", at: 0)
    }
    let none = possible.isEmpty ? "true" : "!(\(possible.joined(separator: "\n  | ")))"
    ask("deadlock", [], none)
  }

  /// What is asked of an event in each state.
  private mutating func writeQuestions(_ event: EventModel) {
    for step in event.steps where step.routine.canFault && asks("fault in \(step.name)") {
      let can = "can_\(step.routine.name)(\(arguments("now", step.routine)))"
      ask("fault in \(step.name)", step.routine.parameters + step.routine.picks, "\(can) = 2")
    }
    guard let applying = event.applying else { return }
    let call = "\(applying.name.inMurphi)(\(arguments("now", applying)))"
    for (question, test) in [(event.gap, "= 0"), (event.overlap, "> 1")] where asks(question) {
      ask(question, applying.parameters, "\(call) \(test)")
    }
  }

  /// A rule that is fired where something is wrong: a guard is looked at once in each state, an invariant behind each step.
  private mutating func ask(_ question: String, _ locals: [Local], _ isWrong: String) {
    ruleset(locals) { writer in
      writer.lines.add("rule \"\(question)\"")
      writer.lines.add("  \(isWrong)")
      writer.lines.add("==>")
      writer.lines.add("begin")
      writer.lines.add("  assert false \"\(question)\";")
      writer.lines.add("end;")
    }
  }

  private mutating func ruleset(_ locals: [Local], _ rule: (inout Murphi) -> Void) {
    if !locals.isEmpty {
      let choices = locals.map { "\($0.name.inMurphi): \(text($0.shape))" }
      lines.add("ruleset \(choices.joined(separator: "; ")) do")
    }
    rule(&self)
    if !locals.isEmpty { lines.add("end;") }
    lines.add("")
  }

  private func quantified(_ word: String, _ locals: [Local], _ body: String) -> String {
    locals.reversed().reduce(body) { body, local in
      "(\(word) \(local.name.inMurphi): \(text(local.shape)) do \(body) end)"
    }
  }
}

extension Model {
  /// All pieces that run, in the order in which they are written.
  var routines: [Routine] {
    events.flatMap { event in
      event.steps.flatMap { [$0.routine] + $0.transitions.map(\.routine) }
        + (event.applying.map { [$0] } ?? [])
    } + states.map(\.routine) + (terminal.map { [$0] } ?? [])
  }
}
