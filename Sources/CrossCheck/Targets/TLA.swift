import Basics
import Semantics

/// A model in TLA+, for TLC.
///
/// Each variable of the spec is one of the module, so their states are the same. An event is an action. If a
/// transition or a fault of it is checked, its result is also a separate value, which is evaluated in the state
/// before. So steps that change nothing are checked as well, which no temporal formula sees.
package struct TLA {
  @Boxed var model: Model
  /// The selected properties of the model; without any, all states are visited, whatever their problems.
  let asks: @Sendable (String) -> Bool
  var names: TLANames
  var helpers: TLAHelpers
  var lines: [String] = []
  /// The names of actions, by those of steps and events.
  var actions: [String: String] = [:]
  /// The checked properties, by the names of the formulas that state them.
  private(set) var invariants: [(name: String, question: String)] = []
  private var properties: [(name: String, question: String)] = []
  /// Properties that report a reached state.
  private var told: [String] = []
  /// The variable for a step's result, and its field that says how the step ended.
  let next, out: String
  private let tell: String

  /// A module, with its data for the caller.
  package struct Module: Sendable {
    package var name: String
    /// The configuration of TLC follows its end.
    package var text: String
    package var configuration: String
    /// The checked properties, by the names of their formulas.
    package var questions: [String: String]
    /// Steps of the model with the names of their parameters, by the names of actions.
    package var steps: [String: (name: String, parameters: [String])]
    /// Steps of `MayEnd` are counted with those of the spec.
    package var mayEnd: Bool
  }

  /// - Parameter asks: selects the properties among `Model.questions`.
  package static func module(
    _ model: Model, asking asks: @escaping @Sendable (String) -> Bool = { _ in true }
  ) throws(ExportError) -> Module {
    var writer = TLA(model, asks)
    return try writer.module()
  }

  /// The name of the module, which is that of its file.
  package static func moduleName(of spec: CheckedSpec) -> String {
    "\(spec.name)_\(spec.worldName)".modelName
  }

  private init(_ model: Model, _ asks: @escaping @Sendable (String) -> Bool) {
    self.model = model
    self.asks = { asks($0) && !model.isForeignToTLA($0) }
    names = TLANames(model)
    helpers = TLAHelpers(&names)
    next = names.global("next")
    tell = names.global("Tell")
    var out = "out"
    while names.taken.contains(out) { out += "_" }
    self.out = out
  }

  private mutating func module() throws(ExportError) -> Module {
    nameActions()
    for event in model.events { write(event) }
    try writeStarts()
    writeNext()
    writeTypes()
    for each in model.states { write(each.name, each.kind, each.routine) }
    for event in model.events { writeQuestions(event) }
    writeTransitions()
    writeFairness()
    let body = lines
    let name = Self.moduleName(of: model.spec)
    lines = []
    writeHead(name, body.joined(separator: "\n"))
    let text = (lines + body + [String(repeating: "=", count: 60)]).joined(separator: "\n")
    let configuration = self.configuration
    var steps: [String: (name: String, parameters: [String])] = [:]
    for step in model.events.flatMap(\.steps) {
      steps[actions[step.name] ?? ""] = (step.name, step.routine.parameters.map(\.name))
    }
    return Module(
      name: name,
      text:
        "\(text)\n---- CONFIG \(name) ----\n\(configuration)\(String(repeating: "=", count: 60))\n",
      configuration: configuration,
      questions: Dictionary(
        (invariants + properties).map { ($0.name, $0.question) },
        uniquingKeysWith: { one, _ in one }),
      steps: steps, mayEnd: mayEnd)
  }

  private mutating func nameActions() {
    for event in model.events {
      for step in event.steps { actions[step.name] = names.global(step.name) }
      if actions[event.name] == nil { actions[event.name] = names.global(event.name) }
    }
  }

  // MARK: The frame

  private mutating func writeHead(_ name: String, _ body: String) {
    lines.append("---- MODULE \(name) ----")
    var heading = model.heading(
      ["java \(Self.stackOption) -jar tla2tools.jar -config \(name).tla \(name).tla"],
      omitting: model.omittedInTLA)
    heading.insert("This is the file \(name).tla.", at: 1)
    heading += [
      "The states that TLC finds are those of the spec; those that it generates are the starts and the steps\(mayEnd ? ", and those of MayEnd" : "").",
      "A property of steps is checked in the state before each step, so a trace ends there.",
    ]
    if !told.isEmpty { heading.append("A goal of 'reachable' is reported when it is reached.") }
    for line in heading { lines.append("\\* \(line)") }
    var modules = ["Integers"]
    if helpers.usesSets { modules.append("FiniteSets") }
    if !told.isEmpty { modules.append("TLC") }
    lines.append("EXTENDS \(modules.joined(separator: ", "))")
    lines.append("")
    // TLC does not count a state without variables.
    let variables = names.variables.isEmpty ? [names.nothing] : names.variables
    lines.append("VARIABLES \(variables.joined(separator: ", "))")
    lines.append("vars == <<\(variables.joined(separator: ", "))>>")
    lines.append("")
    for each in model.constants {
      lines.append("\(names.constants[each.key] ?? each.name) == \(each.value)")
    }
    writeHelpers(body)
    lines.append("")
  }

  private mutating func writeHelpers(_ body: String) {
    for each in helpers.empties where body.contains(each.name) {
      lines.append("\(each.name) == \(each.text)")
    }
    if body.contains("Impossible") { lines.append("Impossible == [\(out) |-> \"impossible\"]") }
    if body.contains("Fault") { lines.append("Fault == [\(out) |-> \"fault\"]") }
    if helpers.usesSum {
      lines += [
        "\(helpers.sum)(of_(_), low_, high_) ==",
        "  LET upTo_[n_ \\in (low_ - 1)..high_] ==",
        "        IF n_ < low_ THEN 0 ELSE upTo_[n_ - 1] + of_(n_)",
        "  IN  IF high_ < low_ THEN 0 ELSE upTo_[high_]",
      ]
    }
    if helpers.usesDivision {
      lines += [
        "\\* Division towards zero.",
        "\(helpers.quotient)(a_, b_) ==",
        "  LET size_(n_) == IF n_ < 0 THEN -n_ ELSE n_",
        "      whole_ == size_(a_) \\div size_(b_)",
        "  IN  IF (a_ < 0) = (b_ < 0) THEN whole_ ELSE -whole_",
        "\(helpers.remainder)(a_, b_) == a_ - b_ * \(helpers.quotient)(a_, b_)",
      ]
    }
    if !told.isEmpty {
      lines += [
        "\(tell)(n_, text_) == IF TLCGet(n_) THEN TRUE ELSE PrintT(text_) /\\ TLCSet(n_, TRUE)",
        "ASSUME \\A n_ \\in 1..\(told.count) : TLCSet(n_, FALSE)",
      ]
    }
  }

  private var configuration: String {
    var lines = ["SPECIFICATION Spec", "CHECK_DEADLOCK \(asks("deadlock") ? "TRUE" : "FALSE")"]
    for each in invariants { lines.append("INVARIANT \(each.name)") }
    for each in properties { lines.append("PROPERTY \(each.name)") }
    return lines.joined(separator: "\n") + "\n"
  }

  mutating func define(_ head: String, _ formula: Formula, _ comment: [String] = []) {
    if !comment.isEmpty, lines.last?.isEmpty == false { lines.append("") }
    for line in comment { lines.append("\\* \(line)") }
    let line = formula.line.map { "\(head) == \($0)" }
    lines.append(
      line.flatMap { $0.count <= 100 ? $0 : nil } ?? "\(head) ==\n  \(formula.text(at: 2))")
  }

  mutating func ask(_ question: String, _ name: String, _ comment: [String], _ formula: Formula) {
    define(name, formula, comment)
    invariants.append((name, question))
  }

  // MARK: Starts and steps

  private mutating func writeStarts() throws(ExportError) {
    var starts: [[String]] = []
    for start in model.starts {
      var routine = TLARoutine(model, names, helpers)
      for (index, variable) in model.variables.enumerated() {
        routine.places[.now(index)] = routine.zero(variable.shape)
      }
      let all = Set(model.variables.indices.map(Reference.Root.now))
      let (definitions, places) = routine.block(try model.startCode(start), all)
      helpers = routine.helpers
      starts.append(
        model.variables.indices.map { index in
          let value = (places[.now(index)] ?? .whole("0")).formula
          return Formula.binding(definitions, .equal(names.variables[index], value)).text(at: 9)
        })
    }
    lines.append("")
    if starts.count == 1 {
      lines.append("Init ==")
      lines += starts[0].map { "  /\\ \($0)" }
      if starts[0].isEmpty { lines.append("  \(names.nothing) = 0") }
      return
    }
    lines.append("Init ==")
    for start in starts {
      for (index, line) in start.enumerated() {
        lines.append("  \(index == 0 ? "\\/" : "  ") /\\ \(line)")
      }
    }
    if starts.isEmpty { lines.append("  FALSE") }
  }

  private mutating func writeNext() {
    lines.append("")
    var all = model.events.map { event in
      quantified(
        "\\E", event.parameters, "\(actions[event.name] ?? "")\(arguments(event.parameters))")
    }
    if asks("deadlock") {
      var ends: [String] = []
      if let terminal = model.terminal {
        let name = names.global(terminal.name)
        define(name, holds(terminal, onFault: .yes))
        ends.append(name)
      }
      for event in model.events {
        if let applying = event.applying {
          let name = actions["\(event.name) applying"] ?? applying.name
          ends.append(
            quantified(
              "\\E", applying.parameters, "\(name)\(arguments(applying.parameters)) = 0"))
        }
        ends += event.steps.filter { faulting.contains($0.name) }.map(faults)
      }
      if !ends.isEmpty {
        lines.append(
          "\\* Where nothing has to happen, or where it is not said what does: that is no deadlock."
        )
        lines.append("MayEnd ==")
        lines += ends.map { "  \\/ \($0)" }
        all.append("(MayEnd /\\ UNCHANGED vars)")
        mayEnd = true
      }
    }
    lines.append("")
    lines.append("Next ==")
    lines += all.map { "  \\/ \($0)" }
    if all.isEmpty { lines.append("  FALSE") }
  }

  /// The steps for which some formula says that they may fault.
  var faulting: Set<String> = []
  /// Whether a state without enabled events may be the last.
  private(set) var mayEnd = false
  /// TLC evaluates recursion on its own stack.
  package static let stackOption = "-Xss512m"

  private mutating func writeTypes() {
    lines.append("")
    lines.append("TypeOK ==")
    for (index, variable) in model.variables.enumerated() {
      lines.append("  /\\ \(names.variables[index]) \\in \(variable.shape.inTLA)")
    }
    if model.variables.isEmpty { lines.append("  TRUE") }
    invariants.append(("TypeOK", "types"))
  }

  // MARK: Properties

  private mutating func write(_ name: String, _ kind: PropertyKeyword, _ routine: Routine) {
    let question = "\(kind.rawValue) \(name)"
    if asks(question) {
      lines.append("")
      let own = names.global(name)
      if kind == .reachable {
        define(own, holds(routine, onFault: .no), routine.comment)
        told.append(question)
        ask(
          question, names.global("tells_\(name)"), [],
          .text("\(own) => \(tell)(\(told.count), \"\(question)\")"))
      } else {
        ask(question, own, routine.comment, holds(routine, onFault: .yes))
      }
    }
    if routine.canFault, asks("fault in \(name)") {
      ask(
        "fault in \(name)", names.global("no_fault_in_\(name)"), [],
        fallsThrough(routine, parameters: []))
    }
  }

  private mutating func writeTransitions() {
    var seen: Set<String> = []
    for step in model.events.flatMap(\.steps) {
      for (name, _) in step.transitions where seen.insert(name).inserted {
        writeTransition(name)
      }
    }
  }

  /// The check of all steps that a transition matches.
  private mutating func writeTransition(_ name: String) {
    var (holds, values): ([String], [String]) = ([], [])
    for step in model.events.flatMap(\.steps) {
      for (other, routine) in step.transitions where other == name {
        let arguments = arguments(routine.parameters, next)
        for (isValue, question) in [(false, "transition \(name)"), (true, "fault in \(name)")]
        where asks(question) && (!isValue || routine.canFault) {
          let operation = names.global(isValue ? "\(routine.name)_value" : routine.name)
          define(
            operation + arguments, after(step, routine, isValue: isValue),
            isValue ? [] : routine.comment)
          let test = "\(next).\(out) = \"done\" => \(operation)\(arguments)"
          let all = quantified("\\A", routine.parameters, each(step, "\\A", test))
          if isValue { values.append(all) } else { holds.append(all) }
        }
      }
    }
    if !holds.isEmpty {
      ask("transition \(name)", names.global(name), [], .all(holds.map(Formula.text)))
    }
    if !values.isEmpty {
      ask(
        "fault in \(name)", names.global("no_fault_in_\(name)"), [],
        .all(values.map(Formula.text)))
    }
  }

  /// The checks of an event in each state.
  private mutating func writeQuestions(_ event: EventModel) {
    for step in event.steps where step.routine.canFault && asks("fault in \(step.name)") {
      let test = "\(next).\(out) # \"fault\""
      let all = quantified("\\A", step.routine.parameters, each(step, "\\A", test))
      ask(
        "fault in \(step.name)", names.global("no_fault_in_\(step.name)"), [],
        faulting.contains(step.name) ? .text(all) : .yes)
    }
    guard let applying = event.applying else { return }
    let questions = [(event.gap, "# 0"), (event.overlap, "<= 1")].filter { asks($0.0) }
    guard let name = actions["\(event.name) applying"] else { return }
    for (question, test) in questions {
      let wish = "no_\(question.replacing(" ", with: "_"))"
      let all = quantified(
        "\\A", applying.parameters, "\(name)\(arguments(applying.parameters)) \(test)")
      ask(question, names.global(wish), [], .text(all))
    }
  }

  // MARK: Whole runs

  private mutating func writeFairness() {
    lines.append("")
    let asked = model.eventualities.filter { asks("eventually \($0.name)") }
    let promises = asked.isEmpty ? [] : model.events.flatMap { self.promises($0) }
    if promises.isEmpty {
      lines.append("Spec == Init /\\ [][Next]_vars")
    } else {
      lines.append(
        "\\* What is promised. A step that leaves all as it is has happened all the same.")
      lines.append("Fairness ==")
      lines += promises.map { "  /\\ \($0)" }
      lines.append("Spec == Init /\\ [][Next]_vars /\\ Fairness")
    }
    for each in asked { write(each) }
  }

  /// The occurrence of an event with any arguments, as an operand.
  private func happens(_ event: EventModel) -> String {
    let call = "\(actions[event.name] ?? "")\(arguments(event.parameters))"
    return quantified("\\E", event.parameters, call).operand
  }

  private mutating func write(_ property: EventualModel) {
    lines.append("")
    let arguments = arguments(property.parameters)
    var premise: String?
    if let begins = property.premise {
      premise = names.global(begins.name)
      define(premise! + arguments, holds(begins, onFault: .no))
    }
    let body = names.global(property.body.name)
    define(body + arguments, holds(property.body, onFault: .no), property.body.comment)
    var formula =
      premise.map { "\($0)\(arguments) ~> \(body)\(arguments)" } ?? "<>\(body)\(arguments)"
    formula = quantified("\\A", property.parameters, formula)
    let excluded = model.events.filter { property.excluded.contains($0.event) }
    if !excluded.isEmpty {
      let others = model.events.filter { !property.excluded.contains($0.event) }
      let goingOn = names.global("\(property.name)_excluded")
      define(
        goingOn,
        .all(
          [.text(excluded.map(happens).joined(separator: " \\/ "))]
            + (others.isEmpty
              ? [] : [.text("~(\(others.map(happens).joined(separator: " \\/ ")))")])),
        ["Steps that nothing else can be: runs that repeat them indefinitely do not count."])
      formula = "[]<><<\(goingOn)>>_vars \\/ (\(formula))"
    }
    let name = names.global(property.name)
    define(name, .text(formula))
    properties.append((name, "eventually \(property.name)"))
  }
}
